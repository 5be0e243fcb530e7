#include "callmethod.h"

#include "core/modules.h"
#include "core/values/enums.h"
#include "transport/requests.h"

#include <algorithm>

namespace deskprobe
{
namespace
{

/// Whether a value of the type can hold a text.
bool holdsText(const ValueType& type)
{
    switch (type.id) {
    case QMetaType::Void:
    case QMetaType::Bool:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::Double:
        return false;
    default:
        return !type.isEnum();
    }
}

/// Whether the value is a text, or may have texts in it.
bool holdsText(const Value& value)
{
    return std::holds_alternative<QString>(value) || std::holds_alternative<JsonText>(value)
        || std::holds_alternative<ReadError>(value);
}

} // namespace

CallMethod::CallMethod(
    std::shared_ptr<Call> call, const CallParams& params, ObjectTable& objects, const Modules& modules)
    : Intervention(std::move(call), objects, modules), m_params(params),
      m_access(m_target, m_classes, objects, modules, 0), m_reader(m_classes, objects, modules, 0)
{
}

bool CallMethod::prepare()
{
    m_target = Target(m_params.handle, m_params.includeHidden, m_classes, m_objects);
    m_result.state = nameOf(m_target.state());
    if (m_target.state() != Target::State::Ok)
        return false;
    m_result.state = "unknown";
    m_isSecretField = m_access.isSecretField();
    if (!m_target.object() || !choose())
        return false;
    if (m_isSecretField && m_choice.method.name() == "setEchoMode") {
        m_result.state = "bad_arguments";
        m_result.message
            = QStringLiteral("The element is a password field: another echo mode could show what it holds.");
        return false;
    }
    return true;
}

bool CallMethod::choose()
{
    Converter converter(m_objects);
    m_choice = chooseMethod(
        m_target.object()->metaObject(), QString::fromStdString(m_params.method), *m_params.arguments, converter);
    m_result.signatures = m_choice.signatures;
    m_result.message = m_choice.complaint;
    if (m_choice.outcome == MethodChoice::Outcome::BadArguments)
        m_result.state = "bad_arguments";
    if (m_choice.outcome != MethodChoice::Outcome::Found)
        return false;
    m_result.signature = QString::fromUtf8(m_choice.method.methodSignature());
    m_type = returnType(m_choice.method);
    return true;
}

void CallMethod::perform()
{
    m_result.state = "gone";
    QObject* object = m_target.object();
    if (!object || !m_target.isAlive())
        return;
    // Again: elements that the arguments name may have gone during the search for secrets.
    if (!choose())
        return;
    m_result.state = "returned";
    QVariant returned;
    const auto& toolkits = m_modules.toolkits();
    const bool isScript = std::any_of(toolkits.begin(), toolkits.end(), [&](const Toolkit* toolkit) {
        return toolkit->call(object, m_choice.method, m_choice.arguments, &returned, &m_thrownByScript);
    });
    if (!isScript)
        returned = invoke(object, m_choice.method, m_choice.arguments);
    // At once: what it points to may not live for long.
    if (!isScript || returned.isValid())
        m_result.value = valueOf(returned);
}

std::optional<Value> CallMethod::valueOf(const QVariant& returned)
{
    if (m_type.id == QMetaType::Void)
        return {};
    if (m_type.isEnum())
        return EnumNames(m_type.names)(returned.toInt());
    if (m_type.id != QMetaType::UnknownType)
        return m_reader.value(returned, m_target.object());
    return jsonText([&](JsonWriter& json) {
        json.StartObject();
        json.Key("type");
        json.String(m_type.name.constData());
        json.EndObject();
    });
}

void CallMethod::conclude(const QString& thrown)
{
    const QString& what = thrown.isEmpty() ? m_thrownByScript : thrown;
    if (!what.isEmpty()) {
        m_result.state = "threw";
        m_result.message = QStringLiteral("The method threw: ") + what;
    } else if (m_result.value) {
        m_result.type = QString::fromUtf8(m_type.name);
    }
    m_isSecretField = m_isSecretField || m_access.isSecretField();
}

bool CallMethod::mayReveal() const
{
    return holdsText(m_type) || !m_result.message.isEmpty();
}

void CallMethod::answer(bool isRunning)
{
    if (isRunning)
        m_result.state = "running";
    auto result = std::make_unique<CallResult>(m_result);
    if (result->value) {
        // A part of the secret is not found by looking for the whole.
        const bool isSecret = m_isSecretField && holdsText(m_type) && holdsText(*result->value);
        result->value = isSecret ? Value(Masked()) : m_secrets.masked(*result->value);
    }
    result->message = m_secrets.masked(result->message);
    call().finish(std::move(result));
}

} // namespace deskprobe
