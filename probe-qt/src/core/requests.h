#pragma once
#include <cstdint>
#include <string>
#include <variant>

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

enum class Method { Ping, Capture, WaitWindow, Cancel };

/// A request that follows the protocol.
struct Request {
    std::uint64_t id = 0;
    Method method = Method::Ping;
    CaptureParams capture;
    std::uint64_t cancelled = 0;
};

/// Why a message is not a request; id is 0 where it could not be read.
struct RequestError {
    std::uint64_t id = 0;
    const char* code;
    std::string message;
};

std::variant<Request, RequestError> parseRequest(const std::string& text);

} // namespace deskprobe
