#include "server.h"

#include "protocol.gen.h"
#include "socket.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <deque>
#include <map>
#include <set>
#include <thread>

#include <pthread.h>
#include <unistd.h>

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;
using Socket = asio::local::stream_protocol::socket;

namespace deskprobe
{
namespace
{

constexpr std::chrono::seconds kHandshakeTimeout{5};
constexpr std::chrono::seconds kIdleTimeout{20};
constexpr std::chrono::seconds kAcceptRetry{1};
constexpr std::size_t kMaxCalls = 64;
constexpr std::size_t kMaxQueuedMessages = 1024;

std::int64_t nowMs()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

class Text : public Message
{
public:
    explicit Text(std::string text) : m_text(std::move(text)) { }
    std::string json(std::uint64_t) const override { return m_text; }

private:
    std::string m_text;
};

std::unique_ptr<Message> errorText(std::uint64_t id, const char* code, const std::string& message)
{
    return std::make_unique<Text>(
        R"({"id":)" + std::to_string(id) + R"(,"error":{"code":")" + code + R"(","message":")" + message + R"("}})");
}

class Connection;

class ClientCall final : public Call
{
public:
    ClientCall(const Request& request, asio::io_context& context, std::weak_ptr<Connection> connection)
        : Call(request), m_context(context), m_connection(std::move(connection))
    {
    }

    void send(std::unique_ptr<Message> part) override
    {
        m_queued += part->weight();
        post(std::move(part), false);
    }
    void finish(std::unique_ptr<Message> result) override { post(std::move(result), true); }
    void fail(const char* code, const char* message) override { post(errorText(request().id, code, message), true); }

    /// Socket thread: the last answer has come.
    void settle() noexcept { m_wanted = false; }
    /// Socket thread: nobody wants what is still to be sent.
    void drop() noexcept { m_wanted = m_deliver = false; }
    bool deliver() const noexcept { return m_deliver; }
    /// Socket thread: a part has been written. True if a call that may have had no room has plenty again.
    bool written(int weight) noexcept
    {
        const int before = m_queued.fetch_sub(weight);
        return before >= kMaxQueued / 2 && before - weight < kMaxQueued / 2;
    }
    std::int64_t waitingSince() const noexcept { return m_waitingSince; }

private:
    void post(std::unique_ptr<Message> message, bool last);

    asio::io_context& m_context;
    const std::weak_ptr<Connection> m_connection;
    bool m_deliver = true;
};

class Server
{
public:
    explicit Server(Application& application) : m_application(application), m_listener(m_context) { }

    bool start(const std::string& folder);
    void remove(const std::shared_ptr<Connection>& connection) { m_connections.erase(connection); }
    /// Age of the oldest call that waits for the GUI thread, in milliseconds.
    std::int64_t guiWaitingMs() const;
    void removeSocketFile() const noexcept
    {
        if (::getpid() == m_pid)
            ::unlink(m_path.c_str());
    }

    Application& application() { return m_application; }
    asio::io_context& context() { return m_context; }

private:
    void run();
    void accept();

    Application& m_application;
    asio::io_context m_context{1};
    asio::posix::stream_descriptor m_listener;
    asio::steady_timer m_retry{m_context};
    std::set<std::shared_ptr<Connection>> m_connections;
    std::string m_path;
    const pid_t m_pid = ::getpid();
};

/// One client. Lives on the socket thread; whatever goes wrong with it ends it alone.
class Connection : public std::enable_shared_from_this<Connection>
{
public:
    Connection(Server& server, Socket socket)
        : m_server(server), m_descriptor(socket.native_handle()), m_stream(std::move(socket))
    {
    }

    void start()
    {
        websocket::stream_base::timeout timeout{kHandshakeTimeout, kIdleTimeout, true};
        m_stream.set_option(timeout);
        m_stream.auto_fragment(false);
        m_stream.read_message_max(protocol::kRequestBytes);
        m_stream.async_accept([self = shared_from_this()](error_code error) {
            if (error)
                return self->close();
            self->enqueue(nullptr, std::make_unique<Text>(self->m_server.application().hello()));
            self->read();
        });
    }

    void enqueue(std::shared_ptr<ClientCall> call, std::unique_ptr<Message> message)
    {
        if (m_closed)
            return;
        m_queue.push_back({std::move(call), std::move(message)});
        if (m_queue.size() > kMaxQueuedMessages)
            return close();
        if (!m_writing)
            write();
    }

    /// Sends the call's last message.
    void finish(const std::shared_ptr<ClientCall>& call, std::unique_ptr<Message> message)
    {
        call->settle();
        m_calls.erase(call->request().id);
        enqueue(nullptr, std::make_unique<Text>(message->json(call->request().id)));
    }

    std::int64_t oldestWait() const
    {
        std::int64_t oldest = 0;
        for (const auto& [id, call] : m_calls) {
            const std::int64_t since = call->waitingSince();
            if (since && (!oldest || since < oldest))
                oldest = since;
        }
        return oldest;
    }

private:
    struct Outgoing {
        std::shared_ptr<ClientCall> call;
        std::unique_ptr<Message> message;
    };

