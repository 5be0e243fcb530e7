#include "sceneitems.h"
#include "parts.h"

#include "core/protocol.gen.h"
#include "core/values/plaintext.h"

#include <QtCore/QPointer>
#include <QtGui/QTextDocument>
#include <QtWidgets/QApplication>
#include <QtWidgets/QGraphicsItem>
#include <QtWidgets/QGraphicsProxyWidget>
#include <QtWidgets/QGraphicsScene>
#include <QtWidgets/QGraphicsView>

#include <algorithm>
#include <unordered_set>

namespace deskprobe
{
namespace
{

using namespace protocol;

/// Under which an item's number is kept in Qt's own store of item data. Destructors of items clear that store, and to
/// ask it of an item does not touch the item: so an item that has gone is known, also when another has taken its
/// address.
constexpr int kNumberKey = 0x64736b70;

/// Items that are looked at to know whether one of them is in sight.
constexpr int kMaxLooks = 256;

const QGraphicsView& asView(const QObject* owner)
{
    return *static_cast<const QGraphicsView*>(owner);
}

quint64 numberOf(QGraphicsItem* item)
{
    static quint64 last = 0;
    const quint64 number = item->data(kNumberKey).toULongLong();
    if (number)
        return number;
    item->setData(kNumberKey, ++last);
    return last;
}

/// Whether the item of this number still lives and is in the view's scene.
bool isThere(const QGraphicsItem* item, quint64 number, const QGraphicsView& view)
{
    return item->data(kNumberKey).toULongLong() == number && item->scene() && item->scene() == view.scene();
}

/// From the item's coordinates to its view's.
QTransform toView(const QGraphicsItem& item, const QGraphicsView& view)
{
    const QPoint corner = view.viewport()->pos();
    return item.deviceTransform(view.viewportTransform()) * QTransform::fromTranslate(corner.x(), corner.y());
}

/// Whether it or one of its children is inside the view; true also if `looks` do not suffice to tell.
bool isInside(const QGraphicsItem& item, const QGraphicsView& view, int& looks)
{
    if (--looks < 0)
        return true;
    if (!item.isVisible())
        return false;
    const QRectF area(view.viewport()->geometry());
    // A line has no area.
    if (toView(item, view).mapRect(item.boundingRect()).adjusted(0, 0, 0.01, 0.01).intersects(area))
        return true;
    const QList<QGraphicsItem*> children = item.childItems();
    return std::any_of(
        children.begin(), children.end(), [&](const QGraphicsItem* child) { return isInside(*child, view, looks); });
}

bool isInside(const QGraphicsItem& item, const QGraphicsView& view)
{
    int looks = kMaxLooks;
    return isInside(item, view, looks);
}

Role roleOf(const QGraphicsItem& item)
{
    switch (item.type()) {
    case QGraphicsTextItem::Type: {
        const auto& text = static_cast<const QGraphicsTextItem&>(item);
        return text.textInteractionFlags() & Qt::TextEditable ? Role::Text : Role::Label;
    }
    case QGraphicsSimpleTextItem::Type:
        return Role::Label;
    case QGraphicsItemGroup::Type:
    case QGraphicsWidget::Type:
    case QGraphicsProxyWidget::Type:
        return Role::Panel;
    default:
        return Role::Image;
    }
}

void describeText(const QGraphicsItem& item, Row& row)
{
    if (item.type() == QGraphicsSimpleTextItem::Type) {
        row.show(static_cast<const QGraphicsSimpleTextItem&>(item).text());
    } else if (item.type() == QGraphicsTextItem::Type) {
        const auto& text = static_cast<const QGraphicsTextItem&>(item);
        qint64 full = 0;
        row.show(documentText(*text.document(), &full));
        if (full)
            row.more().cut.emplace_back(QStringLiteral("text"), full);
        row.flag(FlagMultiLine, true);
        row.flag(FlagEditable, text.textInteractionFlags() & Qt::TextEditable);
    }
}

/// An item of a graphics scene, as one view shows it.
class SceneItem final : public Part
{
public:
    explicit SceneItem(QGraphicsItem* item) : SceneItem(item, numberOf(item), typeOf(*item)) { }
    SceneItem(QGraphicsItem* item, quint64 number, const PartType& type) : m_item(item), m_number(number), m_type(type)
    {
    }

