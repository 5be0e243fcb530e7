#pragma once
#include "core/toolkit.h"

class QQuickItem;

namespace deskprobe
{

/// Lists the next cells of an item view's model that the view has made no item for, or shows none of.
void listModelRows(QQuickItem& view, const PartFilter& filter, Listing& out);

/// Lists the next entries of a combo box whose list is closed.
void listEntries(QQuickItem& box, const PartFilter& filter, Listing& out);

} // namespace deskprobe
