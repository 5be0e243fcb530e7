#include "masks.h"

#include <algorithm>

namespace deskprobe
{

bool Masks::step()
{
    if (!m_current && !begin())
        return false;
    if (!m_current->isAlive() || !listChildren())
        m_current.reset();
    return true;
}

bool Masks::begin()
{
    if (m_open.empty())
        return false;
    m_current = std::move(m_open.back());
    m_open.pop_back();
    m_listing.start();
    if (m_current->isAlive() && shows(*m_current))
        m_found.push_back(*m_current);
    return true;
}

bool Masks::shows(const Element& element)
{
    if (!m_reader.isShown(element))
        return false;
    const Bases bases;
    const WindowFacts window;
    Description description;
    m_reader.describe(element, m_reader.of(element), {bases, window, 0}, false, description);
    if (description.isSecret)
        return true;
    const auto list = m_secrets.list();
    return list && std::any_of(list->begin(), list->end(), [&](const Secret& secret) {
        return reveals(description.row.text, secret);
    });
}

bool Masks::listChildren()
{
    // Where nothing is secret, parts need not be read.
    const PartScope scope = m_secrets.list() ? PartScope::Shown : PartScope::Holders;
    m_reader.children(*m_current, {scope}, m_listing);
    for (Child& child : m_listing.children) {
        if (child.isShown)
            m_open.push_back({child.object, std::move(child.part)});
    }
    return !m_listing.isDone;
}

} // namespace deskprobe
