#include "matcher.h"

#include "core/nearest.h"
#include "core/roles.h"
#include "textpattern.h"

#include <algorithm>

namespace deskprobe
{
namespace
{

using protocol::Role;

/// Further than any distance between two names.
constexpr int kElsewhere = 1000;

constexpr Role kItemRoles[]
    = {Role::ListItem, Role::TableCell, Role::TreeItem, Role::TableColumnHeader, Role::TableRowHeader};

bool isItemRole(int role)
{
    return std::any_of(
        std::begin(kItemRoles), std::end(kItemRoles), [&](Role item) { return static_cast<int>(item) == role; });
}

bool isItemClass(const std::string& name)
{
    return name == "QModelIndex" || name == "QHeaderSection";
}

bool includes(const std::vector<int>& roles, Role role)
{
    return std::find(roles.begin(), roles.end(), static_cast<int>(role)) != roles.end();
}

/// Whether an element of the class may have one of the roles, as far as that can be told without describing it.
bool mayHave(const std::vector<int>& roles, const Subject& subject)
{
    const Class& type = subject.type();
    if (subject.element().part || type.facts.hasOwnRoles)
        return true;
    const auto possible = possibleRoles(type.role, subject.isTop());
    return std::any_of(possible.begin(), possible.end(), [&](Role role) { return includes(roles, role); });
}

/// Whether a value, as a capture writes it, is what is wanted. An element is named by its handle alone.
bool isValue(const rapidjson::Value& value, const rapidjson::Value& wanted)
{
    const auto handle = wanted.IsObject() ? wanted.FindMember("$handle") : rapidjson::Value::ConstMemberIterator();
    if (!wanted.IsObject() || handle == wanted.MemberEnd())
        return value == wanted;
    return value.IsObject() && value.HasMember("$handle") && value["$handle"] == handle->value;
}

bool isValue(const Value& value, const rapidjson::Value& wanted)
{
    const JsonText text = jsonText([&](JsonWriter& json) { writeValue(json, value); });
    rapidjson::Document document;
    document.Parse<rapidjson::kParseIterativeFlag>(text.utf8.constData(), static_cast<std::size_t>(text.utf8.size()));
    return !document.HasParseError() && isValue(document, wanted);
}

} // namespace

Matcher::Matcher(const Criteria& criteria, const Secrets& secrets) : m_criteria(criteria), m_secrets(secrets)
{
    addKind();
    addNames();
    addStates();
    addTexts();
    addProperties();
}

bool Matcher::mayBeItem() const
{
    const auto isItemOrNone = [](const auto& name) { return !name || isItemClass(*name); };
    return isItemOrNone(m_criteria.type) && isItemOrNone(m_criteria.typeInherits) && !m_criteria.objectName
        && !m_criteria.qmlId
        && (!m_criteria.roles || std::any_of(m_criteria.roles->begin(), m_criteria.roles->end(), isItemRole));
}

bool Matcher::isItem() const
{
    return mayBeItem()
        && (m_criteria.row >= 0 || m_criteria.column >= 0 || m_criteria.type || m_criteria.typeInherits
            || (m_criteria.roles && std::all_of(m_criteria.roles->begin(), m_criteria.roles->end(), isItemRole)));
}

bool Matcher::meets(Subject& subject) const
{
    return std::all_of(
        m_criterions.begin(), m_criterions.end(), [&](const Criterion& each) { return each.isMet(subject); });
}

std::optional<std::vector<Matcher::Miss>> Matcher::nearMisses(Subject& subject) const
{
    std::vector<Miss> misses;
    bool isTold = false;
    for (const Criterion& each : m_criterions) {
        if (each.isMet(subject)) {
            isTold = isTold || each.isTelling;
            continue;
        }
        if (!misses.empty())
            return {};
        misses.push_back({each.name, each.distance(subject)});
    }
    if (!misses.empty() && misses.front().distance < 0) {
        if (!isTold)
            return {};
        misses.front().distance = kElsewhere;
    }
    return misses;
}

template <typename Get>
void Matcher::addName(const char* name, const std::optional<std::string>& wanted, bool isTelling, Get get)
{
    if (!wanted)
        return;
    const QString text = QString::fromStdString(*wanted);
    m_criterions.push_back({name, isTelling,
        [this, text, get](Subject& subject) {
            const QString own = get(subject);
            return own == text && isSafe(own);
        },
        [this, text, get](Subject& subject) {
            const QString own = get(subject);
            return isSafe(own) ? nearness(text, own) : -1;
        }});
}

void Matcher::addKind()
{
    addName("type", m_criteria.type, false, [](Subject& subject) { return subject.type().header->name; });
    if (m_criteria.typeInherits) {
        const QString wanted = QString::fromStdString(*m_criteria.typeInherits);
        m_criterions.push_back({"type_inherits", false,
            [wanted](Subject& subject) {
                const ClassHeader& header = *subject.type().header;
                return header.name == wanted || header.bases.contains(wanted);
            },
            [wanted](Subject& subject) { return nearness(wanted, subject.type().header->name); }});
    }
}

void Matcher::addNames()
{
    addName("object_name", m_criteria.objectName, true, [](Subject& subject) { return subject.objectName(); });
    addName("qml_id", m_criteria.qmlId, true,
        [](Subject& subject) { return subject.row().extra ? subject.row().extra->qmlId : QString(); });
}

void Matcher::addStates()
{
    const auto far = [](Subject&) { return -1; };
    if (m_criteria.roles) {
        m_criterions.push_back({"roles", false,
            [&roles = *m_criteria.roles](
                Subject& subject) { return mayHave(roles, subject) && includes(roles, subject.row().role); },
            far});
    }
    if (m_criteria.flags) {
        m_criterions.push_back({"flags", false,
            [flags = m_criteria.flags](Subject& subject) { return (subject.row().flags & flags) == flags; }, far});
    }
    const auto addPlace = [&](const char* name, int wanted, std::optional<int> Extra::*place) {
        if (wanted < 0)
            return;
        m_criterions.push_back({name, true,
            [wanted, place](Subject& subject) {
                return subject.row().extra && (*subject.row().extra).*place == std::optional<int>(wanted);
            },
            far});
    };
    addPlace("row", m_criteria.row, &Extra::row);
    addPlace("column", m_criteria.column, &Extra::column);
}

void Matcher::addText(
    const char* name, std::function<bool(const QString&)> isMet, std::function<int(const QString&)> distance)
{
    m_criterions.push_back({name, true,
        [this, isMet = std::move(isMet)](Subject& subject) {
            const QStringList all = texts(subject);
            return std::any_of(all.begin(), all.end(), isMet);
        },
        [this, distance = std::move(distance)](Subject& subject) {
            int nearest = -1;
            for (const QString& text : texts(subject)) {
                const int found = distance(text);
                nearest = found >= 0 && (nearest < 0 || found < nearest) ? found : nearest;
            }
            return nearest;
        }});
}

void Matcher::addTexts()
{
    if (m_criteria.text) {
        const QString wanted = QString::fromStdString(*m_criteria.text);
        addText(
            "text", [wanted](const QString& text) { return text == wanted; },
            [wanted](const QString& text) { return nearness(wanted, text); });
    }
    if (m_criteria.textContains) {
        const QString wanted = QString::fromStdString(*m_criteria.textContains);
        addText(
            "text_contains", [wanted](const QString& text) { return text.contains(wanted, Qt::CaseInsensitive); },
            [wanted](const QString& text) { return nearness(wanted, text); });
    }
    if (m_criteria.textMatches) {
        const auto pattern = std::make_shared<TextPattern>(QString::fromStdString(*m_criteria.textMatches));
        const QString complaint = pattern->complaint();
        if (!complaint.isEmpty())
            m_complaint = QStringLiteral("text_matches: ") + complaint;
        addText(
            "text_matches", [pattern](const QString& text) { return pattern->isFoundIn(text); },
            [](const QString&) { return -1; });
    }
}

void Matcher::addProperties()
{
    if (!m_criteria.properties)
        return;
    for (const auto& member : m_criteria.properties->GetObject()) {
        const QByteArray name(member.name.GetString());
        m_criterions.push_back({"properties", true,
            [this, name, &wanted = member.value](Subject& subject) {
                const std::optional<Value> value = subject.property(name);
                return value && !m_secrets.isRevealedBy(*value) && isValue(*value, wanted);
            },
            [](Subject&) { return -1; }});
    }
}

QStringList Matcher::texts(Subject& subject) const
{
    const Row& row = subject.row();
    QStringList texts;
    if (row.hasText && isSafe(row.text))
        texts << row.text;
    if (row.extra && !row.extra->name.isNull() && isSafe(row.extra->name))
        texts << row.extra->name;
    return texts;
}

bool Matcher::isSafe(const QString& text) const
{
    return !m_secrets.isRevealedBy(text);
}

} // namespace deskprobe
