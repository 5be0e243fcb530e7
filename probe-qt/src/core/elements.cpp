#include "elements.h"

#include "python.h"
#include "roles.h"

namespace deskprobe
{

Class& ElementReader::of(const Element& element) const
{
    return element.part ? m_classes.of(*element.part) : m_classes.of(element.object);
}

bool ElementReader::isShown(const Element& element) const
{
    const Toolkit* toolkit = m_classes.of(element.object).facts.toolkit;
    return toolkit && toolkit->isShown(element.object) && (!element.part || element.part->isShown(element.object));
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
    out.row.objectName = element.object->objectName();
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

Value ElementReader::property(const Element& element, const Class& type, std::size_t index, Description& description)
{
    const QString& name = type.header->properties[static_cast<int>(index)];
    qint64 full = 0;
    Value value = type.listed.empty()
        ? m_properties.readPart(element, static_cast<int>(index))
        : m_properties.readElement(
            element.part ? element.part->object() : element.object.data(), type.facts, type.listed[index], &full);
    if (description.isSecret && isOwnSecret(name, value, description.secret))
        value = Masked();
    else if (const auto* text = std::get_if<QString>(&value); text && !full && text->size() > protocol::kTextUnits)
        full = text->size();
    if (full)
        description.row.more().cut.emplace_back(name, full);
    return value;
}

} // namespace deskprobe
