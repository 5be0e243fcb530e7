#pragma once
#include "protocol.gen.h"

#include <QtCore/QStringList>

#include <array>

namespace deskprobe
{

/// What a class is in the words of AT-SPI; `bases` are its base classes, nearest first.
protocol::Role roleOfClass(const QString& name, const QStringList& bases);

/// What one element is, as its state refines its class's role. `isWindow`: a top-level window.
protocol::Role refinedRole(protocol::Role classRole, quint32 flags, bool isWindow);

/// All that refinedRole() may make of a class's role.
std::array<protocol::Role, 3> possibleRoles(protocol::Role classRole, bool isWindow);

} // namespace deskprobe
