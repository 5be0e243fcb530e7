#include "methods.h"

#include "core/nearest.h"
#include "core/values/enums.h"

#include <QtCore/QSet>

#include <algorithm>

namespace deskprobe
{
namespace
{

QString signatureOf(const QMetaMethod& method)
{
    return QString::fromUtf8(method.methodSignature());
}

QStringList namesOf(const std::vector<QMetaMethod>& methods)
{
    QStringList names;
    for (const QMetaMethod& method : methods)
        names << QString::fromUtf8(method.name());
    return names;
}

/// What others may call; of methods that a subclass declares again, the nearest.
std::vector<QMetaMethod> publicMethods(const QMetaObject* meta)
{
    std::vector<QMetaMethod> methods;
    QSet<QByteArray> seen;
    for (int i = meta->methodCount() - 1; i >= 0; --i) {
        const QMetaMethod method = meta->method(i);
        if (seen.contains(method.methodSignature()))
            continue;
        seen.insert(method.methodSignature());
        if (method.access() == QMetaMethod::Public && method.methodType() != QMetaMethod::Constructor)
            methods.push_back(method);
    }
    return methods;
}

/// One overload, tried with the arguments.
struct Attempt {
    QMetaMethod method;
    std::vector<QVariant> arguments;
    int distance = 0;
    QString complaint;
};

Attempt attempt(const QMetaMethod& method, const Json& arguments, Converter& converter)
{
    Attempt attempt;
    attempt.method = method;
    const int count = static_cast<int>(arguments.Size());
    if (method.parameterCount() != count) {
        attempt.complaint = QStringLiteral("%1 takes %2 arguments, and %3 were given.")
                                .arg(signatureOf(method))
                                .arg(method.parameterCount())
                                .arg(count);
    }
    for (int i = 0; i < count && attempt.complaint.isEmpty(); ++i) {
        const Json& argument = arguments[static_cast<rapidjson::SizeType>(i)];
        const ValueType type = parameterType(method, i);
        auto value = converter.convert(argument, type);
        if (!value) {
            attempt.complaint = QStringLiteral("Argument %1: %2").arg(i + 1).arg(converter.complaint());
        } else {
            attempt.distance += distance(argument, type);
            attempt.arguments.push_back(std::move(*value));
        }
    }
    return attempt;
}

/// The attempt that fits best, or else the complaint.
void choose(std::vector<Attempt>& attempts, MethodChoice& choice)
{
    choice.outcome = MethodChoice::Outcome::BadArguments;
    const auto fails = [](const Attempt& attempt) { return !attempt.complaint.isEmpty(); };
    const auto fitting = std::stable_partition(attempts.begin(), attempts.end(), fails);
    if (fitting == attempts.end()) {
        choice.complaint = attempts.size() == 1 ? attempts.front().complaint
                                                : QStringLiteral("None of the overloads takes these arguments.");
        return;
    }
    std::stable_sort(
        fitting, attempts.end(), [](const Attempt& a, const Attempt& b) { return a.distance < b.distance; });
    if (fitting + 1 != attempts.end() && fitting[1].distance == fitting->distance) {
        choice.complaint
            = QStringLiteral("Several overloads take these arguments equally well: name one by its signature.");
        return;
    }
    choice.outcome = MethodChoice::Outcome::Found;
    choice.method = fitting->method;
    choice.arguments = std::move(fitting->arguments);
}

} // namespace

MethodChoice chooseMethod(const QMetaObject* meta, const QString& wanted, const Json& arguments, Converter& converter)
{
    MethodChoice choice;
    const bool isSignature = wanted.contains(QLatin1Char('('));
    const QByteArray name
        = isSignature ? QMetaObject::normalizedSignature(wanted.toUtf8().constData()) : wanted.toUtf8();
    const std::vector<QMetaMethod> methods = publicMethods(meta);
    std::vector<Attempt> attempts;
    for (const QMetaMethod& method : methods) {
        if ((isSignature ? method.methodSignature() : method.name()) == name)
            attempts.push_back(attempt(method, arguments, converter));
    }
    if (!attempts.empty())
        choose(attempts, choice);
    if (choice.outcome == MethodChoice::Outcome::Found)
        return choice;
    const QStringList near = attempts.empty() ? nearestNames(wanted.section(QLatin1Char('('), 0, 0), namesOf(methods))
                                              : QStringList(QString::fromUtf8(attempts.front().method.name()));
    for (const QString& each : near) {
        for (const QMetaMethod& method : methods) {
            if (method.name() == each.toUtf8())
                choice.signatures << signatureOf(method);
        }
    }
    return choice;
}

QVariant invoke(QObject* object, const QMetaMethod& method, std::vector<QVariant>& arguments)
{
    const ValueType type = returnType(method);
    const bool isVoid = type.id == QMetaType::Void || type.id == QMetaType::UnknownType;
    QVariant result
        = isVoid || type.isEnum() || type.id == QMetaType::QVariant ? QVariant() : makeVariant(type.id, nullptr);
    qint64 number = 0;
    std::vector<qint64> numbers(arguments.size());
    std::vector<void*> pointers;
    if (type.isEnum())
        pointers.push_back(&number);
    else if (type.id == QMetaType::QVariant)
        pointers.push_back(&result);
    else
        pointers.push_back(isVoid ? nullptr : result.data());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueType parameter = parameterType(method, static_cast<int>(i));
        if (parameter.isEnum()) {
            // Wide enough for an enum of any size.
            numbers[i] = arguments[i].toInt();
            pointers.push_back(&numbers[i]);
        } else {
            pointers.push_back(parameter.id == QMetaType::QVariant ? &arguments[i] : arguments[i].data());
        }
    }
    QMetaObject::metacall(object, QMetaObject::InvokeMetaMethod, method.methodIndex(), pointers.data());
    return type.isEnum() ? QVariant(static_cast<int>(number)) : result;
}

} // namespace deskprobe
