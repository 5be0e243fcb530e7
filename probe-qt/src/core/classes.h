#pragma once
#include "core/values/enums.h"
#include "protocol.gen.h"
#include "toolkit.h"
#include "transport/requests.h"

#include <cstring>
#include <memory>
#include <unordered_map>

namespace deskprobe
{

class Modules;

enum class Reader {
    Bool,
    Int,
    UInt,
    Int64,
    Double,
    Float,
    String,
    Enum,
    Rect,
    RectF,
    Size,
    SizeF,
    Point,
    PointF,
    Object,
    ObjectList,
    Variant,
    Unknown,
};

/// How one property of a class is read.
struct Property {
    int index = -1;
    Reader reader = Reader::Variant;
    /// Not to be read without asking the toolkit first.
    bool isSpecial = false;
    /// Its getter is Python code.
    bool isPython = false;
    /// Bytes of an enum.
    int size = 0;
    QByteArray name;
    QByteArray typeName;
    std::shared_ptr<EnumNames> names;
};

/// A class as this capture sees it.
struct Class {
    ClassFacts facts;
    /// Column value of its rows, once the class has been announced to the client.
    std::optional<quint32> index;
    bool isPython = false;
    /// That of elements whose own state does not say more.
    protocol::Role role = protocol::Role::Unknown;
    /// Its properties are those that each row of it lists.
    std::shared_ptr<const ClassHeader> header;
    /// How they are read; empty for parts, which know it themselves.
    std::vector<Property> listed;
};

/// The classes of one capture. Metaobjects of QML and Python types may die and their addresses be reused while it runs,
/// so what is found for an address is verified.
class ClassCache
{
public:
    ClassCache(const Modules& modules, Detail detail) : m_modules(modules), m_detail(detail) { }

    /// The class of a living object. The result stays, but is right for the object only until application code runs.
    Class& of(const QObject* object);
    /// The class of a part: that of the object behind it, if there is one.
    Class& of(const Part& part);
    /// Every property of the class, for objects that are values.
    std::shared_ptr<const std::vector<Property>> allProperties(const QMetaObject* meta);

private:
    struct Known {
        std::unique_ptr<Class> type;
        std::shared_ptr<const std::vector<Property>> all;
        const char* className = nullptr;
        int propertyCount = 0;
    };

    Known& known(const QMetaObject* meta);
    std::unique_ptr<Class> describe(const QMetaObject* meta);
    std::unique_ptr<Class> describe(const PartType& type);

    const Modules& m_modules;
    const Detail m_detail;
    std::unordered_map<const QMetaObject*, Known> m_known;
    std::unordered_map<const PartType*, std::unique_ptr<Class>> m_parts;
    std::vector<std::unique_ptr<Class>> m_outdated;
};

/// Whether this level of a class was declared in QML.
inline bool isQmlType(const QMetaObject* level)
{
    return std::strstr(level->className(), "_QMLTYPE_") || std::strstr(level->className(), "_QML_");
}

/// How the property at `index` of the class is read.
Property propertyOf(const ClassFacts& facts, int index);

/// Lists the next portion of the children of an object that is an element: its own, then its guests, then its parts.
/// The last runs code of the application: look at your QPointers again.
void listPortion(QObject* element, const ClassFacts& facts, const PartFilter& filter, Listing& listing);
/// Lists the next portion of a part's children.
void listPortion(QObject* owner, const Part& part, Listing& listing);

/// How the property at `index` of the class is read.
Property propertyOf(const ClassFacts& facts, int index);

/// The class's name without the suffix that QML adds to the types it makes.
QString plainClassName(const QMetaObject* meta);

} // namespace deskprobe
