#include "modelrows.h"

#include "core/models.h"
#include "core/portion.h"
#include "delegates.h"

#include <QtCore/QAbstractItemModel>
#include <QtCore/QPointer>
#include <QtQuick/QQuickItem>

#include <algorithm>

namespace deskprobe
{
namespace
{

using namespace protocol;

/// The model that a view shows, if it is one that can be gone through.
QAbstractItemModel* modelOf(const QObject* view)
{
    auto* model = view->property("model").value<QAbstractItemModel*>();
    return isOurs(model) ? model : nullptr;
}

/// The role whose text stands for a row: what is for display, else the first that has a text in this row.
int textRole(const QModelIndex& index)
{
    if (index.data(Qt::DisplayRole).userType() == QMetaType::QString)
        return Qt::DisplayRole;
    QList<int> roles = index.model()->roleNames().keys();
    std::sort(roles.begin(), roles.end());
    for (const int role : roles) {
        if (role != Qt::DisplayRole && index.data(role).userType() == QMetaType::QString)
            return role;
    }
    return Qt::DisplayRole;
}

const PartType& itemType()
{
    static const PartType type{"QModelIndex", {}, {"text"}, 1, true};
    return type;
}

/// A row or cell of a model that no item shows.
class ModelCell final : public Part
{
public:
    ModelCell(const QModelIndex& index, int role, Role kind) : m_index(index), m_textRole(role), m_kind(kind) { }

    const PartType& type() const override { return itemType(); }
    bool isAlive(const QObject* owner) const override { return m_index.isValid() && modelOf(owner) == m_index.model(); }
    bool isShown(const QObject*) const override { return false; }
    QTransform describe(QObject*, const QTransform& base, Row& row) const override
    {
        row.role = m_kind;
        row.flag(FlagEnabled, m_index.flags() & Qt::ItemIsEnabled);
        // The rows of a tree view count on through its levels, so that one which it does not show has no number.
        if (m_kind != Role::TreeItem)
            row.more().row = m_index.row();
        if (m_kind != Role::ListItem)
            row.more().column = m_index.column();
        if (m_index.isValid())
            row.show(m_index.data(m_textRole).toString());
        return base;
    }
    QVariant read(QObject*, int) const override { return m_index.data(m_textRole); }
    std::size_t hash() const override { return qHash(m_index); }
    bool isSame(const Part& other) const override { return static_cast<const ModelCell&>(other).m_index == m_index; }
    std::unique_ptr<Part> keep() const override { return std::make_unique<ModelCell>(m_index, m_textRole, m_kind); }

private:
    const QPersistentModelIndex m_index;
    const int m_textRole;
    const Role m_kind;
};

/// How far a model has been gone through, depth first.
struct Walk {
    struct Level {
        QPersistentModelIndex parent;
        int row = 0;
        int column = 0;
        int rows = 0;
        int columns = 0;
    };
    std::vector<Level> levels;
    std::vector<QPersistentModelIndex> seen;
    Role kind = Role::ListItem;
    int textRole = -1;
};

/// Models are the application's code: each call may end the life of the view or of the model.
class Walker
{
public:
    Walker(QQuickItem& view, const PartFilter& filter, Walk& walk)
        : m_view(&view), m_model(modelOf(&view)), m_filter(filter), m_walk(walk)
    {
    }

    void begin()
    {
        if (!m_model)
            return;
        m_walk.kind = delegateRole(*m_view);
        for (const QModelIndex& index : seenCells(*m_view, *m_model))
            m_walk.seen.emplace_back(index);
        enter({});
    }

    /// One cell further; false at the end.
    bool step(Listing& out)
    {
        if (isGone() || m_walk.levels.empty())
            return false;
        Walk::Level& level = m_walk.levels.back();
        // Rows may have gone since they were counted.
        const bool hasLevel = m_walk.levels.size() == 1 || level.parent.isValid();
        if (!hasLevel || level.row >= level.rows || !m_model->hasIndex(level.row, 0, level.parent)) {
            m_walk.levels.pop_back();
            return true;
        }
        if (level.column < level.columns) {
            list(m_model->index(level.row, level.column++, level.parent), out);
            return true;
        }
        const QPersistentModelIndex first = m_model->index(level.row++, 0, level.parent);
        level.column = firstColumn();
        if (m_walk.kind == Role::TreeItem && !isGone() && m_model->hasChildren(first))
            enter(first);
        return true;
    }

private:
    bool isGone() const { return !m_view || !m_model; }
    int firstColumn() const { return std::max(m_filter.column, 0); }

