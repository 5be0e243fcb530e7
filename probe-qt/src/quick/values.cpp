#include "quick.h"

#include <QtCore/QDateTime>
#include <QtQml/QJSEngine>
#include <QtQml/QJSValue>
#include <QtQml/QJSValueIterator>
#include <QtQml/QQmlEngine>
#include <QtQml/QQmlListReference>
#include <QtQml/qqml.h>

namespace deskprobe
{
namespace
{

constexpr int kMaxDepth = 6;
constexpr int kMaxItems = 500;
constexpr int kMaxListed = 100;

/// Writes JavaScript values; their getters are the application's code and may throw.
class ScriptWriter
{
public:
    ScriptWriter(JsonWriter& json, QJSEngine* engine) : m_json(json), m_engine(engine) { }

    void write(const QJSValue& value, int depth = 0)
    {
        if (++m_items > kMaxItems || depth > kMaxDepth)
            m_json.String("…");
        else if (value.isUndefined() || value.isNull())
            m_json.Null();
        else if (value.isBool())
            m_json.Bool(value.toBool());
        else if (value.isNumber())
            writeNumber(m_json, value.toNumber());
        else if (value.isError())
            error(value);
        else if (value.isQObject())
            object(value.toQObject());
        else if (value.isCallable())
            m_json.String("function");
        else if (value.isArray())
            array(value, depth);
        else if (value.isObject() && !value.isDate() && !value.isRegExp() && !value.isVariant())
            members(value, depth);
        else
            writeString(m_json, value.toString());
    }

private:
    void error(const QJSValue& value)
    {
        m_json.StartObject();
        writeMember(m_json, "error", value.toString());
        m_json.EndObject();
    }

    void object(QObject* object)
    {
        if (!object)
            return void(m_json.Null());
        m_json.StartObject();
        m_json.Key("className");
        m_json.String(object->metaObject()->className());
        writeMember(m_json, "objectName", object->objectName());
        m_json.EndObject();
    }

    void array(const QJSValue& value, int depth)
    {
        m_json.StartArray();
        const quint32 length = value.property(QStringLiteral("length")).toUInt();
        for (quint32 i = 0; i < length && m_items < kMaxItems; ++i)
            member(value, QJSValue(i), depth);
        m_json.EndArray();
    }

    void members(const QJSValue& value, int depth)
    {
        m_json.StartObject();
        for (QJSValueIterator it(value); it.hasNext() && m_items < kMaxItems;) {
            it.next();
            writeKey(m_json, it.name());
            member(value, QJSValue(it.name()), depth);
        }
        m_json.EndObject();
    }

    void member(const QJSValue& object, const QJSValue& key, int depth)
    {
        const QJSValue result = reader().call({object, key});
        if (result.isArray())
            write(result.property(0), depth + 1);
        else
            error(result);
    }

    /// QJSValue's own property() swallows what a getter throws. The function returns [value], or a string that says
    /// what was thrown.
    QJSValue& reader()
    {
        if (m_reader.isUndefined() && m_engine) {
            m_reader = m_engine->evaluate(QStringLiteral(
                "(function(object, key) { try { return [object[key]]; } catch (thrown) { return String(thrown); } })"));
        }
        return m_reader;
    }

    JsonWriter& m_json;
    QJSEngine* const m_engine;
    QJSValue m_reader;
    int m_items = 0;
};

} // namespace

bool Quick::write(const QVariant& variant, QObject* owner, JsonWriter& json) const
{
    if (variant.userType() != qMetaTypeId<QJSValue>())
        return false;
    ScriptWriter(json, owner ? qjsEngine(owner) : nullptr).write(variant.value<QJSValue>());
    return true;
}

bool Quick::objects(QObject* object, const char* property, std::vector<QObject*>& out) const
{
    const QQmlListReference list(object, property);
    if (!list.isValid() || !list.canCount() || !list.canAt())
        return list.isValid();
    for (int i = 0; i < list.count() && i < kMaxListed; ++i)
        out.push_back(list.at(i));
    return true;
}

QString Quick::takeError(QObject* object) const
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 1, 0)
    QQmlEngine* engine = qmlEngine(object);
    if (engine && engine->hasError())
        return engine->catchError().toString();
#else
    Q_UNUSED(object);
#endif
    return {};
}

} // namespace deskprobe
