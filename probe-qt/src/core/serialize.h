#pragma once
#include "rows.h"

#include <functional>

namespace deskprobe
{

/// The protocol's CaptureResult.
struct CaptureResult final : Message {
    bool rootFound = true;
    bool cutDepth = false;
    bool cutNodes = false;
    bool cutTime = false;
    quint64 nodes = 0;
    qint64 slices = 0;
    qint64 guiUs = 0;
    qint64 longestSliceUs = 0;

    std::string bytes(std::uint64_t id) const override;
};

/// The protocol's FindResult.
struct FindResult final : Message {
    struct Near {
        quint64 handle;
        /// The criterion that it does not meet.
        const char* differs;
    };

    bool rootFound = true;
    quint64 found = 0;
    bool more = false;
    bool cutDepth = false;
    bool cutTime = false;
    quint64 windows = 0;
    quint64 elements = 0;
    quint64 modelRows = 0;
    std::vector<Near> near;
    qint64 guiUs = 0;
    qint64 longestSliceUs = 0;

    std::string bytes(std::uint64_t id) const override;
};

/// The answer that says only that it is done.
struct Done final : Message {
    std::string bytes(std::uint64_t id) const override;
};

/// What the protocol's Hello tells of the application.
struct HelloFacts {
    QString instance;
    QString launch;
    QString name;
    QString executable;
    QString platform;
};

/// A message whose member `what` is the object that `write` fills in.
std::string messageJson(std::uint64_t id, const char* what, const std::function<void(JsonWriter&)>& write);

std::string helloJson(const HelloFacts& facts);

} // namespace deskprobe