    void enter(const QPersistentModelIndex& parent)
    {
        if (isGone())
            return;
        Walk::Level level;
        level.parent = parent;
        level.rows = m_model->rowCount(parent);
        if (isGone())
            return;
        level.columns = m_walk.kind == Role::ListItem ? 1 : m_model->columnCount(parent);
        level.column = firstColumn();
        if (m_filter.column >= 0)
            level.columns = std::min(level.columns, m_filter.column + 1);
        if (m_walk.kind != Role::TreeItem && m_filter.row >= 0) {
            level.row = m_filter.row;
            level.rows = std::min(level.rows, m_filter.row + 1);
        }
        m_walk.levels.push_back(level);
    }

    void list(const QModelIndex& index, Listing& out)
    {
        if (isGone() || !index.isValid()
            || std::find(m_walk.seen.begin(), m_walk.seen.end(), index) != m_walk.seen.end())
            return;
        const QPersistentModelIndex kept = index;
        if (m_walk.textRole < 0)
            m_walk.textRole = textRole(index);
        if (!isGone() && kept.isValid()) {
            addPart(m_view, std::make_shared<ModelCell>(kept, m_walk.textRole, m_walk.kind), false, out);
        }
    }

    const QPointer<QQuickItem> m_view;
    const QPointer<QAbstractItemModel> m_model;
    const PartFilter& m_filter;
    Walk& m_walk;
};

QString entryText(const QObject* box, int index)
{
    QString text;
    QMetaObject::invokeMethod(const_cast<QObject*>(box), "textAt", Q_RETURN_ARG(QString, text), Q_ARG(int, index));
    return text;
}

/// An entry of a combo box, at its place for as long as its text stays.
class Entry final : public Part
{
public:
    Entry(int index, QString text) : m_index(index), m_text(std::move(text)) { }

    const PartType& type() const override { return itemType(); }
    bool isAlive(const QObject* owner) const override
    {
        return m_index < owner->property("count").toInt() && entryText(owner, m_index) == m_text;
    }
    bool isShown(const QObject*) const override { return false; }
    QTransform describe(QObject* owner, const QTransform& base, Row& row) const override
    {
        row.role = Role::ListItem;
        row.more().row = m_index;
        row.flag(FlagEnabled, static_cast<QQuickItem*>(owner)->isEnabled());
        row.flag(FlagSelectable, true);
        row.flag(FlagSelected, owner->property("currentIndex").toInt() == m_index);
        row.show(m_text);
        return base;
    }
    QVariant read(QObject*, int) const override { return m_text; }
    std::size_t hash() const override { return qHash(m_text) + static_cast<std::size_t>(m_index); }
    bool isSame(const Part& other) const override
    {
        const auto& entry = static_cast<const Entry&>(other);
        return entry.m_index == m_index && entry.m_text == m_text;
    }
    std::unique_ptr<Part> keep() const override { return std::make_unique<Entry>(m_index, m_text); }

private:
    const int m_index;
    const QString m_text;
};

} // namespace

void listModelRows(QQuickItem& view, const PartFilter& filter, Listing& out)
{
    out.isDone = true;
    if (filter.scope != PartScope::All)
        return;
    listByWalk<Walker, Walk>(view, filter, out);
}

void listEntries(QQuickItem& box, const PartFilter& filter, Listing& out)
{
    out.isDone = true;
    const bool isWanted = filter.scope == PartScope::Hidden || filter.scope == PartScope::All;
    // While the list is open, its items are what it shows.
    if (!isWanted || filter.column > 0 || box.property("down").toBool())
        return;
    const QPointer<QQuickItem> living(&box);
    const int count = box.property("count").toInt();
    out.next = std::max(out.next, filter.row);
    const int end = filter.row < 0 ? count : std::min(count, filter.row + 1);
    const Portion portion(out);
    for (; living && out.next < end; ++out.next) {
        if (portion.isFull()) {
            out.isDone = false;
            return;
        }
        QString text = entryText(living, out.next);
        if (living)
            addPart(living, std::make_shared<Entry>(out.next, std::move(text)), false, out);
    }
}

} // namespace deskprobe
