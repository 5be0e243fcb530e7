#include "core/metacall.h"
#include "core/plaintext.h"
#include "core/protocol.gen.h"
#include "core/windowfacts.h"
#include "quick.h"

#include <QtGui/QColor>
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

/// The properties of one item that its class is known to have.
class Known
{
public:
    Known(QQuickItem* item, const ClassFacts& facts) : m_item(item), m_facts(facts) { }

    bool has(KnownProperty place) const { return m_facts.known[place] >= 0; }
    bool flag(KnownProperty place) const { return readTyped<bool>(m_item, m_facts.known[place]); }
    int number(KnownProperty place, int otherwise = 0) const
    {
        return readTyped<int>(m_item, m_facts.known[place], otherwise);
    }
    double real(KnownProperty place) const { return readTyped<double>(m_item, m_facts.known[place]); }
    QString text(KnownProperty place) const { return readTyped<QString>(m_item, m_facts.known[place]); }

private:
    QQuickItem* const m_item;
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

void describeText(QQuickItem* item, const ClassFacts& facts, Row& row)
{
    const Known known(item, facts);
    switch (static_cast<QuickKind>(facts.kind)) {
    case QuickKind::Text:
        row.show(
            shownText(known.text(KnownText), static_cast<Qt::TextFormat>(known.number(KnownTextFormat, Qt::AutoText))));
        break;
    case QuickKind::TextEdit: {
        qint64 full = 0;
        row.show(longText(item, &full));
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
        row.show(withoutMnemonic(known.text(KnownText)));
        break;
    default:
        if (known.has(KnownText))
            row.show(known.text(KnownText));
        else if (known.has(KnownTitle))
            row.show(known.text(KnownTitle));
    }
}

void describeStates(QQuickItem* item, const ClassFacts& facts, Row& row)
{
    const Known known(item, facts);
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
    if (kind == QuickKind::ComboBox)
        row.flag(FlagHasPopup | FlagExpandable, true);
    if (known.has(KnownOrientation))
        row.flag(known.number(KnownOrientation) == Qt::Vertical ? FlagVertical : FlagHorizontal, true);
    const bool takesFocus = item->activeFocusOnTab() || known.number(KnownFocusPolicy) != Qt::NoFocus
        || kind == QuickKind::TextInput || kind == QuickKind::TextEdit;
    row.flag(FlagFocusable, takesFocus && item->isEnabled());
}

void describeExtra(QQuickItem* item, const ClassFacts& facts, Row& row)
{
    const Known known(item, facts);
    if (known.has(KnownColor)) {
        const auto color = readTyped<QColor>(item, facts.known[KnownColor]);
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
    if (const QQmlContext* context = qmlContext(item)) {
        const QString id = context->nameForObject(item);
        if (!id.isEmpty())
            row.more().qmlId = id;
    }
}

} // namespace

QTransform Quick::describe(QObject* element, const ClassFacts& facts, const QTransform& base, Row& row) const
{
    if (element->isWindowType()) {
        describeWindow(static_cast<QWindow*>(element), base, row);
        return base;
    }
    auto* item = static_cast<QQuickItem*>(element);
    const QPointer<QQuickItem> living(item);
    row.rect = base.mapRect(item->mapRectToScene(QRectF(0, 0, item->width(), item->height())));
    row.z = item->z();
    row.opacity = item->opacity();
    row.flag(FlagVisible, item->isVisible());
    row.flag(FlagEnabled, item->isEnabled());
    row.flag(FlagClip, item->clip());
    row.flag(FlagFocused, item->hasActiveFocus());
    // QML types are the application's code: each of these may have deleted the item.
    for (const auto describePart : {describeText, describeStates, describeExtra}) {
        if (living)
            describePart(item, facts, row);
    }
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
