#include "requests.h"

#include "core/protocol.gen.h"

#include <rapidjson/document.h>

#include <limits>

namespace deskprobe
{
namespace
{

using rapidjson::Value;
using Whole = std::shared_ptr<const rapidjson::Document>;

/// Reads the members of a JSON object; afterwards complete() tells whether each was right and none was left over.
class Members
{
public:
    explicit Members(const Value& object) : m_object(object) { }

    template <typename Integer>
    void read(const char* name, Integer& out, std::int64_t minimum, std::int64_t maximum)
    {
        const Value* value = take(name);
        if (!value || !value->IsInt64() || value->GetInt64() < minimum || value->GetInt64() > maximum)
            return fail(name);
        out = static_cast<Integer>(value->GetInt64());
    }

    void read(const char* name, bool& out)
    {
        const Value* value = take(name);
        if (!value || !value->IsBool())
            return fail(name);
        out = value->GetBool();
    }

    void read(const char* name, std::string& out)
    {
        const Value* value = take(name);
        if (!value || !value->IsString())
            return fail(name);
        out.assign(value->GetString(), value->GetStringLength());
    }

    /// A value of any kind; `whole` is what it is a part of.
    void read(const char* name, std::shared_ptr<const Value>& out, const Whole& whole)
    {
        const Value* value = take(name);
        if (!value)
            return fail(name);
        out = {whole, value};
    }

    void readObject(const char* name, std::shared_ptr<const Value>& out, const Whole& whole)
    {
        read(name, out, whole);
        if (out && !out->IsObject())
            fail(name);
    }

    void readArray(const char* name, std::shared_ptr<const Value>& out, rapidjson::SizeType most, const Whole& whole)
    {
        read(name, out, whole);
        if (out && (!out->IsArray() || out->Size() > most))
            fail(name);
    }

    /// Reads each item of an array by `readItem`, which says whether it was right.
    template <typename ReadItem>
    void readArray(const char* name, rapidjson::SizeType least, rapidjson::SizeType most, ReadItem readItem)
    {
        const Value* value = take(name);
        if (!value || !value->IsArray() || value->Size() < least || value->Size() > most)
            return fail(name);
        for (const Value& item : value->GetArray()) {
            if (!readItem(item))
                return fail(name);
        }
    }

    bool has(const char* name) const { return m_object.HasMember(name); }

    template <typename Type>
    void readOptional(const char* name, std::optional<Type>& out)
    {
        if (has(name))
            read(name, out.emplace());
    }

    template <typename Integer>
    void readOptional(const char* name, Integer& out, std::int64_t minimum, std::int64_t maximum)
    {
        if (has(name))
            read(name, out, minimum, maximum);
    }

    void read(const char* name, Detail& out)
    {
        const Value* value = take(name);
        const std::string text = value && value->IsString() ? value->GetString() : "";
        if (text == "core")
            out = Detail::Core;
        else if (text == "extended")
            out = Detail::Extended;
        else if (text == "full")
            out = Detail::Full;
        else
            fail(name);
    }

    bool complete() const { return m_wrong.empty() && m_taken == m_object.MemberCount(); }

    std::string complaint() const
    {
        return m_wrong.empty() ? "There are unknown parameters." : "Parameter '" + m_wrong + "' is missing or wrong.";
    }

private:
    const Value* take(const char* name)
    {
        const auto member = m_object.FindMember(name);
        if (member == m_object.MemberEnd())
            return nullptr;
        ++m_taken;
        return &member->value;
    }

    void fail(const char* name)
    {
        if (m_wrong.empty())
            m_wrong = name;
    }

