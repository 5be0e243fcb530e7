#include "properties.h"

#include "core/modules.h"
#include "core/thrown.h"
#include "metacall.h"

#include <QtCore/QMetaProperty>
#include <QtCore/QThread>

namespace deskprobe
{
namespace
{

/// Objects expanded inside one value: enough to look around, too few to stall.
constexpr int kMaxExpanded = 64;
constexpr std::size_t kMaxListed = 100;

qint64 enumValue(const void* buffer, int size)
{
    switch (size) {
    case 1:
        return *static_cast<const qint8*>(buffer);
    case 2:
        return *static_cast<const qint16*>(buffer);
    default:
        return *static_cast<const qint32*>(buffer);
    }
}

} // namespace

PropertyReader::PropertyReader(ClassCache& classes, ObjectTable& objects, const Modules& modules, int depth)
    : m_classes(classes), m_objects(objects), m_modules(modules),
      m_variants(modules, [this](JsonWriter& json, QObject* object) { writeObject(json, object); }), m_depth(depth)
{
}

Value PropertyReader::readElement(QObject* object, const ClassFacts& facts, const Property& property, qint64* full)
{
    m_expanded = 0;
    if (property.isSpecial) {
        try {
            Value value;
            if (facts.toolkit->readSpecial(object, facts, property.name.constData(), value, full))
                return value;
        } catch (...) {
            return ReadError{QStringLiteral("the getter threw an exception")};
        }
    }
    const QPointer<QObject> living(object);
    Value value = read(object, property);
    if (property.reader == Reader::Variant && facts.toolkit && living) {
        const QString error = facts.toolkit->takeError(object);
        if (!error.isEmpty())
            return ReadError{error};
    }
    return value;
}

Value PropertyReader::value(const QVariant& variant, QObject* owner)
{
    m_expanded = 0;
    return m_variants.value(variant, owner);
}

Value PropertyReader::readPart(const Element& element, int property)
{
    Value result;
    const QString thrown
        = thrownBy(hasPython(), [&] { result = value(element.part->read(element.object, property), element.object); });
    return thrown.isEmpty() ? result : ReadError{QStringLiteral("the getter threw: ") + thrown};
}

Value PropertyReader::read(QObject* object, const Property& property)
{
    Value value;
    const QString thrown = thrownBy(property.isPython, [&] { value = readUnguarded(object, property); });
    return thrown.isEmpty() ? value : ReadError{QStringLiteral("the getter threw: ") + thrown};
}

template <typename Type, typename As>
Value PropertyReader::typed(QObject* object, const Property& property)
{
    Type value{};
    QVariant instead;
    if (metacallRead(object, property.index, &value, instead))
        return m_variants.value(instead, object);
    return As(value);
}

Value PropertyReader::readUnguarded(QObject* object, const Property& property)
{
    switch (property.reader) {
    case Reader::Bool:
        return typed<bool, bool>(object, property);
    case Reader::Int:
        return typed<int, qint64>(object, property);
    case Reader::UInt:
        return typed<uint, qint64>(object, property);
    case Reader::Int64:
        return typed<qint64, qint64>(object, property);
    case Reader::Double:
        return typed<double, double>(object, property);
    case Reader::Float:
        return typed<float, double>(object, property);
    case Reader::String:
        return typed<QString, QString>(object, property);
    case Reader::Rect:
        return typed<QRect, QRectF>(object, property);
    case Reader::RectF:
        return typed<QRectF, QRectF>(object, property);
    case Reader::Size:
        return typed<QSize, QSizeF>(object, property);
    case Reader::SizeF:
        return typed<QSizeF, QSizeF>(object, property);
    case Reader::Point:
        return typed<QPoint, QPointF>(object, property);
    case Reader::PointF:
        return typed<QPointF, QPointF>(object, property);
    case Reader::Enum: {
        quint64 buffer = 0;
        QVariant instead;
        const bool elsewhere = metacallRead(object, property.index, &buffer, instead);
        const qint64 value = elsewhere ? instead.toLongLong() : enumValue(&buffer, property.size);
        return (*property.names)(static_cast<int>(value));
    }
    case Reader::Object: {
        QObject* value = nullptr;
        QVariant instead;
        if (metacallRead(object, property.index, &value, instead))
            value = instead.value<QObject*>();
        if (!value)
            return {};
        return jsonText([&](JsonWriter& json) { writeObject(json, value); });
    }
    case Reader::ObjectList: {
        std::vector<QObject*> list;
        for (const Toolkit* toolkit : m_modules.toolkits()) {
            if (toolkit->objects(object, property.name.constData(), list))
                break;
        }
        std::vector<QPointer<QObject>> living(list.begin(), list.begin() + std::min(list.size(), kMaxListed));
        return jsonText([&](JsonWriter& json) {
            json.StartArray();
            for (const QPointer<QObject>& item : living)
                writeObject(json, item);
            json.EndArray();
        });
    }
    case Reader::Variant:
        return variant(object, property);
    case Reader::Unknown:
        break;
    }
    // Reading a type that is not registered makes Qt print a warning.
    return jsonText([&](JsonWriter& json) {
        json.StartObject();
        json.Key("type");
        json.String(property.typeName.constData());
        json.EndObject();
    });
}

Value PropertyReader::variant(QObject* object, const Property& property)
{
    return m_variants.value(object->metaObject()->property(property.index).read(object), object);
}

void PropertyReader::writeObject(JsonWriter& json, QObject* object)
{
    if (!object)
        return void(json.Null());
    json.StartObject();
    if (object->thread() != QThread::currentThread()) {
        // It may go at any moment: not even its name is safe to read.
        json.Key("thread");
        json.String("other");
        json.EndObject();
        return;
    }
    const QMetaObject* meta = object->metaObject();
    const bool isElement = m_classes.of(object).facts.toolkit != nullptr;
    if (isElement) {
        json.Key("$handle");
        json.Uint64(m_objects.enter(object)->handle);
    }
    writeMember(json, "className", plainClassName(meta));
    writeMember(json, "objectName", object->objectName());
    const bool expand = !isElement && m_depth != 0 && m_expanded < kMaxExpanded && !m_expanding.count(object);
    if (expand) {
        ++m_expanded;
        m_expanding.insert(object);
        --m_depth;
        const QPointer<QObject> living(object);
        json.Key("properties");
        json.StartObject();
        const auto properties = m_classes.allProperties(meta);
        for (const Property& property : *properties) {
            json.Key(property.name.constData());
            writeValue(json, living ? read(object, property) : Value(ReadError{QStringLiteral("the object has gone")}));
        }
        json.EndObject();
        ++m_depth;
        m_expanding.erase(object);
    }
    json.EndObject();
}

std::vector<std::pair<QString, Value>> PropertyReader::dynamic(QObject* object)
{
    std::vector<std::pair<QString, Value>> values;
    const QPointer<QObject> living(object);
    const QList<QByteArray> names = object->dynamicPropertyNames();
    for (const QByteArray& name : names) {
        if (!living)
            break;
        if (!name.startsWith("_q_"))
            values.emplace_back(QString::fromUtf8(name), m_variants.value(object->property(name.constData()), object));
    }
    return values;
}

} // namespace deskprobe
