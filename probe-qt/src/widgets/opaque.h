#pragma once

class QWidget;

namespace deskprobe
{

/// Whether the widget surely paints over all of its rectangle, by the rules that Qt goes by. When in doubt: no.
bool isOpaque(const QWidget& widget);

} // namespace deskprobe
