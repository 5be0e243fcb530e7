#pragma once
#include "transport/server.h"

#include <chrono>

namespace deskprobe
{

/// A request that the GUI thread answers in slices of its time.
class Task
{
public:
    virtual ~Task() = default;

    Call& call() { return *m_call; }
    virtual bool isFinished() const = 0;
    /// Works for a few milliseconds, less if the client is slower than we are.
    void slice();
    /// Whether it waits for act() to run application code that is no part of a slice: it may take as long as it likes.
    virtual bool isReadyToAct() const { return false; }
    virtual void act() { }

protected:
    using Clock = std::chrono::steady_clock;

    explicit Task(std::shared_ptr<Call> call) : m_call(std::move(call)) { }

    /// One more piece of work; false if there is none left.
    virtual bool step() = 0;
    /// What the last step has run may have taken long: look at the clock after it.
    void lookAtClock() { m_stepsToLook = 0; }
    /// Whether more time than that has passed since the first slice.
    bool isOverdue(std::int64_t milliseconds) const;

    /// GUI thread time used, in microseconds; inside a slice, all of it so far.
    std::int64_t guiUs() const;
    std::int64_t longestSliceUs() const;
    int slices() const { return m_slices; }

private:
    const std::shared_ptr<Call> m_call;
    unsigned m_stepsToLook = 0;
    int m_slices = 0;
    Clock::time_point m_firstBegan;
    Clock::time_point m_began;
    Clock::duration m_used{};
    Clock::duration m_longest{};
};

} // namespace deskprobe
