#include "core/windowfacts.h"
#include "popups.h"
#include "quick.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QPointer>
#include <QtGui/QExposeEvent>
#include <QtGui/QGuiApplication>
#include <QtGui/QScreen>
#include <QtQuick/QQuickItem>
#include <QtQuick/QQuickRenderControl>
#include <QtQuick/QQuickWindow>

namespace deskprobe
{
namespace
{

/// The offscreen platform of Qt 5 keeps what software has rendered to itself, but its screen has what was last brought
/// there, and nothing covers windows on it.
QImage fromScreen(QQuickWindow& scene)
{
    const QPointer<QQuickWindow> living(&scene);
    // Brings all of the window there, not only what has changed.
    QExposeEvent expose(QRegion(QRect(QPoint(), scene.size())));
    QCoreApplication::sendEvent(&scene, &expose);
    if (!living || !scene.screen())
        return {};
    const QImage image = scene.screen()->grabWindow(scene.winId()).toImage();
    return image.size() == (QSizeF(scene.size()) * scene.effectiveDevicePixelRatio()).toSize() ? image : QImage();
}

} // namespace

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
    auto* scene = static_cast<QQuickWindow*>(window);
    const QPointer<QQuickWindow> living(scene);
    QImage image = scene->grabWindow();
    if (image.isNull() && living && QGuiApplication::platformName() == QLatin1String("offscreen"))
        return fromScreen(*scene);
    return image;
}

QObject* Quick::opener(QObject* window) const
{
    return static_cast<QWindow*>(window)->transientParent();
}

} // namespace deskprobe
