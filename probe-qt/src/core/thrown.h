#pragma once
#include "python.h"

#include <exception>

namespace deskprobe
{

/// Runs code of the application and says what it has thrown; empty if it has thrown nothing.
/// `isPython`: some of it may be Python's.
template <typename Run>
QString thrownBy(bool isPython, Run run)
{
    try {
        const PythonErrors errors(isPython);
        run();
        return errors.raised();
    } catch (const std::exception& error) {
        return QString::fromLocal8Bit(error.what());
    } catch (...) {
        return QStringLiteral("an exception of an unknown type");
    }
}

} // namespace deskprobe
