#pragma once
#include "core/values/convert.h"

#include <QtCore/QMetaMethod>

#include <vector>

namespace deskprobe
{

/// The method that was asked for, with its arguments.
struct MethodChoice {
    enum class Outcome { Found, Unknown, BadArguments };

    Outcome outcome = Outcome::Unknown;
    QMetaMethod method;
    /// Of exactly the types of its parameters.
    std::vector<QVariant> arguments;
    /// If none was found: of the overloads, or of methods with a name near to it.
    QStringList signatures;
    /// Why the arguments do not fit.
    QString complaint;
};

/// Looks among the class's public methods and signals for the one that takes these arguments best. `wanted` is a name
/// or a signature.
MethodChoice chooseMethod(const QMetaObject* meta, const QString& wanted, const Json& arguments, Converter& converter);

/// Calls the method and gives back what it returns: a number for an enum, nothing for void and for types that the
/// application has not registered. Application code runs, and may throw, delete the object or run an event loop.
QVariant invoke(QObject* object, const QMetaMethod& method, std::vector<QVariant>& arguments);

} // namespace deskprobe
