/// The cells that a view shows, found from its pixels: the size of its model does not matter.
#include "cells.h"
#include "listcells.h"

#include <QtWidgets/QtWidgets>

#include <algorithm>
#include <set>

namespace deskprobe
{
namespace
{

/// Where items may be anywhere, they are looked for at points this far apart.
constexpr int kStep = 8;
/// Points to look at in one portion.
constexpr int kLooks = 200;

/// How far a view has been listed.
struct ShownCells {
    bool isBegun = false;
    /// Next line of pixels.
    int y = 0;
    /// Next row of a tree, and the last one that is seen, or none; rows that may still come if it has gone meanwhile.
    QPersistentModelIndex below;
    QPersistentModelIndex last;
    int rows = 0;
    std::vector<int> columns;
    /// Listed already, of those that may be met again; only ever compared.
    std::set<QModelIndex> met;
};

void addCell(QAbstractItemView& view, const QModelIndex& index, Listing& out)
{
    if (index.isValid())
        addPart(&view, std::make_shared<Cell>(index), true, out);
}

/// The cell at a place of a table, which may be one that spans others.
QModelIndex cellAt(const QTableView& table, int row, int column, ShownCells& cells)
{
    if (table.rowSpan(row, column) == 1 && table.columnSpan(row, column) == 1)
        return table.model()->index(row, column, table.rootIndex());
    const QPoint corner(table.columnViewportPosition(column), table.rowViewportPosition(row));
    const QModelIndex spanning = table.indexAt({std::max(corner.x(), 0), std::max(corner.y(), 0)});
    return cells.met.insert(spanning).second ? spanning : QModelIndex();
}

/// Each of these appends a row or so, and returns false at the end.
bool listTableRow(QTableView& table, ShownCells& cells, Listing& out)
{
    if (!cells.isBegun)
        cells.columns = shownSections(*table.horizontalHeader(), table.viewport()->width());
    const int row = cells.y < table.viewport()->height() ? table.rowAt(cells.y) : -1;
    if (row < 0)
        return false;
    cells.y = std::max(cells.y + 1, table.rowViewportPosition(row) + table.rowHeight(row));
    for (const int column : cells.columns)
        addCell(table, cellAt(table, row, column, cells), out);
    return true;
}

void beginTree(QTreeView& tree, ShownCells& cells)
{
    cells.columns = shownSections(*tree.header(), tree.viewport()->width());
    if (cells.columns.empty())
        return;
    const int x = std::max(tree.columnViewportPosition(cells.columns.front()), 0);
    cells.rows = tree.viewport()->height();
    cells.below = tree.indexAt({x, 0});
    // To ask each row where it is would take long: trees go through all rows above it to find out.
    cells.last = tree.indexAt({x, cells.rows - 1});
}

bool listTreeRow(QTreeView& tree, ShownCells& cells, Listing& out)
{
    if (!cells.isBegun)
        beginTree(tree, cells);
    const QModelIndex index = cells.below;
    if (!index.isValid() || cells.rows-- <= 0)
        return false;
    if (tree.isFirstColumnSpanned(index.row(), index.parent())) {
        addCell(tree, index.sibling(index.row(), 0), out);
    } else {
        for (const int column : cells.columns)
            addCell(tree, index.sibling(index.row(), column), out);
    }
    if (cells.below == cells.last)
        return false;
    cells.below = tree.indexBelow(cells.below);
    return true;
}

/// Looks along one line of pixels of a view that may have items anywhere.
bool listLine(QAbstractItemView& view, ShownCells& cells, int& looks, Listing& out)
{
    const QSize size = view.viewport()->size();
    if (cells.y >= size.height())
        return false;
    int next = cells.y + kStep;
    for (int x = 0; x < size.width(); ++looks) {
        const QModelIndex index = view.indexAt({x, cells.y});
        const QRect rect = index.isValid() ? view.visualRect(index) : QRect();
        x = std::max(x + kStep, rect.right() + 1);
        if (!index.isValid())
            continue;
        next = std::min(next, rect.bottom() + 1);
        if (cells.met.insert(index).second)
            addCell(view, index, out);
    }
    cells.y = std::max(cells.y + 1, next);
    return true;
}

/// A list of one column.
bool isSimple(const QListView& list)
{
    return list.viewMode() == QListView::ListMode && list.flow() == QListView::TopToBottom && !list.isWrapping();
}

bool listListRow(QListView& list, ShownCells& cells, int& looks, Listing& out)
{
    const QSize size = list.viewport()->size();
    if (cells.y >= size.height())
        return false;
    const QModelIndex index = list.indexAt({size.width() / 2, cells.y});
    ++looks;
    addCell(list, index, out);
    // Between two there may be a gap.
    cells.y = std::max(cells.y + 1, index.isValid() ? list.visualRect(index).bottom() + 1 : 0);
    return true;
}

} // namespace

void listShownCells(QAbstractItemView& view, Listing& out)
{
    out.isDone = true;
    // Laying out a view that is not visible may take long.
    if (!view.isVisible())
        return;
    if (!out.cursor)
        out.cursor = std::make_shared<ShownCells>();
    auto& cells = *static_cast<ShownCells*>(out.cursor.get());
    const QPointer<QAbstractItemView> living(&view);
    const QAbstractItemModel* model = view.model();
    bool more = true;
    for (int looks = 0; more && out.children.size() < kFewParts && looks < kLooks;) {
        if (auto* table = qobject_cast<QTableView*>(&view))
            more = listTableRow(*table, cells, out);
        else if (auto* tree = qobject_cast<QTreeView*>(&view))
            more = listTreeRow(*tree, cells, out);
        else if (auto* list = qobject_cast<QListView*>(&view); list && isSimple(*list))
            more = listListRow(*list, cells, looks, out);
        else
            more = listLine(view, cells, looks, out);
        cells.isBegun = true;
        if (!living || living->model() != model)
            return;
    }
    out.isDone = !more;
}

} // namespace deskprobe
