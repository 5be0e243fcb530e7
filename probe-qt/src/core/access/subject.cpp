#include "subject.h"

namespace deskprobe
{

QString Subject::objectName()
{
    return m_element.part ? row().objectName : m_element.object->objectName();
}

const Row& Subject::row()
{
    if (!m_description) {
        static const Bases nowhere;
        static const WindowFacts noWindow;
        m_reader.describeForSearch(m_element, m_type, {nowhere, noWindow, 0}, m_isTop, m_description.emplace());
    }
    return m_description->row;
}

std::optional<Value> Subject::property(const QByteArray& name)
{
    // What is secret of it is known once it is described.
    row();
    if (!m_element.isAlive())
        return {};
    return m_reader.namedProperty(m_element, m_type, name, *m_description);
}

} // namespace deskprobe
