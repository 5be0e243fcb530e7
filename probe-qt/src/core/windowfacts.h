#pragma once
#include "toolkit.h"

class QScreen;
class QWindow;

namespace deskprobe
{

/// Facts of a window, all but its handle and place.
WindowFacts windowFacts(QWindow* window);

/// Kind of a window by its flags.
WindowKind windowKind(Qt::WindowFlags flags);

/// True if windows know where they are on the screen (not on Wayland).
bool knowsScreenPosition();

/// A logical rectangle in physical pixels. Qt scales each screen about its own origin.
QRectF physicalArea(const QRectF& logical, const QScreen* screen, double dpr);

/// The X11 id of a window that already has one; never makes one. 0: none.
quint64 nativeId(const QWindow* window);

/// Where a QWindow stands, which may be embedded in others.
Location locateWindow(QWindow* window);

/// What the windows around it leave of it, in the coordinates of the outermost.
QRectF visibleAreaOf(const QWindow* window);

/// The row of a QWindow: rect, flags, opacity and title. `base` is as for Toolkit::describe.
void describeWindow(QWindow* window, const QTransform& base, Row& row);

} // namespace deskprobe
