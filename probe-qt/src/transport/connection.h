#pragma once
#include "server.h"

#include <boost/asio/io_context.hpp>

#include <functional>

namespace deskprobe
{

/// One client. Lives on the socket thread; whatever goes wrong with it ends it alone.
class Connection
{
public:
    /// What a connection needs of the server.
    struct Host {
        boost::asio::io_context& context;
        Application& application;
        /// How long the oldest call of any client has waited for the GUI thread, in milliseconds.
        std::function<std::int64_t()> guiWaitingMs;
        std::function<void(Connection*)> ended;
    };

    /// Takes over the descriptor of a client that has just connected.
    static std::shared_ptr<Connection> start(const Host& host, int descriptor);

    virtual ~Connection() = default;
    /// When the oldest of its calls began to wait for the GUI thread, in milliseconds of the steady clock; 0: none
    /// waits.
    virtual std::int64_t waitingSince() const = 0;
};

} // namespace deskprobe
