#include "secrets.h"

#include "python.h"
#include "roots.h"

#include <QtCore/QStringList>
#include <QtCore/QUrl>

#include <algorithm>

namespace deskprobe
{
namespace
{

/// Shorter secrets would blot out half of the application's texts; they are hidden in their own field only.
constexpr int kShortest = 4;

/// The text and what becomes of it in a rich text, in a label with mnemonics and in a URL.
QStringList formsOf(const QString& text)
{
    QString unmarked = text;
    unmarked.remove(QLatin1Char('&'));
    QStringList forms{text, text.toHtmlEscaped(), unmarked, QString::fromLatin1(QUrl::toPercentEncoding(text))};
    forms.removeDuplicates();
    forms.erase(std::remove_if(forms.begin(), forms.end(), [](const QString& form) { return form.size() < kShortest; }),
        forms.end());
    return forms;
}

} // namespace

bool reveals(const QString& text, const Secret& secret)
{
    return !secret.text.isEmpty() && text.contains(secret.text);
}

bool reveals(const Value& value, const Secret& secret)
{
    if (const auto* text = std::get_if<QString>(&value))
        return reveals(*text, secret);
    if (const auto* json = std::get_if<JsonText>(&value))
        return !secret.json.isEmpty() && json->utf8.contains(secret.json);
    if (const auto* error = std::get_if<ReadError>(&value))
        return reveals(error->what, secret);
    return false;
}

bool isOwnSecret(const QString& property, const Value& value, const Secret& own)
{
    return property == QLatin1String("text") || property == QLatin1String("displayText")
        || property == QLatin1String("selectedText") || reveals(value, own);
}

Secret Secrets::secret(const QString& text)
{
    const QByteArray quoted = jsonText([&](JsonWriter& json) { writeString(json, text); }).utf8;
    return {text, quoted.mid(1, quoted.size() - 2)};
}

void Secrets::add(const QString& text)
{
    if (text.size() < kShortest)
        return;
    const auto same = [&](const Secret& known) { return known.text == text; };
    if (m_list && std::any_of(m_list->begin(), m_list->end(), same))
        return;
    // Earlier batches on the socket thread go on with the list they have.
    auto list = m_list ? std::make_shared<SecretList>(*m_list) : std::make_shared<SecretList>();
    for (const QString& form : formsOf(text))
        list->push_back(secret(form));
    m_list = std::move(list);
}

bool Secrets::mayHide(const Value& value)
{
    if (const auto* text = std::get_if<QString>(&value))
        return text->size() >= kShortest;
    if (const auto* json = std::get_if<JsonText>(&value))
        return json->utf8.size() >= kShortest;
    return std::holds_alternative<ReadError>(value);
}

Value Secrets::masked(Value value) const
{
    return isRevealedBy(value) ? Value(Masked()) : value;
}

QString Secrets::masked(const QString& text) const
{
    return isRevealedBy(text) ? QStringLiteral("It tells a secret.") : text;
}

void Secrets::searchEverywhere()
{
    for (QObject* window : topLevelWindows(m_classes, m_modules))
        search({window});
}

bool Secrets::step()
{
    if (!m_current) {
        if (m_open.empty())
            return false;
        m_current = std::move(m_open.back());
        m_open.pop_back();
        m_listing.start();
        if (m_current->isAlive())
            look(*m_current, m_classes.of(m_current->object));
    }
    // It may have gone with that.
    const bool more = m_current->isAlive() && listChildren(*m_current, m_classes.of(m_current->object));
    if (!more)
        m_current.reset();
    return true;
}

void Secrets::look(const Element& element, const Class& type)
{
    if (element.part)
        return;
    if (const auto held = heldBy(element.object, type))
        add(*held);
}

std::optional<QString> Secrets::heldBy(QObject* object, const Class& type)
{
    QString text;
    try {
        const PythonErrors errors(type.isPython);
        if (type.facts.toolkit && type.facts.toolkit->isSecret(object, type.facts, &text))
            return text;
    } catch (...) {
        // A getter of the application's threw: what it holds is not known to anybody.
    }
    return {};
}

bool Secrets::listChildren(const Element& element, const Class& type)
{
    if (!type.facts.toolkit)
        return false;
    if (element.part)
        listPortion(element.object, *element.part, m_listing);
    else
        listPortion(element.object, type.facts, {PartScope::Holders}, m_listing);
    for (Child& child : m_listing.children) {
        if (child.part || isWorthALook(child.object))
            search({child.object, std::move(child.part)});
    }
    return !m_listing.isDone;
}

/// Most elements have no children and are no password fields: to remember and return to each would take many times as
/// long as to see that.
bool Secrets::isWorthALook(QObject* object)
{
    const ClassFacts& facts = m_classes.of(object).facts;
    if (!facts.toolkit || facts.mayBeSecret || facts.hasParts || facts.guest)
        return facts.toolkit;
    m_grandchildren.start();
    m_grandchildren.children.clear();
    facts.toolkit->children(object, m_grandchildren);
    return !m_grandchildren.children.empty() || !m_grandchildren.isDone;
}

} // namespace deskprobe
