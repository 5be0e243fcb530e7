#include "widgets.h"

#include "core/values/metacall.h"
#include "core/windowfacts.h"
#include "describe.h"

#include <QtCore/QMetaEnum>
#include <QtGui/QWindow>
#include <QtWidgets/QApplication>
#include <QtWidgets/QSizePolicy>
#include <QtWidgets/QtWidgets>

#include <algorithm>

namespace deskprobe
{
namespace
{

struct KnownClass {
    const QMetaObject* meta;
    WidgetKind kind;
};

/// Subclasses before their bases.
const KnownClass kClasses[] = {
    {&QCheckBox::staticMetaObject, WidgetKind::CheckBox},
    {&QCommandLinkButton::staticMetaObject, WidgetKind::CommandLink},
    {&QPushButton::staticMetaObject, WidgetKind::PushButton},
    {&QToolButton::staticMetaObject, WidgetKind::ToolButton},
    {&QAbstractButton::staticMetaObject, WidgetKind::Button},
    {&QSpinBox::staticMetaObject, WidgetKind::SpinBox},
    {&QDoubleSpinBox::staticMetaObject, WidgetKind::DoubleSpinBox},
    {&QAbstractSpinBox::staticMetaObject, WidgetKind::OtherSpinBox},
    {&QHeaderView::staticMetaObject, WidgetKind::HeaderView},
    {&QAbstractItemView::staticMetaObject, WidgetKind::ItemView},
    {&QAbstractSlider::staticMetaObject, WidgetKind::Slider},
    {&QComboBox::staticMetaObject, WidgetKind::ComboBox},
    {&QDockWidget::staticMetaObject, WidgetKind::DockWidget},
    {&QGraphicsView::staticMetaObject, WidgetKind::GraphicsView},
    {&QGroupBox::staticMetaObject, WidgetKind::GroupBox},
    {&QLabel::staticMetaObject, WidgetKind::Label},
    {&QLCDNumber::staticMetaObject, WidgetKind::LcdNumber},
    {&QLineEdit::staticMetaObject, WidgetKind::LineEdit},
    {&QMdiSubWindow::staticMetaObject, WidgetKind::SubWindow},
    {&QMenu::staticMetaObject, WidgetKind::Menu},
    {&QMenuBar::staticMetaObject, WidgetKind::MenuBar},
    {&QPlainTextEdit::staticMetaObject, WidgetKind::PlainTextEdit},
    {&QProgressBar::staticMetaObject, WidgetKind::ProgressBar},
    {&QSplashScreen::staticMetaObject, WidgetKind::SplashScreen},
    {&QSplitter::staticMetaObject, WidgetKind::Splitter},
    {&QStatusBar::staticMetaObject, WidgetKind::StatusBar},
    {&QTabBar::staticMetaObject, WidgetKind::TabBar},
    {&QTextEdit::staticMetaObject, WidgetKind::TextEdit},
    {&QToolBar::staticMetaObject, WidgetKind::ToolBar},
};

const QWidget* asWidget(const QObject* object)
{
    return static_cast<const QWidget*>(object);
}

} // namespace

const QGraphicsView* viewShowing(const QWidget& widget)
{
    const QGraphicsProxyWidget* proxy = widget.graphicsProxyWidget();
    const QList<QGraphicsView*> views = proxy && proxy->scene() ? proxy->scene()->views() : QList<QGraphicsView*>();
    const auto shown = std::find_if(views.begin(), views.end(), [](const auto* view) { return view->isVisible(); });
    if (shown != views.end())
        return *shown;
    return views.empty() ? nullptr : views.first();
}

bool Widgets::claim(ClassFacts& facts) const
{
    if (!facts.meta->inherits(&QWidget::staticMetaObject))
        return false;
    const auto known = std::find_if(std::begin(kClasses), std::end(kClasses),
        [&](const KnownClass& known) { return facts.meta->inherits(known.meta); });
    const WidgetKind kind = known == std::end(kClasses) ? WidgetKind::Plain : known->kind;
    facts.kind = static_cast<int>(kind);
    facts.hasParts = hasParts(kind);
    facts.mayBeSecret = kind == WidgetKind::LineEdit;
    if (kind == WidgetKind::Plain) {
        // The application's own classes mostly follow Qt in how they call what they show.
        facts.known[KnownText] = typedProperty(facts.meta, "text", QMetaType::QString);
        if (facts.known[KnownText] < 0)
            facts.known[KnownText] = typedProperty(facts.meta, "title", QMetaType::QString);
    }
    return true;
}

void Widgets::windows(std::vector<QObject*>& out) const
{
    // topLevelWidgets comes in no order; the windows made for them come in the order of their making.
    const QWindowList order = QGuiApplication::topLevelWindows();
    std::vector<std::pair<int, QWidget*>> found;
    const QWidgetList widgets = QApplication::topLevelWidgets();
    for (QWidget* widget : widgets) {
        // Shown within a graphics scene, wherever that puts it: no window of its own.
        if (widget->graphicsProxyWidget())
            continue;
        const int place = widget->windowHandle() ? static_cast<int>(order.indexOf(widget->windowHandle())) : -1;
        found.emplace_back(place < 0 ? static_cast<int>(order.size()) : place, widget);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [place, widget] : found)
        out.push_back(widget);
}

WindowFacts Widgets::window(QObject* window) const
{
    const QWidget* widget = asWidget(window);
    WindowFacts facts;
    facts.title = windowTitle(*widget);
    facts.kind = windowKind(widget->windowFlags());
    facts.dpr = widget->devicePixelRatioF();
    facts.visible = widget->isVisible();
    facts.active = widget->isActiveWindow();
    facts.modal = widget->isModal();
    facts.onScreen = knowsScreenPosition();
    const QRectF client(facts.onScreen ? QPointF(widget->mapToGlobal(QPoint())) : QPointF(), QSizeF(widget->size()));
    facts.area = facts.onScreen ? physicalArea(client, widget->screen(), facts.dpr) : client;
    facts.nativeId = nativeId(widget->windowHandle());
    return facts;
}

bool Widgets::isShown(QObject* element) const
{
    return asWidget(element)->isVisible();
}

Location Widgets::locate(QObject* element) const
{
    const QWidget* at = asWidget(element);
    QTransform base;
    while (true) {
        if (!at->isWindow()) {
            if (at != element)
                base *= QTransform::fromTranslate(at->x(), at->y());
            at = at->parentWidget();
        } else if (const QGraphicsView* view = viewShowing(*at)) {
            base *= at->graphicsProxyWidget()->deviceTransform(view->viewportTransform());
            at = view->viewport();
        } else {
            return {const_cast<QWidget*>(at), base};
        }
    }
}

void Widgets::children(QObject* element, Listing& out) const
{
    const QObjectList& objects = element->children();
    const int end = std::min(out.next + Listing::kPortion, static_cast<int>(objects.size()));
    for (; out.next < end; ++out.next) {
        QObject* object = objects[out.next];
        if (object->isWidgetType() && !asWidget(object)->isWindow())
            out.children.push_back({object, out.place++, asWidget(object)->isVisible()});
    }
    out.isDone = out.next >= objects.size();
}

QObject* Widgets::framedBy(QObject* window) const
{
    const QWidgetList widgets = QApplication::topLevelWidgets();
    const auto framed = std::find_if(
        widgets.begin(), widgets.end(), [&](const QWidget* widget) { return widget->windowHandle() == window; });
    return framed == widgets.end() ? nullptr : *framed;
}

bool Widgets::isSecret(QObject* element, const ClassFacts& facts, QString* text) const
{
    if (!facts.mayBeSecret)
        return false;
    const auto* edit = static_cast<const QLineEdit*>(element);
    if (edit->echoMode() == QLineEdit::Normal)
        return false;
    *text = edit->text();
    return true;
}

bool Widgets::write(const QVariant& variant, QObject*, JsonWriter& json) const
{
    if (variant.userType() != QMetaType::QSizePolicy)
        return false;
    const auto policy = variant.value<QSizePolicy>();
    const QMetaEnum names = QMetaEnum::fromType<QSizePolicy::Policy>();
    json.StartObject();
    json.Key("horizontal");
    json.String(names.valueToKey(policy.horizontalPolicy()));
    json.Key("vertical");
    json.String(names.valueToKey(policy.verticalPolicy()));
    writeMember(json, "horizontalStretch", policy.horizontalStretch());
    writeMember(json, "verticalStretch", policy.verticalStretch());
    json.EndObject();
    return true;
}

} // namespace deskprobe

extern "C" __attribute__((visibility("default"))) const deskprobe::Toolkit* deskprobe_toolkit()
{
    // Never destroyed: captures may run until the process is gone.
    static const auto* const toolkit = new deskprobe::Widgets;
    return toolkit;
}
