#include "elements.h"

#include "python.h"
#include "roles.h"

#include <algorithm>

namespace deskprobe
{
namespace
{

/// The object whose class and properties are the element's; null if it has none.
QObject* objectOf(const Element& element)
{
    return element.part ? element.part->object() : element.object.data();
}

} // namespace

Class& ElementReader::of(const Element& element) const
{
    return element.part ? m_classes.of(*element.part) : m_classes.of(element.object);
}

bool ElementReader::isShown(const Element& element) const
{
    const Toolkit* toolkit = m_classes.of(element.object).facts.toolkit;
    return toolkit && toolkit->isShown(element.object) && element.isInOwner();
}

void ElementReader::children(const Element& element, const PartFilter& filter, Listing& listing) const
{
    if (element.part)
        listPortion(element.object, *element.part, listing);
    else
        listPortion(element.object, m_classes.of(element.object).facts, filter, listing);
}

void ElementReader::describe(
    const Element& element, const Class& type, const Place& place, bool isTop, Description& out)
{
    describeForSearch(element, type, place, isTop, out);
    if (element.part || !element.object)
        return;
    out.row.objectName = element.object->objectName();
    try {
        out.row.flag(protocol::FlagOpaque, type.facts.toolkit->isOpaque(element.object, type.facts));
    } catch (...) {
        // A getter of the application's: what it would have said is not certain.
    }
}

void ElementReader::describeForSearch(
    const Element& element, const Class& type, const Place& place, bool isTop, Description& out)
{
    const WindowFacts& window = place.window;
    Row& row = out.row;
    row = Row();
    row.window = window.handle;
    row.z = place.order;
    out.childBases = place.bases;
    out.isSecret = false;
    try {
        const PythonErrors errors(type.isPython);
        if (element.part)
            out.childBases.objects = element.part->describe(element.object, place.bases.parts, row);
        else
            describeObject(element, type, place.bases.objects, out);
    } catch (...) {
        // Code of the application that was called for one fact: the row goes without it.
    }
    if (out.isSecret) {
        row.flag(protocol::FlagPassword, true);
        row.hasText = false;
    }
    if (row.role == protocol::Role::Unknown)
        row.role = refinedRole(type.role, row.flags, isTop);
    if (row.text.size() > protocol::kTextUnits && (!row.extra || row.extra->cut.empty()))
        row.more().cut.emplace_back(QStringLiteral("text"), row.text.size());
    row.global = window.onScreen ? window.area.topLeft() + row.rect.topLeft() * window.dpr : row.rect.topLeft();
}

void ElementReader::describeObject(const Element& element, const Class& type, const QTransform& base, Description& out)
{
    const ClassFacts& facts = type.facts;
    QString text;
    out.isSecret = facts.toolkit->isSecret(element.object, facts, &text);
    if (out.isSecret) {
        out.secret = Secrets::secret(text);
        m_secrets.add(text);
    }
    if (!element.object)
        return;
    out.childBases.objects = facts.toolkit->describe(element.object, facts, base, out.row);
    out.childBases.parts = out.childBases.objects;
}

Bases ElementReader::basesOf(const Element& element, const WindowFacts& window)
{
    const Class& type = m_classes.of(element.object);
    const QTransform base = type.facts.toolkit->locate(element.object).base;
    if (!element.part)
        return {base, {}};
    // Parts are described with what describing their owner has come to.
    Description owner;
    describe({element.object}, type, {{base, {}}, window, 0}, false, owner);
    return {{}, owner.childBases.parts};
}

Value ElementReader::property(const Element& element, const Class& type, std::size_t index, Description& description)
{
    const QString& name = type.header->properties[static_cast<int>(index)];
    qint64 full = 0;
    Value value = type.listed.empty()
        ? m_properties.readPart(element, static_cast<int>(index))
        : m_properties.readElement(objectOf(element), type.facts, type.listed[index], &full);
    if (description.isSecret && isOwnSecret(name, value, description.secret))
        value = Masked();
    else if (const auto* text = std::get_if<QString>(&value); text && !full && text->size() > protocol::kTextUnits)
        full = text->size();
    if (full)
        description.row.more().cut.emplace_back(name, full);
    return value;
}

std::optional<Value> ElementReader::namedProperty(
    const Element& element, const Class& type, const QByteArray& name, const Description& description)
{
    QObject* object = objectOf(element);
    std::optional<Value> value;
    if (!object) {
        const auto& names = element.part->type().properties;
        const auto found = std::find(names.begin(), names.end(), name);
        if (found != names.end())
            value = m_properties.readPart(element, static_cast<int>(found - names.begin()));
    } else if (const int index = type.facts.meta->indexOfProperty(name.constData()); index >= 0) {
        qint64 full = 0;
        value = m_properties.readElement(object, type.facts, propertyOf(type.facts, index), &full);
    } else if (object->dynamicPropertyNames().contains(name)) {
        value = m_properties.value(object->property(name.constData()), object);
    }
    if (value && description.isSecret && isOwnSecret(QString::fromUtf8(name), *value, description.secret))
        return Masked();
    return value;
}

} // namespace deskprobe
