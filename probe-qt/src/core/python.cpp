#include "python.h"

#include <QtCore/QThread>

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
    Object* (*attribute)(Object*, const char*) = nullptr;
    Object* (*callObject)(Object*, Object* arguments) = nullptr;
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
            && find(handle, "PyObject_GetAttrString", attribute) && find(handle, "PyObject_CallObject", callObject)
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

QString textAndRelease(Object* object)
{
    const Python& py = python();
    QString text;
    if (Object* utf8 = object ? py.asUtf8(object) : nullptr) {
        text = QString::fromUtf8(py.bytes(utf8));
        py.release(utf8);
    }
    if (object)
        py.release(object);
    py.clearError();
    return text;
}

/// "ValueError: no", of the arguments of a hook: type, value, traceback.
QString describe(Object* arguments)
{
    const Python& py = python();
    const QString type = textAndRelease(py.attribute(py.itemOf(arguments, 0), "__name__"));
    const QString text = textAndRelease(py.asString(py.itemOf(arguments, 1)));
    return text.isEmpty() ? type : type + QLatin1String(": ") + text;
}

/// The innermost that is active. Only with Python's lock, for hooks run in every thread.
PythonErrors* innermost = nullptr;

} // namespace

/// Takes the place of sys.excepthook.
struct PythonHook {
    static Object* call(Object*, Object* arguments)
    {
        const Python& py = python();
        if (innermost && innermost->isForMe()) {
            innermost->m_raised = describe(arguments);
        } else if (Object* hook = applicationHook()) {
            // While it runs, another thread may end the last that keeps it.
            py.retain(hook);
            if (Object* returned = py.callObject(hook, arguments))
                py.release(returned);
            py.clearError();
            py.release(hook);
        }
        py.retain(py.none);
        return py.none;
    }

    static Object* applicationHook()
    {
        const PythonErrors* errors = innermost;
        while (errors && errors->m_outer)
            errors = errors->m_outer;
        return errors ? static_cast<Object*>(errors->m_formerHook) : python().systemObject("__excepthook__");
    }

    static Object* object()
    {
        static MethodDefinition definition{"keepException", call, kVarArgs, nullptr};
        static Object* const hook = python().newFunction(&definition, nullptr, nullptr);
        return hook;
    }
};

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
    m_thread = QThread::currentThread();
    m_loopLevel = m_thread->loopLevel();
    const Python& py = python();
    const int lock = py.ensureLock();
    m_outer = innermost;
    innermost = this;
    Object* former = py.systemObject("excepthook");
    if (former)
        py.retain(former);
    m_formerHook = former;
    py.setSystemObject("excepthook", PythonHook::object());
    py.releaseLock(lock);
}

PythonErrors::~PythonErrors()
{
    if (!m_active)
        return;
    const Python& py = python();
    const int lock = py.ensureLock();
    auto* former = static_cast<Object*>(m_formerHook);
    // The application may have set another one meanwhile.
    if (py.systemObject("excepthook") == PythonHook::object())
        py.setSystemObject("excepthook", former);
    innermost = m_outer;
    if (former)
        py.release(former);
    // Python keeps what it has "printed", and with it all objects of the getter's frame.
    if (!m_raised.isEmpty()) {
        for (const char* name : {"last_type", "last_value", "last_traceback", "last_exc"})
            py.setSystemObject(name, nullptr);
        py.clearError();
    }
    py.releaseLock(lock);
}

bool PythonErrors::isForMe() const
{
    return QThread::currentThread() == m_thread && m_thread->loopLevel() <= m_loopLevel;
}

} // namespace deskprobe