    const PartType& type() const override { return m_type; }
    bool isAlive(const QObject* owner) const override { return isThere(m_item, m_number, asView(owner)); }
    bool isShown(const QObject* owner) const override
    {
        return asView(owner).isVisible() && isInside(*m_item, asView(owner));
    }
    QTransform describe(QObject* owner, const QTransform& base, Row& row) const override;
    QObject* object() const override { return m_item->toGraphicsObject(); }
    QVariant read(QObject*, int property) const override { return readItem(*m_item, property); }
    void children(QObject* owner, Listing& out) const override;
    std::size_t hash() const override { return qHash(m_number); }
    bool isSame(const Part& other) const override { return static_cast<const SceneItem&>(other).m_number == m_number; }
    std::unique_ptr<Part> keep() const override { return std::make_unique<SceneItem>(m_item, m_number, m_type); }

private:
    QGraphicsItem* const m_item;
    const quint64 m_number;
    const PartType& m_type;
};

QTransform SceneItem::describe(QObject* owner, const QTransform& base, Row& row) const
{
    const QPointer<QGraphicsView> view(static_cast<QGraphicsView*>(owner));
    const QTransform own = toView(*m_item, *view) * base;
    row.role = roleOf(*m_item);
    row.opacity = m_item->opacity();
    row.flag(FlagEnabled, view->isEnabled() && m_item->isEnabled());
    row.flag(FlagClip, m_item->flags() & QGraphicsItem::ItemClipsChildrenToShape);
    row.flag(FlagSelectable, m_item->flags() & QGraphicsItem::ItemIsSelectable);
    row.flag(FlagSelected, m_item->isSelected());
    row.flag(FlagFocusable, m_item->isEnabled() && m_item->flags() & QGraphicsItem::ItemIsFocusable);
    row.flag(FlagFocused, m_item->hasFocus() && view->hasFocus());
    if (const QGraphicsObject* object = m_item->toGraphicsObject())
        row.objectName = object->objectName();
    if (const QString toolTip = m_item->toolTip(); !toolTip.isEmpty())
        row.more().description = shownText(toolTip);
    describeText(*m_item, row);
    row.flag(FlagVisible, isShown(view));
    if (!view || !isAlive(view))
        return own;
    // The application's own code; last, as the item may go with it.
    row.rect = own.mapRect(m_item->boundingRect());
    return own;
}

void SceneItem::children(QObject* owner, Listing& out) const
{
    const QGraphicsView& view = asView(owner);
    const QList<QGraphicsItem*> items = m_item->childItems();
    int& next = out.next;
    if (next == 0 && m_item->type() == QGraphicsProxyWidget::Type) {
        QWidget* widget = static_cast<QGraphicsProxyWidget*>(m_item)->widget();
        if (widget)
            out.children.push_back({widget, out.place++, widget->isVisible()});
    }
    const Portion portion(out);
    for (; next < items.size() && !portion.isFull(); ++next)
        addPart(owner, std::make_shared<SceneItem>(items[next]), isInside(*items[next], view), out);
    out.isDone = next >= items.size();
}

/// Items of a scene that are still to be listed, bottom to top, and whether they are known to be shown.
struct SceneItems {
    struct Numbered {
        QGraphicsItem* item;
        quint64 number;
    };
    std::vector<Numbered> items;
    bool areShown = false;
};

/// Those that widgets are embedded in; asked of the widgets, as scenes may have very many items.
QList<QGraphicsItem*> proxiesIn(const QGraphicsScene& scene)
{
    QList<QGraphicsItem*> proxies;
    const QWidgetList widgets = QApplication::topLevelWidgets();
    for (const QWidget* widget : widgets) {
        QGraphicsProxyWidget* proxy = widget->graphicsProxyWidget();
        if (proxy && proxy->scene() == &scene)
            proxies.append(proxy);
    }
    return proxies;
}

SceneItems itemsToList(const QGraphicsView& view, PartScope scope)
{
    SceneItems found;
    found.areShown = scope == PartScope::Shown;
    QList<QGraphicsItem*> items;
    if (scope == PartScope::Holders) {
        items = proxiesIn(*view.scene());
    } else if (scope == PartScope::Shown) {
        items = view.items(view.viewport()->rect(), Qt::IntersectsItemBoundingRect);
        std::reverse(items.begin(), items.end());
    } else {
        items = view.scene()->items(Qt::AscendingOrder);
    }
    // Numbered at once, as they may go before they are listed; all else of them is dearer.
    std::unordered_set<QGraphicsItem*> met;
    met.reserve(static_cast<std::size_t>(items.size()));
    found.items.reserve(static_cast<std::size_t>(items.size()));
    for (QGraphicsItem* item : items) {
        QGraphicsItem* listed = scope == PartScope::Holders ? item : item->topLevelItem();
        if (met.insert(listed).second)
            found.items.push_back({listed, numberOf(listed)});
    }
    return found;
}

} // namespace

void listSceneItems(QGraphicsView& view, const PartFilter& filter, Listing& out)
{
    out.isDone = true;
    if (!view.scene() || filter.row >= 0 || filter.column >= 0
        || (filter.scope == PartScope::Shown && !view.isVisible()))
        return;
    const QPointer<QGraphicsView> living(&view);
    if (!out.cursor) {
        auto found = std::make_shared<SceneItems>(itemsToList(view, filter.scope));
        if (!living)
            return;
        out.cursor = std::move(found);
    }
    const auto& [items, areShown] = *static_cast<const SceneItems*>(out.cursor.get());
    std::size_t next = static_cast<std::size_t>(out.next);
    const Portion portion(out);
    for (; next < items.size() && !portion.isFull() && living; ++next) {
        const auto [item, number] = items[next];
        if (!isThere(item, number, view))
            continue;
        auto part = std::make_shared<SceneItem>(item);
        const bool isShown = areShown || part->isShown(&view);
        addPart(living, std::move(part), isShown, out);
    }
    out.next = static_cast<int>(next);
    out.isDone = next >= items.size() || !living;
}

} // namespace deskprobe
