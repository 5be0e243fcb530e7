#pragma once
#include "rows.h"

#include <QtCore/QPointer>
#include <QtCore/QVariant>
#include <QtGui/QFont>

#include <functional>
#include <unordered_map>

class QIcon;
class QPalette;

namespace deskprobe
{

class Modules;

/// Writes a value as JSON. Any thread.
void writeValue(JsonWriter& json, const Value& value);

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
    bool writeScalar(JsonWriter& json, const QVariant& variant, int type);
    bool writeByToolkit(JsonWriter& json, const QVariant& variant);
    bool writeContainer(JsonWriter& json, const QVariant& variant, int type);
    bool writeGeometry(JsonWriter& json, const QVariant& variant, int type);
    bool writeAppearance(JsonWriter& json, const QVariant& variant, int type);
    bool writeOther(JsonWriter& json, const QVariant& variant, int type);

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
};

} // namespace deskprobe
