#include "cells.h"

#include "core/protocol.gen.h"

#include <QtCore/QPointer>
#include <QtWidgets/QApplication>
#include <QtWidgets/QComboBox>

namespace deskprobe
{
namespace
{

const QComboBox& asBox(const QObject* owner)
{
    return *static_cast<const QComboBox*>(owner);
}

/// An entry of a combo box whose list is closed.
class Entry final : public ModelPart
{
public:
    using ModelPart::ModelPart;

    bool isAlive(const QObject* owner) const override
    {
        return m_index.isValid() && asBox(owner).model() == m_index.model();
    }
    bool isShown(const QObject*) const override { return false; }
    QTransform describe(QObject* owner, const QTransform& base, Row& row) const override
    {
        const QPointer<QObject> box(owner);
        row.role = protocol::Role::ListItem;
        row.more().row = m_index.row();
        row.flag(protocol::FlagSelected, isSelected(owner));
        describeItem(row);
        row.flags &= ~protocol::FlagEditable;
        if (!box || !isAlive(box))
            return base;
        if (!asBox(box).isEnabled())
            row.flags &= ~protocol::FlagEnabled;
        describeText(box, row);
        return base;
    }
    std::unique_ptr<Part> keep() const override { return std::make_unique<Entry>(m_index); }

private:
    QString shown(const QObject*, const QVariant& value) const override { return value.toString(); }
    bool isSelected(const QObject* owner) const override { return asBox(owner).currentIndex() == m_index.row(); }
};

} // namespace

bool isOpen(const QComboBox& box)
{
    // view() would make the list that does not exist yet.
    const QWidget* popup = QApplication::activePopupWidget();
    return popup && popup->parentWidget() == &box;
}

void listEntries(QComboBox& box, const PartFilter& filter, Listing& out)
{
    out.isDone = true;
    const QAbstractItemModel* model = box.model();
    if (filter.scope == PartScope::Shown || isOpen(box) || filter.column > 0 || !isOurs(model))
        return;
    const QPointer<QComboBox> living(&box);
    const QPersistentModelIndex root = box.rootModelIndex();
    const int column = box.modelColumn();
    const int rows = model->rowCount(root);
    int& row = out.next;
    row = std::max(row, filter.row);
    const int end = filter.row < 0 ? rows : std::min(rows, filter.row + 1);
    const Portion portion(out);
    for (; row < end && living && living->model() == model; ++row) {
        if (portion.isFull()) {
            out.isDone = false;
            return;
        }
        const QModelIndex index = model->index(row, column, root);
        if (living && index.isValid())
            addPart(&box, std::make_shared<Entry>(index), false, out);
    }
}

} // namespace deskprobe
