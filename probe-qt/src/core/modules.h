#pragma once
#include "toolkit.h"

#include <memory>

namespace deskprobe
{

/// The probe's modules for the UI libraries that the process has loaded.
class Modules
{
public:
    Modules();
    ~Modules();

    /// Loads modules whose library has come since the last time; Python loads libraries late.
    void refresh();
    const std::vector<const Toolkit*>& toolkits() const { return m_toolkits; }
    /// The protocol's names of the modules that fit the libraries mapped now. Any thread.
    static std::vector<const char*> names();

private:
    std::unique_ptr<Toolkit> m_plain;
    std::vector<const Toolkit*> m_toolkits;
    std::array<bool, 2> m_tried{};
};

} // namespace deskprobe
