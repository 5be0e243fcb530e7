#include "roots.h"

#include "modules.h"

#include <QtCore/QThread>

#include <algorithm>

namespace deskprobe
{
namespace
{

/// Stacking order of windows as far as Qt knows it: popups above modal dialogs above the active window above others.
int stackingRank(const WindowFacts& window)
{
    if (window.kind == WindowKind::Popup || window.kind == WindowKind::ToolTip)
        return 3;
    if (window.modal)
        return 2;
    return window.active ? 1 : 0;
}

/// Finds the roots of one walk.
class Finder
{
public:
    Finder(bool includeHidden, ElementReader& reader, ClassCache& classes, ObjectTable& objects, const Modules& modules)
        : m_includeHidden(includeHidden), m_reader(reader), m_classes(classes), m_objects(objects), m_modules(modules),
          m_windows(topLevelWindows(classes, modules))
    {
    }

    Roots find(quint64 root)
    {
        m_roots.isSubtree = root != 0 && findSubtree(root);
        m_roots.isFound = root == 0 || m_roots.isSubtree;
        if (m_roots.isSubtree)
            leaveOut(m_windows.begin());
        else
            takeWindows();
        return std::move(m_roots);
    }

private:
    const Toolkit& toolkitOf(QObject* window) { return *m_classes.of(window).facts.toolkit; }

    bool isWanted(const Element& element) { return m_includeHidden || m_reader.isShown(element); }

    WindowFacts factsOf(QObject* window)
    {
        WindowFacts facts = toolkitOf(window).window(window);
        facts.handle = m_objects.enter(window)->handle;
        return facts;
    }

    void leaveOut(std::vector<QObject*>::iterator from)
    {
        for (auto window = from; window != m_windows.end(); ++window)
            m_roots.leftOut.push_back({*window});
    }

    void takeWindows()
    {
        const auto hidden = std::stable_partition(
            m_windows.begin(), m_windows.end(), [this](QObject* window) { return isWanted({window}); });
        leaveOut(hidden);
        for (auto window = m_windows.begin(); window != hidden; ++window)
            m_roots.windows.push_back(factsOf(*window));
        std::stable_sort(m_roots.windows.begin(), m_roots.windows.end(),
            [](const auto& a, const auto& b) { return stackingRank(a) < stackingRank(b); });
        for (const WindowFacts& facts : m_roots.windows)
            m_roots.roots.push_back(*m_objects.find(facts.handle));
    }

    bool findSubtree(quint64 root)
    {
        const Entry* entry = m_objects.find(root);
        if (!entry || entry->object->thread() != QThread::currentThread())
            return false;
        QObject* object = entry->object;
        const ClassFacts& facts = m_classes.of(object).facts;
        if (!facts.toolkit || !isWanted(*entry))
            return false;
        const Location location = facts.toolkit->locate(object);
        QObject* window = unframed(location.window, m_modules);
        if (std::find(m_windows.begin(), m_windows.end(), window) == m_windows.end() || !isWanted({window}))
            return false;
        m_roots.roots.push_back(*entry);
        m_roots.windows.push_back(factsOf(window));
        m_roots.bases = {location.base, entry->part ? baseOf({entry->object}, location.base) : QTransform()};
        return true;
    }

    /// What describing the owner of a part makes of its base.
    QTransform baseOf(const Element& owner, const QTransform& base)
    {
        const Bases bases{base, base};
        Description description;
        m_reader.describe(owner, m_reader.of(owner), {bases, m_roots.windows.front(), 0}, false, description);
        return description.childBases.parts;
    }

    const bool m_includeHidden;
    ElementReader& m_reader;
    ClassCache& m_classes;
    ObjectTable& m_objects;
    const Modules& m_modules;
    std::vector<QObject*> m_windows;
    Roots m_roots;
};

} // namespace

void Roots::cut(std::size_t count)
{
    const auto first = roots.begin() + static_cast<long>(count);
    leftOut.insert(leftOut.end(), first, roots.end());
    roots.erase(first, roots.end());
    windows.resize(count);
}

Roots findRoots(quint64 root, bool includeHidden, ElementReader& reader, ClassCache& classes, ObjectTable& objects,
    const Modules& modules)
{
    return Finder(includeHidden, reader, classes, objects, modules).find(root);
}

QObject* unframed(QObject* window, const Modules& modules)
{
    for (const Toolkit* toolkit : modules.toolkits()) {
        if (QObject* framed = window ? toolkit->framedBy(window) : nullptr)
            return framed;
    }
    return window;
}

std::vector<QObject*> topLevelWindows(ClassCache& classes, const Modules& modules)
{
    std::vector<QObject*> windows;
    std::vector<QObject*> found;
    for (const Toolkit* toolkit : modules.toolkits()) {
        found.clear();
        toolkit->windows(found);
        for (QObject* window : found) {
            if (window->thread() == QThread::currentThread() && classes.of(window).facts.toolkit == toolkit)
                windows.push_back(window);
        }
    }
    return windows;
}

} // namespace deskprobe
