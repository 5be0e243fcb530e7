#pragma once
#include "json.h"

#include <QtCore/QVariant>

namespace deskprobe
{

/// Writes a number, text, date or the like; false if `type` is none.
bool writeScalar(JsonWriter& json, const QVariant& variant, int type);

/// Writes a rectangle, size, point, line or margins; false if `type` is none.
bool writeGeometry(JsonWriter& json, const QVariant& variant, int type);

} // namespace deskprobe
