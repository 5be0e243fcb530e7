#include "values.h"

#include "appearance.h"
#include "modules.h"
#include "protocol.gen.h"

#include <QtCore/QDateTime>
#include <QtCore/QEasingCurve>
#include <QtCore/QJsonValue>
#include <QtCore/QLine>
#include <QtCore/QLocale>
#include <QtCore/QMargins>
#include <QtCore/QMetaProperty>
#include <QtCore/QRect>
#include <QtCore/QSequentialIterable>
#include <QtCore/QUrl>
#include <QtCore/QUuid>

#include <algorithm>

namespace deskprobe
{
namespace
{

constexpr int kMaxDepth = 8;
constexpr int kMaxItems = 1000;

const QMetaObject* gadgetOf(const QVariant& variant)
{
#if QT_VERSION_MAJOR == 5
    const QMetaType type(variant.userType());
    return type.flags() & QMetaType::IsGadget ? type.metaObject() : nullptr;
#else
    const QMetaType type = variant.metaType();
    return type.flags() & (QMetaType::IsGadget | QMetaType::PointerToGadget) && !(type.flags() & QMetaType::IsPointer)
        ? type.metaObject()
        : nullptr;
#endif
}

bool isEnum(const QVariant& variant)
{
#if QT_VERSION_MAJOR == 5
    return QMetaType::typeFlags(variant.userType()) & QMetaType::IsEnumeration;
#else
    return variant.metaType().flags() & QMetaType::IsEnumeration;
#endif
}

bool isObject(const QVariant& variant)
{
#if QT_VERSION_MAJOR == 5
    return QMetaType::typeFlags(variant.userType()) & QMetaType::PointerToQObject;
#else
    return variant.metaType().flags() & QMetaType::PointerToQObject;
#endif
}

/// True only for real containers: much else can be converted to a list, at any price.
bool isSequence(const QVariant& variant)
{
#if QT_VERSION_MAJOR == 5
    const int type = variant.userType();
    return type == QMetaType::QStringList || type == QMetaType::QVariantList || type == QMetaType::QByteArrayList
        || QMetaType::hasRegisteredConverterFunction(type, qMetaTypeId<QtMetaTypePrivate::QSequentialIterableImpl>());
#else
    return variant.canConvert<QSequentialIterable>();
#endif
}

void writeBounded(JsonWriter& json, const QString& text)
{
    writeString(json, text.size() <= protocol::kTextUnits ? text : text.left(protocol::kTextUnits) + QChar(0x2026));
}

bool writeNumbers(JsonWriter& json, std::initializer_list<std::pair<const char*, double>> members)
{
    json.StartObject();
    for (const auto& [name, number] : members)
        writeMember(json, name, number);
    json.EndObject();
    return true;
}

} // namespace

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

Value VariantWriter::value(const QVariant& variant, QObject* owner)
{
    m_owner = owner;
    switch (variant.userType()) {
    case QMetaType::UnknownType:
        return {};
    case QMetaType::Bool:
        return variant.toBool();
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
        return variant.toLongLong();
    case QMetaType::Double:
    case QMetaType::Float:
        return variant.toDouble();
    case QMetaType::QString:
        return variant.toString();
    case QMetaType::QPalette:
        return palette(variant.value<QPalette>());
    case QMetaType::QIcon:
        return icon(variant.value<QIcon>());
    case QMetaType::QFont:
        return font(variant.value<QFont>());
    default:
        return jsonText([&](JsonWriter& json) { write(json, variant); });
    }
}

void VariantWriter::write(JsonWriter& json, const QVariant& variant)
{
    if (m_depth == 0)
        m_items = 0;
    if (!variant.isValid() || variant.userType() == QMetaType::Nullptr)
        return void(json.Null());
    if (++m_items > kMaxItems || m_depth > kMaxDepth)
        return void(json.String("…"));
    if (isObject(variant))
        return m_writeObject(json, variant.value<QObject*>());
    const int type = variant.userType();
    struct Nesting {
        int& depth;
        explicit Nesting(int& depth) : depth(depth) { ++depth; }
        ~Nesting() { --depth; }
    } nesting(m_depth);
    const bool written = writeScalar(json, variant, type) || writeByToolkit(json, variant)
        || writeContainer(json, variant, type) || writeGeometry(json, variant, type)
        || writeAppearance(json, variant, type) || writeOther(json, variant, type);
    if (!written) {
        json.StartObject();
        json.Key("type");
        json.String(variant.typeName());
        json.EndObject();
    }
}

bool VariantWriter::writeScalar(JsonWriter& json, const QVariant& variant, int type)
{
    switch (type) {
    case QMetaType::Bool:
        json.Bool(variant.toBool());
        return true;
    case QMetaType::Char:
    case QMetaType::SChar:
    case QMetaType::UChar:
    case QMetaType::Short:
    case QMetaType::UShort:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::Long:
    case QMetaType::LongLong:
        writeInteger(json, variant.toLongLong());
        return true;
    case QMetaType::ULong:
    case QMetaType::ULongLong:
        writeUnsigned(json, variant.toULongLong());
        return true;
    case QMetaType::Float:
    case QMetaType::Double:
        writeNumber(json, variant.toDouble());
        return true;
    case QMetaType::QChar:
    case QMetaType::QString:
        writeBounded(json, variant.toString());
        return true;
    case QMetaType::QByteArray:
        writeBounded(json, QString::fromUtf8(variant.toByteArray().left(protocol::kTextUnits * 4)));
        return true;
    case QMetaType::QUrl:
        writeBounded(json, variant.toUrl().toString());
        return true;
    case QMetaType::QDate:
        writeString(json, variant.toDate().toString(Qt::ISODate));
        return true;
    case QMetaType::QTime:
        writeString(json, variant.toTime().toString(Qt::ISODateWithMs));
        return true;
    case QMetaType::QDateTime:
        writeString(json, variant.toDateTime().toString(Qt::ISODateWithMs));
        return true;
    case QMetaType::QUuid:
        writeString(json, variant.toUuid().toString());
        return true;
    case QMetaType::QLocale:
        writeString(json, variant.toLocale().name());
        return true;
    default:
        return false;
    }
}

bool VariantWriter::writeContainer(JsonWriter& json, const QVariant& variant, int type)
{
    const auto members = [&](const auto& map) {
        json.StartObject();
        for (auto it = map.constBegin(); it != map.constEnd() && m_items < kMaxItems; ++it) {
            writeKey(json, it.key());
            write(json, it.value());
        }
        json.EndObject();
    };
    switch (type) {
    case QMetaType::QVariantMap:
        members(variant.toMap());
        return true;
    case QMetaType::QVariantHash:
        members(variant.toHash());
        return true;
    case QMetaType::QVariant:
        write(json, variant.value<QVariant>());
        return true;
    case QMetaType::QJsonValue:
    case QMetaType::QJsonObject:
    case QMetaType::QJsonArray:
    case QMetaType::QJsonDocument:
        write(json, variant.toJsonValue().toVariant());
        return true;
    default:
        if (!isSequence(variant))
            return false;
        json.StartArray();
        // An iterable goes through the container in place; toList() would copy a model of a million rows first.
        const auto items = variant.value<QSequentialIterable>();
        for (auto it = items.begin(); it != items.end() && m_items < kMaxItems; ++it)
            write(json, *it);
        json.EndArray();
        return true;
    }
}

bool VariantWriter::writeGeometry(JsonWriter& json, const QVariant& variant, int type)
{
    switch (type) {
    case QMetaType::QRect:
    case QMetaType::QRectF:
        writeValue(json, variant.toRectF());
        return true;
    case QMetaType::QSize:
    case QMetaType::QSizeF:
        writeValue(json, variant.toSizeF());
        return true;
    case QMetaType::QPoint:
    case QMetaType::QPointF:
        writeValue(json, variant.toPointF());
        return true;
    case QMetaType::QLine:
    case QMetaType::QLineF: {
        const QLineF line = variant.toLineF();
        return writeNumbers(json, {{"x1", line.x1()}, {"y1", line.y1()}, {"x2", line.x2()}, {"y2", line.y2()}});
    }
    default:
        break;
    }
    // Qt 5 does not declare these as metatypes.
    const auto margins = [&](const auto& value) {
        return writeNumbers(
            json, {{"left", value.left()}, {"top", value.top()}, {"right", value.right()}, {"bottom", value.bottom()}});
    };
    if (qstrcmp(variant.typeName(), "QMargins") == 0)
        return margins(*static_cast<const QMargins*>(variant.constData()));
    if (qstrcmp(variant.typeName(), "QMarginsF") == 0)
        return margins(*static_cast<const QMarginsF*>(variant.constData()));
    return false;
}

bool VariantWriter::writeAppearance(JsonWriter& json, const QVariant& variant, int type)
{
    switch (type) {
    case QMetaType::QPalette:
        writeValue(json, palette(variant.value<QPalette>()));
        return true;
    case QMetaType::QIcon:
        writeValue(json, icon(variant.value<QIcon>()));
        return true;
    case QMetaType::QFont:
        writeValue(json, font(variant.value<QFont>()));
        return true;
    default:
        return writeGuiValue(json, variant, type);
    }
}

bool VariantWriter::writeByToolkit(JsonWriter& json, const QVariant& variant)
{
    const auto& toolkits = m_modules.toolkits();
    return std::any_of(toolkits.begin(), toolkits.end(),
        [&](const Toolkit* toolkit) { return toolkit->write(variant, m_owner, json); });
}

bool VariantWriter::writeOther(JsonWriter& json, const QVariant& variant, int type)
{
    if (type == QMetaType::QEasingCurve) {
        const QMetaEnum types
            = QEasingCurve::staticMetaObject.enumerator(QEasingCurve::staticMetaObject.indexOfEnumerator("Type"));
        json.String(types.valueToKey(variant.toEasingCurve().type()));
        return true;
    }
    if (isEnum(variant)) {
        json.Int(*static_cast<const int*>(variant.constData()));
        return true;
    }
    if (const QMetaObject* gadget = gadgetOf(variant)) {
        json.StartObject();
        for (int i = 0; i < gadget->propertyCount(); ++i) {
            json.Key(gadget->property(i).name());
            write(json, gadget->property(i).readOnGadget(variant.constData()));
        }
        json.EndObject();
        return true;
    }
    if (variant.canConvert<QString>()) {
        writeBounded(json, variant.toString());
        return true;
    }
    return false;
}

const JsonText& VariantWriter::palette(const QPalette& palette)
{
    JsonText& text = m_palettes[palette.cacheKey()];
    if (text.utf8.isEmpty())
        text = jsonText([&](JsonWriter& json) { writePalette(json, palette); });
    return text;
}

const JsonText& VariantWriter::icon(const QIcon& icon)
{
    JsonText& text = m_icons[icon.cacheKey()];
    if (text.utf8.isEmpty())
        text = jsonText([&](JsonWriter& json) { writeIcon(json, icon); });
    return text;
}

const JsonText& VariantWriter::font(const QFont& font)
{
    if (m_lastFontText.utf8.isEmpty() || font != m_lastFont) {
        m_lastFont = font;
        m_lastFontText = jsonText([&](JsonWriter& json) { writeFont(json, font); });
    }
    return m_lastFontText;
}

} // namespace deskprobe
