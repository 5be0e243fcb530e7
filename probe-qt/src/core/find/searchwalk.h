#pragma once
#include "core/roots.h"
#include "matcher.h"

#include <deque>

namespace deskprobe
{

/// What a search goes through.
struct SearchScope {
    /// Elements that are not shown, and all below them.
    bool hidden = false;
    /// What models hold beyond what is on the screen.
    bool items = false;
    /// Levels below the root; -1 is all.
    int depth = -1;
    /// The only element to search below, where the walk begins above it.
    std::optional<Element> below;
    /// Told of password fields on the way, and where the walk does not look for them; null if they are known.
    Secrets* secrets = nullptr;
};

/// An element that the walk has come to.
struct Visit {
    Subject& subject;
    /// Among its siblings.
    int order;
    /// Place of its window among those of the roots.
    std::size_t window;
    /// Whether ancestors meet all steps but the last.
    bool isReached;
    bool isHidden;
    /// Of a model, and not on the screen.
    bool isBeyond;
};

/// Goes through the element tree for a search, one element at a time, and lists no more of it than it has to. GUI
/// thread only.
class SearchWalk
{
public:
    using Consider = std::function<void(const Visit&)>;
    /// An element that meets a step of the query.
    struct Met {
        std::size_t step;
        Element element;
    };

    SearchWalk(const Roots& roots, SearchScope scope, const std::deque<Matcher>& steps, ElementReader& reader,
        Consider consider);

    /// Goes one step further; false at the end. May run application code.
    bool step();
    /// Ends it here: what it has not come to is left to the search for password fields.
    void abandon();
    /// The ancestors of the element come to last that make it reached.
    std::vector<Met> met() const;
    /// Whether there are elements below the deepest level.
    bool isCut() const { return m_isCut; }
    /// Whether it has met elements that may have items beyond what is on the screen.
    bool hasItems() const { return m_hasItems; }

private:
    struct Node {
        Element element;
        int order;
        bool isShown;
    };
    /// The children of one element, as far as they are listed.
    struct Level {
        Element parent;
        PartFilter filter;
        Listing listing;
        std::vector<Node> nodes;
        std::size_t next = 0;
        /// How many of the query's steps the parent and those above it meet.
        std::size_t met = 0;
        /// Whether the parent meets the last of them.
        bool isStep = false;
        /// Of the children, below the root of the search; kAbove where that is not reached yet.
        int depth = 0;
        bool isHidden = false;
    };
    static constexpr int kAbove = -1;

    void visit(const Node& node, std::size_t met, int depth, bool isHidden);
    void descend(const Node& node, const Class& type, std::size_t met, bool isOwner, int depth, bool isHidden);
    void list(Level& level);
    bool hasChildren(const Element& element);
    void searchLater(const Element& element) const;

    const Roots& m_roots;
    const SearchScope m_scope;
    const std::deque<Matcher>& m_steps;
    ElementReader& m_reader;
    const Consider m_consider;
    std::vector<Level> m_levels;
    std::size_t m_depth = 0;
    std::size_t m_nextRoot = 0;
    std::size_t m_window = 0;
    bool m_isCut = false;
    bool m_hasItems = false;
};

} // namespace deskprobe
