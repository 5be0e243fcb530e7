#pragma once
#include <QtCore/QStringList>

namespace deskprobe
{

/// How far a person who wrote `wanted` is from having meant `other`: 0 if only upper and lower case differ; -1 if too
/// far.
int nearness(const QString& wanted, const QString& other);

/// Those of the names that a person who wrote `wanted` may have meant, best first, at most five.
QStringList nearestNames(const QString& wanted, const QStringList& names);

} // namespace deskprobe
