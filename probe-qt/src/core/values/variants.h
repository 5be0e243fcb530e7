#pragma once
#include "values.h"

#include <QtCore/QPointer>
#include <QtCore/QVariant>
#include <QtGui/QFont>

#include <functional>
#include <unordered_map>
#include <vector>

class QIcon;
class QPalette;

namespace deskprobe
{

class Modules;

/// Turns Qt's values into JSON. GUI thread only.
class VariantWriter
{
public:
    /// How a QObject inside a value is written.
    using WriteObject = std::function<void(JsonWriter&, QObject*)>;

    VariantWriter(const Modules& modules, WriteObject writeObject)
        : m_modules(modules), m_writeObject(std::move(writeObject))
    {
    }

    /// `owner` is the object that the value was read from.
    Value value(const QVariant& variant, QObject* owner);
    void write(JsonWriter& json, const QVariant& variant);

private:
    bool writeByToolkit(JsonWriter& json, const QVariant& variant);
    bool writeContainer(JsonWriter& json, const QVariant& variant, int type);
    bool writeAppearance(JsonWriter& json, const QVariant& variant, int type);
    bool writeOther(JsonWriter& json, const QVariant& variant, int type);

    JsonText text(const QVariant& variant);
    const JsonText& recent(const QVariant& variant);
    const JsonText& palette(const QPalette& palette);
    const JsonText& icon(const QIcon& icon);
    const JsonText& font(const QFont& font);

    const Modules& m_modules;
    const WriteObject m_writeObject;
    QPointer<QObject> m_owner;
    /// Containers around the value being written, and values written inside the outermost.
    int m_depth = 0;
    int m_items = 0;
    /// Thousands of elements share these.
    std::unordered_map<qint64, JsonText> m_palettes;
    std::unordered_map<qint64, JsonText> m_icons;
    QFont m_lastFont;
    JsonText m_lastFontText;
    /// The last few values of small types, by type.
    std::unordered_map<int, std::vector<std::pair<QVariant, JsonText>>> m_recent;
};

} // namespace deskprobe
