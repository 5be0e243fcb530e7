#pragma once

class QAbstractItemModel;

namespace deskprobe
{

/// Models of other threads may change or go at any moment, also behind a proxy.
bool isOurs(const QAbstractItemModel* model);

} // namespace deskprobe
