#pragma once
#include "core/batches.h"
#include "core/serialize.h"
#include "core/task.h"
#include "searchwalk.h"

namespace deskprobe
{

/// A search of the element tree, in slices of the GUI thread's time. Elements get a handle and a row only if they are
/// told of.
class Find final : public Task
{
public:
    Find(std::shared_ptr<Call> call, const FindParams& params, ObjectTable& objects, const Modules& modules);

    bool isFinished() const override { return m_stage == Stage::Finished; }

protected:
    bool step() override;

private:
    /// What is gone through: what is on the screen; if nothing there is meant, also what models hold beyond; if still
    /// nothing is, all that may come near.
    enum class Pass { Shown, Items, Near };
    /// An element that is to be told of.
    struct Match {
        Element element;
        /// Place among its siblings.
        int order;
        /// Place of its window among those of the roots.
        std::size_t window;
        /// What its ancestors have been found to meet.
        std::vector<SearchWalk::Met> met;
        /// If it only comes near.
        const char* differs;
        int distance;
    };
    /// The one that is told of now, while its row is made.
    struct Telling {
        Entry* entry = nullptr;
        Description description;
        int next = 0;
        const char* differs = nullptr;
    };

    void start();
    void beginPass(Pass pass);
    /// Lets the walk begin at the window where ancestors above the root count; gives the root then.
    std::optional<Element> goAbove();
    void walk();
    void consider(const Visit& visit);
    void considerNear(const Visit& visit);
    void offer(Match match);
    void count(Subject& subject);
    void verify();
    bool isStillMet(const Match& match);
    bool isMet(const Element& element, std::size_t step, std::size_t window);
    void decide();
    void tell();
    void take(const Match& match);
    void read();
    void finish();

    /// The criterion that the window does not meet, or null.
    const char* windowMiss(const WindowFacts& window) const;
    bool isTop(const Element& element, std::size_t window);

    const FindParams& m_params;
    ObjectTable& m_objects;
    const Modules& m_modules;
    ClassCache m_classes;
    Secrets m_secrets;
    ElementReader m_reader;
    Batches m_batches;
    std::deque<Matcher> m_steps;

    /// Nothing is told before every password field is known. The first walk finds those it comes across, and the search
    /// looks into what it has left out; what was found by then is verified, for a secret must not have decided it.
    enum class Stage { Start, Walk, Search, Verify, Tell, Finished } m_stage = Stage::Start;
    Pass m_pass = Pass::Shown;
    Roots m_roots;
    std::optional<SearchWalk> m_walk;
    std::vector<Match> m_matches;
    std::size_t m_next = 0;
    Telling m_telling;
    HandleSet m_told;
    /// Row and level of the item that was counted last.
    std::pair<int, int> m_lastItem{-1, -1};
    FindResult m_result;
};

} // namespace deskprobe
