/*
 * The stub that LD_PRELOAD puts into every process. It needs nothing but libc, stays silent, and does nothing unless
 * the process starts a Qt GUI application: then it loads the probe for that Qt and takes itself out of the environment.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char** environ;

typedef void (*StartupHook)(void);

/* Layout of Qt's exported qtHookData table; the same since Qt 5.4. */
enum { HookSize = 1, HookStartup = 5 };

struct QtMajor {
    const char* core_library;
    const char* gui_library;
    const char* probe;
    StartupHook on_startup;
    StartupHook chained;
    bool hooked;
};

static void on_startup5(void);
static void on_startup6(void);

static struct QtMajor majors[] = {
    {"libQt5Core", "libQt5Gui", "qt5/core.so", on_startup5, NULL, false},
    {"libQt6Core", "libQt6Gui", "qt6/core.so", on_startup6, NULL, false},
};

static atomic_bool watching;
static atomic_flag looking = ATOMIC_FLAG_INIT;
static atomic_ullong libraries_seen;

static char socket_dir[PATH_MAX];
static char launch[128];

/* Our variables in the block that the kernel shows as /proc/<pid>/environ. */
static char* initial_entries[32];

struct Search {
    const char* name;
    char* path;
};

static int match_library(struct dl_phdr_info* info, size_t size, void* data)
{
    (void)size;
    const struct Search* search = data;
    const char* slash = strrchr(info->dlpi_name, '/');
    const char* base = slash ? slash + 1 : info->dlpi_name;
    if (strncmp(base, search->name, strlen(search->name)) != 0 || !strstr(base, ".so"))
        return 0;
    if (search->path)
        snprintf(search->path, PATH_MAX, "%s", info->dlpi_name);
    return 1;
}

static bool is_mapped(const char* library, char* path)
{
    struct Search search = {library, path};
    return dl_iterate_phdr(match_library, &search) != 0;
}

static int count_libraries(struct dl_phdr_info* info, size_t size, void* data)
{
    (void)size;
    *(unsigned long long*)data = info->dlpi_adds;
    return 1;
}

static bool is_ours(const char* entry, size_t length)
{
    Dl_info self;
    return dladdr(socket_dir, &self) && strlen(self.dli_fname) == length && strncmp(self.dli_fname, entry, length) == 0;
}

/* LD_PRELOAD without our own entry; the user's entries stay as they are. */
static void other_preloads(const char* value, char* out, size_t size)
{
    size_t used = 0;
    while (*value) {
        const size_t length = strcspn(value, ": ");
        if (length && !is_ours(value, length) && used + length + 2 < size) {
            if (used)
                out[used++] = ':';
            memcpy(out + used, value, length);
            used += length;
        }
        value += length + (value[length] != '\0');
    }
    out[used] = '\0';
}

static bool is_probe_variable(const char* entry)
{
    return strncmp(entry, "DESKPROBE_", 10) == 0;
}

/* So that no child of the application carries the probe. */
static void clean_environment(void)
{
    char rest[4096] = "";
    const char* preload = getenv("LD_PRELOAD");
    if (preload)
        other_preloads(preload, rest, sizeof rest);
    if (*rest)
        setenv("LD_PRELOAD", rest, 1);
    else
        unsetenv("LD_PRELOAD");
    for (char** entry = environ; entry && *entry;) {
        char name[128];
        const size_t length = strcspn(*entry, "=");
        if (is_probe_variable(*entry) && length < sizeof name) {
            memcpy(name, *entry, length);
            name[length] = '\0';
            unsetenv(name);
            entry = environ;
        } else {
            ++entry;
        }
    }
    for (char** entry = initial_entries; *entry; ++entry) {
        const size_t length = strlen(*entry);
        const bool keep_rest = !is_probe_variable(*entry) && *rest;
        memset(*entry, 0, length);
        if (keep_rest)
            snprintf(*entry, length + 1, "LD_PRELOAD=%s", rest);
    }
}

