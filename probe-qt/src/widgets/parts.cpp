#include "parts.h"

#include "listcells.h"
#include "widgets.h"

#include <QtWidgets/QtWidgets>

namespace deskprobe
{

void listCells(QAbstractItemView& view, const PartFilter& filter, Listing& out)
{
    out.isDone = true;
    // QColumnView shows its cells in views of its own.
    if (!isOurs(view.model()) || qobject_cast<QColumnView*>(&view))
        return;
    if (filter.scope == PartScope::All)
        listAllCells(view, filter, out);
    else
        listShownCells(view, out);
}

bool hasParts(WidgetKind kind)
{
    switch (kind) {
    case WidgetKind::ComboBox:
    case WidgetKind::GraphicsView:
    case WidgetKind::HeaderView:
    case WidgetKind::ItemView:
    case WidgetKind::Menu:
    case WidgetKind::MenuBar:
    case WidgetKind::TabBar:
        return true;
    default:
        return false;
    }
}

void Widgets::parts(QObject* element, const ClassFacts& facts, const PartFilter& filter, Listing& out) const
{
    const auto kind = static_cast<WidgetKind>(facts.kind);
    if (filter.scope == PartScope::Holders && kind != WidgetKind::GraphicsView) {
        out.isDone = true;
        return;
    }
    switch (kind) {
    case WidgetKind::ComboBox:
        return listEntries(*static_cast<QComboBox*>(element), filter, out);
    case WidgetKind::GraphicsView:
        return listSceneItems(*static_cast<QGraphicsView*>(element), filter, out);
    case WidgetKind::HeaderView:
        return listSections(*static_cast<QHeaderView*>(element), filter, out);
    case WidgetKind::ItemView:
        return listCells(*static_cast<QAbstractItemView*>(element), filter, out);
    case WidgetKind::Menu:
    case WidgetKind::MenuBar:
        return listActions(*static_cast<QWidget*>(element), filter, out);
    case WidgetKind::TabBar:
        return listTabs(*static_cast<QTabBar*>(element), filter, out);
    default:
        out.isDone = true;
    }
}

} // namespace deskprobe
