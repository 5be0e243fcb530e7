#include "cells.h"

#include "core/protocol.gen.h"

#include <QtCore/QMetaEnum>
#include <QtWidgets/QtWidgets>

namespace deskprobe
{
namespace
{

using namespace protocol;

/// Places in PartType::properties.
enum ItemProperty { ItemText, ItemRow, ItemColumn, ItemCheckState, ItemSelected, ItemToolTip, ItemFlags, ItemData };

const QAbstractItemView& asView(const QObject* owner)
{
    return *static_cast<const QAbstractItemView*>(owner);
}

bool isCollapsed(const QTreeView& tree, const QModelIndex& index)
{
    for (QModelIndex parent = index.parent(); parent.isValid() && parent != tree.rootIndex();
         parent = parent.parent()) {
        if (!tree.isExpanded(parent))
            return true;
    }
    return false;
}

/// Where the cell is inside its view, which must be visible: laying out one that is not may take long.
QRect cellRect(const QAbstractItemView& view, const QModelIndex& index)
{
    // The tree would go through all of its rows to find out.
    const auto* tree = qobject_cast<const QTreeView*>(&view);
    if (tree && isCollapsed(*tree, index))
        return {};
    return view.visualRect(index).translated(view.viewport()->pos());
}

QAbstractItemDelegate* delegateOf(const QAbstractItemView& view, const QModelIndex& index)
{
#if QT_VERSION_MAJOR == 5
    return view.itemDelegate(index);
#else
    return view.itemDelegateForIndex(index);
#endif
}

void describePlace(const QAbstractItemView& view, const QModelIndex& index, const QTransform& base, Row& row)
{
    row.more().row = index.row();
    row.more().column = index.column();
    if (!view.isVisible())
        return;
    const QRect rect = cellRect(view, index);
    const QRect seen = rect & view.viewport()->geometry();
    row.rect = base.mapRect(QRectF(seen.isEmpty() ? rect : seen));
    row.flag(FlagVisible, !seen.isEmpty());
}

void describeStates(const QAbstractItemView& view, const QModelIndex& index, Row& row)
{
    row.flags &= view.isEnabled() ? ~0u : ~quint32(FlagEnabled);
    if (view.selectionMode() == QAbstractItemView::NoSelection)
        row.flags &= ~FlagSelectable;
    if (view.editTriggers() == QAbstractItemView::NoEditTriggers)
        row.flags &= ~FlagEditable;
    const bool enabled = row.flags & FlagEnabled;
    row.flag(FlagFocusable, enabled && view.focusPolicy() != Qt::NoFocus);
    row.flag(FlagFocused, view.hasFocus() && view.currentIndex() == index);
}

void describeInTree(const QTreeView& tree, const QModelIndex& index, Row& row)
{
    int level = 1;
    for (QModelIndex parent = index.parent(); parent.isValid() && parent != tree.rootIndex(); parent = parent.parent())
        ++level;
    row.more().level = level;
    const int treeColumn = tree.treePosition() < 0 ? tree.header()->logicalIndex(0) : tree.treePosition();
    if (index.column() != treeColumn)
        return;
    const QModelIndex first = index.sibling(index.row(), 0);
    const QPointer<const QTreeView> living(&tree);
    if (!index.model()->hasChildren(first) || !living)
        return;
    row.flag(FlagExpandable, tree.itemsExpandable());
    row.flag(FlagExpanded, tree.isExpanded(first));
}

Role roleIn(const QAbstractItemView& view)
{
    if (qobject_cast<const QTableView*>(&view))
        return Role::TableCell;
    return qobject_cast<const QTreeView*>(&view) ? Role::TreeItem : Role::ListItem;
}

} // namespace

const PartType& ModelPart::type() const
{
    static const PartType type{"QModelIndex", {},
        {"text", "row", "column", "checkState", "selected", "toolTip", "flags", "data"}, ItemToolTip + 1, true};
    return type;
}

QVariant ModelPart::read(QObject* owner, int property) const
{
    switch (property) {
    case ItemText: {
        const QPointer<QObject> living(owner);
        const QVariant value = m_index.data();
        return living && isAlive(living) ? shown(living, value) : QVariant();
    }
    case ItemRow:
        return m_index.row();
    case ItemColumn:
        return m_index.column();
    case ItemCheckState: {
        const QVariant state = m_index.data(Qt::CheckStateRole);
        return state.isValid() ? QMetaEnum::fromType<Qt::CheckState>().valueToKey(state.toInt()) : QVariant();
    }
    case ItemSelected:
        return isSelected(owner);
    case ItemToolTip:
        return m_index.data(Qt::ToolTipRole);
    case ItemFlags:
        return QString::fromLatin1(QMetaEnum::fromType<Qt::ItemFlags>().valueToKeys(static_cast<int>(m_index.flags())));
    case ItemData:
        return allData(owner);
    }
    return {};
}

int ModelPart::writableType(QObject*, int property) const
{
    const Qt::ItemFlags flags = m_index.flags();
    if (property == ItemCheckState && flags & Qt::ItemIsUserCheckable)
        return qMetaTypeId<Qt::CheckState>();
    if (property != ItemText || !(flags & Qt::ItemIsEditable))
        return QMetaType::UnknownType;
    const QVariant edited = m_index.data(Qt::EditRole);
    return edited.isValid() ? edited.userType() : QMetaType::QString;
}

bool ModelPart::write(QObject*, int property, const QVariant& value) const
{
    auto* model = const_cast<QAbstractItemModel*>(m_index.model());
    return model && model->setData(m_index, value, property == ItemText ? Qt::EditRole : Qt::CheckStateRole);
}

/// The values of all roles that the model has a name for.
QVariant ModelPart::allData(const QObject* owner) const
{
    const QPointer<const QObject> living(owner);
    QVariantMap data;
    const QHash<int, QByteArray> names = m_index.model()->roleNames();
    for (auto name = names.begin(); name != names.end() && living && isAlive(living); ++name) {
        const QVariant value = m_index.data(name.key());
        if (value.isValid())
            data.insert(QString::fromUtf8(name.value()), value);
    }
    return data;
}

void ModelPart::describeItem(Row& row) const
{
    const Qt::ItemFlags flags = m_index.flags();
    row.flag(FlagEnabled, flags & Qt::ItemIsEnabled);
    row.flag(FlagSelectable, flags & Qt::ItemIsSelectable);
    row.flag(FlagEditable, flags & Qt::ItemIsEditable);
    if (flags & Qt::ItemIsUserCheckable && m_index.isValid()) {
        const QVariant state = m_index.data(Qt::CheckStateRole);
        row.flag(FlagCheckable, state.isValid());
        row.flag(FlagChecked, state.toInt() == Qt::Checked);
        row.flag(FlagMixed, state.toInt() == Qt::PartiallyChecked);
    }
    // Combo boxes mark their lines so; asked only of what cannot be chosen, as each question may be dear.
    if (!(flags & (Qt::ItemIsEnabled | Qt::ItemIsSelectable)) && m_index.isValid()
        && m_index.data(Qt::AccessibleDescriptionRole).toString() == QLatin1String("separator"))
        row.role = Role::Separator;
}

void ModelPart::describeText(const QObject* owner, Row& row) const
{
    const QPointer<const QObject> living(owner);
    const QVariant value = m_index.data();
    if (value.isValid() && !value.isNull() && living && isAlive(living))
        row.show(shown(living, value));
}

bool Cell::isAlive(const QObject* owner) const
{
    return m_index.isValid() && asView(owner).model() == m_index.model();
}

bool Cell::isShown(const QObject* owner) const
{
    const QAbstractItemView& view = asView(owner);
    return view.isVisible() && cellRect(view, m_index).intersects(view.viewport()->geometry());
}

QTransform Cell::describe(QObject* owner, const QTransform& base, Row& row) const
{
    // Models are the application's code: each call may end the life of the row or of the view.
    const QPointer<QAbstractItemView> view(static_cast<QAbstractItemView*>(owner));
    const auto isGone = [&] { return !view || !isAlive(view); };
    row.role = roleIn(*view);
    describePlace(*view, m_index, base, row);
    if (!isGone())
        describeItem(row);
    if (!isGone())
        describeStates(*view, m_index, row);
    if (!isGone())
        row.flag(FlagSelected, isSelected(view));
    if (!isGone() && row.role == Role::TreeItem)
        describeInTree(*static_cast<QTreeView*>(view.data()), m_index, row);
    if (!isGone())
        describeText(view, row);
    return base;
}

QString Cell::shown(const QObject* owner, const QVariant& value) const
{
    const QAbstractItemView& view = asView(owner);
    const auto* delegate = qobject_cast<QStyledItemDelegate*>(delegateOf(view, m_index));
    QString text = delegate ? delegate->displayText(value, view.locale()) : value.toString();
    // As delegates write a line break.
    return text.replace(QChar(QChar::LineSeparator), QLatin1Char('\n'));
}

bool Cell::isSelected(const QObject* owner) const
{
    const QItemSelectionModel* selection = asView(owner).selectionModel();
    return selection && selection->isSelected(m_index);
}

} // namespace deskprobe
