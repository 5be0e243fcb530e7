#pragma once
#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cmath>
#include <limits>

namespace deskprobe
{

using JsonWriter = rapidjson::Writer<rapidjson::StringBuffer>;

/// JSON of one value, in UTF-8.
struct JsonText {
    QByteArray utf8;
};

inline void writeString(JsonWriter& json, const QString& text)
{
    // toUtf8 replaces lone surrogates, so the result is always valid UTF-8.
    const QByteArray utf8 = text.toUtf8();
    json.String(utf8.constData(), static_cast<rapidjson::SizeType>(utf8.size()));
}

inline void writeKey(JsonWriter& json, const QString& text)
{
    const QByteArray utf8 = text.toUtf8();
    json.Key(utf8.constData(), static_cast<rapidjson::SizeType>(utf8.size()));
}

/// JSON has no NaN and no infinity: they become null. Whole numbers are written without a fraction.
inline void writeNumber(JsonWriter& json, double number)
{
    if (!std::isfinite(number))
        json.Null();
    else if (number == std::floor(number) && std::fabs(number) < 1e15)
        json.Int64(static_cast<std::int64_t>(number));
    else
        json.Double(number);
}

/// JavaScript loses digits above 2^53, so such integers become strings.
inline void writeInteger(JsonWriter& json, qint64 number)
{
    constexpr qint64 kExact = qint64(1) << 53;
    if (number >= -kExact && number <= kExact)
        json.Int64(number);
    else
        writeString(json, QString::number(number));
}

inline void writeUnsigned(JsonWriter& json, quint64 number)
{
    if (number <= static_cast<quint64>(std::numeric_limits<qint64>::max()))
        writeInteger(json, static_cast<qint64>(number));
    else
        writeString(json, QString::number(number));
}

inline void writeMember(JsonWriter& json, const char* name, double number)
{
    json.Key(name);
    writeNumber(json, number);
}

inline void writeMember(JsonWriter& json, const char* name, const QString& text)
{
    json.Key(name);
    writeString(json, text);
}

/// The JSON that `write` puts into the writer it is handed.
template <typename Write>
JsonText jsonText(Write write)
{
    rapidjson::StringBuffer buffer;
    JsonWriter json(buffer);
    write(json);
    return {QByteArray(buffer.GetString(), static_cast<int>(buffer.GetSize()))};
}

} // namespace deskprobe
