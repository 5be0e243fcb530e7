#include "keptparts.h"

#include "objects.h"

#include <algorithm>

namespace deskprobe
{
namespace
{

/// Each holds on to something of the application's, which may take it time: a model looks at every index that is held
/// whenever rows come or go, and Qt 6 finds one of them in a time that grows with their number.
constexpr std::size_t kMaxKept = 8000;
constexpr std::size_t kAddedBetweenSweeps = 1000;
constexpr int kLooks = 64;

std::size_t hashOf(const Element& part)
{
    return part.part->hash() * 31 + reinterpret_cast<std::uintptr_t>(part.object.data());
}

} // namespace

Entry* KeptParts::find(const Element& part)
{
    const auto [begin, end] = m_found.equal_range(hashOf(part));
    const auto found = std::find_if(begin, end, [&](const auto& each) {
        const Entry& entry = *each.second->entry;
        return entry.isAlive() && entry.isSame(part);
    });
    if (found == end)
        return nullptr;
    m_order.splice(m_order.end(), m_order, found->second);
    return found->second->entry;
}

void KeptParts::insert(Entry* entry)
{
    // Growing step by step would mean to sort all of them anew at once.
    if (m_order.empty())
        m_found.reserve(kMaxKept);
    const std::size_t hash = hashOf(*entry);
    m_found.emplace(hash, m_order.insert(m_order.end(), {entry, hash}));
    ++m_added;
}

Entry* KeptParts::sweep(bool& more)
{
    if (m_unswept == 0 && m_added >= kAddedBetweenSweeps) {
        m_added = 0;
        m_unswept = m_order.size();
    }
    for (int looks = 0; m_unswept > 0 && looks < kLooks; ++looks, --m_unswept) {
        const auto oldest = m_order.begin();
        Entry* entry = oldest->entry;
        if (entry->isAlive() && m_order.size() <= kMaxKept) {
            m_order.splice(m_order.end(), m_order, oldest);
            continue;
        }
        const auto [begin, end] = m_found.equal_range(oldest->hash);
        m_found.erase(std::find_if(begin, end, [&](const auto& each) { return each.second == oldest; }));
        m_order.erase(oldest);
        --m_unswept;
        more = true;
        return entry;
    }
    more = m_unswept > 0;
    return nullptr;
}

} // namespace deskprobe
