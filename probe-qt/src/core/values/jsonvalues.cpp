#include "jsonvalues.h"

#include "valuetype.h"

#include <QtCore/QDateTime>
#include <QtCore/QLine>
#include <QtCore/QLocale>
#include <QtCore/QMargins>
#include <QtCore/QRect>
#include <QtCore/QUrl>
#include <QtCore/QUuid>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace deskprobe
{
namespace
{

std::optional<QVariant> readBool(const Json& json, int)
{
    return json.IsBool() ? std::optional<QVariant>(json.GetBool()) : std::nullopt;
}

std::optional<qint64> wholeNumber(const Json& json, qint64)
{
    return json.IsInt64() ? std::optional<qint64>(json.GetInt64()) : std::nullopt;
}

std::optional<quint64> wholeNumber(const Json& json, quint64)
{
    return json.IsUint64() ? std::optional<quint64>(json.GetUint64()) : std::nullopt;
}

/// Integers that JavaScript has no room for are written as text.
template <typename Wide>
std::optional<Wide> wholeText(const QString& text)
{
    bool isWhole = false;
    const Wide number = std::is_signed_v<Wide> ? static_cast<Wide>(text.toLongLong(&isWhole))
                                               : static_cast<Wide>(text.toULongLong(&isWhole));
    return isWhole ? std::optional<Wide>(number) : std::nullopt;
}

template <typename Integer>
std::optional<QVariant> readInteger(const Json& json, int type)
{
    using Limits = std::numeric_limits<Integer>;
    using Wide = std::conditional_t<Limits::is_signed, qint64, quint64>;
    const bool isText = json.IsString() && sizeof(Integer) == sizeof(Wide);
    const std::optional<Wide> number = isText ? wholeText<Wide>(textOf(json)) : wholeNumber(json, Wide());
    if (!number || *number < Wide(Limits::min()) || *number > Wide(Limits::max()))
        return {};
    const auto value = static_cast<Integer>(*number);
    return makeVariant(type, &value);
}

template <typename Integer>
ValueReader integerReader(int type)
{
    using Limits = std::numeric_limits<Integer>;
    const QString expected = QStringLiteral("a whole number from %1 to %2").arg(Limits::min()).arg(Limits::max());
    return {type, expected, readInteger<Integer>};
}

template <>
ValueReader integerReader<char>(int type)
{
    ValueReader reader = integerReader<signed char>(type);
    reader.read = readInteger<char>;
    return reader;
}

template <typename Real>
std::optional<QVariant> readReal(const Json& json, int type)
{
    if (!json.IsNumber() || std::abs(json.GetDouble()) > double(std::numeric_limits<Real>::max()))
        return {};
    const auto value = static_cast<Real>(json.GetDouble());
    return makeVariant(type, &value);
}

/// A value made of the text of a JSON string by `make`, which answers nothing if the text is none.
template <typename Make>
std::optional<QVariant> fromText(const Json& json, int type, Make make)
{
    if (!json.IsString())
        return {};
    const auto value = make(textOf(json));
    return value ? std::optional<QVariant>(makeVariant(type, &*value)) : std::nullopt;
}

template <typename Valid>
std::optional<Valid> ifValid(const Valid& value)
{
    return value.isValid() ? std::optional<Valid>(value) : std::nullopt;
}

std::optional<QVariant> readText(const Json& json, int type)
{
    return fromText(json, type, [](const QString& text) { return std::optional(text); });
}

std::optional<QVariant> readCharacter(const Json& json, int type)
{
    return fromText(json, type,
        [](const QString& text) { return text.size() == 1 ? std::optional<QChar>(text[0]) : std::nullopt; });
}

std::optional<QVariant> readBytes(const Json& json, int type)
{
    return fromText(json, type, [](const QString& text) { return std::optional(text.toUtf8()); });
}

std::optional<QVariant> readUrl(const Json& json, int type)
{
    return fromText(json, type, [](const QString& text) {
        const QUrl url(text, QUrl::StrictMode);
        return text.isEmpty() ? std::optional(url) : ifValid(url);
    });
}

std::optional<QVariant> readDate(const Json& json, int type)
{
    return fromText(json, type, [](const QString& text) { return ifValid(QDate::fromString(text, Qt::ISODate)); });
}

std::optional<QVariant> readTime(const Json& json, int type)
{
    return fromText(
        json, type, [](const QString& text) { return ifValid(QTime::fromString(text, Qt::ISODateWithMs)); });
}

std::optional<QVariant> readDateTime(const Json& json, int type)
{
    return fromText(
        json, type, [](const QString& text) { return ifValid(QDateTime::fromString(text, Qt::ISODateWithMs)); });
}

std::optional<QVariant> readUuid(const Json& json, int type)
{
    return fromText(json, type, [](const QString& text) {
        const QUuid uuid(text);
        return uuid.isNull() ? std::nullopt : std::optional(uuid);
    });
}

std::optional<QVariant> readLocale(const Json& json, int type)
{
    return fromText(json, type, [](const QString& text) {
        const QLocale locale(text);
        return locale.name() == text ? std::optional(locale) : std::nullopt;
    });
}

std::optional<QVariant> readTexts(const Json& json, int type)
{
    const auto isText = [](const Json& item) { return item.IsString(); };
    if (!json.IsArray() || !std::all_of(json.Begin(), json.End(), isText))
        return {};
    QStringList texts;
    for (const Json& item : json.GetArray())
        texts << textOf(item);
    return makeVariant(type, &texts);
}

bool readNumber(const Json& json, int& number)
{
    number = json.IsInt() ? json.GetInt() : 0;
    return json.IsInt();
}

bool readNumber(const Json& json, double& number)
{
    number = json.IsNumber() ? json.GetDouble() : 0;
    return json.IsNumber();
}

/// The numbers of an object that has exactly these members.
template <typename Number, std::size_t Count>
std::optional<std::array<Number, Count>> members(const Json& json, const char* const (&names)[Count])
{
    if (!json.IsObject() || json.MemberCount() != Count)
        return {};
    std::array<Number, Count> numbers;
    for (std::size_t i = 0; i < Count; ++i) {
        const auto member = json.FindMember(names[i]);
        if (member == json.MemberEnd() || !readNumber(member->value, numbers[i]))
            return {};
    }
    return numbers;
}

template <typename Geometry, typename Number, std::size_t Count, std::size_t... Place>
std::optional<QVariant> readGeometry(
    const Json& json, int type, const char* const (&names)[Count], std::index_sequence<Place...>)
{
    const auto numbers = members<Number>(json, names);
    if (!numbers)
        return {};
    const Geometry geometry((*numbers)[Place]...);
    return makeVariant(type, &geometry);
}

constexpr const char* kRect[] = {"x", "y", "width", "height"};
constexpr const char* kSize[] = {"width", "height"};
constexpr const char* kPoint[] = {"x", "y"};
constexpr const char* kLine[] = {"x1", "y1", "x2", "y2"};
constexpr const char* kMargins[] = {"left", "top", "right", "bottom"};

template <typename Geometry, typename Number, const auto& names>
ValueReader geometryReader(int type)
{
    constexpr std::size_t count = std::size(names);
    QStringList quoted;
    for (const char* name : names)
        quoted << QStringLiteral("\"%1\": %2")
                      .arg(QLatin1String(name), QLatin1String(std::is_same_v<Number, int> ? "whole number" : "number"));
    return {
        type, QStringLiteral("an object {%1}").arg(quoted.join(QLatin1String(", "))), [](const Json& json, int type) {
            return readGeometry<Geometry, Number>(json, type, names, std::make_index_sequence<count>());
        }};
}

std::vector<ValueReader> everyReader()
{
    return {
        {QMetaType::Bool, QStringLiteral("true or false"), readBool},
        integerReader<int>(QMetaType::Int),
        integerReader<uint>(QMetaType::UInt),
        integerReader<qint64>(QMetaType::LongLong),
        integerReader<quint64>(QMetaType::ULongLong),
        integerReader<long>(QMetaType::Long),
        integerReader<ulong>(QMetaType::ULong),
        integerReader<short>(QMetaType::Short),
        integerReader<ushort>(QMetaType::UShort),
        integerReader<char>(QMetaType::Char),
        integerReader<signed char>(QMetaType::SChar),
        integerReader<uchar>(QMetaType::UChar),
        {QMetaType::Double, QStringLiteral("a number"), readReal<double>},
        {QMetaType::Float, QStringLiteral("a number"), readReal<float>},
        {QMetaType::QString, QStringLiteral("a text"), readText},
        {QMetaType::QChar, QStringLiteral("a text of one character"), readCharacter},
        {QMetaType::QByteArray, QStringLiteral("a text"), readBytes},
        {QMetaType::QUrl, QStringLiteral("a URL"), readUrl},
        {QMetaType::QDate, QStringLiteral("a date such as \"2026-12-31\""), readDate},
        {QMetaType::QTime, QStringLiteral("a time such as \"23:59:59.999\""), readTime},
        {QMetaType::QDateTime, QStringLiteral("a date and time such as \"2026-12-31T23:59:59Z\""), readDateTime},
        {QMetaType::QUuid, QStringLiteral("a UUID"), readUuid},
        {QMetaType::QLocale, QStringLiteral("the name of a locale such as \"de_DE\""), readLocale},
        {QMetaType::QStringList, QStringLiteral("a list of texts"), readTexts},
        {QMetaType::QColor, QStringLiteral("a colour such as \"#ff8000\", \"#aarrggbb\" or \"red\""), readColor},
        {QMetaType::QKeySequence, QStringLiteral("keys such as \"Ctrl+S\""), readKeySequence},
        {QMetaType::QCursor, QStringLiteral("the name of a cursor's shape such as \"WaitCursor\""), readCursor},
        geometryReader<QRect, int, kRect>(QMetaType::QRect),
        geometryReader<QRectF, double, kRect>(QMetaType::QRectF),
        geometryReader<QSize, int, kSize>(QMetaType::QSize),
        geometryReader<QSizeF, double, kSize>(QMetaType::QSizeF),
        geometryReader<QPoint, int, kPoint>(QMetaType::QPoint),
        geometryReader<QPointF, double, kPoint>(QMetaType::QPointF),
        geometryReader<QLine, int, kLine>(QMetaType::QLine),
        geometryReader<QLineF, double, kLine>(QMetaType::QLineF),
    };
}

} // namespace

const ValueReader* valueReader(int type)
{
    static const std::vector<ValueReader> readers = everyReader();
    // Qt 5 does not declare these as metatypes, so each application has numbers of its own for them.
    static const ValueReader margins = geometryReader<QMargins, int, kMargins>(QMetaType::UnknownType);
    static const ValueReader marginsF = geometryReader<QMarginsF, double, kMargins>(QMetaType::UnknownType);

    const auto found
        = std::find_if(readers.begin(), readers.end(), [type](const ValueReader& each) { return each.type == type; });
    if (found != readers.end())
        return &*found;
    const QByteArray name = typeName(type);
    if (name == "QMargins")
        return &margins;
    return name == "QMarginsF" ? &marginsF : nullptr;
}

QString textOf(const Json& json)
{
    return QString::fromUtf8(json.GetString(), static_cast<int>(json.GetStringLength()));
}

} // namespace deskprobe
