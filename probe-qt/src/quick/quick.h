#pragma once
#include "core/toolkit.h"

namespace deskprobe
{

enum class QuickKind {
    Window,
    Item,
    Button,
    ComboBox,
    ItemView,
    MenuItem,
    Rectangle,
    TabButton,
    Text,
    TextEdit,
    TextInput
};

/// Places in ClassFacts::known. Controls are known by their properties: their C++ classes are private.
enum KnownProperty {
    KnownText,
    KnownTitle,
    KnownDisplayText,
    KnownTextFormat,
    KnownColor,
    KnownCheckable,
    KnownChecked,
    KnownCheckState,
    KnownDown,
    KnownPressed,
    KnownHighlighted,
    KnownModal,
    KnownReadOnly,
    KnownEditable,
    KnownEchoMode,
    KnownValue,
    KnownFrom,
    KnownTo,
    KnownOrientation,
    KnownFocusPolicy,
    KnownCount,
    KnownRows,
    KnownColumns,
};

/// QtQuick.
class Quick final : public Toolkit
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
    bool isGuestOf(const QMetaObject* meta) const override;
    void guests(QObject* element, Listing& out) const override;
    bool isSecret(QObject* element, const ClassFacts& facts, QString* text) const override;
    bool isSpecial(const ClassFacts& facts, const char* property) const override;
    bool readSpecial(
        QObject* element, const ClassFacts& facts, const char* property, Value& value, qint64* full) const override;
    bool objects(QObject* object, const char* property, std::vector<QObject*>& out) const override;
    bool write(const QVariant& variant, QObject* owner, JsonWriter& json) const override;
    bool call(QObject* object, const QMetaMethod& method, const std::vector<QVariant>& arguments, QVariant* returned,
        QString* thrown) const override;
    QString takeError(QObject* object) const override;
};

} // namespace deskprobe
