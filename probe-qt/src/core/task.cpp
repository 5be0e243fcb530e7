#include "task.h"

#include <algorithm>

namespace deskprobe
{
namespace
{

constexpr std::chrono::milliseconds kSlice{3};
/// Looking at the clock costs as much as some steps do.
constexpr unsigned kStepsPerLook = 4;

std::int64_t microseconds(std::chrono::steady_clock::duration time)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
}

} // namespace

void Task::slice()
{
    m_began = Clock::now();
    if (m_slices++ == 0)
        m_firstBegan = m_began;
    while (m_call->hasRoom() && m_call->wanted()) {
        m_stepsToLook = m_stepsToLook > 0 ? m_stepsToLook - 1 : kStepsPerLook - 1;
        if (!step() || (m_stepsToLook == 0 && Clock::now() - m_began >= kSlice))
            break;
    }
    const auto used = Clock::now() - m_began;
    m_used += used;
    m_longest = std::max(m_longest, used);
}

bool Task::isOverdue(std::int64_t milliseconds) const
{
    return m_began - m_firstBegan >= std::chrono::milliseconds(milliseconds);
}

std::int64_t Task::guiUs() const
{
    return microseconds(m_used + (Clock::now() - m_began));
}

std::int64_t Task::longestSliceUs() const
{
    return microseconds(std::max(m_longest, Clock::duration(Clock::now() - m_began)));
}

} // namespace deskprobe
