#pragma once
#include "classes.h"
#include "objects.h"

namespace deskprobe
{

/// Where a capture starts.
struct Roots {
    /// Elements to start from, bottom to top.
    std::vector<Entry*> roots;
    /// Their windows, one for each; only one for a subtree.
    std::vector<WindowFacts> windows;
    /// What Toolkit::describe is given for a root.
    QTransform base;
    bool isSubtree = false;
    /// False: the asked root is dead, hidden or not ours, and these are all windows instead.
    bool isFound = true;
    /// More windows than max_nodes.
    bool isCut = false;
    /// Windows that are not walked.
    std::vector<Entry*> leftOut;
};

Roots findRoots(const CaptureParams& params, ClassCache& classes, ObjectTable& objects, const Modules& modules);

/// Every top-level window of this thread, hidden ones included.
std::vector<QObject*> topLevelWindows(ClassCache& classes, const Modules& modules);

} // namespace deskprobe
