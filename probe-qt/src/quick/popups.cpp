#include "popups.h"

#include <QtQuick/QQuickItem>

#include <cstring>

namespace deskprobe
{

bool inherits(const QMetaObject* meta, const char* className)
{
    for (; meta; meta = meta->superClass()) {
        if (std::strcmp(meta->className(), className) == 0)
            return true;
    }
    return false;
}

QQuickItem* itemOf(QObject* element)
{
    if (auto* item = qobject_cast<QQuickItem*>(element))
        return item;
    // A popup is no item itself, but makes one that is its child from the beginning.
    for (QObject* child : element->children()) {
        if (std::strcmp(child->metaObject()->className(), "QQuickPopupItem") == 0)
            return static_cast<QQuickItem*>(child);
    }
    return nullptr;
}

QObject* elementOf(QQuickItem* item)
{
    const bool isOfPopup = std::strcmp(item->metaObject()->className(), "QQuickPopupItem") == 0;
    return isOfPopup && item->parent() ? item->parent() : item;
}

bool isClosedPopup(QObject* object)
{
    if (qobject_cast<QQuickItem*>(object) || !inherits(object->metaObject(), "QQuickPopup"))
        return false;
    const QQuickItem* item = itemOf(object);
    return item && !item->parentItem();
}

} // namespace deskprobe
