#pragma once
#include <QtCore/QMetaObject>
#include <QtCore/QMetaProperty>
#include <QtCore/QObject>
#include <QtCore/QVariant>

namespace deskprobe
{

/// Reads a property into a buffer of exactly its type, which costs half of what QMetaProperty::read does.
/// Application code may run and throw. Returns true if a dynamic metaobject has put the value into `instead`.
inline bool metacallRead(QObject* object, int index, void* buffer, QVariant& instead)
{
    int status = -1;
    void* arguments[] = {buffer, &instead, &status};
    QMetaObject::metacall(object, QMetaObject::ReadProperty, index, arguments);
    return status != -1;
}

/// The property at `index`, or `otherwise` if the class has none (index -1) or the getter throws.
template <typename Type>
Type readTyped(QObject* object, int index, Type otherwise = {})
{
    if (index < 0)
        return otherwise;
    try {
        Type value = otherwise;
        QVariant instead;
        return metacallRead(object, index, &value, instead) ? instead.value<Type>() : value;
    } catch (...) {
        return otherwise;
    }
}

/// Index of the property if the class has it with exactly this type, else -1.
inline short typedProperty(const QMetaObject* meta, const char* name, int type)
{
    const int index = meta->indexOfProperty(name);
    return index >= 0 && meta->property(index).userType() == type ? static_cast<short>(index) : short(-1);
}

} // namespace deskprobe
