#pragma once
#include "access.h"
#include "core/secrets.h"
#include "core/task.h"

namespace deskprobe
{

/// Changes something: runs code of the application that may do anything, also delete the element or run an event loop.
/// It runs between slices, so that inside such a loop all other requests go on.
class Intervention : public Task
{
public:
    bool isReadyToAct() const final { return m_stage == Stage::Act; }
    bool isFinished() const final { return m_stage == Stage::Done; }
    void act() final;

protected:
    Intervention(std::shared_ptr<Call> call, ObjectTable& objects, const Modules& modules);

    bool step() final;

    /// Makes ready; false if there is nothing to do but to answer.
    virtual bool prepare() = 0;
    /// Does it, and may throw.
    virtual void perform() = 0;
    /// Reads what has come of it; `thrown` as in thrownBy().
    virtual void conclude(const QString& thrown) = 0;
    /// Whether the answer, as far as it is known, may hold a secret.
    virtual bool mayReveal() const = 0;
    /// Answers, after prepare() or conclude(). `isRunning`: from inside perform(), in which an event loop runs; what
    /// comes after that is told to nobody.
    virtual void answer(bool isRunning) = 0;

    ObjectTable& m_objects;
    const Modules& m_modules;
    ClassCache m_classes;
    Secrets m_secrets;
    Target m_target;

private:
    void search();
    void end();

    /// Secrets are searched for before and after: what is done may take them away, or bring new ones.
    enum class Stage { Prepare, SearchBefore, Act, Conclude, SearchAfter, Done } m_stage = Stage::Prepare;
    bool m_isPrepared = false;
    bool m_answered = false;
    QString m_thrown;
};

} // namespace deskprobe
