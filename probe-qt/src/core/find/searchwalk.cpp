#include "searchwalk.h"

namespace deskprobe
{

SearchWalk::SearchWalk(
    const Roots& roots, SearchScope scope, const std::deque<Matcher>& steps, ElementReader& reader, Consider consider)
    : m_roots(roots), m_scope(std::move(scope)), m_steps(steps), m_reader(reader), m_consider(std::move(consider))
{
}

bool SearchWalk::step()
{
    if (m_depth == 0) {
        if (m_nextRoot == m_roots.roots.size())
            return false;
        const Node root{m_roots.roots[m_nextRoot], static_cast<int>(m_nextRoot), true};
        m_window = m_nextRoot++;
        visit(root, 0, m_scope.below ? kAbove : 0, false);
        return true;
    }
    Level& level = m_levels[m_depth - 1];
    if (level.next < level.nodes.size()) {
        const Node node = std::move(level.nodes[level.next++]);
        visit(node, level.met, level.depth, level.isHidden);
    } else if (!level.listing.isDone && level.parent.isAlive()) {
        list(level);
    } else {
        --m_depth;
    }
    return true;
}

void SearchWalk::abandon()
{
    for (; m_nextRoot < m_roots.roots.size(); ++m_nextRoot)
        searchLater(m_roots.roots[m_nextRoot]);
    for (; m_depth > 0; --m_depth) {
        Level& level = m_levels[m_depth - 1];
        for (; level.next < level.nodes.size(); ++level.next)
            searchLater(level.nodes[level.next].element);
        if (!level.listing.isDone)
            searchLater(level.parent);
    }
}

void SearchWalk::visit(const Node& node, std::size_t met, int depth, bool isHidden)
{
    const Element& element = node.element;
    if (!element.isAlive())
        return;
    const Class& type = m_reader.of(element);
    if (!element.part && !type.facts.toolkit)
        return;
    const bool isBeyond = m_scope.items && !node.isShown && element.part && element.part->type().isItem;
    isHidden = isHidden || !(node.isShown || isBeyond);
    if (isHidden && !m_scope.hidden)
        return searchLater(element);
    if (m_scope.secrets)
        m_scope.secrets->look(element, type);
    if (!element.isAlive())
        return;
    const bool isTop = m_depth == 0 && !m_roots.isSubtree;
    if (depth == kAbove && element.isSame(*m_scope.below))
        depth = 0;
    Subject subject(m_reader, element, type, isTop);
    if (depth > 0 || (depth == 0 && isTop))
        m_consider({subject, node.order, m_window, met + 1 == m_steps.size(), isHidden, isBeyond});
    if (!element.isAlive())
        return;
    const bool isStep = met + 1 < m_steps.size() && m_steps[met].meets(subject);
    if (element.isAlive())
        descend(node, type, met + isStep, isStep, depth, isHidden);
}

void SearchWalk::descend(const Node& node, const Class& type, std::size_t met, bool isStep, int depth, bool isHidden)
{
    if (m_scope.depth >= 0 && depth >= m_scope.depth) {
        m_isCut = m_isCut || hasChildren(node.element);
        return searchLater(node.element);
    }
    const Matcher& last = m_steps.back();
    const bool isReached = met + 1 == m_steps.size();
    m_hasItems = m_hasItems || type.facts.hasParts;
    if (m_levels.size() == m_depth)
        m_levels.emplace_back();
    Level& level = m_levels[m_depth++];
    level.parent = node.element;
    level.filter = {m_scope.hidden ? PartScope::Hidden : PartScope::Shown};
    // Who names the view means all that is in it.
    if (isReached && (m_scope.items || (isStep && last.mayBeItem())))
        level.filter = {PartScope::All, last.row(), last.column()};
    level.listing.start();
    level.nodes.clear();
    level.next = 0;
    level.met = met;
    level.isStep = isStep;
    level.depth = depth == kAbove ? kAbove : depth + 1;
    level.isHidden = isHidden;
}

void SearchWalk::list(Level& level)
{
    level.nodes.clear();
    level.next = 0;
    m_reader.children(level.parent, level.filter, level.listing);
    for (Child& child : level.listing.children)
        level.nodes.push_back({{child.object, std::move(child.part)}, child.place, child.isShown});
}

std::vector<SearchWalk::Met> SearchWalk::met() const
{
    std::vector<Met> found;
    for (std::size_t i = 0; i < m_depth; ++i) {
        if (m_levels[i].isStep)
            found.push_back({m_levels[i].met - 1, m_levels[i].parent});
    }
    return found;
}

void SearchWalk::searchLater(const Element& element) const
{
    if (m_scope.secrets)
        m_scope.secrets->search(element);
}

bool SearchWalk::hasChildren(const Element& element)
{
    Listing listing;
    while (listing.children.empty() && !listing.isDone && element.isAlive())
        m_reader.children(element, {}, listing);
    return !listing.children.empty();
}

} // namespace deskprobe
