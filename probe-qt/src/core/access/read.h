#pragma once
#include "answers.h"
#include "core/secrets.h"
#include "core/task.h"

namespace deskprobe
{

/// Reads properties of one element.
class Read final : public Task
{
public:
    Read(std::shared_ptr<Call> call, const ReadParams& params, ObjectTable& objects, const Modules& modules);

    bool isFinished() const override { return m_stage == Stage::Done; }

protected:
    bool step() override;

private:
    enum class Stage { Start, Properties, Search, Done } m_stage = Stage::Start;

    void start();
    void readNext();
    void finish();

    const ReadParams& m_params;
    ClassCache m_classes;
    Secrets m_secrets;
    ObjectTable& m_objects;
    Target m_target;
    PropertyAccess m_access;
    std::vector<PropertyPlace> m_places;
    std::unique_ptr<ReadResult> m_result = std::make_unique<ReadResult>();
};

} // namespace deskprobe
