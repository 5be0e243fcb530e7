#pragma once
#include "answers.h"
#include "intervention.h"
#include "methods.h"

namespace deskprobe
{

/// Calls a method of one element.
class CallMethod final : public Intervention
{
public:
    CallMethod(std::shared_ptr<Call> call, const CallParams& params, ObjectTable& objects, const Modules& modules);

protected:
    bool prepare() override;
    void perform() override;
    void conclude(const QString& thrown) override;
    bool mayReveal() const override;
    void answer(bool isRunning) override;

private:
    bool choose();
    std::optional<Value> valueOf(const QVariant& returned);

    const CallParams& m_params;
    PropertyAccess m_access;
    PropertyReader m_reader;
    MethodChoice m_choice;
    ValueType m_type;
    /// Whether the element was a password field before the call, or is one after it.
    bool m_isSecretField = false;
    QString m_thrownByScript;
    CallResult m_result;
};

} // namespace deskprobe
