#include "values.h"

#include "core/protocol.gen.h"

namespace deskprobe
{

void writeValue(JsonWriter& json, const Value& value)
{
    struct Writer {
        JsonWriter& json;
        void operator()(std::monostate) const { json.Null(); }
        void operator()(bool value) const { json.Bool(value); }
        void operator()(qint64 value) const { writeInteger(json, value); }
        void operator()(double value) const { writeNumber(json, value); }
        void operator()(const QString& value) const { writeBounded(json, value); }
        void operator()(const QRectF& rect) const
        {
            writeNumbers(json, {{"x", rect.x()}, {"y", rect.y()}, {"width", rect.width()}, {"height", rect.height()}});
        }
        void operator()(const QSizeF& size) const
        {
            writeNumbers(json, {{"width", size.width()}, {"height", size.height()}});
        }
        void operator()(const QPointF& point) const { writeNumbers(json, {{"x", point.x()}, {"y", point.y()}}); }
        void operator()(const JsonText& value) const
        {
            json.RawValue(value.utf8.constData(), static_cast<std::size_t>(value.utf8.size()), rapidjson::kObjectType);
        }
        void operator()(const ReadError& error) const
        {
            json.StartObject();
            writeMember(json, "error", error.what);
            json.EndObject();
        }
        void operator()(Masked) const
        {
            json.StartObject();
            json.Key("masked");
            json.Bool(true);
            json.EndObject();
        }
    };
    std::visit(Writer{json}, value);
}

void writeBounded(JsonWriter& json, const QString& text)
{
    writeString(json, text.size() <= protocol::kTextUnits ? text : text.left(protocol::kTextUnits) + QChar(0x2026));
}

void writeNumbers(JsonWriter& json, std::initializer_list<std::pair<const char*, double>> members)
{
    json.StartObject();
    for (const auto& [name, number] : members)
        writeMember(json, name, number);
    json.EndObject();
}

} // namespace deskprobe
