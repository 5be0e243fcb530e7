#pragma once
#include "core/classes.h"
#include "core/objects.h"
#include "variants.h"

#include <set>

namespace deskprobe
{

/// Reads properties of objects into values that any thread may hold. GUI thread only. Each read may run application
/// code, which may delete any object, throw, or spin an event loop: look at your QPointers again after each.
class PropertyReader
{
public:
    PropertyReader(ClassCache& classes, ObjectTable& objects, const Modules& modules, int depth);

    Value read(QObject* object, const Property& property);
    /// As read(), for an element; `full` is set to the full length of a value that was not read whole.
    Value readElement(QObject* object, const ClassFacts& facts, const Property& property, qint64* full);
    /// As read(), of a value that is at hand; `owner` is the object it is from.
    Value value(const QVariant& variant, QObject* owner);
    /// As read(), for a part; the property is one of its type's.
    Value readPart(const Element& element, int property);
    /// Properties that the application has set on this one object.
    std::vector<std::pair<QString, Value>> dynamic(QObject* object);

private:
    template <typename Type, typename As>
    Value typed(QObject* object, const Property& property);
    Value readUnguarded(QObject* object, const Property& property);
    Value variant(QObject* object, const Property& property);
    void writeObject(JsonWriter& json, QObject* object);

    ClassCache& m_classes;
    ObjectTable& m_objects;
    const Modules& m_modules;
    VariantWriter m_variants;
    /// Levels of objects left to expand, -1: any number; and those being expanded now.
    int m_depth;
    std::set<const QObject*> m_expanding;
    int m_expanded = 0;
};

} // namespace deskprobe
