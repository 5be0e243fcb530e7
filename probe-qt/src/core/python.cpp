#include "python.h"

#include <cstring>

#include <dlfcn.h>
#include <link.h>

namespace deskprobe
{
namespace
{

struct Object;

/// PyMethodDef of Python's stable ABI.
struct MethodDefinition {
    const char* name;
    Object* (*function)(Object* self, Object* arguments);
    int flags;
    const char* documentation;
};
constexpr int kVarArgs = 1;

int isPythonLibrary(dl_phdr_info* info, std::size_t, void* path)
{
    if (!std::strstr(info->dlpi_name, "/libpython3"))
        return 0;
    *static_cast<const char**>(path) = info->dlpi_name;
    return 1;
}

/// Whatever contains Python: the program and its libraries, or a library that only its loader can see.
void* pythonHandle()
{
    const char* path = nullptr;
    return dlopen(dl_iterate_phdr(isPythonLibrary, &path) ? path : nullptr, RTLD_NOLOAD | RTLD_LAZY);
}

/// What we need of Python's stable ABI; it is not linked, for few processes have it.
struct Python {
    int (*ensureLock)() = nullptr;
    void (*releaseLock)(int) = nullptr;
    Object* (*systemObject)(const char*) = nullptr;
    int (*setSystemObject)(const char*, Object*) = nullptr;
    Object* (*newFunction)(MethodDefinition*, Object* self, Object* module) = nullptr;
    Object* (*itemOf)(Object* tuple, long index) = nullptr;
    Object* (*asString)(Object*) = nullptr;
    Object* (*asUtf8)(Object*) = nullptr;
    char* (*bytes)(Object*) = nullptr;
    void (*clearError)() = nullptr;
    void (*retain)(Object*) = nullptr;
    void (*release)(Object*) = nullptr;
    Object* none = nullptr;
    bool isPresent = false;

    Python()
    {
        void* const handle = pythonHandle();
        isPresent = handle && find(handle, "PyGILState_Ensure", ensureLock)
            && find(handle, "PyGILState_Release", releaseLock) && find(handle, "PySys_GetObject", systemObject)
            && find(handle, "PySys_SetObject", setSystemObject) && find(handle, "PyCFunction_NewEx", newFunction)
            && find(handle, "PyTuple_GetItem", itemOf) && find(handle, "PyObject_Str", asString)
            && find(handle, "PyUnicode_AsUTF8String", asUtf8) && find(handle, "PyBytes_AsString", bytes)
            && find(handle, "PyErr_Clear", clearError) && find(handle, "Py_IncRef", retain)
            && find(handle, "Py_DecRef", release) && find(handle, "_Py_NoneStruct", none);
    }

    template <typename Symbol>
    static bool find(void* handle, const char* name, Symbol& symbol)
    {
        symbol = reinterpret_cast<Symbol>(dlsym(handle, name));
        return symbol;
    }
};

const Python& python()
{
    static const Python python;
    return python;
}

/// Of the GUI thread, where all reading happens.
QString lastRaised;

/// Takes the place of sys.excepthook: (type, value, traceback).
Object* keepException(Object*, Object* arguments)
{
    const Python& py = python();
    lastRaised = QStringLiteral("the getter raised an exception");
    Object* text = py.asString(py.itemOf(arguments, 1));
    Object* utf8 = text ? py.asUtf8(text) : nullptr;
    if (utf8) {
        lastRaised = QStringLiteral("the getter raised: ") + QString::fromUtf8(py.bytes(utf8));
        py.release(utf8);
    }
    if (text)
        py.release(text);
    py.clearError();
    py.retain(py.none);
    return py.none;
}

} // namespace

bool hasPython()
{
    return python().isPresent;
}

bool isPythonClass(const QMetaObject* level)
{
    // Metaobjects of C++ lie in a library, those of Python on the heap.
    Dl_info library;
    return python().isPresent && !dladdr(level, &library);
}

PythonErrors::PythonErrors(bool active) : m_active(active)
{
    if (!active)
        return;
    static MethodDefinition definition{"keepException", keepException, kVarArgs, nullptr};
    const Python& py = python();
    lastRaised.clear();
    const int lock = py.ensureLock();
    static Object* const hook = py.newFunction(&definition, nullptr, nullptr);
    Object* former = py.systemObject("excepthook");
    if (former)
        py.retain(former);
    m_formerHook = former;
    py.setSystemObject("excepthook", hook);
    py.releaseLock(lock);
}

PythonErrors::~PythonErrors()
{
    if (!m_active)
        return;
    const Python& py = python();
    const int lock = py.ensureLock();
    auto* former = static_cast<Object*>(m_formerHook);
    py.setSystemObject("excepthook", former);
    if (former)
        py.release(former);
    // Python keeps what it has "printed", and with it all objects of the getter's frame.
    if (!lastRaised.isEmpty()) {
        for (const char* name : {"last_type", "last_value", "last_traceback", "last_exc"})
            py.setSystemObject(name, nullptr);
        py.clearError();
    }
    py.releaseLock(lock);
}

QString PythonErrors::raised() const
{
    return m_active ? lastRaised : QString();
}

} // namespace deskprobe
