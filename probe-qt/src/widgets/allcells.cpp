/// Every cell of a view's model, depth first, also where the view is collapsed.
#include "cells.h"
#include "listcells.h"

#include <QtWidgets/QtWidgets>

#include <algorithm>

namespace deskprobe
{
namespace
{

/// The rows of one parent.
struct Level {
    QPersistentModelIndex parent;
    int row = 0;
    int rows = 0;
    /// Columns of the row that are still to be listed.
    int column = 0;
    int columns = 0;
    int allColumns = 0;
};

/// How far a model has been gone through.
struct AllCells {
    std::vector<Level> levels;
};

/// Whether the cell is under one that spans several.
bool isCovered(const QTableView& table, const QModelIndex& index)
{
    if (table.rowSpan(index.row(), index.column()) == 1 && table.columnSpan(index.row(), index.column()) == 1)
        return false;
    const QRect rect = table.visualRect(index);
    const int x = table.columnViewportPosition(index.column());
    const bool isFirst
        = table.isRightToLeft() ? rect.right() + 1 >= x + table.columnWidth(index.column()) : rect.x() == x;
    return !isFirst || rect.y() != table.rowViewportPosition(index.row());
}

/// Models are the application's code: each call may end the life of the view or of the model.
class Walk
{
public:
    Walk(QAbstractItemView& view, const PartFilter& filter, AllCells& cells)
        : m_table(qobject_cast<QTableView*>(&view)), m_tree(qobject_cast<QTreeView*>(&view)),
          m_list(qobject_cast<QListView*>(&view)), m_view(&view), m_model(view.model()), m_filter(filter),
          m_cells(cells)
    {
    }

    void begin() { enter(m_view->rootIndex()); }

    /// One row or cell further; false at the end.
    bool step(Listing& out)
    {
        if (isGone() || m_cells.levels.empty())
            return false;
        Level& level = m_cells.levels.back();
        const bool exists = hasNext(level);
        if (isGone())
            return false;
        if (!exists) {
            m_cells.levels.pop_back();
        } else if (level.column < level.columns && isListed(level)) {
            list(level.row, level.column++, level.parent, out);
        } else {
            const int row = level.row;
            nextRow(level);
            if (m_tree && !m_tree->isRowHidden(row, level.parent))
                enterBelow(row, level.parent);
        }
        return true;
    }

private:
    bool isGone() const { return !m_view || !m_model || m_view->model() != m_model; }

    /// Whether there is another row. Rows and columns may have gone since they were counted.
    bool hasNext(const Level& level) const
    {
        const bool isRoot = m_cells.levels.size() == 1;
        return (isRoot || level.parent.isValid()) && level.row < level.rows
            && m_model->hasIndex(level.row, std::min(level.column, level.columns - 1), level.parent);
    }

    void enterBelow(int row, const QPersistentModelIndex& parent)
    {
        const QPersistentModelIndex first = m_model->index(row, 0, parent);
        if (!isGone() && first.isValid() && m_model->hasChildren(first) && !isGone())
            enter(first);
    }

    void enter(const QPersistentModelIndex& parent)
    {
        Level level;
        level.parent = parent;
        level.rows = m_model->rowCount(parent);
        if (isGone())
            return;
        level.allColumns = m_model->columnCount(parent);
        if (!m_tree && m_filter.row >= 0) {
            level.row = m_filter.row;
            level.rows = std::min(level.rows, m_filter.row + 1);
        }
        startRow(level);
        m_cells.levels.push_back(level);
    }

    void startRow(Level& level) const
    {
        const int only = m_list ? m_list->modelColumn() : m_filter.column;
        level.column = std::max(only, 0);
        level.columns = only < 0 ? level.allColumns : std::min(level.allColumns, only + 1);
    }

    void nextRow(Level& level) const
    {
        ++level.row;
        startRow(level);
    }

    bool isListed(const Level& level) const
    {
        if (m_filter.row >= 0 && level.row != m_filter.row)
            return false;
        if (m_list)
            return !m_list->isRowHidden(level.row) && (m_filter.column < 0 || m_filter.column == level.column);
        if (m_table)
            return !m_table->isRowHidden(level.row);
        return !m_tree || !m_tree->isRowHidden(level.row, level.parent);
    }

    void list(int row, int column, const QModelIndex& parent, Listing& out) const
    {
        if ((m_table && m_table->isColumnHidden(column))
            || (m_tree
                && (m_tree->isColumnHidden(column) || (column > 0 && m_tree->isFirstColumnSpanned(row, parent)))))
            return;
        const QModelIndex index = m_model->index(row, column, parent);
        if (isGone() || !index.isValid() || (m_table && isCovered(*m_table, index)))
            return;
        auto cell = std::make_shared<Cell>(index);
        const bool isShown = cell->isShown(m_view);
        addPart(m_view, std::move(cell), isShown, out);
    }

    QTableView* const m_table;
    QTreeView* const m_tree;
    QListView* const m_list;
    const QPointer<QAbstractItemView> m_view;
    const QPointer<QAbstractItemModel> m_model;
    const PartFilter& m_filter;
    AllCells& m_cells;
};

} // namespace

void listAllCells(QAbstractItemView& view, const PartFilter& filter, Listing& out)
{
    listByWalk<Walk, AllCells>(view, filter, out);
}

} // namespace deskprobe
