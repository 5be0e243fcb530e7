#pragma once
#include <QtCore/QMetaObject>
#include <QtCore/QString>

class QThread;

namespace deskprobe
{

/// Whether there is Python in the process.
bool hasPython();

/// True if this level of a class was defined in Python. Its getters are Python code.
bool isPythonClass(const QMetaObject* level);

/// While it lives, exceptions that Python code of this thread raises are kept here, but for those inside an event loop
/// that was begun meanwhile. Left alone, PyQt would abort the application for one that a getter raises, and PySide
/// would print it.
class PythonErrors
{
public:
    /// `active` false: does nothing.
    explicit PythonErrors(bool active);
    ~PythonErrors();
    PythonErrors(const PythonErrors&) = delete;
    PythonErrors& operator=(const PythonErrors&) = delete;

    /// What was raised, as "ValueError: no", or empty.
    const QString& raised() const { return m_raised; }

private:
    friend struct PythonHook;
    /// Whether what is raised now is raised by the code that this was made for.
    bool isForMe() const;

    const bool m_active;
    /// The one that was active before.
    PythonErrors* m_outer = nullptr;
    QThread* m_thread = nullptr;
    int m_loopLevel = 0;
    void* m_formerHook = nullptr;
    QString m_raised;
};

} // namespace deskprobe
