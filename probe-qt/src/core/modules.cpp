#include "modules.h"

#include "plainwindows.h"

#include <cstring>

#include <dlfcn.h>
#include <link.h>

namespace deskprobe
{
namespace
{

struct Module {
    const char* name;
    const char* library;
};

#if QT_VERSION_MAJOR == 5
constexpr Module kModules[] = {{"widgets", "libQt5Widgets"}, {"quick", "libQt5Quick"}};
#else
constexpr Module kModules[] = {{"widgets", "libQt6Widgets"}, {"quick", "libQt6Quick"}};
#endif

int isLibrary(dl_phdr_info* info, std::size_t, void* name)
{
    const char* slash = std::strrchr(info->dlpi_name, '/');
    const char* base = slash ? slash + 1 : info->dlpi_name;
    const std::size_t length = std::strlen(static_cast<const char*>(name));
    // What follows the name must not be the rest of a longer one, such as QuickWidgets.
    return std::strncmp(base, static_cast<const char*>(name), length) == 0
        && (base[length] == '.' || base[length] == '-' || base[length] == '_');
}

bool isMapped(const char* library)
{
    return dl_iterate_phdr(isLibrary, const_cast<char*>(library)) != 0;
}

const Toolkit* load(const char* name)
{
    Dl_info self;
    if (!dladdr(reinterpret_cast<void*>(&isMapped), &self))
        return nullptr;
    const QByteArray own(self.dli_fname);
    const QByteArray path = own.left(own.lastIndexOf('/') + 1) + name + ".so";
    void* module = dlopen(path.constData(), RTLD_NOW | RTLD_LOCAL);
    if (!module)
        return nullptr;
    const auto toolkit = reinterpret_cast<const Toolkit* (*)()>(dlsym(module, "deskprobe_toolkit"));
    return toolkit ? toolkit() : nullptr;
}

} // namespace

Modules::Modules() : m_plain(std::make_unique<PlainWindows>())
{
    m_toolkits.reserve(m_tried.size() + 1);
    m_toolkits.push_back(m_plain.get());
}

Modules::~Modules() = default;

void Modules::refresh()
{
    for (std::size_t i = 0; i < m_tried.size(); ++i) {
        if (m_tried[i] || !isMapped(kModules[i].library))
            continue;
        m_tried[i] = true;
        // Before the plain windows, which take what is left.
        if (const Toolkit* toolkit = load(kModules[i].name))
            m_toolkits.insert(m_toolkits.end() - 1, toolkit);
    }
}

std::vector<const char*> Modules::names()
{
    std::vector<const char*> names{"core"};
    for (const Module& module : kModules) {
        if (isMapped(module.library))
            names.push_back(module.name);
    }
    return names;
}

} // namespace deskprobe
