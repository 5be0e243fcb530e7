#include "target.h"

#include <QtCore/QThread>
#include <QtGui/QWindow>

namespace deskprobe
{
namespace
{

bool isShown(const Element& element, const Toolkit& toolkit)
{
    if (!toolkit.isShown(element.object) || !element.isInOwner())
        return false;
    // Items of a window that is not shown still count themselves as visible.
    const QObject* window = toolkit.locate(element.object).window;
    return !window || !window->isWindowType() || static_cast<const QWindow*>(window)->isVisible();
}

} // namespace

Target::Target(quint64 handle, bool includeHidden, ClassCache& classes, ObjectTable& objects)
{
    const Entry* entry = objects.find(handle);
    if (!entry || entry->object->thread() != QThread::currentThread())
        return;
    const Toolkit* toolkit = classes.of(entry->object).facts.toolkit;
    if (!toolkit)
        return;
    m_element = *entry;
    m_object = m_element.part ? m_element.part->object() : m_element.object.data();
    m_state = includeHidden || isShown(m_element, *toolkit) ? State::Ok : State::Hidden;
}

} // namespace deskprobe
