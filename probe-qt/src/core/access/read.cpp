#include "read.h"

#include "transport/requests.h"

#include <algorithm>

namespace deskprobe
{

Read::Read(std::shared_ptr<Call> call, const ReadParams& params, ObjectTable& objects, const Modules& modules)
    : Task(std::move(call)), m_params(params), m_classes(modules, Detail::Core), m_secrets(m_classes, modules),
      m_objects(objects), m_access(m_target, m_classes, objects, modules, m_params.propDepth)
{
}

bool Read::step()
{
    switch (m_stage) {
    case Stage::Start:
        start();
        break;
    case Stage::Properties:
        readNext();
        break;
    case Stage::Search:
        if (!m_secrets.step())
            finish();
        break;
    case Stage::Done:
        break;
    }
    return m_stage != Stage::Done;
}

/// Finds what is to be read.
void Read::start()
{
    m_target = Target(m_params.handle, m_params.includeHidden, m_classes, m_objects);
    m_result->state = m_target.state();
    if (m_target.state() != Target::State::Ok)
        return finish();
    m_stage = Stage::Properties;
    if (m_params.names.empty())
        m_places = m_access.all();
    QStringList names;
    for (const std::string& name : m_params.names)
        names << QString::fromStdString(name);
    names.removeDuplicates();
    for (const QString& name : names) {
        if (const auto place = m_access.find(name))
            m_places.push_back(*place);
        else
            m_result->missing.push_back({name, m_access.nearest(name)});
    }
    std::reverse(m_places.begin(), m_places.end());
}

void Read::readNext()
{
    if (!m_target.isAlive()) {
        m_result = std::make_unique<ReadResult>();
        m_result->state = Target::State::Gone;
        return finish();
    }
    if (!m_places.empty()) {
        m_result->properties.push_back(m_access.read(m_places.back()));
        return m_places.pop_back();
    }
    const auto& read = m_result->properties;
    const bool mayReveal = std::any_of(
        read.begin(), read.end(), [](const PropertyFacts& facts) { return Secrets::mayHide(facts.value); });
    if (!mayReveal)
        return finish();
    m_secrets.searchEverywhere();
    m_stage = Stage::Search;
}

void Read::finish()
{
    for (PropertyFacts& facts : m_result->properties)
        facts.mask(m_secrets);
    call().finish(std::move(m_result));
    m_stage = Stage::Done;
}

} // namespace deskprobe
