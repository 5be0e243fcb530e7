#pragma once
#include "keptparts.h"
#include "toolkit.h"

#include <QtCore/QPointer>

#include <array>
#include <bitset>
#include <memory>
#include <unordered_map>
#include <vector>

namespace deskprobe
{

/// An element: an object or a part of one. May be held on to while the application runs on.
struct Element {
    /// The element, or the owner of the part that is it.
    QPointer<QObject> object;
    /// Null if the element is an object.
    std::shared_ptr<const Part> part = nullptr;

    bool isAlive() const { return object && (!part || isPartAlive()); }
    /// Whether a living part's owner shows any of it and both live on; true if the element is an object.
    bool isInOwner() const { return !part || isPartShown(); }
    /// Whether they are one element; both must live.
    bool isSame(const Element& other) const
    {
        return object == other.object && !part == !other.part
            && (!part || (&part->type() == &other.part->type() && part->isSame(*other.part)));
    }

private:
    bool isPartAlive() const;
    bool isPartShown() const;
};

/// What the probe remembers of an element it has shown. Stays where it is as long as a task runs.
struct Entry : Element {
    const QObject* address = nullptr;
    quint64 handle = 0;
};

/// Gives each element a number that names it and nothing else, ever. GUI thread only.
class ObjectTable
{
public:
    /// The entry of a living object; a new one if another object had this address before.
    Entry* enter(QObject* object);
    /// The entry of a living element.
    Entry* enter(const Element& element);
    /// The living element of a handle, or null.
    Entry* find(quint64 handle);
    /// Forgets a few dead elements, and parts that are too many; true if there is more to look at. Entries may go, so
    /// no task may run.
    bool sweep();

private:
    static constexpr std::size_t kPageSize = 256;
    static constexpr std::size_t kShards = 512;

    /// Entries are made in pages: handles are consecutive, and a page is freed once all in it are dead.
    struct Page {
        std::array<Entry, kPageSize> entries;
        std::size_t living = 0;
    };
    /// One part of the hash from addresses to entries: open addressing, small enough to be rebuilt at once.
    struct Shard {
        std::vector<Entry*> slots;
        std::size_t used = 0;
    };

    Entry* mint(QObject* object);
    void release(const Entry& entry);
    bool sweepObjects();
    bool sweepParts();
    static void rebuild(Shard& shard, std::size_t size);
    static Entry** slotOf(Shard& shard, const QObject* address);

    std::array<Shard, kShards> m_shards;
    KeptParts m_parts;
    std::unordered_map<quint64, std::unique_ptr<Page>> m_pages;
    Page* m_newest = nullptr;
    quint64 m_minted = 0;
    quint64 m_mintedAtSweep = 0;
    std::size_t m_sweeping = 0;
};

/// Handles that were seen; grows without ever moving what it holds.
class HandleSet
{
public:
    /// False if it was there already.
    bool insert(quint64 handle)
    {
        auto& page = m_pages[handle / kPageSize];
        if (page[handle % kPageSize])
            return false;
        page.set(handle % kPageSize);
        return true;
    }

private:
    static constexpr std::size_t kPageSize = 4096;
    std::unordered_map<quint64, std::bitset<kPageSize>> m_pages;
};

} // namespace deskprobe
