#pragma once
#include "core/values/properties.h"
#include "secrets.h"

namespace deskprobe
{

/// The way from an element's children to its window: of those that are objects, and of those that are parts.
struct Bases {
    QTransform objects;
    QTransform parts;
};

/// Where an element stands.
struct Place {
    /// Of its parent.
    const Bases& bases;
    const WindowFacts& window;
    /// Among its siblings.
    int order;
};

/// What is read of an element before its properties and children.
struct Description {
    /// All but its own and its parent's handle.
    Row row;
    Bases childBases;
    bool isSecret = false;
    Secret secret;
};

/// Reads elements. GUI thread only. Everything but of() may run application code: look whether the element still lives
/// after each.
class ElementReader
{
public:
    ElementReader(ClassCache& classes, ObjectTable& objects, const Modules& modules, Secrets& secrets, int propDepth)
        : m_classes(classes), m_secrets(secrets), m_properties(classes, objects, modules, propDepth)
    {
    }

    /// The class of a living element.
    Class& of(const Element& element) const;
    /// Whether a living element is effectively visible, and for a part whether its owner shows any of it.
    bool isShown(const Element& element) const;
    /// Lists the next portion of a living element's children.
    void children(const Element& element, const PartFilter& filter, Listing& listing) const;

    /// What a living element is described with, found from above it.
    Bases basesOf(const Element& element, const WindowFacts& window);
    /// Describes a living element; `isTop`: it is the window itself.
    void describe(const Element& element, const Class& type, const Place& place, bool isTop, Description& out);
    /// The same, without what no search needs of it and what is dear: its object's name, and whether it is opaque.
    void describeForSearch(const Element& element, const Class& type, const Place& place, bool isTop, Description& out);
    /// Reads one of the properties that rows of the class list.
    Value property(const Element& element, const Class& type, std::size_t index, Description& description);
    /// Reads one by its name; empty if the element has none of that name.
    std::optional<Value> namedProperty(
        const Element& element, const Class& type, const QByteArray& name, const Description& description);
    std::vector<std::pair<QString, Value>> dynamicProperties(QObject* object) { return m_properties.dynamic(object); }

private:
    void describeObject(const Element& element, const Class& type, const QTransform& base, Description& out);

    ClassCache& m_classes;
    Secrets& m_secrets;
    PropertyReader m_properties;
};

} // namespace deskprobe
