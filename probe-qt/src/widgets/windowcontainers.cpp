#include "widgets.h"

#include <QtGui/QWindow>
#include <QtWidgets/QWidget>

#include <cstring>

namespace deskprobe
{
namespace
{

/// The window in a container, which keeps it to itself: the child of the window around it that stands where it stands.
QWindow* windowIn(const QWidget& container)
{
    const QWidget* native = container.windowHandle() ? &container : container.nativeParentWidget();
    const QWindow* around = native ? native->windowHandle() : nullptr;
    if (!around)
        return nullptr;
    const QRect area(container.mapTo(native, QPoint()), container.size());
    for (QObject* child : around->children()) {
        if (!child->isWindowType() || child->inherits("QWidgetWindow"))
            continue;
        auto* window = static_cast<QWindow*>(child);
        if (window->geometry() == area && window->isVisible() == container.isVisible())
            return window;
    }
    return nullptr;
}

} // namespace

bool Widgets::isGuestOf(const QMetaObject* meta) const
{
    return std::strcmp(meta->className(), "QWindowContainer") == 0;
}

void Widgets::guests(QObject* element, Listing& out) const
{
    if (QWindow* window = windowIn(*static_cast<QWidget*>(element)))
        out.children.push_back({window, out.place++, window->isVisible()});
    out.isDone = true;
}

} // namespace deskprobe
