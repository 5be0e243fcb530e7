#pragma once
#include "core/models.h"
#include "core/portion.h"

class QAbstractItemView;
class QComboBox;
class QGraphicsView;
class QHeaderView;
class QTabBar;

namespace deskprobe
{

/// Each appends the next few parts of the widget.
void listCells(QAbstractItemView& view, const PartFilter& filter, Listing& out);
void listEntries(QComboBox& box, const PartFilter& filter, Listing& out);
void listSections(QHeaderView& header, const PartFilter& filter, Listing& out);
void listTabs(QTabBar& bar, const PartFilter& filter, Listing& out);
void listActions(QWidget& menu, const PartFilter& filter, Listing& out);
void listSceneItems(QGraphicsView& view, const PartFilter& filter, Listing& out);

/// Whether the list of the box is open: its entries then are the cells of that list.
bool isOpen(const QComboBox& box);

/// Sections that stand within the first `extent` pixels of the header's viewport, as they stand. Says nothing of
/// models: headers know how many sections they have.
std::vector<int> shownSections(const QHeaderView& header, int extent);

} // namespace deskprobe
