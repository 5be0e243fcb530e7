#pragma once
#include "requests.h"

#include <atomic>
#include <memory>
#include <string>

namespace deskprobe
{

/// What `quitting` says.
constexpr char kQuitting[] = "The application is ending.";

/// Something to send, encoded on the socket thread so that the GUI thread need not.
class Message
{
public:
    virtual ~Message() = default;
    /// The whole protocol message: JSON in UTF-8, unless it is binary.
    virtual std::string bytes(std::uint64_t id) const = 0;
    virtual bool isBinary() const { return false; }
    /// How much of the queue it takes up, in values.
    virtual int weight() const { return 0; }
};

/// One request on its way, shared by the socket thread and the thread that answers it.
class Call : public std::enable_shared_from_this<Call>
{
public:
    virtual ~Call() = default;

    const Request& request() const { return m_request; }

    /// False once it was answered or cancelled, or its client is gone: what is sent then goes nowhere.
    bool wanted() const noexcept { return m_wanted; }
    /// False while the client is slower than we are: send no more until Application::roomAgain.
    bool hasRoom() const noexcept { return m_queued < kMaxQueued; }
    /// Whether the GUI thread is due to do something for it now.
    void waitForGui(bool waits) noexcept;

    virtual void send(std::unique_ptr<Message> part) = 0;
    virtual void finish(std::unique_ptr<Message> result) = 0;
    virtual void fail(const char* code, const char* message) = 0;

protected:
    /// Little enough that the GUI thread does not compete with the two processes that it feeds.
    static constexpr int kMaxQueued = 50000;

    explicit Call(const Request& request) : m_request(request) { waitForGui(true); }

    const Request m_request;
    std::atomic<bool> m_wanted{true};
    std::atomic<int> m_queued{0};
    std::atomic<std::int64_t> m_waitingSince{0}; // milliseconds of the steady clock, 0: does not wait
};

/// What the server needs of the application it sits in. Called on the socket thread.
class Application
{
public:
    virtual ~Application() = default;
    /// The protocol's Hello message.
    virtual std::string hello() = 0;
    /// Anything but a ping or a cancel; must not block.
    virtual void take(std::shared_ptr<Call> call) = 0;
    /// A call that had no room has room again.
    virtual void roomAgain() = 0;
};

/// Starts the WebSocket server on a thread of its own. It lives until the process ends.
/// Returns false if there is no safe place to listen.
bool startServer(const std::string& folder, Application& application);

/// Removes the socket file; for the end of the process.
void removeSocketFile() noexcept;

} // namespace deskprobe
