#pragma once
#include <QtCore/QString>

class QWidget;

namespace deskprobe
{

/// A window's title as it is shown, without the placeholder for "modified".
QString windowTitle(const QWidget& widget);

} // namespace deskprobe
