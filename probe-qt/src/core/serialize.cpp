#include "serialize.h"

#include "modules.h"
#include "protocol.gen.h"
#include "secrets.h"

#include <algorithm>

#include <unistd.h>

namespace deskprobe
{
namespace
{

/// Writes the parts of a batch, and keeps the application's secrets out of them.
class BatchWriter
{
public:
    BatchWriter(JsonWriter& json, const Batch& batch) : m_json(json), m_batch(batch) { }

    void windows()
    {
        m_json.Key("windows");
        m_json.StartArray();
        for (const WindowFacts& facts : m_batch.windows)
            window(facts);
        m_json.EndArray();
    }

    void classes()
    {
        m_json.Key("classes");
        m_json.StartArray();
        for (const auto& header : m_batch.classes) {
            m_json.StartObject();
            writeMember(m_json, "name", header->name);
            strings("bases", header->bases);
            strings("properties", header->properties);
            m_json.EndObject();
        }
        m_json.EndArray();
    }

    void rows()
    {
        m_json.Key("rows");
        m_json.StartArray();
        for (const Row& each : m_batch.rows)
            row(each);
        m_json.EndArray();
    }

private:
    template <typename Type>
    bool isSecret(const Type& value) const
    {
        return m_batch.secrets
            && std::any_of(m_batch.secrets->begin(), m_batch.secrets->end(),
                [&](const Secret& secret) { return reveals(value, secret); });
    }

    /// For columns that must be strings.
    QString safe(const QString& text) const { return isSecret(text) ? QString() : text; }

    void strings(const char* name, const QStringList& list)
    {
        m_json.Key(name);
        m_json.StartArray();
        for (const QString& text : list)
            writeString(m_json, text);
        m_json.EndArray();
    }

    void boolean(const char* name, bool value)
    {
        m_json.Key(name);
        m_json.Bool(value);
    }

    void window(const WindowFacts& facts)
    {
        static constexpr const char* kKinds[] = {"window", "dialog", "popup", "tool", "tooltip", "other"};
        m_json.StartObject();
        m_json.Key("handle");
        m_json.Uint64(facts.handle);
        writeMember(m_json, "title", safe(facts.title));
        m_json.Key("kind");
        m_json.String(kKinds[static_cast<int>(facts.kind)]);
        writeMember(m_json, "x", facts.area.x());
        writeMember(m_json, "y", facts.area.y());
        writeMember(m_json, "width", facts.area.width());
        writeMember(m_json, "height", facts.area.height());
        boolean("visible", facts.visible);
        boolean("active", facts.active);
        boolean("modal", facts.modal);
        writeMember(m_json, "dpr", facts.dpr);
        m_json.Key("space");
        m_json.String(facts.onScreen ? "screen" : "window");
        if (facts.nativeId) {
            m_json.Key("native_id");
            m_json.Uint64(facts.nativeId);
        }
        m_json.EndObject();
    }

    void row(const Row& row)
    {
        m_json.StartArray();
        m_json.Uint64(row.handle);
        m_json.Uint64(row.parent);
        m_json.Uint64(row.window);
        m_json.Uint(row.classIndex);
        m_json.Uint(static_cast<unsigned>(row.role));
        writeString(m_json, safe(row.objectName));
        for (const double number :
            {row.rect.x(), row.rect.y(), row.rect.width(), row.rect.height(), row.global.x(), row.global.y(), row.z})
            writeNumber(m_json, number);
        m_json.Uint(row.flags);
        writeNumber(m_json, row.opacity);
        if (row.hasText && !isSecret(row.text))
            writeValue(m_json, row.text);
        else
            m_json.Null();
        m_json.Uint(row.omitted);
        if (row.extra)
            extra(*row.extra);
        else
            m_json.Null();
        if (row.hasValues) {
            m_json.StartArray();
            for (quint32 i = 0; i < row.valueCount; ++i)
                value(m_batch.values[row.firstValue + i]);
            m_json.EndArray();
        } else {
            m_json.Null();
        }
        m_json.EndArray();
    }

    void value(const Value& value) { writeValue(m_json, isSecret(value) ? Value(Masked()) : value); }

    void extra(const Extra& extra)
    {
        m_json.StartObject();
        optional("qml_id", extra.qmlId);
        optional("name", extra.name);
        optional("description", extra.description);
        optional("color_alpha", extra.colorAlpha);
        optional("value", extra.value);
        optional("minimum", extra.minimum);
        optional("maximum", extra.maximum);
        optional("rows", extra.rows);
        optional("columns", extra.columns);
        optional("row", extra.row);
        optional("column", extra.column);
        optional("level", extra.level);
        optional("shortcut", extra.shortcut);
        if (!extra.cut.empty()) {
            m_json.Key("cut");
            m_json.StartObject();
            for (const auto& [name, length] : extra.cut)
                writeMember(m_json, name.toUtf8().constData(), static_cast<double>(length));
            m_json.EndObject();
        }
        if (!extra.dynamic.empty()) {
            m_json.Key("dynamic");
            m_json.StartObject();
            for (const auto& [name, each] : extra.dynamic) {
                writeKey(m_json, name);
                value(each);
            }
            m_json.EndObject();
        }
        m_json.EndObject();
    }

