#include "basictypes.h"

#include "core/protocol.gen.h"
#include "values.h"

#include <QtCore/QDateTime>
#include <QtCore/QLine>
#include <QtCore/QLocale>
#include <QtCore/QMargins>
#include <QtCore/QRect>
#include <QtCore/QUrl>
#include <QtCore/QUuid>

namespace deskprobe
{

bool writeScalar(JsonWriter& json, const QVariant& variant, int type)
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

bool writeGeometry(JsonWriter& json, const QVariant& variant, int type)
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
        writeNumbers(json, {{"x1", line.x1()}, {"y1", line.y1()}, {"x2", line.x2()}, {"y2", line.y2()}});
        return true;
    }
    default:
        break;
    }
    // Qt 5 does not declare these as metatypes.
    const auto margins = [&](const auto& value) {
        writeNumbers(
            json, {{"left", value.left()}, {"top", value.top()}, {"right", value.right()}, {"bottom", value.bottom()}});
        return true;
    };
    if (qstrcmp(variant.typeName(), "QMargins") == 0)
        return margins(*static_cast<const QMargins*>(variant.constData()));
    if (qstrcmp(variant.typeName(), "QMarginsF") == 0)
        return margins(*static_cast<const QMarginsF*>(variant.constData()));
    return false;
}

} // namespace deskprobe