    void read()
    {
        m_stream.async_read(m_buffer, [self = shared_from_this()](error_code error, std::size_t) {
            if (error)
                return self->close();
            if (!self->m_stream.got_text())
                return self->refuse(websocket::close_code::unknown_data);
            const std::string text = beast::buffers_to_string(self->m_buffer.data());
            self->m_buffer.consume(self->m_buffer.size());
            self->handle(text);
            if (!self->m_closed)
                self->read();
        });
    }

    void handle(const std::string& text)
    {
        const auto parsed = parseRequest(text);
        if (const auto* error = std::get_if<RequestError>(&parsed))
            return enqueue(nullptr, errorText(error->id, error->code, error->message));
        const Request& request = std::get<Request>(parsed);
        if (request.method == Method::Cancel)
            return cancel(request.cancelled);
        if (request.method == Method::Ping) {
            const std::string waiting = std::to_string(m_server.guiWaitingMs());
            return enqueue(nullptr,
                std::make_unique<Text>(
                    R"({"id":)" + std::to_string(request.id) + R"(,"result":{"gui_waiting_ms":)" + waiting + "}}"));
        }
        if (m_calls.count(request.id) || m_calls.size() >= kMaxCalls) {
            return enqueue(nullptr,
                errorText(request.id, protocol::kErrorBadRequest, "The id is in use, or too many requests are."));
        }
        auto call = std::make_shared<ClientCall>(request, m_server.context(), weak_from_this());
        m_calls.emplace(request.id, call);
        m_server.application().take(call);
    }

    void cancel(std::uint64_t id)
    {
        const auto found = m_calls.find(id);
        if (found == m_calls.end())
            return;
        const auto call = found->second;
        call->drop();
        finish(call, errorText(id, protocol::kErrorCancelled, "The request was cancelled."));
        m_server.application().roomAgain();
    }

    void write()
    {
        // Parts of a call that was cancelled meanwhile are not worth sending.
        while (!m_queue.empty() && m_queue.front().call && !m_queue.front().call->deliver())
            m_queue.pop_front();
        if (m_queue.empty())
            return;
        m_current = std::move(m_queue.front());
        m_queue.pop_front();
        m_text = m_current.message->json(m_current.call ? m_current.call->request().id : 0);
        const int weight = m_current.message->weight();
        m_current.message.reset();
        m_writing = true;
        m_stream.text(true);
        m_stream.async_write(asio::buffer(m_text), [self = shared_from_this(), weight](error_code error, std::size_t) {
            self->m_writing = false;
            if (error)
                return self->close();
            if (self->m_current.call && self->m_current.call->written(weight))
                self->m_server.application().roomAgain();
            self->m_current.call.reset();
            self->write();
        });
    }

    void refuse(websocket::close_code code)
    {
        m_stream.async_close(code, [self = shared_from_this()](error_code) { self->close(); });
    }

    void close()
    {
        if (m_closed)
            return;
        m_closed = true;
        for (const auto& [id, call] : m_calls)
            call->drop();
        m_calls.clear();
        m_queue.clear();
        error_code ignored;
        forgetDescriptor(m_descriptor);
        m_stream.next_layer().close(ignored);
        m_server.remove(shared_from_this());
        m_server.application().roomAgain();
    }

    Server& m_server;
    const int m_descriptor;
    websocket::stream<Socket> m_stream;
    beast::flat_buffer m_buffer;
    std::map<std::uint64_t, std::shared_ptr<ClientCall>> m_calls;
    std::deque<Outgoing> m_queue;
    Outgoing m_current;
    std::string m_text;
    bool m_writing = false;
    bool m_closed = false;
};

void ClientCall::post(std::unique_ptr<Message> message, bool last)
{
    waitForGui(!last);
    asio::post(m_context,
        [self = std::static_pointer_cast<ClientCall>(shared_from_this()), message = std::move(message),
            last]() mutable {
            const auto connection = self->m_connection.lock();
            if (!connection || !self->wanted())
                return;
            if (last)
                connection->finish(self, std::move(message));
            else
                connection->enqueue(std::move(self), std::move(message));
        });
}

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
            Socket socket(m_context, asio::local::stream_protocol(), client);
            if (m_connections.size() >= protocol::kClients) {
                forgetDescriptor(client);
                continue;
            }
            const auto connection = std::make_shared<Connection>(*this, std::move(socket));
            m_connections.insert(connection);
            connection->start();
        }
        if (errno == EAGAIN)
            return accept();
        // Out of descriptors: the waiting client would wake us at once, again and again.
        m_retry.expires_after(kAcceptRetry);
        m_retry.async_wait([this](error_code) { accept(); });
    });
}

std::int64_t Server::guiWaitingMs() const
{
    std::int64_t oldest = 0;
    for (const auto& connection : m_connections) {
        const std::int64_t since = connection->oldestWait();
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