    void optional(const char* name, const QString& text)
    {
        if (!text.isNull() && !isSecret(text)) {
            m_json.Key(name);
            writeValue(m_json, text);
        }
    }

    template <typename Number>
    void optional(const char* name, const std::optional<Number>& number)
    {
        // A value that is no number at all is as good as absent.
        if (number && std::isfinite(static_cast<double>(*number)))
            writeMember(m_json, name, *number);
    }

    JsonWriter& m_json;
    const Batch& m_batch;
};

/// Names what of a walk was left out.
void writeCuts(JsonWriter& json, std::initializer_list<std::pair<const char*, bool>> cuts)
{
    json.Key("truncated");
    json.StartArray();
    for (const auto& [name, cut] : cuts) {
        if (cut)
            json.String(name);
    }
    json.EndArray();
}

} // namespace

std::string messageJson(std::uint64_t id, const char* what, const std::function<void(JsonWriter&)>& write)
{
    rapidjson::StringBuffer buffer;
    JsonWriter json(buffer);
    json.StartObject();
    json.Key("id");
    json.Uint64(id);
    json.Key(what);
    json.StartObject();
    write(json);
    json.EndObject();
    json.EndObject();
    return {buffer.GetString(), buffer.GetSize()};
}

void BatchMemory::lend(std::vector<Row>& rows, std::vector<Value>& values)
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    if (m_rows.empty())
        return;
    rows.swap(m_rows.back());
    values.swap(m_values.back());
    m_rows.pop_back();
    m_values.pop_back();
}

void BatchMemory::takeBack(std::vector<Row>& rows, std::vector<Value>& values)
{
    rows.clear();
    values.clear();
    const std::lock_guard<std::mutex> lock(m_mutex);
    m_rows.push_back(std::move(rows));
    m_values.push_back(std::move(values));
}

std::string Batch::bytes(std::uint64_t id) const
{
    return messageJson(id, "batch", [this](JsonWriter& json) {
        BatchWriter writer(json, *this);
        if (first)
            writer.windows();
        if (!classes.empty())
            writer.classes();
        writer.rows();
    });
}

std::string CaptureResult::bytes(std::uint64_t id) const
{
    return messageJson(id, "result", [this](JsonWriter& json) {
        json.Key("root_found");
        json.Bool(rootFound);
        writeCuts(json, {{"depth", cutDepth}, {"nodes", cutNodes}, {"time", cutTime}});
        writeMember(json, "nodes", static_cast<double>(nodes));
        writeMember(json, "slices", static_cast<double>(slices));
        writeMember(json, "gui_us", static_cast<double>(guiUs));
        writeMember(json, "longest_slice_us", static_cast<double>(longestSliceUs));
    });
}

std::string FindResult::bytes(std::uint64_t id) const
{
    return messageJson(id, "result", [this](JsonWriter& json) {
        json.Key("root_found");
        json.Bool(rootFound);
        writeMember(json, "found", static_cast<double>(found));
        json.Key("more");
        json.Bool(more);
        writeCuts(json, {{"depth", cutDepth}, {"time", cutTime}});
        writeMember(json, "windows", static_cast<double>(windows));
        writeMember(json, "elements", static_cast<double>(elements));
        writeMember(json, "model_rows", static_cast<double>(modelRows));
        json.Key("near");
        json.StartArray();
        for (const Near& each : near) {
            json.StartObject();
            json.Key("handle");
            json.Uint64(each.handle);
            json.Key("differs");
            json.StartArray();
            json.String(each.differs);
            json.EndArray();
            json.EndObject();
        }
        json.EndArray();
        writeMember(json, "gui_us", static_cast<double>(guiUs));
        writeMember(json, "longest_slice_us", static_cast<double>(longestSliceUs));
    });
}

std::string Done::bytes(std::uint64_t id) const
{
    return messageJson(id, "result", [](JsonWriter&) {});
}

std::string helloJson(const HelloFacts& facts)
{
    rapidjson::StringBuffer buffer;
    JsonWriter json(buffer);
    json.StartObject();
    json.Key("hello");
    json.StartObject();
    writeMember(json, "protocol", protocol::kVersion);
    writeMember(json, "pid", ::getpid());
    writeMember(json, "instance", facts.instance);
    writeMember(json, "launch", facts.launch);
    writeMember(json, "name", facts.name);
    writeMember(json, "executable", facts.executable);
    json.Key("qt_version");
    json.String(qVersion());
    writeMember(json, "platform", facts.platform);
    json.Key("modules");
    json.StartArray();
    for (const char* name : Modules::names())
        json.String(name);
    json.EndArray();
    json.EndObject();
    json.EndObject();
    return {buffer.GetString(), buffer.GetSize()};
}

} // namespace deskprobe
