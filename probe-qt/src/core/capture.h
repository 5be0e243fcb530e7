#pragma once
#include "properties.h"
#include "roots.h"
#include "secrets.h"
#include "server.h"

#include <chrono>
#include <deque>

namespace deskprobe
{

/// One walk over the element tree, in slices of the GUI thread's time. Between slices, and after each read that may
/// have run application code, objects are reached only through their entries.
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
    /// The children of one element that are still to be visited.
    struct Level {
        std::vector<Node> nodes;
        std::size_t next = 0;
        quint64 parent = 0;
        QTransform base;
    };
    /// The element that is being read: first its properties, then its children.
    struct Reading {
        Entry* entry = nullptr;
        Class* type = nullptr;
        Row row;
        QTransform childBase;
        std::size_t next = 0;
        bool isSecret = false;
        Secret secret;
        Listing listing;
        /// Children that are to be rows.
        std::vector<Node> nodes;
    };

    /// One more piece of work; false if there is none left.
    bool step();
    void start();
    bool visit();
    void describe(Entry* entry, int place, quint64 parent, const QTransform& base);
    void describeBy(const Toolkit& toolkit, Entry* entry, const QTransform& base);
    void read();
    void drop();
    void readProperty(QObject* object, const Property& property);
    void listChildren(QObject* object);
    void finishRow();
    void descend(quint64 parent, const QTransform& base);
    void endWalk();
    void searchLater(Entry* entry);
    void searchEverywhere();
    void announce(Class& type);
    void closeBatch();
    void finish();

    const std::shared_ptr<Call> m_call;
    const CaptureParams& m_params;
    ObjectTable& m_objects;
    const Modules& m_modules;
    ClassCache m_classes;
    Secrets m_secrets;
    PropertyReader m_reader;

    /// Nothing is sent before every password field is known. In full detail they are searched for first; else the walk
    /// finds those it comes across, and the search looks into what the walk has left out.
    enum class Stage { Roots, Search, Walk, Send } m_stage = Stage::Roots;
    bool m_secretsKnown = false;
    bool m_walked = false;
    std::deque<std::unique_ptr<Batch>> m_held;
    Roots m_roots;
    std::size_t m_nextRoot = 0;
    const WindowFacts* m_window = nullptr;
    std::vector<Level> m_levels;
    std::size_t m_depth = 0;
    unsigned m_steps = 0;
    HandleSet m_seen;
    Reading m_reading;
    const std::shared_ptr<BatchMemory> m_memory = std::make_shared<BatchMemory>();
    std::unique_ptr<Batch> m_batch;
    quint32 m_announced = 0;

    /// Elements that may still be promised a row. A parent's row says how many of its children were left out, so rows
    /// are promised to all children at once when the parent's row is made.
    quint64 m_unpromised;
    bool m_cutDepth = false;
    bool m_cutNodes = false;
    bool m_cutTime = false;
    bool m_finished = false;
    quint64 m_rows = 0;
    int m_slices = 0;
    Clock::time_point m_began;
    Clock::duration m_used{};
    Clock::duration m_longest{};
};

} // namespace deskprobe
