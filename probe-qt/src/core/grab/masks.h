#pragma once
#include "core/elements.h"

namespace deskprobe
{

/// Finds what a picture must not show: password fields, and each element whose text shows what one holds. GUI thread
/// only.
class Masks
{
public:
    Masks(ElementReader& reader, const Secrets& secrets) : m_reader(reader), m_secrets(secrets) { }

    /// Will look into this window.
    void search(QObject* window) { m_open.push_back({window}); }
    /// Does a little more of that; false when all is done.
    bool step();

    const std::vector<Element>& found() const { return m_found; }

private:
    bool begin();
    bool shows(const Element& element);
    bool listChildren();

    ElementReader& m_reader;
    const Secrets& m_secrets;
    std::vector<Element> m_open;
    /// The element whose children are being listed.
    std::optional<Element> m_current;
    Listing m_listing;
    std::vector<Element> m_found;
};

} // namespace deskprobe
