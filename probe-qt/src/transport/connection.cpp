#include "connection.h"

#include "core/protocol.gen.h"
#include "socket.h"

#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <chrono>
#include <deque>
#include <map>

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
constexpr std::size_t kMaxCalls = 64;
constexpr std::size_t kMaxQueuedMessages = 1024;

class Text : public Message
{
public:
    explicit Text(std::string text) : m_text(std::move(text)) { }
    std::string bytes(std::uint64_t) const override { return m_text; }

private:
    std::string m_text;
};

std::unique_ptr<Message> errorText(std::uint64_t id, const char* code, const std::string& message)
{
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> json(buffer);
    json.StartObject();
    json.Key("id");
    json.Uint64(id);
    json.Key("error");
    json.StartObject();
    json.Key("code");
    json.String(code);
    json.Key("message");
    json.String(message.c_str());
    json.EndObject();
    json.EndObject();
    return std::make_unique<Text>(std::string(buffer.GetString(), buffer.GetSize()));
}

class ClientConnection;

/// A call whose client is on the other side of a connection.
class ClientCall final : public Call
{
public:
    ClientCall(const Request& request, asio::io_context& context, std::weak_ptr<ClientConnection> connection)
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
    const std::weak_ptr<ClientConnection> m_connection;
    bool m_deliver = true;
};

class ClientConnection final : public Connection, public std::enable_shared_from_this<ClientConnection>
{
public:
    ClientConnection(const Host& host, int descriptor)
        : m_host(host), m_descriptor(descriptor),
          m_stream(Socket(host.context, asio::local::stream_protocol(), descriptor))
    {
    }

    void open()
    {
        websocket::stream_base::timeout timeout{kHandshakeTimeout, kIdleTimeout, true};
        m_stream.set_option(timeout);
        m_stream.auto_fragment(false);
        m_stream.read_message_max(protocol::kRequestBytes);
        m_stream.async_accept([self = shared_from_this()](error_code error) {
            if (error)
                return self->close();
            self->enqueue(nullptr, std::make_unique<Text>(self->m_host.application.hello()));
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
        enqueue(nullptr, std::make_unique<Text>(message->bytes(call->request().id)));
    }

    std::int64_t waitingSince() const override
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
        if (const auto* asked = std::get_if<CancelParams>(&request.params))
            return cancel(asked->id);
        if (std::holds_alternative<PingParams>(request.params)) {
            const std::string waiting = std::to_string(m_host.guiWaitingMs());
            return enqueue(nullptr,
                std::make_unique<Text>(
                    R"({"id":)" + std::to_string(request.id) + R"(,"result":{"gui_waiting_ms":)" + waiting + "}}"));
        }
        if (m_calls.count(request.id) || m_calls.size() >= kMaxCalls) {
            return enqueue(nullptr,
                errorText(request.id, protocol::kErrorBadRequest, "The id is in use, or too many requests are."));
        }
        auto call = std::make_shared<ClientCall>(request, m_host.context, weak_from_this());
        m_calls.emplace(request.id, call);
        m_host.application.take(call);
    }

    void cancel(std::uint64_t id)
    {
        const auto found = m_calls.find(id);
        if (found == m_calls.end())
            return;
        const auto call = found->second;
        call->drop();
        finish(call, errorText(id, protocol::kErrorCancelled, "The request was cancelled."));
        m_host.application.roomAgain();
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
        m_bytes = m_current.message->bytes(m_current.call ? m_current.call->request().id : 0);
        const int weight = m_current.message->weight();
        m_stream.binary(m_current.message->isBinary());
        m_current.message.reset();
        m_writing = true;
        m_stream.async_write(asio::buffer(m_bytes), [self = shared_from_this(), weight](error_code error, std::size_t) {
            self->m_writing = false;
            if (error)
                return self->close();
            if (self->m_current.call && self->m_current.call->written(weight))
                self->m_host.application.roomAgain();
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
        m_host.application.roomAgain();
        // The handler that called us holds the last reference.
        m_host.ended(this);
    }

    const Host& m_host;
    const int m_descriptor;
    websocket::stream<Socket> m_stream;
    beast::flat_buffer m_buffer;
    std::map<std::uint64_t, std::shared_ptr<ClientCall>> m_calls;
    std::deque<Outgoing> m_queue;
    Outgoing m_current;
    std::string m_bytes;
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

} // namespace

std::shared_ptr<Connection> Connection::start(const Host& host, int descriptor)
{
    const auto connection = std::make_shared<ClientConnection>(host, descriptor);
    connection->open();
    return connection;
}

} // namespace deskprobe
