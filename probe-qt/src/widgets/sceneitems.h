#pragma once
#include "core/toolkit.h"

class QGraphicsItem;

namespace deskprobe
{

/// The class of a scene's item: its real C++ class.
const PartType& typeOf(const QGraphicsItem& item);

/// The value of typeOf(item).properties[property].
QVariant readItem(const QGraphicsItem& item, int property);

} // namespace deskprobe
