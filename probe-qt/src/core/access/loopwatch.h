#pragma once
#include <QtCore/QBasicTimer>
#include <QtCore/QElapsedTimer>
#include <QtCore/QObject>

#include <functional>

namespace deskprobe
{

/// Tells once when the code that runs while this lives has begun an event loop of its own. GUI thread only.
class LoopWatch final : public QObject
{
public:
    explicit LoopWatch(std::function<void()> tell);

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    const std::function<void()> m_tell;
    const int m_level;
    QBasicTimer m_timer;
    QElapsedTimer m_clock;
};

} // namespace deskprobe
