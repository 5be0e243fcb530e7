#pragma once
#include "modules.h"
#include "objects.h"
#include "task.h"

#include <QtCore/QBasicTimer>
#include <QtCore/QObject>

#include <deque>
#include <mutex>

namespace deskprobe
{

/// Answers requests in the GUI thread of one QGuiApplication, in slices between the application's own events. It needs
/// no more than an event loop, so it also works in a modal loop that runs before the application's own.
class Agent final : public QObject
{
public:
    Agent(ObjectTable& objects, Modules& modules);
    ~Agent() override;

    /// Hands over a request. Any thread.
    void take(std::shared_ptr<Call> call);
    /// A task may go on. Any thread.
    void wake();

protected:
    bool event(QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void takeUp();
    void work();
    /// Null for what needs no task.
    std::unique_ptr<Task> taskFor(const std::shared_ptr<Call>& call);
    /// Gives the task a slice; false if this agent was deleted meanwhile.
    bool workOn(Task& task);
    /// Lets the task act if it is ready for that; false if this agent was deleted meanwhile.
    bool letAct(Task& task);
    void answerWindowWaits();

    ObjectTable& m_objects;
    Modules& m_modules;
    std::mutex m_inboxMutex;
    std::vector<std::shared_ptr<Call>> m_inbox;
    /// Worked on in turns, the next one first.
    std::deque<std::unique_ptr<Task>> m_tasks;
    std::vector<std::shared_ptr<Call>> m_windowWaits;
    QBasicTimer m_timer;
    /// A getter of the application may spin an event loop inside a slice.
    bool m_working = false;
};

} // namespace deskprobe
