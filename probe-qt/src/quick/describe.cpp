#include "core/protocol.gen.h"
#include "core/values/metacall.h"
#include "core/values/plaintext.h"
#include "core/windowfacts.h"
#include "delegates.h"
#include "popups.h"
#include "quick.h"

#include <QtGui/QColor>
#include <QtGui/QKeySequence>
#include <QtQml/QJSValue>
#include <QtQml/QQmlContext>
#include <QtQml/QQmlEngine>
#include <QtQml/qqml.h>
#include <QtQuick/QQuickItem>
#include <QtQuick/QQuickWindow>

#include <cstring>

namespace deskprobe
{
namespace
{

using namespace protocol;

/// The properties of one element that its class is known to have.
class Known
{
public:
    Known(QObject* element, const ClassFacts& facts) : m_element(element), m_facts(facts) { }

    bool has(KnownProperty place) const { return m_facts.known[place] >= 0; }
    bool flag(KnownProperty place) const { return readTyped<bool>(m_element, m_facts.known[place]); }
    int number(KnownProperty place, int otherwise = 0) const
    {
        return readTyped<int>(m_element, m_facts.known[place], otherwise);
    }
    double real(KnownProperty place) const { return readTyped<double>(m_element, m_facts.known[place]); }
    QString text(KnownProperty place) const { return readTyped<QString>(m_element, m_facts.known[place]); }

private:
    QObject* const m_element;
    const ClassFacts& m_facts;
};

/// The beginning of a long text; its `text` property would build all of it.
QString longText(QObject* edit, qint64* full)
{
    const int length = edit->property("length").toInt();
    if (length > kTextUnits)
        *full = length;
    QString text;
    QMetaObject::invokeMethod(
        edit, "getText", Q_RETURN_ARG(QString, text), Q_ARG(int, 0), Q_ARG(int, std::min(length, kTextUnits + 1000)));
    return text;
}

void describeText(QObject* element, const ClassFacts& facts, Row& row)
{
    const Known known(element, facts);
    switch (static_cast<QuickKind>(facts.kind)) {
    case QuickKind::Text:
        row.show(
            shownText(known.text(KnownText), static_cast<Qt::TextFormat>(known.number(KnownTextFormat, Qt::AutoText))));
        break;
    case QuickKind::TextEdit: {
        qint64 full = 0;
        row.show(longText(element, &full));
        if (full)
            row.more().cut.emplace_back(QStringLiteral("text"), full);
        row.flag(FlagMultiLine, true);
        break;
    }
    case QuickKind::TextInput:
    case QuickKind::ComboBox:
        row.show(known.text(KnownDisplayText));
        break;
    case QuickKind::Button:
    case QuickKind::MenuItem:
    case QuickKind::TabButton:
        row.show(withoutMnemonic(known.text(KnownText)));
        break;
    default:
        if (known.has(KnownText))
            row.show(known.text(KnownText));
        else if (known.has(KnownTitle))
            row.show(known.text(KnownTitle));
    }
}

void describeShortcut(const QVariant& shortcut, Row& row)
{
    const QKeySequence keys = shortcut.userType() == QMetaType::Int
        ? QKeySequence(static_cast<QKeySequence::StandardKey>(shortcut.toInt()))
        : QKeySequence(shortcut.toString());
    if (!keys.isEmpty())
        row.more().shortcut = keys.toString(QKeySequence::NativeText);
}

void describeStates(QObject* element, const ClassFacts& facts, Row& row)
{
    const Known known(element, facts);
    const auto kind = static_cast<QuickKind>(facts.kind);
    row.flag(FlagCheckable, known.has(KnownCheckable) ? known.flag(KnownCheckable) : known.has(KnownChecked));
    const bool isMixed = known.number(KnownCheckState) == Qt::PartiallyChecked;
    row.flag(FlagMixed, isMixed);
    row.flag(FlagChecked, !isMixed && known.flag(KnownChecked));
    row.flag(FlagPressed, known.has(KnownDown) ? known.flag(KnownDown) : known.flag(KnownPressed));
    row.flag(FlagSelected, known.flag(KnownHighlighted));
    if (kind == QuickKind::TextInput || kind == QuickKind::TextEdit)
        row.flag(known.flag(KnownReadOnly) ? FlagReadOnly : FlagEditable, true);
    else
        row.flag(FlagEditable, known.flag(KnownEditable));
    if (kind == QuickKind::MenuItem) {
        if (element->property("subMenu").value<QObject*>())
            row.role = Role::Menu;
        else if (row.flags & FlagCheckable)
            row.role = Role::CheckMenuItem;
        if (const auto* action = element->property("action").value<QObject*>())
            describeShortcut(action->property("shortcut"), row);
    }
    if (kind == QuickKind::TabButton) {
        row.flag(FlagSelectable, true);
        row.flag(FlagSelected, row.flags & FlagChecked);
        row.flags &= ~(FlagCheckable | FlagChecked);
    }
    if (kind == QuickKind::ComboBox)
        row.flag(FlagHasPopup | FlagExpandable, true);
    if (known.has(KnownOrientation))
        row.flag(known.number(KnownOrientation) == Qt::Vertical ? FlagVertical : FlagHorizontal, true);
    row.flag(FlagModal, known.flag(KnownModal));
    const QQuickItem* item = itemOf(element);
    if (!item)
        return;
    const bool takesFocus = item->activeFocusOnTab() || known.number(KnownFocusPolicy) != Qt::NoFocus
        || kind == QuickKind::TextInput || kind == QuickKind::TextEdit;
    row.flag(FlagFocusable, takesFocus && item->isEnabled());
}

void describeExtra(QObject* element, const ClassFacts& facts, Row& row)
{
    const Known known(element, facts);
    if (known.has(KnownColor)) {
        const auto color = readTyped<QColor>(element, facts.known[KnownColor]);
        if (color.isValid())
            row.more().colorAlpha = color.alpha() / 255.0;
    }
    if (known.has(KnownValue)) {
        row.more().value = known.real(KnownValue);
        if (known.has(KnownFrom) && known.has(KnownTo)) {
            row.more().minimum = known.real(KnownFrom);
            row.more().maximum = known.real(KnownTo);
        }
    }
    if (static_cast<QuickKind>(facts.kind) == QuickKind::ItemView) {
        row.more().rows = known.number(known.has(KnownRows) ? KnownRows : KnownCount);
        if (known.has(KnownColumns))
            row.more().columns = known.number(KnownColumns);
    }
    if (const QQmlContext* context = qmlContext(element)) {
        const QString id = context->nameForObject(element);
        if (!id.isEmpty())
            row.more().qmlId = id;
    }
}

/// What its colour, its shape and its place in the scene leave no doubt of.
bool isFilled(QQuickItem& item, const ClassFacts& facts)
{
    if (static_cast<QuickKind>(facts.kind) != QuickKind::Rectangle || item.opacity() < 1)
        return false;
    // A layer may have an effect of any kind.
    if (item.isTextureProvider() || item.itemTransform(nullptr, nullptr).type() > QTransform::TxScale)
        return false;
    const auto gradient = item.property("gradient").value<QJSValue>();
    return readTyped<QColor>(&item, facts.known[KnownColor]).alpha() == 255 && item.property("radius").toReal() == 0
        && (gradient.isNull() || gradient.isUndefined());
}

} // namespace

bool Quick::isOpaque(QObject* element, const ClassFacts& facts) const
{
    if (element->isWindowType()) {
        const auto& window = *static_cast<QQuickWindow*>(element);
        return window.color().alpha() == 255 && window.opacity() >= 1;
    }
    QQuickItem* item = itemOf(element);
    return item && isFilled(*item, facts);
}

QTransform Quick::describe(QObject* element, const ClassFacts& facts, const QTransform& base, Row& row) const
{
    if (element->isWindowType()) {
        auto* window = static_cast<QQuickWindow*>(element);
        describeWindow(window, base, row);
        return base;
    }
    QQuickItem* item = itemOf(element);
    if (!item)
        return base;
    const QPointer<QObject> living(element);
    row.rect = base.mapRect(item->mapRectToScene(QRectF(0, 0, item->width(), item->height())));
    row.z = item->z();
    row.opacity = item->opacity();
    row.flag(FlagVisible, isSeen(*item));
    row.flag(FlagEnabled, item->isEnabled());
    row.flag(FlagClip, item->clip());
    row.flag(FlagFocused, item->hasActiveFocus());
    // QML types are the application's code: each of these may have deleted the item.
    for (const auto describePart : {describeText, describeStates, describeExtra}) {
        if (living)
            describePart(element, facts, row);
    }
    if (living && item == element)
        describeDelegate(item, row);
    return base;
}

bool Quick::isSpecial(const ClassFacts& facts, const char* property) const
{
    return std::strcmp(property, "fontInfo") == 0
        || (facts.kind == static_cast<int>(QuickKind::TextEdit) && std::strcmp(property, "text") == 0);
}

bool Quick::readSpecial(QObject* element, const ClassFacts&, const char* property, Value& value, qint64* full) const
{
    if (std::strcmp(property, "text") == 0) {
        value = longText(element, full);
        return true;
    }
    // Qt prints a warning for the texts inside controls, which have no engine.
    value = std::monostate();
    return !qmlEngine(element);
}

} // namespace deskprobe
