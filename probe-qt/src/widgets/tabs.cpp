#include "parts.h"

#include "core/protocol.gen.h"
#include "core/values/plaintext.h"

#include <QtCore/QPointer>
#include <QtGui/QRegion>
#include <QtWidgets/QTabBar>
#include <QtWidgets/QTabWidget>
#include <QtWidgets/QToolButton>

namespace deskprobe
{
namespace
{

using namespace protocol;

/// Places in PartType::properties.
enum TabProperty { TabText, TabIndex, TabToolTip };

const QTabBar& asBar(const QObject* owner)
{
    return *static_cast<const QTabBar*>(owner);
}

/// The page that the tab is for, if the bar is that of a tab widget.
QWidget* pageOf(const QTabBar& bar, int index)
{
    const auto* tabs = qobject_cast<const QTabWidget*>(bar.parentWidget());
    return tabs && tabs->tabBar() == &bar ? tabs->widget(index) : nullptr;
}

/// Whether any of it is between the buttons that scroll the bar.
bool isSeen(const QTabBar& bar, int index)
{
    QRegion seen(bar.tabRect(index) & bar.rect());
    const auto buttons = bar.findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QToolButton* button : buttons) {
        if (button->isVisible())
            seen -= button->geometry();
    }
    return bar.isVisible() && bar.isTabVisible(index) && !seen.isEmpty();
}

/// A tab: that of a page, or else the one at its place for as long as its text and the number of tabs stay: which
/// of those with one text has gone cannot be known.
class Tab final : public Part
{
public:
    Tab(int index, int count, QWidget* page, QString text)
        : m_index(index), m_count(count), m_hasPage(page), m_page(page), m_text(std::move(text))
    {
    }

    const PartType& type() const override
    {
        static const PartType type{"QTab", {}, {"text", "index", "toolTip"}, 3};
        return type;
    }
    bool isAlive(const QObject* owner) const override
    {
        const QTabBar& bar = asBar(owner);
        const int index = indexIn(bar);
        return index >= 0 && index < bar.count()
            && (m_hasPage || (bar.count() == m_count && bar.tabText(index) == m_text));
    }
    bool isShown(const QObject* owner) const override { return isSeen(asBar(owner), indexIn(asBar(owner))); }
    QTransform describe(QObject* owner, const QTransform& base, Row& row) const override
    {
        const QTabBar& bar = asBar(owner);
        const int index = indexIn(bar);
        const bool isCurrent = bar.currentIndex() == index;
        const bool isEnabled = bar.isEnabled() && bar.isTabEnabled(index);
        row.role = Role::PageTab;
        row.rect = base.mapRect(QRectF(bar.tabRect(index)));
        row.flag(FlagVisible, isSeen(bar, index));
        row.flag(FlagEnabled, isEnabled);
        row.flag(FlagSelectable, true);
        row.flag(FlagSelected, isCurrent);
        row.flag(FlagFocusable, isEnabled && bar.focusPolicy() != Qt::NoFocus);
        row.flag(FlagFocused, isCurrent && bar.hasFocus());
        row.show(withoutMnemonic(bar.tabText(index)));
        if (const QString name = bar.accessibleTabName(index); !name.isEmpty())
            row.more().name = name;
        if (const QString toolTip = bar.tabToolTip(index); !toolTip.isEmpty())
            row.more().description = shownText(toolTip);
        return base;
    }
    QVariant read(QObject* owner, int property) const override
    {
        const QTabBar& bar = asBar(owner);
        const int index = indexIn(bar);
        switch (property) {
        case TabText:
            return bar.tabText(index);
        case TabIndex:
            return index;
        case TabToolTip:
            return bar.tabToolTip(index);
        }
        return {};
    }
    std::size_t hash() const override
    {
        return m_hasPage ? qHash(m_page.data()) : qHash(m_text, static_cast<uint>(m_index));
    }
    bool isSame(const Part& other) const override
    {
        const auto& tab = static_cast<const Tab&>(other);
        if (m_hasPage || tab.m_hasPage)
            return m_page && tab.m_page == m_page;
        return tab.m_index == m_index && tab.m_count == m_count && tab.m_text == m_text;
    }
    std::unique_ptr<Part> keep() const override { return std::make_unique<Tab>(m_index, m_count, m_page, m_text); }

private:
    int indexIn(const QTabBar& bar) const
    {
        if (!m_hasPage)
            return m_index;
        const auto* tabs = qobject_cast<const QTabWidget*>(bar.parentWidget());
        return tabs && m_page ? tabs->indexOf(m_page) : -1;
    }

    const int m_index;
    const int m_count;
    const bool m_hasPage;
    const QPointer<QWidget> m_page;
    const QString m_text;
};

} // namespace

void listTabs(QTabBar& bar, const PartFilter& filter, Listing& out)
{
    out.isDone = true;
    if (filter.row >= 0 || filter.column >= 0)
        return;
    const Portion portion(out);
    int& index = out.next;
    for (; index < bar.count(); ++index) {
        if (portion.isFull()) {
            out.isDone = false;
            return;
        }
        auto tab = std::make_shared<Tab>(index, bar.count(), pageOf(bar, index), bar.tabText(index));
        addPart(&bar, std::move(tab), isSeen(bar, index), out);
    }
}

} // namespace deskprobe
