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
        QObject* window = unframed(facts.toolkit->locate(object).window, m_modules);
        if (std::find(m_windows.begin(), m_windows.end(), window) == m_windows.end() || !isWanted({window}))
            return false;
        m_roots.roots.push_back(*entry);
        m_roots.windows.push_back(factsOf(window));
        m_roots.bases = m_reader.basesOf(*entry, m_roots.windows.front());
        return true;
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

void Roots::keep(const std::function<bool(const WindowFacts&)>& isWanted)
{
    std::vector<Element> kept;
    for (std::size_t i = 0; i < roots.size(); ++i)
        (isWanted(windows[i]) ? kept : leftOut).push_back(std::move(roots[i]));
    roots = std::move(kept);
    windows.erase(std::remove_if(windows.begin(), windows.end(), std::not_fn(isWanted)), windows.end());
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
