#include "widgets.h"

#include <QtGui/QPainter>
#include <QtGui/QWindow>
#include <QtWidgets/QAbstractScrollArea>
#include <QtWidgets/QGraphicsProxyWidget>
#include <QtWidgets/QGraphicsView>

namespace deskprobe
{

QRectF Widgets::visibleArea(QObject* element, bool ofParts) const
{
    const auto* at = static_cast<const QWidget*>(element);
    const auto* scrolling = ofParts ? qobject_cast<const QAbstractScrollArea*>(element) : nullptr;
    QRectF area = scrolling ? scrolling->viewport()->geometry() : at->rect();
    while (true) {
        if (!at->isWindow()) {
            area.translate(at->pos());
            at = at->parentWidget();
        } else if (const QGraphicsView* view = viewShowing(*at)) {
            area = at->graphicsProxyWidget()->deviceTransform(view->viewportTransform()).mapRect(area);
            at = view->viewport();
        } else {
            return area;
        }
        area &= at->rect();
    }
}

QImage Widgets::render(QObject* window) const
{
    auto* widget = static_cast<QWidget*>(window);
    const double dpr = widget->devicePixelRatioF();
    QImage image((QSizeF(widget->size()) * dpr).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    image.setDevicePixelRatio(dpr);
    image.fill(Qt::transparent);
    widget->render(&image, QPoint(), QRegion(), QWidget::DrawWindowBackground | QWidget::DrawChildren);
    return image;
}

QObject* Widgets::opener(QObject* window) const
{
    const auto* widget = static_cast<const QWidget*>(window);
    if (widget->parentWidget())
        return widget->parentWidget()->window();
    if (const QWindow* handle = widget->windowHandle(); handle && handle->transientParent())
        return handle->transientParent();
    // A completer's list has no parent, but hands its keys on to the line that it completes.
    return widget->focusProxy() ? widget->focusProxy()->window() : nullptr;
}

} // namespace deskprobe
