#include "secrets.h"

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
    return false;
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

bool Secrets::step()
{
    if (!m_current) {
        if (m_open.empty())
            return false;
        m_current = m_open.back();
        m_open.pop_back();
        m_listing.start();
    }
    QObject* object = m_current->object;
    const ClassFacts* facts = object ? &m_classes.of(object).facts : nullptr;
    if (!facts || !facts->toolkit) {
        m_current = nullptr;
        return true;
    }
    QString text;
    if (m_listing.next == 0 && !m_listing.areGuests && facts->toolkit->isSecret(object, *facts, &text))
        add(text);
    // That may have run application code.
    if (m_current->object) {
        listPortion(object, *facts, m_listing);
        for (const Child& child : m_listing.children)
            search(m_objects.enter(child.object));
    }
    if (m_listing.isDone || !m_current->object)
        m_current = nullptr;
    return true;
}

} // namespace deskprobe
