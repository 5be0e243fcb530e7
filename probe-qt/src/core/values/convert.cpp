#include "convert.h"

#include <QtCore/QJsonValue>
#include <QtCore/QStringList>
#include <QtCore/QThread>

#include <algorithm>

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace deskprobe
{
namespace
{

constexpr int kMaxDepth = 32;
constexpr int kMaxNames = 50;
constexpr int kMaxShown = 60;
constexpr char kHandle[] = "$handle";
constexpr char kExpectedFont[]
    = R"(an object with members of a font: {"family": "Sans", "pointSize": 10, "bold": true})";

/// The beginning of what was given, for a complaint about it.
QString shown(const Json& json)
{
    if (json.IsArray())
        return QStringLiteral("A list");
    if (json.IsObject())
        return QStringLiteral("This object");
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    json.Accept(writer);
    const QString text = QString::fromUtf8(buffer.GetString(), static_cast<int>(buffer.GetSize()));
    return text.size() <= kMaxShown ? text : text.left(kMaxShown) + QChar(0x2026);
}

int allBits(const QMetaEnum& names)
{
    int bits = 0;
    for (int i = 0; i < names.keyCount(); ++i)
        bits |= names.value(i);
    return bits;
}

std::optional<int> enumNumber(int number, const QMetaEnum& names)
{
    const bool isKnown = names.isFlag() ? (number & ~allBits(names)) == 0 : names.valueToKey(number) != nullptr;
    return isKnown ? std::optional<int>(number) : std::nullopt;
}

/// The value of names joined by "|"; bits without a name are written as a hexadecimal number.
std::optional<int> enumValue(const QString& text, const QMetaEnum& names)
{
    int value = 0;
    const QStringList parts = text.isEmpty() && names.isFlag() ? QStringList() : text.split(QLatin1Char('|'));
    if (parts.size() > 1 && !names.isFlag())
        return {};
    for (const QString& part : parts) {
        bool isKnown = false;
        const QByteArray name = part.trimmed().toLatin1();
        int bits = names.keyToValue(name.constData(), &isKnown);
        if (!isKnown && names.isFlag() && name.startsWith("0x"))
            bits = static_cast<int>(name.toUInt(&isKnown, 16));
        if (!isKnown)
            return {};
        value |= bits;
    }
    return value;
}

QString expectedNames(const QMetaEnum& names)
{
    QStringList list = namesOf(names);
    if (list.size() > kMaxNames) {
        list.erase(list.begin() + kMaxNames, list.end());
        list << QStringLiteral("…");
    }
    const QString all = list.join(QLatin1String(", "));
    return (names.isFlag() ? QStringLiteral("any of these, joined by \"|\": %1") : QStringLiteral("one of %1"))
        .arg(all);
}

bool isInstance(const QObject* object, const ValueType& type)
{
    if (const QMetaObject* wanted = QMetaType(type.id).metaObject())
        return object->metaObject()->inherits(wanted);
    const QByteArray className = type.name.left(type.name.indexOf('*')).trimmed();
    return object->inherits(className.constData());
}

} // namespace

std::optional<QVariant> Converter::convert(const Json& json, const ValueType& type, const QVariant& current)
{
    m_complaint.clear();
    if (type.isEnum())
        return convertEnum(json, type.names);
    if (isObjectPointer(type.id))
        return convertObject(json, type);
    if (type.id == QMetaType::QFont) {
        const auto font = readFont(json, current);
        return font ? font : refuse(json, QString::fromLatin1(kExpectedFont));
    }
    if (const ValueReader* reader = valueReader(type.id)) {
        const auto value = reader->read(json, type.id);
        return value ? value : refuse(json, reader->expected);
    }
    return convertContainer(json, type.id);
}

std::optional<QVariant> Converter::convertEnum(const Json& json, const QMetaEnum& names)
{
    std::optional<int> value;
    if (json.IsString())
        value = enumValue(textOf(json), names);
    else if (json.IsInt())
        value = enumNumber(json.GetInt(), names);
    return value ? std::optional<QVariant>(*value) : refuse(json, expectedNames(names));
}

std::optional<QVariant> Converter::convertObject(const Json& json, const ValueType& type)
{
    QObject* object = element(json);
    if (!json.IsNull() && (!object || !isInstance(object, type)))
        return refuse(json, QStringLiteral("a living element that is a %1, or null").arg(QString::fromUtf8(type.name)));
    return makeVariant(type.id, &object);
}

std::optional<QVariant> Converter::convertContainer(const Json& json, int type)
{
    const std::optional<QVariant> value = natural(json, 0);
    switch (type) {
    case QMetaType::QVariant:
        return value ? value : refuse(json, QStringLiteral("a value of few levels, in which every element lives"));
    case QMetaType::QVariantList:
        return value && json.IsArray() ? value : refuse(json, QStringLiteral("a list"));
    case QMetaType::QVariantMap:
        return value && value->userType() == type ? value : refuse(json, QStringLiteral("an object"));
    default:
        m_complaint = QStringLiteral("A value of type %1 cannot be made from outside the application.")
                          .arg(QString::fromUtf8(typeName(type)));
        return {};
    }
}

/// What the JSON is by itself, as JavaScript sees it.
std::optional<QVariant> Converter::natural(const Json& json, int depth)
{
    if (json.IsNull())
        return QVariant::fromValue(nullptr);
    if (json.IsBool())
        return json.GetBool();
    if (json.IsInt())
        return json.GetInt();
    if (json.IsNumber())
        return json.GetDouble();
    if (json.IsString())
        return textOf(json);
    if (depth == kMaxDepth)
        return {};
    if (json.IsArray()) {
        QVariantList list;
        for (const Json& item : json.GetArray()) {
            const auto value = natural(item, depth + 1);
            if (!value)
                return {};
            list << *value;
        }
        return list;
    }
    if (json.HasMember(kHandle)) {
        QObject* object = element(json);
        return object ? std::optional<QVariant>(QVariant::fromValue(object)) : std::nullopt;
    }
    QVariantMap map;
    for (const auto& member : json.GetObject()) {
        const auto value = natural(member.value, depth + 1);
        if (!value)
            return {};
        map.insert(textOf(member.name), *value);
    }
    return map;
}

/// The living element that {"$handle": n} names.
QObject* Converter::element(const Json& json) const
{
    if (!json.IsObject())
        return nullptr;
    const auto handle = json.FindMember(kHandle);
    const Entry* entry
        = handle != json.MemberEnd() && handle->value.IsUint64() ? m_objects.find(handle->value.GetUint64()) : nullptr;
    return entry && entry->object && entry->object->thread() == QThread::currentThread() ? entry->object.data()
                                                                                         : nullptr;
}

std::nullopt_t Converter::refuse(const Json& json, const QString& expected)
{
    m_complaint = QStringLiteral("%1 is not %2.").arg(shown(json), expected);
    return std::nullopt;
}

int distance(const Json& json, const ValueType& type)
{
    constexpr int kAnything = 10;
    const auto among = [&](std::initializer_list<int> nearestFirst) {
        return static_cast<int>(std::find(nearestFirst.begin(), nearestFirst.end(), type.id) - nearestFirst.begin());
    };
    if (type.id == QMetaType::QVariant)
        return kAnything;
    if (type.isEnum())
        return 1;
    if (isObjectPointer(type.id)) {
        // The most derived class says most.
        const QMetaObject* meta = QMetaType(type.id).metaObject();
        int distance = kAnything;
        for (; meta && distance > 0; meta = meta->superClass())
            --distance;
        return distance;
    }
    if (json.IsInt())
        return among({QMetaType::Int, QMetaType::LongLong, QMetaType::UInt});
    if (json.IsInt64() || json.IsUint64())
        return among({QMetaType::LongLong, QMetaType::ULongLong, QMetaType::Double});
    if (json.IsNumber())
        return among({QMetaType::Double, QMetaType::Float});
    if (json.IsString())
        return among({QMetaType::QString, QMetaType::QByteArray});
    if (json.IsArray())
        return among({QMetaType::QStringList, QMetaType::QVariantList});
    if (json.IsObject())
        return among({QMetaType::QRect, QMetaType::QRectF, QMetaType::QSize, QMetaType::QSizeF, QMetaType::QPoint,
            QMetaType::QPointF, QMetaType::QVariantMap});
    return 0;
}

} // namespace deskprobe
