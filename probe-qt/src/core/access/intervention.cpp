#include "intervention.h"

#include "core/thrown.h"
#include "loopwatch.h"

namespace deskprobe
{

Intervention::Intervention(std::shared_ptr<Call> call, ObjectTable& objects, const Modules& modules)
    : Task(std::move(call)), m_objects(objects), m_modules(modules), m_classes(modules, Detail::Core),
      m_secrets(m_classes, modules)
{
}

bool Intervention::step()
{
    switch (m_stage) {
    case Stage::Prepare:
        m_isPrepared = prepare();
        m_stage = Stage::SearchBefore;
        search();
        return true;
    case Stage::SearchBefore:
        if (m_secrets.step())
            return true;
        if (m_isPrepared)
            m_stage = Stage::Act;
        else
            end();
        return false;
    case Stage::Conclude:
        conclude(m_thrown);
        m_stage = Stage::SearchAfter;
        search();
        return true;
    case Stage::SearchAfter:
        if (m_secrets.step())
            return true;
        end();
        return false;
    case Stage::Act:
    case Stage::Done:
        break;
    }
    return false;
}

void Intervention::search()
{
    if (mayReveal())
        m_secrets.searchEverywhere();
}

void Intervention::end()
{
    answer(false);
    m_stage = Stage::Done;
}

void Intervention::act()
{
    {
        const LoopWatch watch([this] {
            m_answered = true;
            answer(true);
        });
        m_thrown = thrownBy(hasPython(), [this] { perform(); });
    }
    m_stage = m_answered ? Stage::Done : Stage::Conclude;
}

} // namespace deskprobe
