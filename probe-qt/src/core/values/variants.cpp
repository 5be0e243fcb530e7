#include "variants.h"

#include "appearance.h"
#include "basictypes.h"
#include "core/modules.h"

#include <QtCore/QEasingCurve>
#include <QtCore/QJsonValue>
#include <QtCore/QMetaProperty>
#include <QtCore/QSequentialIterable>

#include <algorithm>

namespace deskprobe
{
namespace
{

constexpr int kMaxDepth = 8;
constexpr int kMaxItems = 1000;
constexpr std::size_t kMaxRecent = 8;

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

} // namespace

Value VariantWriter::value(const QVariant& variant, QObject* owner)
{
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
    case QMetaType::QLocale:
    case QMetaType::QRegion:
    case QMetaType::QCursor:
    case QMetaType::QSizePolicy:
    case QMetaType::QKeySequence:
    case QMetaType::QColor:
        return recent(variant);
    default:
        m_owner = owner;
        return text(variant);
    }
}

JsonText VariantWriter::text(const QVariant& variant)
{
    return jsonText([&](JsonWriter& json) { write(json, variant); });
}

const JsonText& VariantWriter::recent(const QVariant& variant)
{
    auto& known = m_recent[variant.userType()];
    const auto found
        = std::find_if(known.begin(), known.end(), [&](const auto& each) { return each.first == variant; });
    if (found != known.end())
        return found->second;
    if (known.size() == kMaxRecent)
        known.erase(known.begin());
    known.emplace_back(variant, text(variant));
    return known.back().second;
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
