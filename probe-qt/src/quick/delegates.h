#pragma once
#include "core/rows.h"

#include <QtCore/QAbstractItemModel>

class QQuickItem;

namespace deskprobe
{

/// Whether the item is visible and, if an item view has made it for one of its rows, not scrolled out of it and not
/// spare: views keep some more than they show.
bool isSeen(QQuickItem& item);

/// If an item view has made the item for one of its rows, fills in which, its role and states. May run code of the
/// application.
void describeDelegate(QQuickItem* item, Row& row);

/// What the rows or cells of an item view are.
protocol::Role delegateRole(const QQuickItem& view);

/// The cells of the model, which is the view's, that items show.
QModelIndexList seenCells(QQuickItem& view, const QAbstractItemModel& model);

} // namespace deskprobe
