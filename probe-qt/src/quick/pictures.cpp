#include "core/windowfacts.h"
#include "popups.h"
#include "quick.h"

#include <QtQuick/QQuickItem>
#include <QtQuick/QQuickRenderControl>
#include <QtQuick/QQuickWindow>

namespace deskprobe
{

QRectF Quick::visibleArea(QObject* element, bool) const
{
    if (element->isWindowType())
        return visibleAreaOf(static_cast<QWindow*>(element));
    const QQuickItem* item = itemOf(element);
    QQuickWindow* scene = item ? item->window() : nullptr;
    if (!scene)
        return {};
    QRectF area = item->mapRectToScene(QRectF(0, 0, item->width(), item->height())) & QRectF(QPointF(), scene->size());
    for (const QQuickItem* around = item->parentItem(); around; around = around->parentItem()) {
        if (around->clip())
            area &= around->mapRectToScene(around->clipRect());
    }
    QPoint offset;
    if (QQuickRenderControl::renderWindowFor(scene, &offset))
        return area.translated(offset);
    return locateWindow(scene).base.mapRect(area) & visibleAreaOf(scene);
}

QImage Quick::render(QObject* window) const
{
    return static_cast<QQuickWindow*>(window)->grabWindow();
}

QObject* Quick::opener(QObject* window) const
{
    return static_cast<QWindow*>(window)->transientParent();
}

} // namespace deskprobe
