#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <rapidjson/document.h>

namespace deskprobe
{

enum class Detail { Core, Extended, Full };

/// CaptureRequest of the protocol.
struct CaptureParams {
    Detail detail = Detail::Core;
    bool includeHidden = false;
    int maxDepth = 0;
    int propDepth = 0;
    std::uint64_t root = 0;
    std::uint64_t maxNodes = 0;
    std::int64_t maxMs = 0;
};

/// Criteria of the protocol.
struct Criteria {
    std::optional<std::string> type;
    std::optional<std::string> typeInherits;
    std::optional<std::vector<int>> roles;
    std::optional<std::string> text;
    std::optional<std::string> textContains;
    std::optional<std::string> textMatches;
    std::optional<std::string> objectName;
    std::optional<std::string> qmlId;
    /// An object.
    std::shared_ptr<const rapidjson::Value> properties;
    std::uint32_t flags = 0;
    int row = -1;
    int column = -1;
};

/// FindRequest of the protocol.
struct FindParams {
    std::vector<Criteria> steps;
    std::uint64_t root = 0;
    std::uint64_t window = 0;
    std::optional<std::string> windowTitle;
    std::optional<std::string> windowTitleContains;
    int depth = 0;
    std::uint64_t limit = 0;
    bool includeHidden = false;
    Detail detail = Detail::Core;
    std::int64_t maxMs = 0;
};

/// ReadRequest of the protocol.
struct ReadParams {
    std::uint64_t handle = 0;
    std::vector<std::string> names;
    int propDepth = 0;
    bool includeHidden = false;
};

/// WriteRequest of the protocol.
struct WriteParams {
    std::uint64_t handle = 0;
    std::string name;
    std::shared_ptr<const rapidjson::Value> value;
    bool includeHidden = false;
};

/// CallRequest of the protocol.
struct CallParams {
    std::uint64_t handle = 0;
    std::string method;
    /// An array.
    std::shared_ptr<const rapidjson::Value> arguments;
    bool includeHidden = false;
};

/// GrabRequest of the protocol.
struct GrabParams {
    std::uint64_t handle = 0;
};

struct PingParams {
};

struct WaitWindowParams {
};

struct CancelParams {
    std::uint64_t id = 0;
};

/// A request that follows the protocol.
struct Request {
    std::uint64_t id = 0;
    /// Which it is says what is asked for.
    std::variant<PingParams, CancelParams, WaitWindowParams, CaptureParams, FindParams, ReadParams, WriteParams,
        CallParams, GrabParams>
        params;
};

/// Why a message is not a request; id is 0 where it could not be read.
struct RequestError {
    std::uint64_t id = 0;
    const char* code;
    std::string message;
};

std::variant<Request, RequestError> parseRequest(const std::string& text);

} // namespace deskprobe
