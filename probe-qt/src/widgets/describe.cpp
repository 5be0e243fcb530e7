#include "describe.h"

#include "core/protocol.gen.h"
#include "core/values/metacall.h"
#include "core/values/plaintext.h"
#include "parts.h"
#include "widgets.h"

#include <QtWidgets/QtWidgets>

namespace deskprobe
{
namespace
{

using namespace protocol;

template <typename Type>
Type* as(QWidget* widget)
{
    return static_cast<Type*>(widget);
}

void setRange(Row& row, double value, double minimum, double maximum)
{
    Extra& extra = row.more();
    extra.value = value;
    extra.minimum = minimum;
    extra.maximum = maximum;
}

void setOrientation(Row& row, Qt::Orientation orientation)
{
    row.flag(orientation == Qt::Horizontal ? FlagHorizontal : FlagVertical, true);
}

void setEditable(Row& row, bool readOnly)
{
    row.flag(readOnly ? FlagReadOnly : FlagEditable, true);
}

void describeButton(QAbstractButton& button, Row& row)
{
    row.show(withoutMnemonic(button.text()));
    row.flag(FlagCheckable, button.isCheckable());
    row.flag(FlagChecked, button.isChecked());
    row.flag(FlagPressed, button.isDown());
}

void describeMenuButton(const QMenu* menu, Row& row)
{
    row.flag(FlagHasPopup, menu);
    row.flag(FlagExpanded, menu && menu->isVisible());
}

void describeLabel(QLabel& label, Row& row)
{
    const QString text = label.text();
    if (text.isEmpty())
        return;
    row.show(shownText(label.buddy() ? withoutMnemonic(text) : text, label.textFormat()));
}

void describeCombo(QComboBox& combo, Row& row)
{
    row.show(combo.currentText());
    row.flag(FlagEditable, combo.isEditable());
    row.flag(FlagHasPopup | FlagExpandable, true);
    row.flag(FlagExpanded, isOpen(combo));
    if (isOurs(combo.model()))
        row.more().rows = combo.count();
}

void describeProgress(QProgressBar& progress, Row& row)
{
    setOrientation(row, progress.orientation());
    if (progress.isTextVisible())
        row.show(progress.text());
    // A range of nothing means "busy", a value below it "not begun".
    if (progress.minimum() < progress.maximum() && progress.value() >= progress.minimum())
        setRange(row, progress.value(), progress.minimum(), progress.maximum());
}

void describeDocument(const QTextDocument& document, bool readOnly, Row& row)
{
    qint64 full = 0;
    row.show(documentText(document, &full));
    if (full)
        row.more().cut.emplace_back(QStringLiteral("text"), full);
    row.flag(FlagMultiLine, true);
    setEditable(row, readOnly);
}

void describeView(QAbstractItemView& view, Row& row)
{
    const QAbstractItemModel* model = view.model();
    if (!isOurs(model))
        return;
    // Models are the application's code: counting may end the life of the view.
    const QPointer<QAbstractItemView> living(&view);
    const QPersistentModelIndex root = view.rootIndex();
    row.more().rows = model->rowCount(root);
    if (living && living->model() == model)
        row.more().columns = model->columnCount(root);
}

/// A class of the application's own.
void describeOwn(QWidget* widget, const ClassFacts& facts, Row& row)
{
    const QString text = readTyped<QString>(widget, facts.known[KnownText]);
    if (!text.isNull())
        row.show(text);
}

void describeKind(QWidget* widget, const ClassFacts& facts, Row& row)
{
    switch (static_cast<WidgetKind>(facts.kind)) {
    case WidgetKind::GraphicsView:
    case WidgetKind::MenuBar:
    case WidgetKind::TabBar:
        break;
    case WidgetKind::Plain:
        describeOwn(widget, facts, row);
        break;
    case WidgetKind::Button:
        describeButton(*as<QAbstractButton>(widget), row);
        break;
    case WidgetKind::CheckBox:
        describeButton(*as<QAbstractButton>(widget), row);
        if (as<QCheckBox>(widget)->checkState() == Qt::PartiallyChecked) {
            row.flags &= ~FlagChecked;
            row.flag(FlagMixed, true);
        }
        break;
    case WidgetKind::CommandLink:
        row.more().description = as<QCommandLinkButton>(widget)->description();
        Q_FALLTHROUGH();
    case WidgetKind::PushButton:
        describeButton(*as<QAbstractButton>(widget), row);
        describeMenuButton(as<QPushButton>(widget)->menu(), row);
        row.flag(FlagDefault, as<QPushButton>(widget)->isDefault());
        break;
    case WidgetKind::ToolButton:
        describeButton(*as<QAbstractButton>(widget), row);
        describeMenuButton(as<QToolButton>(widget)->menu(), row);
        break;
    case WidgetKind::ComboBox:
        describeCombo(*as<QComboBox>(widget), row);
        break;
    case WidgetKind::DockWidget:
    case WidgetKind::SubWindow:
        row.show(windowTitle(*widget));
        break;
    case WidgetKind::SpinBox:
    case WidgetKind::DoubleSpinBox:
    case WidgetKind::OtherSpinBox:
        row.show(as<QAbstractSpinBox>(widget)->text());
        setEditable(row, as<QAbstractSpinBox>(widget)->isReadOnly());
        if (facts.kind == static_cast<int>(WidgetKind::SpinBox)) {
            const auto* spin = as<QSpinBox>(widget);
            setRange(row, spin->value(), spin->minimum(), spin->maximum());
        } else if (facts.kind == static_cast<int>(WidgetKind::DoubleSpinBox)) {
            const auto* spin = as<QDoubleSpinBox>(widget);
            setRange(row, spin->value(), spin->minimum(), spin->maximum());
        }
        break;
    case WidgetKind::GroupBox: {
        const auto* group = as<QGroupBox>(widget);
        row.show(withoutMnemonic(group->title()));
        row.flag(FlagCheckable, group->isCheckable());
        row.flag(FlagChecked, group->isCheckable() && group->isChecked());
        break;
    }
    case WidgetKind::HeaderView:
        setOrientation(row, as<QHeaderView>(widget)->orientation());
        break;
    case WidgetKind::ItemView:
        describeView(*as<QAbstractItemView>(widget), row);
        break;
    case WidgetKind::Label:
        describeLabel(*as<QLabel>(widget), row);
        break;
    case WidgetKind::LcdNumber:
        row.show(QString::number(as<QLCDNumber>(widget)->value()));
        break;
    case WidgetKind::LineEdit:
        row.show(as<QLineEdit>(widget)->displayText());
        setEditable(row, as<QLineEdit>(widget)->isReadOnly());
        break;
    case WidgetKind::Menu:
        row.show(withoutMnemonic(as<QMenu>(widget)->title()));
        break;
    case WidgetKind::PlainTextEdit:
        describeDocument(*as<QPlainTextEdit>(widget)->document(), as<QPlainTextEdit>(widget)->isReadOnly(), row);
        break;
    case WidgetKind::TextEdit:
        describeDocument(*as<QTextEdit>(widget)->document(), as<QTextEdit>(widget)->isReadOnly(), row);
        break;
    case WidgetKind::ProgressBar:
        describeProgress(*as<QProgressBar>(widget), row);
        break;
    case WidgetKind::Slider: {
        const auto* slider = as<QAbstractSlider>(widget);
        setOrientation(row, slider->orientation());
        setRange(row, slider->value(), slider->minimum(), slider->maximum());
        row.flag(FlagPressed, slider->isSliderDown());
        break;
    }
    case WidgetKind::SplashScreen:
        row.show(shownText(as<QSplashScreen>(widget)->message()));
        break;
    case WidgetKind::Splitter:
        setOrientation(row, as<QSplitter>(widget)->orientation());
        break;
    case WidgetKind::StatusBar:
        row.show(as<QStatusBar>(widget)->currentMessage());
        break;
    case WidgetKind::ToolBar:
        setOrientation(row, as<QToolBar>(widget)->orientation());
        break;
    }
}

} // namespace

QString windowTitle(const QWidget& widget)
{
    QString title = widget.windowTitle();
    // Window managers are given the application's name then.
    if (title.isEmpty() && (widget.windowType() == Qt::Window || widget.windowType() == Qt::Dialog))
        return QGuiApplication::applicationDisplayName();
    const QLatin1String placeholder("[*]");
    if (title.contains(placeholder))
        title.replace(placeholder, widget.isWindowModified() ? QStringLiteral("*") : QString());
    return title;
}

QTransform Widgets::describe(QObject* element, const ClassFacts& facts, const QTransform& base, Row& row) const
{
    auto* widget = static_cast<QWidget*>(element);
    // One in a graphics scene stands where its proxy is.
    const bool isWindow = widget->isWindow() && !widget->graphicsProxyWidget();
    QTransform own = isWindow ? QTransform() : base;
    if (!widget->isWindow())
        own.translate(widget->x(), widget->y());
    row.rect = own.mapRect(QRectF(QPointF(), QSizeF(widget->size())));
    if (isWindow) {
        row.show(windowTitle(*widget));
        row.flag(FlagActive, widget->isActiveWindow());
        row.flag(FlagModal, widget->isModal());
        row.opacity = widget->windowOpacity();
    }
    const bool enabled = widget->isEnabled();
    row.flag(FlagVisible, widget->isVisible());
    row.flag(FlagEnabled, enabled);
    row.flag(FlagClip, true);
    row.flag(FlagFocusable, enabled && widget->focusPolicy() != Qt::NoFocus);
    row.flag(FlagFocused, QApplication::focusWidget() == widget);
    if (const auto* effect = qobject_cast<QGraphicsOpacityEffect*>(widget->graphicsEffect()))
        row.opacity *= effect->isEnabled() ? effect->opacity() : 1;
    const QString name = widget->accessibleName();
    if (!name.isEmpty())
        row.more().name = name;
    const QString toolTip = widget->toolTip();
    if (!toolTip.isEmpty())
        row.more().description = shownText(toolTip);
    try {
        describeKind(widget, facts, row);
    } catch (...) {
        // The application's model or subclass threw: the row goes without what it would have said.
    }
    return own;
}

} // namespace deskprobe
