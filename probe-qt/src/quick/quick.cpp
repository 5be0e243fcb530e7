#include "quick.h"

#include "core/values/metacall.h"
#include "core/windowfacts.h"
#include "delegates.h"
#include "modelrows.h"
#include "popups.h"

#include <QtGui/QGuiApplication>
#include <QtQuick/QQuickItem>
#include <QtQuick/QQuickRenderControl>
#include <QtQuick/QQuickWindow>

#include <cstring>

#include <dlfcn.h>

namespace deskprobe
{
namespace
{

#if QT_VERSION_MAJOR == 5
constexpr char kQuickWidgets[] = "libQt5QuickWidgets.so.5";
#else
constexpr char kQuickWidgets[] = "libQt6QuickWidgets.so.6";
#endif

QuickKind itemKind(const QMetaObject* meta)
{
    // Subclasses before their bases; a button's label shows the text without its mnemonic as the button does.
    static constexpr std::pair<const char*, QuickKind> kClasses[] = {
        {"QQuickMnemonicLabel", QuickKind::Button},
        {"QQuickIconLabel", QuickKind::Button},
        {"QQuickText", QuickKind::Text},
        {"QQuickTextInput", QuickKind::TextInput},
        {"QQuickTextEdit", QuickKind::TextEdit},
        {"QQuickComboBox", QuickKind::ComboBox},
        {"QQuickMenuItem", QuickKind::MenuItem},
        {"QQuickTabButton", QuickKind::TabButton},
        {"QQuickAbstractButton", QuickKind::Button},
        {"QQuickItemView", QuickKind::ItemView},
        {"QQuickTableView", QuickKind::ItemView},
        {"QQuickPathView", QuickKind::ItemView},
        {"QQuickRectangle", QuickKind::Rectangle},
    };
    for (const auto& [name, kind] : kClasses) {
        if (inherits(meta, name))
            return kind;
    }
    return QuickKind::Item;
}

short enumProperty(const QMetaObject* meta, const char* name)
{
    const int index = meta->indexOfProperty(name);
    return index >= 0 && meta->property(index).isEnumType() ? static_cast<short>(index) : short(-1);
}

void findProperties(ClassFacts& facts)
{
    static constexpr struct {
        KnownProperty place;
        const char* name;
        int type;
    } kTyped[] = {
        {KnownText, "text", QMetaType::QString},
        {KnownTitle, "title", QMetaType::QString},
        {KnownDisplayText, "displayText", QMetaType::QString},
        {KnownColor, "color", QMetaType::QColor},
        {KnownCheckable, "checkable", QMetaType::Bool},
        {KnownChecked, "checked", QMetaType::Bool},
        {KnownDown, "down", QMetaType::Bool},
        {KnownPressed, "pressed", QMetaType::Bool},
        {KnownModal, "modal", QMetaType::Bool},
        {KnownHighlighted, "highlighted", QMetaType::Bool},
        {KnownReadOnly, "readOnly", QMetaType::Bool},
        {KnownEditable, "editable", QMetaType::Bool},
        {KnownValue, "value", QMetaType::Double},
        {KnownFrom, "from", QMetaType::Double},
        {KnownTo, "to", QMetaType::Double},
        {KnownCount, "count", QMetaType::Int},
        {KnownRows, "rows", QMetaType::Int},
        {KnownColumns, "columns", QMetaType::Int},
    };
    for (const auto& known : kTyped)
        facts.known[known.place] = typedProperty(facts.meta, known.name, known.type);
    facts.known[KnownTextFormat] = enumProperty(facts.meta, "textFormat");
    facts.known[KnownCheckState] = enumProperty(facts.meta, "checkState");
    facts.known[KnownEchoMode] = enumProperty(facts.meta, "echoMode");
    facts.known[KnownOrientation] = enumProperty(facts.meta, "orientation");
    facts.known[KnownFocusPolicy] = enumProperty(facts.meta, "focusPolicy");
}

/// The scene inside a QQuickWidget. Its library is not linked: few processes have it.
QQuickWindow* sceneOf(const QObject* quickWidget)
{
    using QuickWindow = QQuickWindow* (*)(const QObject*);
    static const auto quickWindow = [] {
        void* library = dlopen(kQuickWidgets, RTLD_NOLOAD | RTLD_LAZY);
        return reinterpret_cast<QuickWindow>(library ? dlsym(library, "_ZNK12QQuickWidget11quickWindowEv") : nullptr);
    }();
    return quickWindow ? quickWindow(quickWidget) : nullptr;
}

/// Lists the items in `parent` and the closed popups that it owns, which stand nowhere.
void listItems(QQuickItem* parent, Listing& out)
{
    const QList<QQuickItem*> items = parent ? parent->childItems() : QList<QQuickItem*>();
    const QObjectList objects = parent ? parent->children() : QObjectList();
    const int itemCount = static_cast<int>(items.size());
    const int count = itemCount + static_cast<int>(objects.size());
    const int end = std::min(out.next + Listing::kPortion, count);
    for (; out.next < end; ++out.next) {
        if (out.next < itemCount)
            out.children.push_back({elementOf(items[out.next]), out.place++, isSeen(*items[out.next])});
        else if (isClosedPopup(objects[out.next - itemCount]))
            out.children.push_back({objects[out.next - itemCount], out.place++, false});
    }
    out.isDone = out.next >= count;
}

} // namespace

bool Quick::claim(ClassFacts& facts) const
{
    if (facts.meta->inherits(&QQuickWindow::staticMetaObject)) {
        facts.kind = static_cast<int>(QuickKind::Window);
        return true;
    }
    if (!facts.meta->inherits(&QQuickItem::staticMetaObject) && !inherits(facts.meta, "QQuickPopup"))
        return false;
    facts.kind = static_cast<int>(itemKind(facts.meta));
    const auto kind = static_cast<QuickKind>(facts.kind);
    facts.hasParts = kind == QuickKind::ItemView || kind == QuickKind::ComboBox;
    // Any item may be a delegate of a view.
    facts.hasOwnRoles = true;
    findProperties(facts);
    facts.mayBeSecret = facts.known[KnownEchoMode] >= 0;
    return true;
}

void Quick::windows(std::vector<QObject*>& out) const
{
    const QWindowList windows = QGuiApplication::topLevelWindows();
    for (QWindow* window : windows) {
        auto* scene = qobject_cast<QQuickWindow*>(window);
        // One that is rendered into another window is part of that.
        if (scene && !QQuickRenderControl::renderWindowFor(scene))
            out.push_back(scene);
    }
}

WindowFacts Quick::window(QObject* window) const
{
    return windowFacts(static_cast<QWindow*>(window));
}

bool Quick::isShown(QObject* element) const
{
    if (element->isWindowType())
        return static_cast<QWindow*>(element)->isVisible();
    QQuickItem* item = itemOf(element);
    return item && isSeen(*item);
}

Location Quick::locate(QObject* element) const
{
    if (element->isWindowType())
        return locateWindow(static_cast<QWindow*>(element));
    const QQuickItem* item = itemOf(element);
    QQuickWindow* scene = item ? item->window() : nullptr;
    QPoint offset;
    QWindow* host = scene ? QQuickRenderControl::renderWindowFor(scene, &offset) : nullptr;
    if (host)
        return {host, QTransform::fromTranslate(offset.x(), offset.y())};
    return scene ? locateWindow(scene) : Location{};
}

void Quick::children(QObject* element, Listing& out) const
{
    listItems(element->isWindowType() ? static_cast<QQuickWindow*>(element)->contentItem() : itemOf(element), out);
}

void Quick::parts(QObject* element, const ClassFacts& facts, const PartFilter& filter, Listing& out) const
{
    auto* item = static_cast<QQuickItem*>(element);
    if (static_cast<QuickKind>(facts.kind) == QuickKind::ComboBox)
        listEntries(*item, filter, out);
    else
        listModelRows(*item, filter, out);
}

bool Quick::isGuestOf(const QMetaObject* meta) const
{
    return inherits(meta, "QQuickWidget");
}

void Quick::guests(QObject* element, Listing& out) const
{
    const QQuickWindow* scene = sceneOf(element);
    listItems(scene ? scene->contentItem() : nullptr, out);
}

bool Quick::isSecret(QObject* element, const ClassFacts& facts, QString* text) const
{
    if (facts.known[KnownEchoMode] < 0 || readTyped<int>(element, facts.known[KnownEchoMode]) == 0)
        return false;
    *text = readTyped<QString>(element, facts.known[KnownText]);
    return true;
}

} // namespace deskprobe

extern "C" __attribute__((visibility("default"))) const deskprobe::Toolkit* deskprobe_toolkit()
{
    // Never destroyed: captures may run until the process is gone.
    static const auto* const toolkit = new deskprobe::Quick;
    return toolkit;
}
