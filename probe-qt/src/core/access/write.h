#pragma once
#include "answers.h"
#include "intervention.h"

namespace deskprobe
{

/// Sets a property of one element and reads it back.
class Write final : public Intervention
{
public:
    Write(std::shared_ptr<Call> call, const WriteParams& params, ObjectTable& objects, const Modules& modules);

protected:
    bool prepare() override;
    void perform() override;
    void conclude(const QString& thrown) override;
    bool mayReveal() const override;
    void answer(bool isRunning) override;

private:
    bool refuse(const char* state, const QString& message = {});
    std::optional<QVariant> convert();

    const WriteParams& m_params;
    PropertyAccess m_access;
    PropertyPlace m_place;
    /// How what is to be set will be read.
    Value m_expected;
    WriteResult m_result;
};

} // namespace deskprobe
