#pragma once
#include "properties.h"
#include "secrets.h"
#include "server.h"

#include <bitset>
#include <chrono>

namespace deskprobe
{

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

/// One walk over the element tree, in slices of the GUI thread's time. Between slices, and after each read that may have run
/// application code, objects are reached only through their entries.
class Capture
{
public:
    Capture(std::shared_ptr<Call> call, ObjectTable& objects, const Modules& modules);

    Call& call() { return *m_call; }
    bool isFinished() const { return m_finished; }
    /// Works for a few milliseconds, less if the client is slower than we are.
    void slice();

private:
    using Clock = std::chrono::steady_clock;

    struct Node {
        Entry* entry;
        int place;
    };
    struct Root {
        Node node;
        std::size_t window;
        QPointF base;
    };
    /// The children of one element that are still to be visited.
    struct Level {
        std::vector<Node> nodes;
        std::size_t next = 0;
        quint64 parent = 0;
        QPointF base;
    };
    /// An element whose properties are being read.
    struct Reading {
        Entry* entry = nullptr;
        Class* type = nullptr;
        Row row;
        QPointF childBase;
        std::size_t next = 0;
        bool isSecret = false;
        Secret secret;
    };

    bool isOver() const { return Clock::now() >= m_sliceEnd; }
    /// One more piece of work; false if there is none left.
    bool step();
    void findRoots();
    bool findSubtree(const std::vector<QObject*>& windows);
    void addWindow(Entry* entry, const Toolkit& toolkit);
    bool isShown(QObject* object);
    bool visit();
    void describe(Entry* entry, int place, quint64 parent, QPointF base);
    void readProperty();
    void finishRow();
    void listChildren(QObject* object, const ClassFacts& facts);
    void descend(quint64 parent, QPointF base);
    void announce(Class& type);
    void flush();
    void finish();

    const std::shared_ptr<Call> m_call;
    const CaptureParams& m_params;
    ObjectTable& m_objects;
    const Modules& m_modules;
    ClassCache m_classes;
    Secrets m_secrets;
    PropertyReader m_reader;

    enum class Stage { Roots, Secrets, Walk } m_stage = Stage::Roots;
    std::vector<Root> m_roots;
    std::size_t m_nextRoot = 0;
    std::vector<WindowFacts> m_windows;
    const WindowFacts* m_window = nullptr;
    std::vector<Level> m_levels;
    std::size_t m_depth = 0;
    HandleSet m_seen;
    Reading m_reading;
    std::vector<Child> m_children;
    std::unique_ptr<Batch> m_batch;
    quint32 m_announced = 0;

    /// Elements that may still be promised a row. A parent's row says how many of its children were left out, so rows are
    /// promised to all children at once when the parent's row is made.
    quint64 m_unpromised;
    bool m_rootFound = true;
    bool m_cutDepth = false;
    bool m_cutNodes = false;
    bool m_cutTime = false;
    bool m_finished = false;
    quint64 m_rows = 0;
    int m_slices = 0;
    Clock::time_point m_began;
    Clock::time_point m_sliceEnd;
    Clock::duration m_used{};
    Clock::duration m_longest{};
};

} // namespace deskprobe
