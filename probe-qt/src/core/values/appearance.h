#pragma once
#include "json.h"

#include <QtCore/QVariant>
#include <QtGui/QColor>
#include <QtGui/QFont>
#include <QtGui/QIcon>
#include <QtGui/QPalette>

namespace deskprobe
{

/// "#rrggbb", or "#aarrggbb" where it is not opaque.
void writeColor(JsonWriter& json, const QColor& color);
void writePalette(JsonWriter& json, const QPalette& palette);
void writeIcon(JsonWriter& json, const QIcon& icon);
void writeFont(JsonWriter& json, const QFont& font);

/// Writes any other value type of QtGui; false if `type` is none.
bool writeGuiValue(JsonWriter& json, const QVariant& variant, int type);

} // namespace deskprobe
