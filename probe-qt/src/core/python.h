#pragma once
#include <QtCore/QMetaObject>
#include <QtCore/QString>

namespace deskprobe
{

/// Whether there is Python in the process.
bool hasPython();

/// True if this level of a class was defined in Python. Its getters are Python code.
bool isPythonClass(const QMetaObject* level);

/// While it lives, exceptions that Python code of this thread raises are kept here. Left alone, PyQt would abort the
/// application for one that a getter raises, and PySide would print it.
class PythonErrors
{
public:
    /// `active` false: does nothing.
    explicit PythonErrors(bool active);
    ~PythonErrors();
    PythonErrors(const PythonErrors&) = delete;
    PythonErrors& operator=(const PythonErrors&) = delete;

    /// What was raised, or empty.
    QString raised() const;

private:
    void* m_formerHook = nullptr;
    bool m_active;
};

} // namespace deskprobe
