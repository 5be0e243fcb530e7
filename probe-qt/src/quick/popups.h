#pragma once

class QObject;
class QQuickItem;
struct QMetaObject;

namespace deskprobe
{

bool inherits(const QMetaObject* meta, const char* className);

/// The item that the element is or, if it is a popup, that shows it.
QQuickItem* itemOf(QObject* element);

/// What stands in the tree for the item: the popup that it shows, else itself.
QObject* elementOf(QQuickItem* item);

/// Whether it is a popup that no overlay shows.
bool isClosedPopup(QObject* object);

} // namespace deskprobe
