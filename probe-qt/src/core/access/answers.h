#pragma once
#include "access.h"
#include "transport/server.h"

namespace deskprobe
{

/// The protocol's name of it.
const char* nameOf(Target::State state);

/// The protocol's ReadResult.
struct ReadResult final : Message {
    struct Missing {
        QString name;
        QStringList nearest;
    };

    Target::State state = Target::State::Ok;
    std::vector<PropertyFacts> properties;
    std::vector<Missing> missing;

    std::string bytes(std::uint64_t id) const override;
};

/// The protocol's WriteResult.
struct WriteResult final : Message {
    const char* state = "ok";
    std::optional<PropertyFacts> before;
    std::optional<PropertyFacts> after;
    std::optional<bool> matches;
    QString message;
    QStringList nearest;

    std::string bytes(std::uint64_t id) const override;
};

/// The protocol's CallResult.
struct CallResult final : Message {
    const char* state = "returned";
    std::optional<Value> value;
    QString type;
    QString signature;
    QStringList signatures;
    QString message;

    std::string bytes(std::uint64_t id) const override;
};

} // namespace deskprobe
