#pragma once
#include "core/classes.h"
#include "core/objects.h"

namespace deskprobe
{

/// The element that a request is about, over turns of the application. GUI thread only.
class Target
{
public:
    enum class State { Ok, Gone, Hidden };

    Target() = default;
    /// The element of a handle. One that is not shown is Hidden, unless hidden ones are wanted too.
    Target(quint64 handle, bool includeHidden, ClassCache& classes, ObjectTable& objects);

    State state() const { return m_state; }
    bool isAlive() const { return m_element.isAlive(); }
    const Element& element() const { return m_element; }
    /// The object whose properties and methods are the element's; null if there is none or it has gone.
    QObject* object() const { return m_object; }

private:
    State m_state = State::Gone;
    Element m_element;
    QPointer<QObject> m_object;
};

} // namespace deskprobe
