#include "agent.h"
#include "protocol.gen.h"
#include "serialize.h"
#include "transport/server.h"
#include "transport/socket.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFile>
#include <QtCore/QFileInfo>
#include <QtCore/QUuid>
#include <QtGui/QGuiApplication>

namespace deskprobe
{
namespace
{

/// The probe of this process: joins the server with the agent of whatever application there is just now. Never
/// destroyed, so that the socket thread may use it until the process is gone.
class Probe final : public Application
{
public:
    explicit Probe(const char* launch)
    {
        m_facts.instance = QUuid::createUuid().toString(QUuid::WithoutBraces);
        m_facts.launch = QString::fromUtf8(launch);
        m_facts.executable = QFile::symLinkTarget(QStringLiteral("/proc/self/exe"));
        m_facts.name = QFileInfo(m_facts.executable).fileName();
    }

    void attach(const QCoreApplication& application)
    {
        detach();
        rename();
        const std::lock_guard<std::mutex> lock(m_mutex);
        m_facts.platform = QGuiApplication::platformName();
        m_agent = new Agent(m_objects, m_modules);
        // Applications name themselves only after this constructor has run.
        QObject::connect(&application, &QCoreApplication::applicationNameChanged, m_agent, [this] { rename(); });
    }

    void rename()
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        if (!QCoreApplication::applicationName().isEmpty())
            m_facts.name = QCoreApplication::applicationName();
    }

    void detach() noexcept
    {
        Agent* agent = nullptr;
        {
            const std::lock_guard<std::mutex> lock(m_mutex);
            std::swap(agent, m_agent);
        }
        delete agent;
    }

    /// The process ends: Qt's own statics go next, so nobody may post to them any more.
    void forget() noexcept
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        m_agent = nullptr;
    }

    std::string hello() override
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        return helloJson(m_facts);
    }

    void take(std::shared_ptr<Call> call) override
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        if (m_agent)
            m_agent->take(std::move(call));
        else
            call->fail(protocol::kErrorQuitting, kQuitting);
    }

    void roomAgain() override
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        if (m_agent)
            m_agent->wake();
    }

private:
    std::mutex m_mutex;
    HelloFacts m_facts;
    ObjectTable m_objects;
    Modules m_modules;
    Agent* m_agent = nullptr;
};

Probe* probe = nullptr;

void detach()
{
    // In a forked child the socket thread is gone, and what it held locked stays so.
    if (!inForkedChild())
        probe->detach();
}

__attribute__((destructor)) void endOfProcess()
{
    if (!probe || inForkedChild())
        return;
    removeSocketFile();
    probe->forget();
}

} // namespace
} // namespace deskprobe

/// Starts the probe for the application that is being constructed; called again for each further one.
/// Returns 0 if it is no GUI application.
extern "C" __attribute__((visibility("default"))) int deskprobe_start(const char* folder, const char* launch)
{
    using namespace deskprobe;
    const QCoreApplication* application = QCoreApplication::instance();
    if (!application || !application->inherits("QGuiApplication"))
        return 0;
    const bool first = !probe;
    try {
        if (first)
            probe = new Probe(launch);
        probe->attach(*application);
        qAddPostRoutine(detach);
        if (first)
            startServer(folder, *probe);
    } catch (...) {
        // Out of descriptors, threads or memory: the application goes on without a probe.
        removeSocketFile();
    }
    return 1;
}
