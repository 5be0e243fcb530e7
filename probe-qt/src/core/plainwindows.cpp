#include "plainwindows.h"

#include "protocol.gen.h"
#include "windowfacts.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QRasterWindow>
#include <QtGui/QWindow>

namespace deskprobe
{
namespace
{

/// Where a raster window keeps what it has painted: open to its subclasses only.
struct Painted : QRasterWindow {
    static const QPaintDevice* of(QRasterWindow& window) { return (window.*&Painted::redirected)(nullptr); }
};

} // namespace

bool PlainWindows::claim(ClassFacts& facts) const
{
    return facts.meta->inherits(&QWindow::staticMetaObject);
}

void PlainWindows::windows(std::vector<QObject*>& out) const
{
    // The window that QtWidgets makes for each top-level widget stands for that widget.
    for (QWindow* window : QGuiApplication::topLevelWindows()) {
        if (!window->inherits("QWidgetWindow"))
            out.push_back(window);
    }
}

WindowFacts PlainWindows::window(QObject* window) const
{
    return windowFacts(static_cast<QWindow*>(window));
}

bool PlainWindows::isShown(QObject* element) const
{
    return static_cast<QWindow*>(element)->isVisible();
}

Location PlainWindows::locate(QObject* element) const
{
    return locateWindow(static_cast<QWindow*>(element));
}

QTransform PlainWindows::describe(QObject* element, const ClassFacts&, const QTransform& base, Row& row) const
{
    describeWindow(static_cast<QWindow*>(element), base, row);
    return base;
}

QRectF PlainWindows::visibleArea(QObject* element, bool) const
{
    return visibleAreaOf(static_cast<QWindow*>(element));
}

QImage PlainWindows::render(QObject* window) const
{
    auto* raster = qobject_cast<QRasterWindow*>(window);
    // One that was never exposed has nothing to paint on yet.
    const QPaintDevice* painted = raster && raster->isExposed() ? Painted::of(*raster) : nullptr;
    // A copy: the window goes on painting into its own.
    return painted && painted->devType() == QInternal::Image ? static_cast<const QImage*>(painted)->copy() : QImage();
}

QObject* PlainWindows::opener(QObject* window) const
{
    return static_cast<QWindow*>(window)->transientParent();
}

void PlainWindows::children(QObject*, Listing& out) const
{
    out.isDone = true;
}

} // namespace deskprobe