static void load_probe(struct QtMajor* qt)
{
    Dl_info self;
    char path[PATH_MAX];
    if (!is_mapped(qt->gui_library, NULL) || !dladdr(socket_dir, &self))
        return;
    const char* slash = strrchr(self.dli_fname, '/');
    const int folder = slash ? (int)(slash - self.dli_fname) : 0;
    if (snprintf(path, sizeof path, "%.*s/%s", folder, self.dli_fname, qt->probe) >= (int)sizeof path)
        return;
    void* probe = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!probe)
        return;
    int (*start)(const char*, const char*) = (int (*)(const char*, const char*))dlsym(probe, "deskprobe_start");
    if (start && start(socket_dir, launch)) {
        atomic_store(&watching, false);
        clean_environment();
    }
}

static void on_startup(struct QtMajor* qt)
{
    if (qt->chained)
        qt->chained();
    load_probe(qt);
}

static void on_startup5(void)
{
    on_startup(&majors[0]);
}

static void on_startup6(void)
{
    on_startup(&majors[1]);
}

static void hook(struct QtMajor* qt)
{
    char path[PATH_MAX];
    if (qt->hooked || !is_mapped(qt->core_library, path))
        return;
    void* core = dlopen(path, RTLD_NOLOAD | RTLD_LAZY);
    if (!core)
        return;
    uintptr_t* hooks = dlsym(core, "qtHookData");
    if (!hooks || hooks[HookSize] <= HookStartup)
        return;
    qt->hooked = true;
    qt->chained = (StartupHook)hooks[HookStartup];
    hooks[HookStartup] = (uintptr_t)qt->on_startup;
    /* QCoreApplication::self: an application that was there before the hook never calls it. */
    void** application = dlsym(core, "_ZN16QCoreApplication4selfE");
    if (application && *application)
        load_probe(qt);
}

static void look_for_qt(void)
{
    unsigned long long libraries = 0;
    dl_iterate_phdr(count_libraries, &libraries);
    if (libraries == atomic_load(&libraries_seen) || atomic_flag_test_and_set(&looking))
        return;
    atomic_store(&libraries_seen, libraries);
    for (size_t i = 0; i < sizeof majors / sizeof *majors; ++i)
        hook(&majors[i]);
    atomic_flag_clear(&looking);
}

/*
 * Every C++ library registers its destructors through this while it is being loaded, so it tells of a Qt that comes
 * later (Python loads Qt long after our constructor has run). Interposing dlopen instead would change what RUNPATH it
 * searches.
 */
__attribute__((visibility("default"))) int __cxa_atexit(void (*function)(void*), void* argument, void* library)
{
    static int (*_Atomic next)(void (*)(void*), void*, void*);
    int (*real)(void (*)(void*), void*, void*) = atomic_load(&next);
    if (!real) {
        real = (int (*)(void (*)(void*), void*, void*))dlsym(RTLD_NEXT, "__cxa_atexit");
        atomic_store(&next, real);
    }
    const int result = real(function, argument, library);
    if (atomic_load_explicit(&watching, memory_order_relaxed))
        look_for_qt();
    return result;
}

__attribute__((constructor)) static void preload(int argc, char** argv, char** environment)
{
    (void)argc;
    (void)argv;
    const char* folder = getenv("DESKPROBE_SOCKET_DIR");
    const char* token = getenv("DESKPROBE_LAUNCH");
    if (!folder || !*folder || strlen(folder) >= sizeof socket_dir)
        return;
    strcpy(socket_dir, folder);
    snprintf(launch, sizeof launch, "%s", token ? token : "");
    size_t found = 0;
    const size_t room = sizeof initial_entries / sizeof *initial_entries - 1;
    for (char** entry = environment; entry && *entry && found < room; ++entry) {
        if (is_probe_variable(*entry) || strncmp(*entry, "LD_PRELOAD=", 11) == 0)
            initial_entries[found++] = *entry;
    }
    atomic_store(&watching, true);
    look_for_qt();
    /* Linked against QtGui, so the application is this process and no wrapper around it; it may start children before
     * Qt. */
    if (is_mapped(majors[0].gui_library, NULL) || is_mapped(majors[1].gui_library, NULL))
        clean_environment();
}
