#include "write.h"

#include "core/thrown.h"
#include "core/values/convert.h"
#include "transport/requests.h"

namespace deskprobe
{
namespace
{

/// Whether both are the same JSON, whatever the order of members; nothing if that cannot be told.
std::optional<bool> isSame(const Value& asked, const PropertyFacts& found)
{
    if (found.cut || std::holds_alternative<ReadError>(found.value) || std::holds_alternative<Masked>(found.value))
        return {};
    const auto parsed = [](const Value& value) {
        rapidjson::Document document;
        document.Parse(jsonText([&](JsonWriter& json) { writeValue(json, value); }).utf8.constData());
        return document;
    };
    return parsed(asked) == parsed(found.value);
}

} // namespace

Write::Write(std::shared_ptr<Call> call, const WriteParams& params, ObjectTable& objects, const Modules& modules)
    : Intervention(std::move(call), objects, modules), m_params(params),
      m_access(m_target, m_classes, objects, modules, 0)
{
}

bool Write::prepare()
{
    m_target = Target(m_params.handle, m_params.includeHidden, m_classes, m_objects);
    if (m_target.state() != Target::State::Ok)
        return refuse(nameOf(m_target.state()));
    const QString name = QString::fromStdString(m_params.name);
    const auto place = m_access.find(name);
    if (!place) {
        m_result.nearest = m_access.nearest(name);
        return refuse("unknown");
    }
    m_place = *place;
    m_result.before = m_access.read(m_place);
    if (!m_target.isAlive()) {
        m_result.before.reset();
        return refuse("gone");
    }
    if (!m_result.before->isWritable)
        return refuse("read_only");
    if (m_place.name == "echoMode" && m_access.isSecretField()) {
        return refuse("bad_value",
            QStringLiteral("The element is a password field: another echo mode could show what it holds."));
    }
    if (!m_target.isAlive())
        return refuse("gone");
    return true;
}

std::optional<QVariant> Write::convert()
{
    Converter converter(m_objects);
    std::optional<QVariant> value;
    const QString thrown = thrownBy(hasPython(), [&] {
        const ValueType type = m_access.type(m_place);
        const QVariant current = type.id == QMetaType::QFont ? m_access.value(m_place) : QVariant();
        value = converter.convert(*m_params.value, type, current);
        if (value && m_target.isAlive())
            m_expected = m_access.asRead(m_place, *value);
    });
    if (!thrown.isEmpty())
        refuse("bad_value", QStringLiteral("The value cannot be made, for the getter threw: ") + thrown);
    else if (!value)
        refuse("bad_value", converter.complaint());
    return thrown.isEmpty() ? value : std::nullopt;
}

bool Write::refuse(const char* state, const QString& message)
{
    m_result.state = state;
    m_result.message = message;
    return false;
}

void Write::perform()
{
    if (!m_target.isAlive())
        return;
    // Not before: elements that the value names may have gone during the search for secrets.
    const auto value = convert();
    if (value && m_target.isAlive() && !m_access.write(m_place, *value))
        refuse("bad_value", QStringLiteral("The property would not take the value."));
}

void Write::conclude(const QString& thrown)
{
    if (!thrown.isEmpty())
        m_result.message = QStringLiteral("The setter threw: ") + thrown;
    if (!m_target.isAlive())
        return;
    m_result.after = m_access.read(m_place);
    if (m_target.isAlive())
        m_result.matches = isSame(m_expected, *m_result.after);
    else
        m_result.after.reset();
}

bool Write::mayReveal() const
{
    return !m_result.message.isEmpty() || (m_result.before && Secrets::mayHide(m_result.before->value))
        || (m_result.after && Secrets::mayHide(m_result.after->value));
}

void Write::answer(bool isRunning)
{
    if (isRunning)
        m_result.state = "running";
    auto result = std::make_unique<WriteResult>(m_result);
    for (auto* facts : {&result->before, &result->after}) {
        if (*facts)
            (*facts)->mask(m_secrets);
    }
    result->message = m_secrets.masked(result->message);
    call().finish(std::move(result));
}

} // namespace deskprobe
