#include "access.h"

#include "core/nearest.h"
#include "core/thrown.h"

#include <algorithm>

namespace deskprobe
{
namespace
{

using Kind = PropertyPlace::Kind;

/// Dynamic properties that are the application's, not Qt's own.
bool isOfApplication(const QByteArray& dynamicProperty)
{
    return !dynamicProperty.startsWith("_q_");
}

} // namespace

std::vector<PropertyPlace> PropertyAccess::all() const
{
    std::vector<PropertyPlace> places;
    if (const auto& part = m_target.element().part) {
        const auto& names = part->type().properties;
        for (std::size_t i = 0; i < names.size(); ++i)
            places.push_back({Kind::OfPart, static_cast<int>(i), names[i]});
    }
    const QObject* object = m_target.object();
    if (!object)
        return places;
    const auto declared = m_classes.allProperties(object->metaObject());
    for (const Property& property : *declared)
        places.push_back({Kind::Declared, property.index, property.name});
    const QList<QByteArray> dynamic = object->dynamicPropertyNames();
    for (const QByteArray& name : dynamic) {
        if (isOfApplication(name))
            places.push_back({Kind::Dynamic, -1, name});
    }
    return places;
}

std::optional<PropertyPlace> PropertyAccess::find(const QString& wanted) const
{
    const QByteArray name = wanted.toUtf8();
    if (const auto& part = m_target.element().part) {
        const auto& names = part->type().properties;
        const auto found = std::find(names.begin(), names.end(), name);
        if (found != names.end())
            return PropertyPlace{Kind::OfPart, static_cast<int>(found - names.begin()), name};
    }
    const QObject* object = m_target.object();
    if (!object)
        return {};
    const int index = object->metaObject()->indexOfProperty(name.constData());
    if (index >= 0)
        return PropertyPlace{Kind::Declared, index, name};
    if (isOfApplication(name) && object->dynamicPropertyNames().contains(name))
        return PropertyPlace{Kind::Dynamic, -1, name};
    return {};
}

QStringList PropertyAccess::nearest(const QString& name) const
{
    QStringList names;
    for (const PropertyPlace& place : all())
        names << QString::fromUtf8(place.name);
    return nearestNames(name, names);
}

PropertyFacts PropertyAccess::read(const PropertyPlace& place)
{
    if (place.kind == Kind::Declared)
        return readDeclared(place);
    PropertyFacts facts;
    facts.name = QString::fromUtf8(place.name);
    const QString thrown = thrownBy(hasPython(), [&] {
        const QVariant current = value(place);
        facts.type = QString::fromLatin1(current.typeName());
        facts.value = m_reader.value(current, m_target.element().object);
        const ValueType taken = m_target.isAlive() ? type(place) : ValueType();
        facts.isWritable = taken.id != QMetaType::UnknownType;
        if (facts.isWritable)
            facts.type = QString::fromLatin1(taken.name);
        if (taken.isEnum())
            facts.values = namesOf(taken.names);
    });
    if (!thrown.isEmpty())
        facts.value = ReadError{QStringLiteral("the getter threw: ") + thrown};
    return facts;
}

PropertyFacts PropertyAccess::readDeclared(const PropertyPlace& place)
{
    QObject* object = m_target.object();
    const Class& type = m_classes.of(object);
    const QMetaProperty source = type.facts.meta->property(place.index);
    PropertyFacts facts;
    facts.name = QString::fromUtf8(place.name);
    facts.type = QString::fromLatin1(source.typeName());
    facts.isWritable = source.isWritable();
    if (source.isEnumType())
        facts.values = namesOf(source.enumerator());
    if (!source.isReadable()) {
        facts.value = ReadError{QStringLiteral("it can only be written")};
        return facts;
    }
    const auto held = Secrets::heldBy(object, type);
    if (!m_target.isAlive())
        return facts;
    facts.value = m_reader.readElement(object, type.facts, propertyOf(type.facts, place.index), &facts.cut);
    facts.isSecret = held && isOwnSecret(facts.name, facts.value, Secrets::secret(*held));
    return facts;
}

bool PropertyAccess::isSecretField() const
{
    QObject* object = m_target.object();
    return object && Secrets::heldBy(object, m_classes.of(object));
}

ValueType PropertyAccess::type(const PropertyPlace& place) const
{
    if (place.kind == Kind::Declared)
        return typeOf(m_target.object()->metaObject()->property(place.index));
    if (place.kind == Kind::Dynamic)
        return typeOf(value(place));
    return typeOf(makeVariant(m_target.element().part->writableType(m_target.element().object, place.index), nullptr));
}

QVariant PropertyAccess::value(const PropertyPlace& place) const
{
    switch (place.kind) {
    case Kind::Declared:
        return m_target.object()->metaObject()->property(place.index).read(m_target.object());
    case Kind::Dynamic:
        return m_target.object()->property(place.name.constData());
    case Kind::OfPart:
        return m_target.element().part->read(m_target.element().object, place.index);
    }
    return {};
}

Value PropertyAccess::asRead(const PropertyPlace& place, const QVariant& value)
{
    const ValueType taken = type(place);
    if (taken.isEnum())
        return EnumNames(taken.names)(value.toInt());
    if (place.kind == Kind::OfPart)
        return value.toString();
    return m_reader.value(value, m_target.object());
}

bool PropertyAccess::write(const PropertyPlace& place, const QVariant& value) const
{
    QObject* object = m_target.object();
    switch (place.kind) {
    case Kind::Declared:
        return object->metaObject()->property(place.index).write(object, value);
    case Kind::Dynamic:
        object->setProperty(place.name.constData(), value);
        return true;
    case Kind::OfPart:
        return m_target.element().part->write(m_target.element().object, place.index, value);
    }
    return false;
}

} // namespace deskprobe
