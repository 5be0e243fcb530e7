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

/// How far a view has been listed.
struct ShownCells {
    bool isBegun = false;
    /// Next line of pixels.
    int y = 0;
    /// Next row of a tree or list, and the last one that is seen, or none; rows that may still come if it has gone
    /// meanwhile. Not each row is asked where it is: trees go through all rows above it to find out, lists ask the
    /// model.
    QPersistentModelIndex below;
    QPersistentModelIndex last;
    int rows = 0;
    std::vector<int> columns;
    /// Listed already, of those that may be met again; only ever compared.
    std::set<QModelIndex> met;
};

/// Models and views are the application's code: each call may end the life of either.
class Look
{
public:
    Look(QAbstractItemView& view, ShownCells& cells, Listing& out)
        : m_view(&view), m_model(view.model()), m_cells(cells), m_out(out)
    {
    }

    /// Appends a row or so; false at the end.
    bool step()
    {
        if (isGone())
            return false;
        if (auto* table = qobject_cast<QTableView*>(m_view))
            return listTableRow(*table);
        if (auto* tree = qobject_cast<QTreeView*>(m_view))
            return listTreeRow(*tree);
        const auto* list = qobject_cast<QListView*>(m_view);
        const bool isColumn = list && list->viewMode() == QListView::ListMode && list->flow() == QListView::TopToBottom
            && !list->isWrapping();
        return isColumn ? listListRow(*list) : listLine(*m_view);
    }

private:
    bool isGone() const { return !m_view || !m_model || m_view->model() != m_model; }

    void add(const QModelIndex& index)
    {
        if (!isGone() && index.isValid())
            addPart(m_view, std::make_shared<Cell>(index), true, m_out);
    }

    bool listTableRow(QTableView& table)
    {
        if (!m_cells.isBegun)
            m_cells.columns = shownSections(*table.horizontalHeader(), table.viewport()->width());
        m_cells.isBegun = true;
        const int row = m_cells.y < table.viewport()->height() ? table.rowAt(m_cells.y) : -1;
        if (row < 0)
            return false;
        m_cells.y = std::max(m_cells.y + 1, table.rowViewportPosition(row) + table.rowHeight(row));
        for (const int column : m_cells.columns) {
            add(cellAt(table, row, column));
            if (isGone())
                return false;
        }
        return true;
    }

    /// The cell at a place of a table, which may be one that spans others.
    QModelIndex cellAt(const QTableView& table, int row, int column)
    {
        if (table.rowSpan(row, column) == 1 && table.columnSpan(row, column) == 1)
            return m_model->index(row, column, table.rootIndex());
        const QPoint corner(table.columnViewportPosition(column), table.rowViewportPosition(row));
        const QModelIndex spanning = table.indexAt({std::max(corner.x(), 0), std::max(corner.y(), 0)});
        return m_cells.met.insert(spanning).second ? spanning : QModelIndex();
    }

    void beginTree(const QTreeView& tree)
    {
        m_cells.columns = shownSections(*tree.header(), tree.viewport()->width());
        if (!m_cells.columns.empty())
            begin(std::max(tree.columnViewportPosition(m_cells.columns.front()), 0), 0);
    }

    /// Finds the first and the last row at a place in their width; between rows there may be gaps.
    void begin(int x, int gap)
    {
        const int height = m_view->viewport()->height();
        m_cells.rows = height;
        for (int y = 0; y <= gap && !isGone() && !m_cells.below.isValid(); ++y)
            m_cells.below = m_view->indexAt({x, y});
        for (int y = 0; y <= gap && !isGone() && !m_cells.last.isValid(); ++y)
            m_cells.last = m_view->indexAt({x, height - 1 - y});
    }

    bool listTreeRow(const QTreeView& tree)
    {
        if (!m_cells.isBegun)
            beginTree(tree);
        m_cells.isBegun = true;
        const QPersistentModelIndex index = m_cells.below;
        if (isGone() || !index.isValid() || m_cells.rows-- <= 0)
            return false;
        const bool isSpanned = tree.isFirstColumnSpanned(index.row(), index.parent());
        const std::vector<int> columns = isSpanned ? std::vector<int>{0} : m_cells.columns;
        for (const int column : columns) {
            add(index.sibling(index.row(), column));
            if (isGone())
                return false;
        }
        if (index == m_cells.last)
            return false;
        m_cells.below = tree.indexBelow(index);
        return true;
    }

    bool listListRow(const QListView& list)
    {
        if (!m_cells.isBegun)
            begin(list.viewport()->width() / 2, 2 * list.spacing());
        m_cells.isBegun = true;
        const QPersistentModelIndex index = m_cells.below;
        if (isGone() || !index.isValid() || m_cells.rows-- <= 0)
            return false;
        if (!list.isRowHidden(index.row()))
            add(index);
        if (index == m_cells.last || isGone())
            return false;
        // Lists that are shorter than their viewport have no last one at its end.
        const QModelIndex parent = index.parent();
        if (isGone() || !m_model->hasIndex(index.row() + 1, index.column(), parent) || isGone())
            return false;
        m_cells.below = index.sibling(index.row() + 1, index.column());
        return true;
    }

    /// Looks along one line of pixels of a view that may have items anywhere.
    bool listLine(QAbstractItemView& view)
    {
        const QSize size = view.viewport()->size();
        if (m_cells.y >= size.height())
            return false;
        int next = m_cells.y + kStep;
        for (int x = 0; x < size.width() && !isGone();) {
            const QModelIndex index = view.indexAt({x, m_cells.y});
            const QRect rect = !isGone() && index.isValid() ? view.visualRect(index) : QRect();
            x = std::max(x + kStep, rect.right() + 1);
            if (isGone() || !index.isValid())
                continue;
            next = std::min(next, rect.bottom() + 1);
            if (m_cells.met.insert(index).second)
                add(index);
        }
        m_cells.y = std::max(m_cells.y + 1, next);
        return true;
    }

    const QPointer<QAbstractItemView> m_view;
    const QPointer<QAbstractItemModel> m_model;
    ShownCells& m_cells;
    Listing& m_out;
};

} // namespace

void listShownCells(QAbstractItemView& view, Listing& out)
{
    out.isDone = true;
    // Laying out a view that is not visible may take long.
    if (!view.isVisible())
        return;
    if (!out.cursor)
        out.cursor = std::make_shared<ShownCells>();
    Look look(view, *static_cast<ShownCells*>(out.cursor.get()), out);
    const Portion portion(out);
    bool more = true;
    while (more && !portion.isFull())
        more = look.step();
    out.isDone = !more;
}

} // namespace deskprobe
