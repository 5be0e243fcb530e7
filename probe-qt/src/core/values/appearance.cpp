#include "appearance.h"

#include <QtCore/QMetaEnum>
#include <QtGui/QBrush>
#include <QtGui/QCursor>
#include <QtGui/QImage>
#include <QtGui/QKeySequence>
#include <QtGui/QMatrix4x4>
#include <QtGui/QPen>
#include <QtGui/QPixmap>
#include <QtGui/QPolygon>
#include <QtGui/QQuaternion>
#include <QtGui/QRegion>
#include <QtGui/QTextFormat>
#include <QtGui/QTransform>
#include <QtGui/QVector2D>
#include <QtGui/QVector3D>
#include <QtGui/QVector4D>

namespace deskprobe
{
namespace
{

constexpr int kMaxRects = 100;

template <typename Enum>
void writeEnum(JsonWriter& json, const char* name, Enum value)
{
    const char* key = QMetaEnum::fromType<Enum>().valueToKey(static_cast<int>(value));
    json.Key(name);
    if (key)
        json.String(key);
    else
        json.Int(static_cast<int>(value));
}

void writeRect(JsonWriter& json, const QRect& rect)
{
    json.StartObject();
    writeMember(json, "x", rect.x());
    writeMember(json, "y", rect.y());
    writeMember(json, "width", rect.width());
    writeMember(json, "height", rect.height());
    json.EndObject();
}

void writeSize(JsonWriter& json, const QSize& size)
{
    json.StartObject();
    writeMember(json, "width", size.width());
    writeMember(json, "height", size.height());
    json.EndObject();
}

void writeRegion(JsonWriter& json, const QRegion& region)
{
    json.StartObject();
    json.Key("boundingRect");
    writeRect(json, region.boundingRect());
    json.Key("rects");
    json.StartArray();
    int count = 0;
    for (const QRect& rect : region) {
        if (++count > kMaxRects)
            break;
        writeRect(json, rect);
    }
    json.EndArray();
    json.EndObject();
}

void writePolygon(JsonWriter& json, const QPolygonF& polygon)
{
    json.StartArray();
    for (int i = 0; i < polygon.size() && i < kMaxRects; ++i) {
        json.StartObject();
        writeMember(json, "x", polygon[i].x());
        writeMember(json, "y", polygon[i].y());
        json.EndObject();
    }
    json.EndArray();
}

template <typename Count, typename At>
bool writeNumbers(JsonWriter& json, Count count, At at)
{
    json.StartArray();
    for (int i = 0; i < count; ++i)
        writeNumber(json, at(i));
    json.EndArray();
    return true;
}

} // namespace

void writeColor(JsonWriter& json, const QColor& color)
{
    if (color.isValid())
        writeString(json, color.name(color.alpha() == 255 ? QColor::HexRgb : QColor::HexArgb));
    else
        json.String("");
}

void writePalette(JsonWriter& json, const QPalette& palette)
{
    const QMetaEnum roles = QMetaEnum::fromType<QPalette::ColorRole>();
    json.StartObject();
    for (int role = 0; role < QPalette::NColorRoles; ++role) {
        QByteArray name(roles.valueToKey(role));
        if (role == QPalette::NoRole || name.isEmpty())
            continue;
        name[0] = static_cast<char>(QChar::toLower(static_cast<uint>(name[0])));
        json.Key(name.constData());
        writeColor(json, palette.color(static_cast<QPalette::ColorRole>(role)));
    }
    json.EndObject();
}

void writeIcon(JsonWriter& json, const QIcon& icon)
{
    json.StartObject();
    json.Key("isNull");
    json.Bool(icon.isNull());
    writeMember(json, "name", icon.name());
    json.Key("sizes");
    json.StartArray();
    const auto sizes = icon.availableSizes();
    for (const QSize& size : sizes)
        writeSize(json, size);
    json.EndArray();
    json.EndObject();
}

void writeFont(JsonWriter& json, const QFont& font)
{
    json.StartObject();
    writeMember(json, "family", font.family());
    writeMember(json, "pointSize", font.pointSizeF());
    writeMember(json, "pixelSize", font.pixelSize());
    writeMember(json, "weight", font.weight());
    const std::pair<const char*, bool> marks[] = {{"bold", font.bold()}, {"italic", font.italic()},
        {"underline", font.underline()}, {"strikeOut", font.strikeOut()}, {"fixedPitch", font.fixedPitch()}};
    for (const auto& [name, set] : marks) {
        json.Key(name);
        json.Bool(set);
    }
    json.EndObject();
}

bool writeGuiValue(JsonWriter& json, const QVariant& variant, int type)
{
    switch (type) {
    case QMetaType::QColor:
        writeColor(json, variant.value<QColor>());
        return true;
    case QMetaType::QPixmap:
        writeSize(json, variant.value<QPixmap>().size());
        return true;
    case QMetaType::QImage:
        writeSize(json, variant.value<QImage>().size());
        return true;
    case QMetaType::QBitmap:
        writeSize(json, variant.value<QPixmap>().size());
        return true;
    case QMetaType::QRegion:
        writeRegion(json, variant.value<QRegion>());
        return true;
    case QMetaType::QKeySequence:
        writeString(json, variant.value<QKeySequence>().toString(QKeySequence::PortableText));
        return true;
    case QMetaType::QPolygon:
        writePolygon(json, variant.value<QPolygon>());
        return true;
    case QMetaType::QPolygonF:
        writePolygon(json, variant.value<QPolygonF>());
        return true;
#ifndef QT_NO_CURSOR
    case QMetaType::QCursor: {
        const char* shape = QMetaEnum::fromType<Qt::CursorShape>().valueToKey(variant.value<QCursor>().shape());
        json.String(shape ? shape : "");
        return true;
    }
#endif
    case QMetaType::QBrush: {
        const auto brush = variant.value<QBrush>();
        json.StartObject();
        json.Key("color");
        writeColor(json, brush.color());
        writeEnum(json, "style", brush.style());
        json.EndObject();
        return true;
    }
    case QMetaType::QPen: {
        const auto pen = variant.value<QPen>();
        json.StartObject();
        json.Key("color");
        writeColor(json, pen.color());
        writeMember(json, "width", pen.widthF());
        writeEnum(json, "style", pen.style());
        json.EndObject();
        return true;
    }
    case QMetaType::QTextLength: {
        const auto length = variant.value<QTextLength>();
        json.StartObject();
        writeMember(json, "type", length.type());
        writeMember(json, "value", length.rawValue());
        json.EndObject();
        return true;
    }
    case QMetaType::QVector2D: {
        const auto vector = variant.value<QVector2D>();
        return writeNumbers(json, 2, [&](int i) { return vector[i]; });
    }
    case QMetaType::QVector3D: {
        const auto vector = variant.value<QVector3D>();
        return writeNumbers(json, 3, [&](int i) { return vector[i]; });
    }
    case QMetaType::QVector4D: {
        const auto vector = variant.value<QVector4D>();
        return writeNumbers(json, 4, [&](int i) { return vector[i]; });
    }
    case QMetaType::QQuaternion: {
        const auto vector = variant.value<QQuaternion>().toVector4D();
        return writeNumbers(json, 4, [&](int i) { return vector[i]; });
    }
    case QMetaType::QMatrix4x4: {
        const auto matrix = variant.value<QMatrix4x4>();
        return writeNumbers(json, 16, [&](int i) { return matrix(i / 4, i % 4); });
    }
    case QMetaType::QTransform: {
        const auto t = variant.value<QTransform>();
        const double cells[] = {t.m11(), t.m12(), t.m13(), t.m21(), t.m22(), t.m23(), t.m31(), t.m32(), t.m33()};
        return writeNumbers(json, 9, [&](int i) { return cells[i]; });
    }
    default:
        return false;
    }
}

} // namespace deskprobe
