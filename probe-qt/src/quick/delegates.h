#pragma once
#include "core/rows.h"

class QQuickItem;

namespace deskprobe
{

/// Whether the item is visible and, if an item view has made it for one of its rows, not scrolled out of it: views keep
/// some more than they show.
bool isSeen(const QQuickItem& item);

/// If an item view has made the item for one of its rows, fills in which, its role and states. May run code of the
/// application.
void describeDelegate(QQuickItem* item, Row& row);

} // namespace deskprobe
