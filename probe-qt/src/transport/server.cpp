#include "server.h"

#include "connection.h"
#include "core/protocol.gen.h"
#include "socket.h"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include <pthread.h>
#include <unistd.h>

namespace asio = boost::asio;
using boost::system::error_code;

namespace deskprobe
{
namespace
{

constexpr std::chrono::seconds kAcceptRetry{1};

std::int64_t nowMs()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

/// Listens for clients and keeps them.
class Server
{
public:
    explicit Server(Application& application)
        : m_host{m_context, application, [this] { return guiWaitingMs(); },
            [this](Connection* connection) { remove(connection); }}
    {
    }

    bool start(const std::string& folder);
    void removeSocketFile() const noexcept
    {
        if (::getpid() == m_pid)
            ::unlink(m_path.c_str());
    }

private:
    void run();
    void accept();
    void remove(Connection* connection);
    std::int64_t guiWaitingMs() const;

    asio::io_context m_context{1};
    asio::posix::stream_descriptor m_listener{m_context};
    asio::steady_timer m_retry{m_context};
    const Connection::Host m_host;
    std::vector<std::shared_ptr<Connection>> m_connections;
    std::string m_path;
    const pid_t m_pid = ::getpid();
};

bool Server::start(const std::string& folder)
{
    const int listener = listenAt(folder, m_path);
    if (listener < 0)
        return false;
    m_listener.assign(listener);
    accept();

    // The application's signals are for its own threads.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread thread([this] { run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_setname_np(thread.native_handle(), "deskprobe");
    thread.detach();
    return true;
}

void Server::run()
{
    for (;;) {
        try {
            m_context.run();
            return;
        } catch (...) {
            // Out of memory or descriptors for one client: the others go on.
        }
    }
}

void Server::accept()
{
    m_listener.async_wait(asio::posix::stream_descriptor::wait_read, [this](error_code error) {
        if (error)
            return;
        for (int client; (client = acceptPeer(m_listener.native_handle())) >= 0;) {
            if (m_connections.size() >= protocol::kClients) {
                forgetDescriptor(client);
                ::close(client);
                continue;
            }
            try {
                m_connections.push_back(Connection::start(m_host, client));
            } catch (...) {
                // Out of memory for this one; the next may come.
            }
        }
        if (errno == EAGAIN)
            return accept();
        // Out of descriptors: the waiting client would wake us at once, again and again.
        m_retry.expires_after(kAcceptRetry);
        m_retry.async_wait([this](error_code) { accept(); });
    });
}

void Server::remove(Connection* connection)
{
    const auto isIt = [&](const auto& each) { return each.get() == connection; };
    m_connections.erase(std::remove_if(m_connections.begin(), m_connections.end(), isIt), m_connections.end());
}

std::int64_t Server::guiWaitingMs() const
{
    std::int64_t oldest = 0;
    for (const auto& connection : m_connections) {
        const std::int64_t since = connection->waitingSince();
        if (since && (!oldest || since < oldest))
            oldest = since;
    }
    return oldest ? nowMs() - oldest : 0;
}

// Never destroyed: the socket thread runs until the very end of the process.
Server* server = nullptr;

} // namespace

void Call::waitForGui(bool waits) noexcept
{
    m_waitingSince = waits ? nowMs() : 0;
}

bool startServer(const std::string& folder, Application& application)
{
    server = new Server(application);
    return server->start(folder);
}

void removeSocketFile() noexcept
{
    if (server)
        server->removeSocketFile();
}

} // namespace deskprobe
