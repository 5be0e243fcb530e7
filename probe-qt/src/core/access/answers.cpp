#include "answers.h"

#include "core/serialize.h"

namespace deskprobe
{
namespace
{

void writeState(JsonWriter& json, const char* state)
{
    json.Key("state");
    json.String(state);
}

void writeNames(JsonWriter& json, const char* key, const QStringList& names)
{
    json.Key(key);
    json.StartArray();
    for (const QString& name : names)
        writeString(json, name);
    json.EndArray();
}

void writeText(JsonWriter& json, const char* key, const QString& text)
{
    if (!text.isEmpty())
        writeMember(json, key, text);
}

void writeProperty(JsonWriter& json, const PropertyFacts& facts)
{
    json.StartObject();
    json.Key("value");
    writeValue(json, facts.value);
    writeMember(json, "type", facts.type);
    json.Key("writable");
    json.Bool(facts.isWritable);
    if (!facts.values.isEmpty())
        writeNames(json, "values", facts.values);
    if (facts.cut)
        writeMember(json, "cut", static_cast<double>(facts.cut));
    json.EndObject();
}

void writeProperty(JsonWriter& json, const char* key, const std::optional<PropertyFacts>& facts)
{
    if (!facts)
        return;
    json.Key(key);
    writeProperty(json, *facts);
}

} // namespace

const char* nameOf(Target::State state)
{
    switch (state) {
    case Target::State::Ok:
        return "ok";
    case Target::State::Gone:
        return "gone";
    case Target::State::Hidden:
        return "hidden";
    }
    return "";
}

std::string ReadResult::bytes(std::uint64_t id) const
{
    return messageJson(id, "result", [this](JsonWriter& json) {
        writeState(json, nameOf(state));
        json.Key("properties");
        json.StartObject();
        for (const PropertyFacts& facts : properties) {
            writeKey(json, facts.name);
            writeProperty(json, facts);
        }
        json.EndObject();
        json.Key("missing");
        json.StartArray();
        for (const Missing& each : missing) {
            json.StartObject();
            writeMember(json, "name", each.name);
            writeNames(json, "nearest", each.nearest);
            json.EndObject();
        }
        json.EndArray();
    });
}

std::string WriteResult::bytes(std::uint64_t id) const
{
    return messageJson(id, "result", [this](JsonWriter& json) {
        writeState(json, state);
        writeProperty(json, "before", before);
        writeProperty(json, "after", after);
        if (matches) {
            json.Key("matches");
            json.Bool(*matches);
        }
        writeText(json, "message", message);
        if (!nearest.isEmpty())
            writeNames(json, "nearest", nearest);
    });
}

std::string CallResult::bytes(std::uint64_t id) const
{
    return messageJson(id, "result", [this](JsonWriter& json) {
        writeState(json, state);
        if (value) {
            json.Key("value");
            writeValue(json, *value);
        }
        writeText(json, "type", type);
        writeText(json, "signature", signature);
        if (!signatures.isEmpty())
            writeNames(json, "signatures", signatures);
        writeText(json, "message", message);
    });
}

} // namespace deskprobe
