#include "agent.h"

#include "protocol.gen.h"
#include "serialize.h"
#include "socket.h"

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
    for (const auto& capture : m_captures)
        calls.push_back(capture->call().shared_from_this());
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
        if (call->request().method == Method::Capture) {
            m_modules.refresh();
            m_captures.push_back(std::make_unique<Capture>(std::move(call), m_objects, m_modules));
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

void Agent::work()
{
    if (m_working)
        return;
    // Rearmed below: inside a loop that a getter spins it must not fire.
    m_timer.stop();
    const auto isUnwanted = [](const auto& capture) { return !capture->call().wanted(); };
    m_captures.erase(std::remove_if(m_captures.begin(), m_captures.end(), isUnwanted), m_captures.end());
    const auto hasRoom = [](const auto& capture) { return capture->call().hasRoom(); };
    const auto next = std::find_if(m_captures.begin(), m_captures.end(), hasRoom);
    if (next != m_captures.end()) {
        std::unique_ptr<Capture> capture = std::move(*next);
        m_captures.erase(next);
        if (!workOn(*capture))
            return;
        if (!capture->isFinished())
            m_captures.push_back(std::move(capture));
    }
    const bool more
        = m_captures.empty() ? m_objects.sweep() : std::any_of(m_captures.begin(), m_captures.end(), hasRoom);
    if (more)
        m_timer.start(0, this);
}

bool Agent::workOn(Capture& capture)
{
    const QPointer<Agent> living(this);
    m_working = true;
    capture.slice();
    if (!living) {
        capture.call().fail(protocol::kErrorQuitting, kQuitting);
        return false;
    }
    m_working = false;
    capture.call().waitForGui(!capture.isFinished() && capture.call().hasRoom());
    return true;
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
