#pragma once
#include <QtCore/QStringList>

namespace deskprobe
{

/// Those of the names that a person who wrote `wanted` may have meant, best first, at most five.
QStringList nearestNames(const QString& wanted, const QStringList& names);

} // namespace deskprobe
