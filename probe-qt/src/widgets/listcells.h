#pragma once
#include "parts.h"

namespace deskprobe
{

/// Appends the next few cells of those that any pixel is seen of.
void listShownCells(QAbstractItemView& view, Listing& out);

/// Appends the next few cells of all that the view could show if it were scrolled and expanded. Rows that the model has
/// not loaded yet are left alone.
void listAllCells(QAbstractItemView& view, const PartFilter& filter, Listing& out);

} // namespace deskprobe
