#include "objects.h"

#include "python.h"

namespace deskprobe
{
namespace
{

/// Views, models and items are the application's code: what throws is not so.
template <typename Question>
bool isCertain(Question question)
{
    try {
        const PythonErrors errors(hasPython());
        return question();
    } catch (...) {
        return false;
    }
}

std::size_t mix(const QObject* address)
{
    return (reinterpret_cast<std::uintptr_t>(address) >> 4) * 0x9E3779B97F4A7C15ull;
}

} // namespace

bool Element::isPartAlive() const
{
    return isCertain([this] { return part->isAlive(object); });
}

bool Element::isPartShown() const
{
    return isCertain([this] { return part->isShown(object); }) && isAlive();
}

Entry** ObjectTable::slotOf(Shard& shard, const QObject* address)
{
    const std::size_t mask = shard.slots.size() - 1;
    for (std::size_t i = mix(address) & mask;; i = (i + 1) & mask) {
        if (!shard.slots[i] || shard.slots[i]->address == address)
            return &shard.slots[i];
    }
}

void ObjectTable::rebuild(Shard& shard, std::size_t size)
{
    std::vector<Entry*> old(size, nullptr);
    old.swap(shard.slots);
    for (Entry* entry : old) {
        if (entry)
            *slotOf(shard, entry->address) = entry;
    }
}

Entry* ObjectTable::enter(QObject* object)
{
    Shard& shard = m_shards[(mix(object) >> 48) % kShards];
    if ((shard.used + 1) * 2 > shard.slots.size())
        rebuild(shard, shard.slots.empty() ? 16 : shard.slots.size() * 2);
    Entry** slot = slotOf(shard, object);
    if (*slot && (*slot)->object)
        return *slot;
    if (*slot)
        release(**slot);
    else
        ++shard.used;
    return *slot = mint(object);
}

Entry* ObjectTable::enter(const Element& element)
{
    if (!element.part)
        return enter(element.object.data());
    if (Entry* known = m_parts.find(element))
        return known;
    Entry* entry = mint(element.object);
    entry->part = element.part->keep();
    m_parts.insert(entry);
    return entry;
}

Entry* ObjectTable::mint(QObject* object)
{
    const std::size_t place = m_minted % kPageSize;
    if (place == 0)
        m_newest = (m_pages[m_minted / kPageSize] = std::make_unique<Page>()).get();
    ++m_newest->living;
    Entry& entry = m_newest->entries[place];
    entry.object = object;
    entry.address = object;
    entry.handle = ++m_minted;
    return &entry;
}

void ObjectTable::release(const Entry& entry)
{
    --m_pages[(entry.handle - 1) / kPageSize]->living;
}

Entry* ObjectTable::find(quint64 handle)
{
    const auto page = m_pages.find((handle - 1) / kPageSize);
    if (handle == 0 || handle > m_minted || page == m_pages.end())
        return nullptr;
    Entry& entry = page->second->entries[(handle - 1) % kPageSize];
    return entry.isAlive() ? &entry : nullptr;
}

bool ObjectTable::sweep()
{
    return sweepParts() || sweepObjects();
}

bool ObjectTable::sweepParts()
{
    bool more = false;
    if (Entry* entry = m_parts.sweep(more)) {
        entry->object.clear();
        entry->part.reset();
        release(*entry);
    }
    return more;
}

bool ObjectTable::sweepObjects()
{
    if (m_sweeping == 0) {
        // Not worth it before the table has grown by a quarter.
        if (m_minted - m_mintedAtSweep < m_pages.size() * kPageSize / 4 + kPageSize)
            return false;
        m_mintedAtSweep = m_minted;
    }
    if (m_sweeping < kShards) {
        Shard& shard = m_shards[m_sweeping++];
        for (Entry*& entry : shard.slots) {
            if (entry && !entry->object) {
                release(*entry);
                entry = nullptr;
                --shard.used;
            }
        }
        rebuild(shard, shard.slots.size());
        return true;
    }
    for (auto page = m_pages.begin(); page != m_pages.end();) {
        if (page->second->living == 0 && page->second.get() != m_newest)
            page = m_pages.erase(page);
        else
            ++page;
    }
    m_sweeping = 0;
    return false;
}

} // namespace deskprobe
