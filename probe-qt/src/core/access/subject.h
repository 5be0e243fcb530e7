#pragma once
#include "core/elements.h"

namespace deskprobe
{

/// An element in question. What is dear to know of it is found out when first asked for, and may run application code.
class Subject
{
public:
    Subject(ElementReader& reader, const Element& element, const Class& type, bool isTop)
        : m_reader(reader), m_element(element), m_type(type), m_isTop(isTop)
    {
    }

    const Element& element() const { return m_element; }
    const Class& type() const { return m_type; }
    bool isTop() const { return m_isTop; }
    QString objectName();
    /// Its row, all but where it stands and what an object is named.
    const Row& row();
    bool isDescribed() const { return m_description.has_value(); }
    /// A property by its name, empty if there is none.
    std::optional<Value> property(const QByteArray& name);

private:
    ElementReader& m_reader;
    const Element& m_element;
    const Class& m_type;
    const bool m_isTop;
    std::optional<Description> m_description;
};

} // namespace deskprobe
