// Generated from protocol.schema.json by scripts/gen.mjs; edit that file instead.
#pragma once
#include <cstdint>

namespace deskprobe::protocol {

constexpr int kVersion = 2;
constexpr int kRequestBytes = 1048576;
constexpr int kTextUnits = 10000;
constexpr int kBatchRows = 256;
constexpr int kClients = 16;

constexpr char kMethodPing[] = "ping";
constexpr char kMethodCapture[] = "capture";
constexpr char kMethodWaitWindow[] = "wait_window";
constexpr char kMethodFind[] = "find";
constexpr char kMethodRead[] = "read";
constexpr char kMethodWrite[] = "write";
constexpr char kMethodCall[] = "call";
constexpr char kMethodGrab[] = "grab";
constexpr char kMethodCancel[] = "cancel";

constexpr char kErrorBadRequest[] = "bad_request";
constexpr char kErrorUnknownMethod[] = "unknown_method";
constexpr char kErrorCancelled[] = "cancelled";
constexpr char kErrorQuitting[] = "quitting";

/// Bits of a row's flags column.
enum Flag : std::uint32_t {
    FlagVisible = 1,
    FlagEnabled = 2,
    FlagClip = 4,
    FlagFocused = 8,
    FlagFocusable = 16,
    FlagActive = 32,
    FlagModal = 64,
    FlagPassword = 128,
    FlagCheckable = 256,
    FlagChecked = 512,
    FlagMixed = 1024,
    FlagPressed = 2048,
    FlagEditable = 4096,
    FlagReadOnly = 8192,
    FlagSelected = 16384,
    FlagExpandable = 32768,
    FlagExpanded = 65536,
    FlagMultiLine = 131072,
    FlagDefault = 262144,
    FlagHasPopup = 524288,
    FlagHorizontal = 1048576,
    FlagVertical = 2097152,
    FlagSelectable = 4194304,
    FlagOpaque = 8388608,
};

/// Places in x-roles.
enum class Role : std::uint8_t {
    Unknown,
    Filler,
    Frame,
    Dialog,
    Alert,
    FileChooser,
    ColorChooser,
    FontChooser,
    Panel,
    DesktopFrame,
    InternalFrame,
    PushButton,
    ToggleButton,
    CheckBox,
    RadioButton,
    Text,
    PasswordText,
    Label,
    SplashScreen,
    ToolTip,
    ComboBox,
    SpinButton,
    Slider,
    Dial,
    ScrollBar,
    ProgressBar,
    MenuBar,
    Menu,
    MenuItem,
    CheckMenuItem,
    RadioMenuItem,
    PopupMenu,
    ToolBar,
    StatusBar,
    PageTabList,
    PageTab,
    LayeredPane,
    Grouping,
    SplitPane,
    Separator,
    ScrollPane,
    Viewport,
    Canvas,
    List,
    ListItem,
    Table,
    TableCell,
    TableRow,
    TableColumnHeader,
    TableRowHeader,
    Tree,
    TreeItem,
    Calendar,
    Image,
    Indicator,
    Link,
    Window,
};

/// Place of each column in a row.
enum Column {
    ColumnHandle,
    ColumnParent,
    ColumnWindow,
    ColumnClassIndex,
    ColumnRole,
    ColumnObjectName,
    ColumnX,
    ColumnY,
    ColumnWidth,
    ColumnHeight,
    ColumnGlobalX,
    ColumnGlobalY,
    ColumnZ,
    ColumnFlags,
    ColumnOpacity,
    ColumnText,
    ColumnOmitted,
    ColumnExtra,
    ColumnProperties,
    ColumnCount,
};

} // namespace deskprobe::protocol
