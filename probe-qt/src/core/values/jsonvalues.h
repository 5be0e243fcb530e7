#pragma once
#include <QtCore/QVariant>

#include <rapidjson/document.h>

#include <optional>

namespace deskprobe
{

using Json = rapidjson::Value;

/// How JSON becomes values of one type: the other way round as basictypes.h and appearance.h write them.
struct ValueReader {
    int type;
    /// What the JSON must be: "a whole number from 0 to 255".
    QString expected;
    /// A variant of this type; nothing if the JSON is not what is expected.
    std::optional<QVariant> (*read)(const Json&, int type);
};

/// The reader of a type that is known by itself; null if there is none.
const ValueReader* valueReader(int type);

/// The text of a JSON string.
QString textOf(const Json& json);

// Of types that QtGui has.
std::optional<QVariant> readColor(const Json& json, int type);
std::optional<QVariant> readKeySequence(const Json& json, int type);
std::optional<QVariant> readCursor(const Json& json, int type);
/// `current` with those members changed that the JSON object has.
std::optional<QVariant> readFont(const Json& json, const QVariant& current);

} // namespace deskprobe
