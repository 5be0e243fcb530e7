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

/// Finds the roots of one capture.
class Finder
{
public:
    Finder(const CaptureParams& params, ClassCache& classes, ObjectTable& objects, const Modules& modules)
        : m_params(params), m_classes(classes), m_objects(objects), m_modules(modules),
          m_windows(topLevelWindows(classes, modules))
    {
    }

    Roots find()
    {
        m_roots.isSubtree = m_params.root != 0 && findSubtree();
        m_roots.isFound = m_params.root == 0 || m_roots.isSubtree;
        if (m_roots.isSubtree)
            leaveOut(m_windows.begin());
        else
            takeWindows();
        return std::move(m_roots);
    }

private:
    const Toolkit& toolkitOf(QObject* window) { return *m_classes.of(window).facts.toolkit; }

    bool isCaptured(QObject* object, const Toolkit& toolkit)
    {
        return m_params.includeHidden || toolkit.isShown(object);
    }

    WindowFacts factsOf(QObject* window)
    {
        WindowFacts facts = toolkitOf(window).window(window);
        facts.handle = m_objects.enter(window)->handle;
        return facts;
    }

    void leaveOut(std::vector<QObject*>::iterator from)
    {
        std::transform(from, m_windows.end(), std::back_inserter(m_roots.leftOut),
            [this](QObject* window) { return m_objects.enter(window); });
    }

    void takeWindows()
    {
        const auto hidden = std::stable_partition(m_windows.begin(), m_windows.end(),
            [this](QObject* window) { return isCaptured(window, toolkitOf(window)); });
        leaveOut(hidden);
        for (auto window = m_windows.begin(); window != hidden; ++window)
            m_roots.windows.push_back(factsOf(*window));
        std::stable_sort(m_roots.windows.begin(), m_roots.windows.end(),
            [](const auto& a, const auto& b) { return stackingRank(a) < stackingRank(b); });
        for (const WindowFacts& facts : m_roots.windows)
            m_roots.roots.push_back(m_objects.find(facts.handle));
        if (m_roots.roots.size() <= m_params.maxNodes)
            return;
        m_roots.isCut = true;
        m_roots.leftOut.insert(
            m_roots.leftOut.end(), m_roots.roots.begin() + static_cast<long>(m_params.maxNodes), m_roots.roots.end());
        m_roots.roots.resize(m_params.maxNodes);
        m_roots.windows.resize(m_params.maxNodes);
    }

    bool findSubtree()
    {
        Entry* entry = m_objects.find(m_params.root);
        if (!entry || entry->object->thread() != QThread::currentThread())
            return false;
        QObject* object = entry->object;
        const Toolkit* toolkit = m_classes.of(object).facts.toolkit;
        if (!toolkit || !isCaptured(object, *toolkit))
            return false;
        const Location location = toolkit->locate(object);
        QObject* window = unframed(location.window);
        if (std::find(m_windows.begin(), m_windows.end(), window) == m_windows.end()
            || !isCaptured(window, toolkitOf(window)))
            return false;
        m_roots.roots.push_back(entry);
        m_roots.windows.push_back(factsOf(window));
        m_roots.base = location.base;
        return true;
    }

    QObject* unframed(QObject* window)
    {
        for (const Toolkit* toolkit : m_modules.toolkits()) {
            if (QObject* framed = window ? toolkit->framedBy(window) : nullptr)
                return framed;
        }
        return window;
    }

    const CaptureParams& m_params;
    ClassCache& m_classes;
    ObjectTable& m_objects;
    const Modules& m_modules;
    std::vector<QObject*> m_windows;
    Roots m_roots;
};

} // namespace

Roots findRoots(const CaptureParams& params, ClassCache& classes, ObjectTable& objects, const Modules& modules)
{
    return Finder(params, classes, objects, modules).find();
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