    const Value& m_object;
    std::string m_wrong;
    rapidjson::SizeType m_taken = 0;
};

constexpr std::int64_t kMaxInteger = std::int64_t(1) << 53;
constexpr rapidjson::SizeType kMaxItems = 1000;
constexpr rapidjson::SizeType kMaxSteps = 16;
constexpr rapidjson::SizeType kMaxNames = 1000;
constexpr rapidjson::SizeType kMaxArguments = 10;
constexpr int kMaxInt = std::numeric_limits<int>::max();

void readCapture(Members& params, CaptureParams& out)
{
    params.read("detail", out.detail);
    params.read("include_hidden", out.includeHidden);
    params.read("max_depth", out.maxDepth, -1, kMaxInt);
    params.read("prop_depth", out.propDepth, -1, kMaxInt);
    params.read("root", out.root, 0, kMaxInteger);
    params.read("max_nodes", out.maxNodes, 1, kMaxInteger);
    params.read("max_ms", out.maxMs, 1, kMaxInt);
}

bool readCriteria(const Value& json, const Whole& whole, Criteria& out)
{
    if (!json.IsObject())
        return false;
    Members criteria(json);
    criteria.readOptional("type", out.type);
    criteria.readOptional("type_inherits", out.typeInherits);
    criteria.readOptional("text", out.text);
    criteria.readOptional("text_contains", out.textContains);
    criteria.readOptional("text_matches", out.textMatches);
    criteria.readOptional("object_name", out.objectName);
    criteria.readOptional("qml_id", out.qmlId);
    criteria.readOptional("flags", out.flags, 0, kMaxInt);
    criteria.readOptional("row", out.row, 0, kMaxInt);
    criteria.readOptional("column", out.column, 0, kMaxInt);
    if (criteria.has("properties"))
        criteria.readObject("properties", out.properties, whole);
    if (criteria.has("roles")) {
        auto& roles = out.roles.emplace();
        criteria.readArray("roles", 0, kMaxItems, [&](const Value& role) {
            roles.push_back(role.IsInt() ? role.GetInt() : -1);
            return roles.back() >= 0;
        });
    }
    return criteria.complete();
}

void readFind(Members& params, FindParams& out, const Whole& whole)
{
    params.readArray(
        "steps", 1, kMaxSteps, [&](const Value& step) { return readCriteria(step, whole, out.steps.emplace_back()); });
    params.read("root", out.root, 0, kMaxInteger);
    params.read("window", out.window, 0, kMaxInteger);
    params.readOptional("window_title", out.windowTitle);
    params.readOptional("window_title_contains", out.windowTitleContains);
    params.read("depth", out.depth, -1, kMaxInt);
    params.read("limit", out.limit, 1, kMaxInteger);
    params.read("include_hidden", out.includeHidden);
    params.read("detail", out.detail);
    params.read("max_ms", out.maxMs, 1, kMaxInt);
}

void readRead(Members& params, ReadParams& out)
{
    params.read("handle", out.handle, 1, kMaxInteger);
    params.readArray("names", 0, kMaxNames, [&](const Value& name) {
        if (name.IsString())
            out.names.emplace_back(name.GetString(), name.GetStringLength());
        return name.IsString();
    });
    params.read("prop_depth", out.propDepth, -1, kMaxInt);
    params.read("include_hidden", out.includeHidden);
}

void readWrite(Members& params, WriteParams& out, const Whole& whole)
{
    params.read("handle", out.handle, 1, kMaxInteger);
    params.read("name", out.name);
    params.read("value", out.value, whole);
    params.read("include_hidden", out.includeHidden);
}

void readCall(Members& params, CallParams& out, const Whole& whole)
{
    params.read("handle", out.handle, 1, kMaxInteger);
    params.read("method", out.method);
    params.readArray("arguments", out.arguments, kMaxArguments, whole);
    params.read("include_hidden", out.includeHidden);
}

} // namespace

std::variant<Request, RequestError> parseRequest(const std::string& text)
{
    const auto whole = std::make_shared<rapidjson::Document>();
    rapidjson::Document& document = *whole;
    // Iterative: a deeply nested message must not exhaust the stack of the application.
    document.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag>(text.data(), text.size());
    if (document.HasParseError() || !document.IsObject())
        return RequestError{0, protocol::kErrorBadRequest, "The message is not a JSON object."};

    Request request;
    const auto id = document.FindMember("id");
    if (id == document.MemberEnd() || !id->value.IsInt64() || id->value.GetInt64() < 1
        || id->value.GetInt64() > kMaxInteger)
        return RequestError{0, protocol::kErrorBadRequest, "'id' must be an integer above 0."};
    request.id = static_cast<std::uint64_t>(id->value.GetInt64());

    const auto method = document.FindMember("method");
    if (method == document.MemberEnd() || !method->value.IsString())
        return RequestError{request.id, protocol::kErrorBadRequest, "'method' must be a string."};
    const std::string name = method->value.GetString();

    const Value none(rapidjson::kObjectType);
    const auto given = document.FindMember("params");
    const bool hasParams = given != document.MemberEnd();
    if (hasParams && !given->value.IsObject())
        return RequestError{request.id, protocol::kErrorBadRequest, "'params' must be an object."};
    if (document.MemberCount() != (hasParams ? 3u : 2u))
        return RequestError{request.id, protocol::kErrorBadRequest, "A request has id, method and params only."};

    Members params(hasParams ? given->value : none);
    if (name == protocol::kMethodPing) {
        request.params = PingParams();
    } else if (name == protocol::kMethodWaitWindow) {
        request.params = WaitWindowParams();
    } else if (name == protocol::kMethodCancel) {
        params.read("id", request.params.emplace<CancelParams>().id, 1, kMaxInteger);
    } else if (name == protocol::kMethodCapture) {
        readCapture(params, request.params.emplace<CaptureParams>());
    } else if (name == protocol::kMethodFind) {
        readFind(params, request.params.emplace<FindParams>(), whole);
    } else if (name == protocol::kMethodRead) {
        readRead(params, request.params.emplace<ReadParams>());
    } else if (name == protocol::kMethodWrite) {
        readWrite(params, request.params.emplace<WriteParams>(), whole);
    } else if (name == protocol::kMethodCall) {
        readCall(params, request.params.emplace<CallParams>(), whole);
    } else if (name == protocol::kMethodGrab) {
        params.read("handle", request.params.emplace<GrabParams>().handle, 0, kMaxInteger);
    } else {
        return RequestError{request.id, protocol::kErrorUnknownMethod, "There is no such method."};
    }
    if (!params.complete())
        return RequestError{request.id, protocol::kErrorBadRequest, params.complaint()};
    return request;
}

} // namespace deskprobe
