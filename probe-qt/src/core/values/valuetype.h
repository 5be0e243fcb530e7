#pragma once
#include <QtCore/QMetaEnum>
#include <QtCore/QMetaMethod>
#include <QtCore/QMetaProperty>
#include <QtCore/QVariant>

namespace deskprobe
{

/// The type of a property, a parameter or a returned value.
struct ValueType {
    /// QMetaType's number, UnknownType where the application has not registered it.
    int id = QMetaType::UnknownType;
    QByteArray name;
    /// Not valid if it is no enum.
    QMetaEnum names;

    bool isEnum() const { return names.isValid(); }
};

ValueType typeOf(const QMetaProperty& property);
ValueType typeOf(const QVariant& value);
ValueType parameterType(const QMetaMethod& method, int index);
ValueType returnType(const QMetaMethod& method);

/// The names of an enum's values, as they were declared.
QStringList namesOf(const QMetaEnum& names);

QByteArray typeName(int type);

/// Whether values of the type are pointers to QObjects.
bool isObjectPointer(int type);

/// A value of the type: a copy of what is there, or the type's default if that is null.
QVariant makeVariant(int type, const void* copy);

} // namespace deskprobe
