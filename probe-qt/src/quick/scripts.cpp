#include "core/classes.h"
#include "quick.h"

#include <QtCore/QMetaMethod>
#include <QtQml/QJSEngine>
#include <QtQml/QJSValue>
#include <QtQml/qqml.h>

namespace deskprobe
{
namespace
{

/// A function gets what it throws to the engine only as a warning that the engine prints. This one returns [value], or
/// a string that says what was thrown.
constexpr char kCall[]
    = "(function(object, name, given) {"
      "try { return [object[name].apply(object, given)]; } catch (thrown) { return String(thrown); } })";

} // namespace

bool Quick::call(QObject* object, const QMetaMethod& method, const std::vector<QVariant>& arguments, QVariant* returned,
    QString* thrown) const
{
    QJSEngine* engine = qjsEngine(object);
    if (!engine || method.methodType() == QMetaMethod::Signal || !isQmlType(method.enclosingMetaObject()))
        return false;
    QJSValue given = engine->newArray(static_cast<uint>(arguments.size()));
    for (std::size_t i = 0; i < arguments.size(); ++i)
        given.setProperty(static_cast<quint32>(i), engine->toScriptValue(arguments[i]));
    const QJSValue result = engine->evaluate(QString::fromLatin1(kCall))
                                .call({engine->toScriptValue(object), QString::fromUtf8(method.name()), given});
    if (!result.isArray())
        *thrown = result.toString();
    else if (const QJSValue value = result.property(0); value.isQObject() || value.isVariant())
        *returned = value.toVariant();
    else if (!value.isUndefined())
        *returned = QVariant::fromValue(value);
    return true;
}

} // namespace deskprobe
