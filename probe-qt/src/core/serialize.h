#pragma once
#include "rows.h"

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

    std::string json(std::uint64_t id) const override;
};

/// The answer that says only that it is done.
struct Done final : Message {
    std::string json(std::uint64_t id) const override;
};

/// What the protocol's Hello tells of the application.
struct HelloFacts {
    QString instance;
    QString launch;
    QString name;
    QString executable;
    QString platform;
};

std::string helloJson(const HelloFacts& facts);

} // namespace deskprobe
