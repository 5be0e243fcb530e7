#include "delegates.h"

#include "core/values/plaintext.h"
#include "popups.h"

#include <QtCore/QPointer>
#include <QtQml/QQmlContext>
#include <QtQml/qqml.h>
#include <QtQuick/QQuickItem>

namespace deskprobe
{
namespace
{

using namespace protocol;

/// The item view that the item is in as one that scrolls with its rows.
QQuickItem* viewOf(const QQuickItem& item)
{
    QQuickItem* parent = item.parentItem();
    if (!parent)
        return nullptr;
    if (inherits(parent->metaObject(), "QQuickPathView"))
        return parent;
    QQuickItem* view = parent->parentItem();
    if (!view || !(inherits(view->metaObject(), "QQuickItemView") || inherits(view->metaObject(), "QQuickTableView")))
        return nullptr;
    return view->property("contentItem").value<QQuickItem*>() == parent ? view : nullptr;
}

/// What a view tells its delegates: by a property of theirs, else by their context.
QVariant told(QQuickItem* item, const char* name)
{
    if (item->metaObject()->indexOfProperty(name) >= 0)
        return item->property(name);
    const QQmlContext* context = qmlContext(item);
    return context ? context->contextProperty(QString::fromLatin1(name)) : QVariant();
}

std::optional<int> toldNumber(QQuickItem* item, const char* name)
{
    bool isNumber = false;
    const int number = told(item, name).toInt(&isNumber);
    return isNumber && number >= 0 ? std::optional<int>(number) : std::nullopt;
}

/// Headers, sections and highlights stand among the rows and may be told of a row around the view.
bool isAt(QQuickItem* view, int index, const QQuickItem* item)
{
    QQuickItem* there = nullptr;
    const bool knows
        = QMetaObject::invokeMethod(view, "itemAtIndex", Q_RETURN_ARG(QQuickItem*, there), Q_ARG(int, index));
    return !knows || there == item;
}

/// Whether a table or tree view has put the item by until it needs another: it stays where it was, and visible to
/// itself.
bool isSpare(QQuickItem& view, QQuickItem& item)
{
    const auto row = toldNumber(&item, "row");
    const auto column = toldNumber(&item, "column");
    QQuickItem* there = nullptr;
    // Views of Qt 5 do not tell which item a cell has.
    const bool knows = row && column && view.metaObject()->indexOfMethod("itemAtCell(QPoint)") >= 0
        && QMetaObject::invokeMethod(
            &view, "itemAtCell", Q_RETURN_ARG(QQuickItem*, there), Q_ARG(QPoint, QPoint(*column, *row)));
    return knows && there != &item;
}

/// Whether the item is more than a row of the view: a control with a role of its own.
bool isOtherControl(const QQuickItem* item, const Row& row)
{
    const QMetaObject* meta = item->metaObject();
    if (inherits(meta, "QQuickItemDelegate"))
        return row.flags & FlagCheckable;
    // Some styles make the entries of combo boxes of them.
    if (inherits(meta, "QQuickMenuItem"))
        return item->property("menu").value<QObject*>();
    return inherits(meta, "QQuickControl") && !inherits(meta, "QQuickPane");
}

/// What a person reads first in an item that has no text itself, so many levels down.
QString innerText(const QQuickItem& item, int levels)
{
    QList<QPointer<QQuickItem>> children;
    for (QQuickItem* child : item.childItems())
        children.append(child);
    for (const QPointer<QQuickItem>& child : children) {
        if (!child || !child->isVisible())
            continue;
        QString text;
        if (inherits(child->metaObject(), "QQuickText"))
            text = shownText(child->property("text").toString());
        else if (levels > 1)
            text = innerText(*child, levels - 1);
        if (!text.isEmpty())
            return text;
    }
    return {};
}

} // namespace

Role delegateRole(const QQuickItem& view)
{
    static constexpr std::pair<const char*, Role> kViews[] = {
        {"QQuickTreeView", Role::TreeItem},
        {"QQuickHorizontalHeaderView", Role::TableColumnHeader},
        {"QQuickVerticalHeaderView", Role::TableRowHeader},
        {"QQuickTableView", Role::TableCell},
    };
    for (const auto& [name, role] : kViews) {
        if (inherits(view.metaObject(), name))
            return role;
    }
    return Role::ListItem;
}

bool isSeen(QQuickItem& item)
{
    QQuickItem* view = item.isVisible() ? viewOf(item) : nullptr;
    if (!view || item.width() <= 0 || item.height() <= 0)
        return item.isVisible();
    const QRectF area = item.mapRectToItem(view, QRectF(0, 0, item.width(), item.height()));
    return area.intersects(QRectF(0, 0, view->width(), view->height())) && !isSpare(*view, item);
}

void describeDelegate(QQuickItem* item, Row& row)
{
    const QPointer<QQuickItem> view = viewOf(*item);
    if (!view)
        return;
    const QPointer<QQuickItem> living(item);
    const Role role = delegateRole(*view);
    const bool isList = role == Role::ListItem;
    const auto number = toldNumber(item, isList ? "index" : "row");
    if (!number || !living || !view || (isList && !isAt(view, *number, item)) || !living || !view)
        return;
    row.more().row = number;
    if (role == Role::TableCell || role == Role::TreeItem)
        row.more().column = toldNumber(item, "column");
    if (!isOtherControl(item, row))
        row.role = role;
    if (role == Role::TreeItem && living) {
        if (const auto depth = toldNumber(item, "depth"))
            row.more().level = *depth + 1;
        row.flag(FlagExpandable, told(item, "hasChildren").toBool());
        row.flag(FlagExpanded, told(item, "expanded").toBool());
    }
    if (living && row.role == role && !row.hasText) {
        QString text = innerText(*item, 3);
        if (!text.isEmpty())
            row.show(std::move(text));
    }
    if (!living || !view)
        return;
    const bool isCurrent = view->property("currentItem").value<QQuickItem*>() == item;
    row.flag(FlagSelectable, true);
    row.flag(FlagSelected, isCurrent || (!isList && living && told(item, "selected").toBool()));
}

QModelIndexList seenCells(QQuickItem& view, const QAbstractItemModel& model)
{
    QModelIndexList cells;
    const bool isTree = delegateRole(view) == Role::TreeItem;
    const bool isList = delegateRole(view) == Role::ListItem;
    const QPointer<QQuickItem> living(&view);
    auto* content = view.property("contentItem").value<QQuickItem*>();
    QList<QPointer<QQuickItem>> items;
    for (QQuickItem* item : (content ? content : &view)->childItems())
        items.append(item);
    for (const QPointer<QQuickItem>& item : items) {
        if (!living || !item || !isSeen(*item) || viewOf(*item) != living)
            continue;
        const auto row = toldNumber(item, isList ? "index" : "row");
        const auto column = isList || !item ? 0 : toldNumber(item, "column");
        if (!row || !column || !item || !living || (isList && !isAt(living, *row, item)))
            continue;
        QModelIndex index;
        if (isTree) {
            QMetaObject::invokeMethod(
                living, "modelIndex", Q_RETURN_ARG(QModelIndex, index), Q_ARG(QPoint, QPoint(*column, *row)));
        } else {
            index = model.index(*row, *column);
        }
        cells.append(index);
    }
    return cells;
}

} // namespace deskprobe
