#include "loopwatch.h"

#include <QtCore/QThread>

namespace deskprobe
{
namespace
{

/// Much code calls processEvents() to keep its windows fresh; only what goes on for so long is a loop.
constexpr qint64 kLoopMs = 100;

} // namespace

LoopWatch::LoopWatch(std::function<void()> tell)
    : m_tell(std::move(tell)), m_level(QThread::currentThread()->loopLevel())
{
    m_clock.start();
    // Fires in the first turn of whatever loop there is.
    m_timer.start(0, this);
}

void LoopWatch::timerEvent(QTimerEvent*)
{
    if (QThread::currentThread()->loopLevel() == m_level && m_clock.elapsed() < kLoopMs)
        return;
    m_timer.stop();
    m_tell();
}

} // namespace deskprobe
