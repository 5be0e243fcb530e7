#include "valuetype.h"

#include <QtCore/QMetaType>
#include <QtCore/QStringList>

#include <algorithm>

namespace deskprobe
{
namespace
{

bool isEnumType(int type)
{
#if QT_VERSION_MAJOR == 5
    return QMetaType::typeFlags(type) & QMetaType::IsEnumeration;
#else
    return QMetaType(type).flags() & QMetaType::IsEnumeration;
#endif
}

QMetaEnum enumIn(const QMetaObject* scope, const QByteArray& name)
{
    const int index = scope ? scope->indexOfEnumerator(name.constData()) : -1;
    return index < 0 ? QMetaEnum() : scope->enumerator(index);
}

/// The enum of a type that is only known by name, as it is written in a class: "EchoMode", "Qt::Alignment".
QMetaEnum enumNamed(const QByteArray& typeName, int type, const QMetaObject* user)
{
    const int scopeEnd = static_cast<int>(typeName.lastIndexOf("::"));
    const QByteArray name = scopeEnd < 0 ? typeName : typeName.mid(scopeEnd + 2);
    const QByteArray scope = typeName.left(std::max(scopeEnd, 0));
    if (scope == "Qt")
        return enumIn(QMetaEnum::fromType<Qt::Orientation>().enclosingMetaObject(), name);
    for (const QMetaObject* meta = user; meta; meta = meta->superClass()) {
        if (scope.isEmpty() || scope == meta->className()) {
            if (const QMetaEnum found = enumIn(meta, name); found.isValid())
                return found;
        }
    }
    return isEnumType(type) ? enumIn(QMetaType(type).metaObject(), name) : QMetaEnum();
}

ValueType named(const QByteArray& name, int type, const QMetaObject* user)
{
    return {type, name, enumNamed(name, type, user)};
}

#if QT_VERSION_MAJOR == 5
/// Qt 5 registers the types of parameters only when somebody asks.
int registeredParameter(const QMetaMethod& method, int index)
{
    const QMetaObject* meta = method.enclosingMetaObject();
    int type = -1;
    void* arguments[] = {&type, &index};
    meta->static_metacall(
        QMetaObject::RegisterMethodArgumentMetaType, method.methodIndex() - meta->methodOffset(), arguments);
    return type < 0 ? QMetaType::UnknownType : type;
}
#endif

} // namespace

ValueType typeOf(const QMetaProperty& property)
{
    return {property.userType(), property.typeName(), property.isEnumType() ? property.enumerator() : QMetaEnum()};
}

ValueType typeOf(const QVariant& value)
{
    return named(value.typeName(), value.userType(), nullptr);
}

ValueType parameterType(const QMetaMethod& method, int index)
{
    int type = method.parameterType(index);
#if QT_VERSION_MAJOR == 5
    if (type == QMetaType::UnknownType)
        type = registeredParameter(method, index);
#endif
    return named(method.parameterTypes().at(index), type, method.enclosingMetaObject());
}

ValueType returnType(const QMetaMethod& method)
{
    return named(method.typeName(), method.returnType(), method.enclosingMetaObject());
}

QStringList namesOf(const QMetaEnum& names)
{
    QStringList list;
    for (int i = 0; i < names.keyCount(); ++i)
        list << QString::fromLatin1(names.key(i));
    return list;
}

QByteArray typeName(int type)
{
#if QT_VERSION_MAJOR == 5
    return QMetaType::typeName(type);
#else
    return QMetaType(type).name();
#endif
}

bool isObjectPointer(int type)
{
#if QT_VERSION_MAJOR == 5
    return QMetaType::typeFlags(type) & QMetaType::PointerToQObject;
#else
    return QMetaType(type).flags() & QMetaType::PointerToQObject;
#endif
}

QVariant makeVariant(int type, const void* copy)
{
#if QT_VERSION_MAJOR == 5
    return QVariant(type, copy);
#else
    return QVariant(QMetaType(type), copy);
#endif
}

} // namespace deskprobe
