#pragma once
#include <cstddef>
#include <list>
#include <unordered_map>

namespace deskprobe
{

struct Entry;
struct Element;

/// The entries of parts, found by what the parts name. GUI thread only.
class KeptParts
{
public:
    /// The entry of the part; null if there is none. Counts as used.
    Entry* find(const Element& part);
    void insert(Entry* entry);
    /// Looks at a few, longest unused first; forgets and returns one that is dead or one too many. `more` is false when
    /// all were looked at.
    Entry* sweep(bool& more);

private:
    struct Kept {
        Entry* entry;
        std::size_t hash;
    };
    using Order = std::list<Kept>;

    /// Longest unused first.
    Order m_order;
    std::unordered_multimap<std::size_t, Order::iterator> m_found;
    std::size_t m_added = 0;
    std::size_t m_unswept = 0;
};

} // namespace deskprobe
