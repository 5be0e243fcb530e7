#include "agent.h"

#include "capture.h"
#include "core/access/callmethod.h"
#include "core/access/read.h"
#include "core/access/write.h"
#include "core/find/find.h"
#include "core/grab/grab.h"
#include "protocol.gen.h"
#include "serialize.h"
#include "transport/socket.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QEvent>
#include <QtGui/QGuiApplication>
#include <QtGui/QWindow>

#include <algorithm>

namespace deskprobe
{
namespace
{

bool isOnScreen(const QWindow* window)
{
    return !window->parent() && window->isVisible() && window->isExposed();
}

bool anyWindowOnScreen()
{
    const auto windows = QGuiApplication::topLevelWindows();
    return std::any_of(windows.begin(), windows.end(), isOnScreen);
}

} // namespace

Agent::Agent(ObjectTable& objects, Modules& modules) : m_objects(objects), m_modules(modules)
{
    moveToThread(QCoreApplication::instance()->thread());
}

Agent::~Agent()
{
    std::vector<std::shared_ptr<Call>> calls = std::move(m_windowWaits);
    calls.insert(calls.end(), m_inbox.begin(), m_inbox.end());
    for (const auto& task : m_tasks)
        calls.push_back(task->call().shared_from_this());
    for (const auto& call : calls)
        call->fail(protocol::kErrorQuitting, kQuitting);
}

void Agent::take(std::shared_ptr<Call> call)
{
    {
        const std::lock_guard<std::mutex> lock(m_inboxMutex);
        m_inbox.push_back(std::move(call));
    }
    wake();
}

void Agent::wake()
{
    QCoreApplication::postEvent(this, new QEvent(QEvent::User));
}

bool Agent::event(QEvent* event)
{
    if (event->type() != QEvent::User)
        return QObject::event(event);
    if (!inForkedChild()) {
        takeUp();
        // Not at once: Qt handles posted events until none is left, and with each a slice the application would get no
        // turn.
        m_timer.start(0, this);
    }
    return true;
}

void Agent::timerEvent(QTimerEvent*)
{
    work();
}

void Agent::takeUp()
{
    std::vector<std::shared_ptr<Call>> calls;
    {
        const std::lock_guard<std::mutex> lock(m_inboxMutex);
        calls.swap(m_inbox);
    }
    for (auto& call : calls) {
        m_modules.refresh();
        if (auto task = taskFor(call)) {
            m_tasks.push_back(std::move(task));
        } else {
            call->waitForGui(false);
            m_windowWaits.push_back(std::move(call));
        }
    }
    if (m_windowWaits.empty())
        return;
    if (anyWindowOnScreen())
        answerWindowWaits();
    else
        qApp->installEventFilter(this);
}

std::unique_ptr<Task> Agent::taskFor(const std::shared_ptr<Call>& call)
{
    const auto& params = call->request().params;
    if (const auto* capture = std::get_if<CaptureParams>(&params))
        return std::make_unique<Capture>(call, *capture, m_objects, m_modules);
    if (const auto* read = std::get_if<ReadParams>(&params))
        return std::make_unique<Read>(call, *read, m_objects, m_modules);
    if (const auto* write = std::get_if<WriteParams>(&params))
        return std::make_unique<Write>(call, *write, m_objects, m_modules);
    if (const auto* method = std::get_if<CallParams>(&params))
        return std::make_unique<CallMethod>(call, *method, m_objects, m_modules);
    if (const auto* grab = std::get_if<GrabParams>(&params))
        return std::make_unique<Grab>(call, *grab, m_objects, m_modules);
    if (const auto* find = std::get_if<FindParams>(&params))
        return std::make_unique<Find>(call, *find, m_objects, m_modules);
    return nullptr;
}

void Agent::work()
{
    if (m_working)
        return;
    // Rearmed below: inside a loop that a getter spins it must not fire.
    m_timer.stop();
    const auto isUnwanted = [](const auto& task) { return !task->call().wanted(); };
    m_tasks.erase(std::remove_if(m_tasks.begin(), m_tasks.end(), isUnwanted), m_tasks.end());
    const auto hasRoom = [](const auto& task) { return task->call().hasRoom(); };
    const auto next = std::find_if(m_tasks.begin(), m_tasks.end(), hasRoom);
    if (next != m_tasks.end()) {
        std::unique_ptr<Task> task = std::move(*next);
        m_tasks.erase(next);
        if (!workOn(*task) || !letAct(*task))
            return;
        if (!task->isFinished())
            m_tasks.push_back(std::move(task));
    }
    const bool more = m_tasks.empty() ? m_objects.sweep() : std::any_of(m_tasks.begin(), m_tasks.end(), hasRoom);
    if (more)
        m_timer.start(0, this);
}

bool Agent::workOn(Task& task)
{
    const QPointer<Agent> living(this);
    m_working = true;
    task.slice();
    if (!living) {
        task.call().fail(protocol::kErrorQuitting, kQuitting);
        return false;
    }
    m_working = false;
    task.call().waitForGui(!task.isFinished() && task.call().hasRoom());
    return true;
}

bool Agent::letAct(Task& task)
{
    if (!task.isReadyToAct() || !task.call().wanted())
        return true;
    const QPointer<Agent> living(this);
    // All others go on in an event loop that it may run.
    m_timer.start(0, this);
    task.call().waitForGui(false);
    task.act();
    return living;
}

bool Agent::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Expose && watched->isWindowType() && isOnScreen(static_cast<QWindow*>(watched)))
        answerWindowWaits();
    return false;
}

void Agent::answerWindowWaits()
{
    qApp->removeEventFilter(this);
    for (const auto& call : m_windowWaits)
        call->finish(std::make_unique<Done>());
    m_windowWaits.clear();
}

} // namespace deskprobe
