#include "parts.h"

#include "core/protocol.gen.h"
#include "core/values/plaintext.h"

#include <QtCore/QPointer>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QWidgetAction>
#if QT_VERSION_MAJOR == 5
#include <QtWidgets/QAction>
#include <QtWidgets/QActionGroup>
#else
#include <QtGui/QAction>
#include <QtGui/QActionGroup>
#endif

namespace deskprobe
{
namespace
{

using namespace protocol;

/// Empty if the menu is not on the screen: laying out one that was never shown would be in vain.
QRect actionRect(const QWidget& owner, QAction* action)
{
    if (!owner.isVisible() || !action->isVisible())
        return {};
    if (const auto* menu = qobject_cast<const QMenu*>(&owner))
        return menu->actionGeometry(action);
    return static_cast<const QMenuBar&>(owner).actionGeometry(action);
}

QAction* activeAction(const QWidget& owner)
{
    if (const auto* menu = qobject_cast<const QMenu*>(&owner))
        return menu->activeAction();
    return static_cast<const QMenuBar&>(owner).activeAction();
}

/// A menu bar that is too narrow has a button at its end, and shows only the entries that fit in before it.
const QToolButton* moreButton(const QWidget& owner)
{
    const auto* button = qobject_cast<const QMenuBar*>(&owner)
        ? owner.findChild<QToolButton*>(QStringLiteral("qt_menubar_ext_button"), Qt::FindDirectChildrenOnly)
        : nullptr;
    return button && button->isVisible() ? button : nullptr;
}

bool isSeen(const QWidget& owner, QAction* action)
{
    const QRect rect = actionRect(owner, action);
    if (const QToolButton* more = moreButton(owner))
        return !rect.isEmpty() && owner.rect().contains(rect) && !rect.intersects(more->geometry());
    return rect.intersects(owner.rect());
}

/// Whether a widget stands in the menu in its place.
bool isWidget(const QWidget& owner, QAction* action)
{
    const auto* widgetAction = qobject_cast<const QWidgetAction*>(action);
    return widgetAction && (widgetAction->defaultWidget() || owner.childAt(actionRect(owner, action).center()));
}

/// Keys may stand behind a tab, in the text itself.
QString captionOf(const QAction& action)
{
    return withoutMnemonic(action.text().section(QLatin1Char('\t'), 0, 0));
}

QString shortcutOf(const QAction& action)
{
    const QKeySequence keys = action.shortcut();
    return keys.isEmpty() ? action.text().section(QLatin1Char('\t'), 1) : keys.toString(QKeySequence::PortableText);
}

Role roleOf(const QAction& action)
{
    if (action.isSeparator())
        return Role::Separator;
    if (action.menu())
        return Role::Menu;
    if (!action.isCheckable())
        return Role::MenuItem;
    const QActionGroup* group = action.actionGroup();
    return group && group->isExclusive() ? Role::RadioMenuItem : Role::CheckMenuItem;
}

/// An entry of a menu or of a menu bar. The same action has one in each menu that it is in.
class MenuEntry final : public Part
{
public:
    explicit MenuEntry(QAction* action) : m_action(action), m_address(action) { }

    const PartType& type() const override
    {
        static const PartType type{"QAction", {}, {}, 0};
        return type;
    }
    bool isAlive(const QObject* owner) const override
    {
        return m_action && static_cast<const QWidget*>(owner)->actions().contains(m_action);
    }
    bool isShown(const QObject* owner) const override { return isSeen(*static_cast<const QWidget*>(owner), m_action); }
    QTransform describe(QObject* owner, const QTransform& base, Row& row) const override
    {
        const auto& widget = *static_cast<const QWidget*>(owner);
        row.role = roleOf(*m_action);
        row.objectName = m_action->objectName();
        row.rect = base.mapRect(QRectF(actionRect(widget, m_action)));
        row.flag(FlagVisible, isSeen(widget, m_action));
        row.flag(FlagEnabled, widget.isEnabled() && m_action->isEnabled());
        row.flag(FlagFocused, widget.isVisible() && activeAction(widget) == m_action);
        row.flag(FlagCheckable, m_action->isCheckable());
        row.flag(FlagChecked, m_action->isCheckable() && m_action->isChecked());
        if (const auto* menu = qobject_cast<const QMenu*>(&widget))
            row.flag(FlagDefault, menu->defaultAction() == m_action);
        if (const QMenu* submenu = m_action->menu()) {
            row.flag(FlagHasPopup | FlagExpandable, true);
            row.flag(FlagExpanded, submenu->isVisible());
        }
        describeTexts(row);
        return base;
    }
    QObject* object() const override { return m_action; }
    std::size_t hash() const override { return qHash(m_address); }
    bool isSame(const Part& other) const override
    {
        return m_action && static_cast<const MenuEntry&>(other).m_action == m_action;
    }
    std::unique_ptr<Part> keep() const override { return std::make_unique<MenuEntry>(m_action); }

private:
    void describeTexts(Row& row) const
    {
        const QString caption = captionOf(*m_action);
        if (!caption.isEmpty() || row.role != Role::Separator)
            row.show(caption);
        if (const QString shortcut = shortcutOf(*m_action); !shortcut.isEmpty())
            row.more().shortcut = shortcut;
        // By itself it is the caption once more.
        const QString toolTip = m_action->toolTip();
        if (row.role != Role::Separator && !toolTip.isEmpty() && !withoutMnemonic(m_action->text()).startsWith(toolTip))
            row.more().description = shownText(toolTip);
    }

    const QPointer<QAction> m_action;
    const QAction* const m_address;
};

} // namespace

void listActions(QWidget& menu, const PartFilter& filter, Listing& out)
{
    out.isDone = true;
    if (filter.row >= 0 || filter.column >= 0)
        return;
    const QList<QAction*> actions = menu.actions();
    const Portion portion(out);
    int& next = out.next;
    for (; next < actions.size(); ++next) {
        if (portion.isFull()) {
            out.isDone = false;
            return;
        }
        if (!isWidget(menu, actions[next]))
            addPart(&menu, std::make_shared<MenuEntry>(actions[next]), isSeen(menu, actions[next]), out);
    }
}

} // namespace deskprobe
