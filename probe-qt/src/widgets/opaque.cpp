#include "widgets.h"

#include <QtGui/QBrush>
#include <QtGui/QRegion>
#include <QtWidgets/QGraphicsEffect>
#include <QtWidgets/QWidget>

namespace deskprobe
{
namespace
{

/// Whether something changes what the widget, or one that it is in, has painted. A scene may do anything with it.
bool isAltered(const QWidget& widget)
{
    const QWidget* at = &widget;
    for (; !at->graphicsEffect() && at->mask().isEmpty(); at = at->parentWidget()) {
        if (at->isWindow())
            return at->graphicsProxyWidget() != nullptr;
    }
    return true;
}

} // namespace

bool Widgets::isOpaque(QObject* element, const ClassFacts&) const
{
    const auto& widget = *static_cast<const QWidget*>(element);
    if (widget.testAttribute(Qt::WA_TransparentForMouseEvents) || (widget.isWindow() && widget.windowOpacity() < 1))
        return false;
    const bool isTranslucent
        = widget.testAttribute(Qt::WA_TranslucentBackground) || widget.testAttribute(Qt::WA_NoSystemBackground);
    const auto isSolid = [&](QPalette::ColorRole role) { return widget.palette().brush(role).isOpaque(); };
    const bool isFilled = widget.testAttribute(Qt::WA_OpaquePaintEvent)
        || (widget.isWindow() && !isTranslucent && isSolid(QPalette::Window))
        // A style sheet decides by itself what is filled.
        || (widget.autoFillBackground() && !isTranslucent && !widget.testAttribute(Qt::WA_StyleSheet)
            && isSolid(widget.backgroundRole()));
    return isFilled && !isAltered(widget);
}

} // namespace deskprobe
