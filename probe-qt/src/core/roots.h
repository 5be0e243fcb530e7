#pragma once
#include "elements.h"

#include <functional>

namespace deskprobe
{

/// Where a walk starts.
struct Roots {
    /// Elements to start from, bottom to top.
    std::vector<Element> roots;
    /// Their windows, one for each; only one for a subtree.
    std::vector<WindowFacts> windows;
    /// What the roots are described with.
    Bases bases;
    bool isSubtree = false;
    /// False: the asked root is dead, hidden or not ours, and these are all windows instead.
    bool isFound = true;
    /// Windows that are not walked.
    std::vector<Element> leftOut;

    /// Leaves out all but the first `count`, which are windows.
    void cut(std::size_t count);
    /// Leaves out all but the windows that are wanted and the roots in them.
    void keep(const std::function<bool(const WindowFacts&)>& isWanted);
};

/// `root` is a handle, or 0 for all windows.
Roots findRoots(quint64 root, bool includeHidden, ElementReader& reader, ClassCache& classes, ObjectTable& objects,
    const Modules& modules);

/// The element that a window is only the frame of, else the window itself.
QObject* unframed(QObject* window, const Modules& modules);

/// Every top-level window of this thread, hidden ones included.
std::vector<QObject*> topLevelWindows(ClassCache& classes, const Modules& modules);

} // namespace deskprobe
