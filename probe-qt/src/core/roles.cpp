#include "roles.h"

#include <algorithm>
#include <cstring>

namespace deskprobe
{
namespace
{

using protocol::Role;

struct ClassRole {
    const char* name;
    Role role;
};

/// A class that is not here has the role of its nearest base class that is.
constexpr ClassRole kClassRoles[] = {
    // QtWidgets
    {"QWidget", Role::Filler},
    {"QMainWindow", Role::Frame},
    {"QDialog", Role::Dialog},
    {"QMessageBox", Role::Alert},
    {"QFileDialog", Role::FileChooser},
    {"QColorDialog", Role::ColorChooser},
    {"QFontDialog", Role::FontChooser},
    {"QDockWidget", Role::Panel},
    {"QMdiArea", Role::DesktopFrame},
    {"QMdiSubWindow", Role::InternalFrame},
    {"QAbstractButton", Role::PushButton},
    {"QPushButton", Role::PushButton},
    {"QToolButton", Role::PushButton},
    {"QCommandLinkButton", Role::PushButton},
    {"QCheckBox", Role::CheckBox},
    {"QRadioButton", Role::RadioButton},
    {"QDialogButtonBox", Role::Panel},
    {"QLineEdit", Role::Text},
    {"QTextEdit", Role::Text},
    {"QPlainTextEdit", Role::Text},
    {"QTextBrowser", Role::Text},
    {"QKeySequenceEdit", Role::Text},
    {"QLabel", Role::Label},
    {"QLCDNumber", Role::Label},
    {"QSplashScreen", Role::SplashScreen},
    {"QTipLabel", Role::ToolTip},
    {"QComboBox", Role::ComboBox},
    {"QFontComboBox", Role::ComboBox},
    {"QAbstractSpinBox", Role::SpinButton},
    {"QSlider", Role::Slider},
    {"QDial", Role::Dial},
    {"QScrollBar", Role::ScrollBar},
    {"QAbstractSlider", Role::Slider},
    {"QProgressBar", Role::ProgressBar},
    {"QMenuBar", Role::MenuBar},
    {"QMenu", Role::PopupMenu},
    {"QAction", Role::MenuItem},
    {"QToolBar", Role::ToolBar},
    {"QStatusBar", Role::StatusBar},
    {"QTabBar", Role::PageTabList},
    {"QTabWidget", Role::Panel},
    {"QStackedWidget", Role::LayeredPane},
    {"QToolBox", Role::Panel},
    {"QGroupBox", Role::Grouping},
    {"QFrame", Role::Panel},
    {"QSplitter", Role::SplitPane},
    {"QSplitterHandle", Role::Separator},
    {"QSizeGrip", Role::Filler},
    {"QToolBarSeparator", Role::Separator},
    {"QRubberBand", Role::Filler},
    {"QAbstractScrollArea", Role::ScrollPane},
    {"QScrollArea", Role::ScrollPane},
    {"QGraphicsView", Role::Canvas},
    {"QOpenGLWidget", Role::Canvas},
    {"QQuickWidget", Role::Canvas},
    {"QAbstractItemView", Role::List},
    {"QListView", Role::List},
    {"QTableView", Role::Table},
    {"QTreeView", Role::Tree},
    {"QColumnView", Role::List},
    {"QHeaderView", Role::TableRow},
    {"QCalendarWidget", Role::Calendar},
    {"QDateTimeEdit", Role::SpinButton},
    {"QWizard", Role::Dialog},
    {"QWizardPage", Role::Panel},
    // QtGui
    {"QWindow", Role::Frame},
    // QtQuick
    {"QQuickWindow", Role::Frame},
    {"QQuickItem", Role::Filler},
    {"QQuickText", Role::Label},
    {"QQuickTextInput", Role::Text},
    {"QQuickTextEdit", Role::Text},
    {"QQuickRectangle", Role::Filler},
    {"QQuickImageBase", Role::Image},
    {"QQuickImplicitSizeItem", Role::Filler},
    {"QQuickMouseArea", Role::Filler},
    {"QQuickFlickable", Role::ScrollPane},
    {"QQuickItemView", Role::List},
    {"QQuickListView", Role::List},
    {"QQuickGridView", Role::List},
    {"QQuickPathView", Role::List},
    {"QQuickTableView", Role::Table},
    {"QQuickTreeView", Role::Tree},
    {"QQuickCanvasItem", Role::Canvas},
    {"QQuickFramebufferObject", Role::Canvas},
    {"QQuickLoader", Role::Filler},
    // QtQuick Controls
    {"QQuickControl", Role::Panel},
    {"QQuickPane", Role::Panel},
    {"QQuickPage", Role::Panel},
    {"QQuickFrame", Role::Panel},
    {"QQuickGroupBox", Role::Grouping},
    {"QQuickLabel", Role::Label},
    {"QQuickAbstractButton", Role::PushButton},
    {"QQuickButton", Role::PushButton},
    {"QQuickToolButton", Role::PushButton},
    {"QQuickRoundButton", Role::PushButton},
    {"QQuickDelayButton", Role::PushButton},
    {"QQuickCheckBox", Role::CheckBox},
    {"QQuickCheckDelegate", Role::CheckBox},
    {"QQuickSwitch", Role::CheckBox},
    {"QQuickSwitchDelegate", Role::CheckBox},
    {"QQuickRadioButton", Role::RadioButton},
    {"QQuickRadioDelegate", Role::RadioButton},
    {"QQuickItemDelegate", Role::ListItem},
    {"QQuickTextField", Role::Text},
    {"QQuickTextArea", Role::Text},
    {"QQuickComboBox", Role::ComboBox},
    {"QQuickSpinBox", Role::SpinButton},
    {"QQuickSlider", Role::Slider},
    {"QQuickRangeSlider", Role::Slider},
    {"QQuickDial", Role::Dial},
    {"QQuickProgressBar", Role::ProgressBar},
    {"QQuickBusyIndicator", Role::Indicator},
    {"QQuickScrollBar", Role::ScrollBar},
    {"QQuickScrollIndicator", Role::Indicator},
    {"QQuickScrollView", Role::ScrollPane},
    {"QQuickTumbler", Role::List},
    {"QQuickMenuBar", Role::MenuBar},
    {"QQuickMenuBarItem", Role::Menu},
    {"QQuickMenu", Role::PopupMenu},
    {"QQuickMenuItem", Role::MenuItem},
    {"QQuickMenuSeparator", Role::Separator},
    {"QQuickToolBar", Role::ToolBar},
    {"QQuickToolSeparator", Role::Separator},
    {"QQuickTabBar", Role::PageTabList},
    {"QQuickTabButton", Role::PageTab},
    {"QQuickPageIndicator", Role::Indicator},
    {"QQuickStackView", Role::LayeredPane},
    {"QQuickSwipeView", Role::LayeredPane},
    {"QQuickSplitView", Role::SplitPane},
    {"QQuickToolTip", Role::ToolTip},
    {"QQuickDialog", Role::Dialog},
    {"QQuickPopup", Role::Panel},
    {"QQuickPopupItem", Role::Panel},
    {"QQuickDrawer", Role::Panel},
    {"QQuickApplicationWindow", Role::Frame},
};

const ClassRole* roleNamed(const QString& name)
{
    const auto found = std::find_if(std::begin(kClassRoles), std::end(kClassRoles),
        [&](const ClassRole& known) { return name == QLatin1String(known.name); });
    return found == std::end(kClassRoles) ? nullptr : found;
}

} // namespace

Role roleOfClass(const QString& name, const QStringList& bases)
{
    if (const ClassRole* known = roleNamed(name))
        return known->role;
    for (const QString& base : bases) {
        if (const ClassRole* known = roleNamed(base))
            return known->role;
    }
    return Role::Unknown;
}

Role refinedRole(Role classRole, quint32 flags, bool isWindow)
{
    if (flags & protocol::FlagPassword)
        return Role::PasswordText;
    if (isWindow && (classRole == Role::Filler || classRole == Role::Panel))
        return Role::Frame;
    if (classRole == Role::PushButton && flags & protocol::FlagCheckable)
        return Role::ToggleButton;
    return classRole;
}

std::array<Role, 3> possibleRoles(Role classRole, bool isWindow)
{
    return {refinedRole(classRole, 0, isWindow), refinedRole(classRole, protocol::FlagPassword, isWindow),
        refinedRole(classRole, protocol::FlagCheckable, isWindow)};
}

} // namespace deskprobe
