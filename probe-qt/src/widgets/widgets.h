#pragma once
#include "core/toolkit.h"

class QGraphicsView;
class QWidget;

namespace deskprobe
{

enum class WidgetKind {
    Plain,
    Button,
    CheckBox,
    ComboBox,
    CommandLink,
    DockWidget,
    DoubleSpinBox,
    GraphicsView,
    GroupBox,
    HeaderView,
    ItemView,
    Label,
    LcdNumber,
    LineEdit,
    Menu,
    MenuBar,
    OtherSpinBox,
    PlainTextEdit,
    ProgressBar,
    PushButton,
    Slider,
    SpinBox,
    SplashScreen,
    Splitter,
    StatusBar,
    SubWindow,
    TabBar,
    TextEdit,
    ToolBar,
    ToolButton,
};

bool hasParts(WidgetKind kind);

/// Places in ClassFacts::known.
enum KnownProperty { KnownText };

/// A view that shows the scene which the widget is embedded in.
const QGraphicsView* viewShowing(const QWidget& widget);

/// QtWidgets.
class Widgets final : public Toolkit
{
public:
    bool claim(ClassFacts& facts) const override;
    void windows(std::vector<QObject*>& out) const override;
    WindowFacts window(QObject* window) const override;
    bool isShown(QObject* element) const override;
    Location locate(QObject* element) const override;
    QTransform describe(QObject* element, const ClassFacts& facts, const QTransform& base, Row& row) const override;
    QRectF visibleArea(QObject* element, bool ofParts) const override;
    QImage render(QObject* window) const override;
    QObject* opener(QObject* window) const override;
    bool isOpaque(QObject* element, const ClassFacts& facts) const override;
    void children(QObject* element, Listing& out) const override;
    void parts(QObject* element, const ClassFacts& facts, const PartFilter& filter, Listing& out) const override;
    QObject* framedBy(QObject* window) const override;
    bool isGuestOf(const QMetaObject* meta) const override;
    void guests(QObject* element, Listing& out) const override;
    bool isSecret(QObject* element, const ClassFacts& facts, QString* text) const override;
    bool isSpecial(const ClassFacts& facts, const char* property) const override;
    bool readSpecial(
        QObject* element, const ClassFacts& facts, const char* property, Value& value, qint64* full) const override;
    bool write(const QVariant& variant, QObject* owner, JsonWriter& json) const override;
};

} // namespace deskprobe
