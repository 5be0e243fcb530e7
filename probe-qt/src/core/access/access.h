#pragma once
#include "core/secrets.h"
#include "core/values/properties.h"
#include "core/values/valuetype.h"
#include "target.h"

#include <optional>

namespace deskprobe
{

/// A property as the protocol's PropertyValue.
struct PropertyFacts {
    QString name;
    Value value;
    QString type;
    bool isWritable = false;
    /// Names of an enum.
    QStringList values;
    /// Full length in UTF-16 units of a value that is not whole, else 0.
    qint64 cut = 0;
    /// The element is a password field, and this is what it holds.
    bool isSecret = false;

    /// Keeps secrets out of it: to be done before it is sent.
    void mask(const Secrets& secrets) { value = isSecret ? Value(Masked()) : secrets.masked(std::move(value)); }
};

/// Where a property of an element is.
struct PropertyPlace {
    enum class Kind { Declared, Dynamic, OfPart };
    Kind kind = Kind::Declared;
    /// In the metaobject, or in PartType::properties.
    int index = -1;
    QByteArray name;
};

/// The properties of one element, whether its class declares them, the application has set them on this one object, or
/// the element is a part. GUI thread only. Every function may run application code: look whether the target lives after
/// each, and call none if it does not.
class PropertyAccess
{
public:
    PropertyAccess(const Target& target, ClassCache& classes, ObjectTable& objects, const Modules& modules, int depth)
        : m_target(target), m_classes(classes), m_reader(classes, objects, modules, depth)
    {
    }

    std::vector<PropertyPlace> all() const;
    std::optional<PropertyPlace> find(const QString& name) const;
    /// Names near to one that the element does not have.
    QStringList nearest(const QString& name) const;
    /// Reads it as a capture does.
    PropertyFacts read(const PropertyPlace& place);
    /// What values it takes.
    ValueType type(const PropertyPlace& place) const;
    /// Its present value, as it is.
    QVariant value(const PropertyPlace& place) const;
    /// How a value that it takes would be read.
    Value asRead(const PropertyPlace& place, const QVariant& value);
    /// Sets it; false if it would not take the value. Throws what the setter throws.
    bool write(const PropertyPlace& place, const QVariant& value) const;
    /// Whether the element is a password field that does not show what it holds.
    bool isSecretField() const;

private:
    PropertyFacts readDeclared(const PropertyPlace& place);

    const Target& m_target;
    ClassCache& m_classes;
    PropertyReader m_reader;
};

} // namespace deskprobe
