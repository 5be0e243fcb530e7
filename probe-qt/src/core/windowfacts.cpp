#include "windowfacts.h"

#include "protocol.gen.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QScreen>
#include <QtGui/QWindow>

namespace deskprobe
{

WindowFacts windowFacts(QWindow* window)
{
    WindowFacts facts;
    facts.title = window->title();
    facts.kind = windowKind(window->flags());
    facts.dpr = window->devicePixelRatio();
    facts.visible = window->isVisible();
    facts.active = window->isActive();
    facts.modal = window->modality() != Qt::NonModal;
    facts.onScreen = knowsScreenPosition();
    const QRectF client(facts.onScreen ? QPointF(window->mapToGlobal(QPoint())) : QPointF(), QSizeF(window->size()));
    facts.area = facts.onScreen ? physicalArea(client, window->screen(), facts.dpr) : client;
    facts.nativeId = nativeId(window);
    return facts;
}

WindowKind windowKind(Qt::WindowFlags flags)
{
    switch (flags & Qt::WindowType_Mask) {
    case Qt::Widget:
    case Qt::Window:
        return WindowKind::Window;
    case Qt::Dialog:
    case Qt::Sheet:
        return WindowKind::Dialog;
    case Qt::Popup:
        return WindowKind::Popup;
    case Qt::Tool:
    case Qt::Drawer:
        return WindowKind::Tool;
    case Qt::ToolTip:
        return WindowKind::ToolTip;
    default:
        return WindowKind::Other;
    }
}

bool knowsScreenPosition()
{
    return !QGuiApplication::platformName().startsWith(QLatin1String("wayland"));
}

QRectF physicalArea(const QRectF& logical, const QScreen* screen, double dpr)
{
    const QPointF origin = screen ? QPointF(screen->geometry().topLeft()) : QPointF();
    return {origin + (logical.topLeft() - origin) * dpr, logical.size() * dpr};
}

quint64 nativeId(const QWindow* window)
{
    if (!window || !window->handle() || QGuiApplication::platformName() != QLatin1String("xcb"))
        return 0;
    return const_cast<QWindow*>(window)->winId();
}

Location locateWindow(QWindow* window)
{
    QTransform base;
    for (; window->parent(); window = window->parent())
        base *= QTransform::fromTranslate(window->x(), window->y());
    return {window, base};
}

QRectF visibleAreaOf(const QWindow* window)
{
    QRectF area(QPointF(), window->size());
    for (; window->parent(); window = window->parent())
        area = area.translated(window->position()) & QRectF(QPointF(), window->parent()->size());
    return area;
}

void describeWindow(QWindow* window, const QTransform& base, Row& row)
{
    row.rect = base.mapRect(QRectF(QPointF(), QSizeF(window->size())));
    row.opacity = window->opacity();
    row.flag(protocol::FlagVisible, window->isVisible());
    row.flag(protocol::FlagEnabled, true);
    row.flag(protocol::FlagClip, true);
    row.flag(protocol::FlagActive, window->isActive());
    row.flag(protocol::FlagModal, window->modality() != Qt::NonModal);
    row.show(window->title());
}

} // namespace deskprobe
