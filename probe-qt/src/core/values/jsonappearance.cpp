#include "jsonvalues.h"
#include "valuetype.h"

#include <QtGui/QColor>
#include <QtGui/QCursor>
#include <QtGui/QFont>
#include <QtGui/QKeySequence>

namespace deskprobe
{
namespace
{

#if QT_VERSION_MAJOR == 5
constexpr int kLightest = 0;
constexpr int kHeaviest = 99;
#else
constexpr int kLightest = 1;
constexpr int kHeaviest = 1000;
#endif

bool setSize(QFont& font, const Json& json, bool inPixels)
{
    // A font has its size in one unit; the other one is written as -1.
    if (!json.IsNumber() || (inPixels && !json.IsInt()))
        return false;
    if (json.GetDouble() == -1)
        return true;
    if (json.GetDouble() <= 0)
        return false;
    if (inPixels)
        font.setPixelSize(json.GetInt());
    else
        font.setPointSizeF(json.GetDouble());
    return true;
}

bool setMark(QFont& font, const QByteArray& name, const Json& json)
{
    static constexpr struct {
        const char* name;
        void (QFont::*set)(bool);
    } kMarks[] = {{"bold", &QFont::setBold}, {"italic", &QFont::setItalic}, {"underline", &QFont::setUnderline},
        {"strikeOut", &QFont::setStrikeOut}, {"fixedPitch", &QFont::setFixedPitch}};
    for (const auto& mark : kMarks) {
        if (name != mark.name || !json.IsBool())
            continue;
        // That a font is bold follows from its weight, which may be none of the two that bold stands for.
        if (mark.set != &QFont::setBold || font.bold() != json.GetBool())
            (font.*mark.set)(json.GetBool());
        return true;
    }
    return false;
}

bool setMember(QFont& font, const QByteArray& name, const Json& json)
{
    if (name == "family") {
        if (json.IsString())
            font.setFamily(textOf(json));
        return json.IsString();
    }
    if (name == "weight") {
        const bool isWeight = json.IsInt() && json.GetInt() >= kLightest && json.GetInt() <= kHeaviest;
        if (isWeight)
            font.setWeight(static_cast<QFont::Weight>(json.GetInt()));
        return isWeight;
    }
    if (name == "pointSize" || name == "pixelSize")
        return setSize(font, json, name == "pixelSize");
    return setMark(font, name, json);
}

} // namespace

std::optional<QVariant> readColor(const Json& json, int)
{
    if (!json.IsString())
        return {};
    const QString text = textOf(json);
    // No colour at all is written as an empty text.
    if (text.isEmpty())
        return QColor();
    return QColor::isValidColor(text) ? std::optional<QVariant>(QColor(text)) : std::nullopt;
}

std::optional<QVariant> readKeySequence(const Json& json, int)
{
    if (!json.IsString())
        return {};
    const QString text = textOf(json);
    const auto keys = QKeySequence::fromString(text, QKeySequence::PortableText);
    if (!text.isEmpty() && (keys.isEmpty() || keys.toString().isEmpty()))
        return {};
    for (int i = 0; i < keys.count(); ++i) {
#if QT_VERSION_MAJOR == 5
        const int key = keys[static_cast<uint>(i)] & ~static_cast<int>(Qt::KeyboardModifierMask);
#else
        const int key = keys[static_cast<uint>(i)].key();
#endif
        if (key == Qt::Key_unknown)
            return {};
    }
    return QVariant::fromValue(keys);
}

std::optional<QVariant> readCursor(const Json& json, int)
{
    bool isShape = false;
    const int shape
        = json.IsString() ? QMetaEnum::fromType<Qt::CursorShape>().keyToValue(json.GetString(), &isShape) : 0;
    if (!isShape)
        return {};
    return QVariant::fromValue(QCursor(static_cast<Qt::CursorShape>(shape)));
}

std::optional<QVariant> readFont(const Json& json, const QVariant& current)
{
    auto font = current.value<QFont>();
    if (!json.IsObject())
        return {};
    for (const auto& member : json.GetObject()) {
        if (!setMember(font, member.name.GetString(), member.value))
            return {};
    }
    return QVariant::fromValue(font);
}

} // namespace deskprobe
