#pragma once
#include "batches.h"
#include "elements.h"
#include "roots.h"
#include "task.h"

namespace deskprobe
{

/// One walk over the element tree, in slices of the GUI thread's time. Between slices, and after each read that may
/// have run application code, elements are reached only through their entries.
class Capture final : public Task
{
public:
    Capture(std::shared_ptr<Call> call, const CaptureParams& params, ObjectTable& objects, const Modules& modules);

    bool isFinished() const override { return m_finished; }

protected:
    bool step() override;

private:
    struct Node {
        Entry* entry;
        int place;
    };
    /// The children of one element that are still to be visited.
    struct Level {
        std::vector<Node> nodes;
        std::size_t next = 0;
        quint64 parent = 0;
        Bases bases;
    };
    /// The element that is being read: first its properties, then its children.
    struct Reading {
        Entry* entry = nullptr;
        Class* type = nullptr;
        Description description;
        int next = 0;
        Listing listing;
        /// Children that are to be rows.
        std::vector<Node> nodes;
    };

    void start();
    bool visit();
    void describe(const Node& node, quint64 parent, const Bases& bases);
    void read();
    void drop();
    void listChildren();
    void finishRow();
    void descend(quint64 parent);
    void endWalk();
    void searchLater(const Entry* entry);
    void searchEverywhere();
    void finish();

    const CaptureParams& m_params;
    ObjectTable& m_objects;
    const Modules& m_modules;
    ClassCache m_classes;
    Secrets m_secrets;
    ElementReader m_reader;
    Batches m_batches;

    /// Nothing is sent before every password field is known. In full detail they are searched for first; else the walk
    /// finds those it comes across, and the search looks into what the walk has left out.
    enum class Stage { Roots, Search, Walk, Send } m_stage = Stage::Roots;
    bool m_secretsKnown = false;
    bool m_walked = false;
    Roots m_roots;
    std::size_t m_nextRoot = 0;
    const WindowFacts* m_window = nullptr;
    std::vector<Level> m_levels;
    std::size_t m_depth = 0;
    HandleSet m_seen;
    Reading m_reading;

    /// Elements that may still be promised a row. A parent's row says how many of its children were left out, so rows
    /// are promised to all children at once when the parent's row is made.
    quint64 m_unpromised;
    bool m_cutDepth = false;
    bool m_cutNodes = false;
    bool m_cutTime = false;
    bool m_finished = false;
};

} // namespace deskprobe
