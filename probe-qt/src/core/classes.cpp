#include "classes.h"

#include "core/values/valuetype.h"
#include "modules.h"
#include "python.h"
#include "roles.h"

#include <QtCore/QMetaProperty>
#include <QtCore/QMetaType>

#include <algorithm>
#include <cstring>

namespace deskprobe
{
namespace
{

/// What tier extended lists, of those that a class has.
constexpr const char* kExtended[] = {"text", "checked", "checkState", "enabled", "visible", "placeholderText",
    "currentText", "currentIndex", "value", "minimum", "maximum", "singleStep", "readOnly", "echoMode", "pressed",
    "selected", "expanded", "title", "windowTitle", "toolTip", "accessibleName", "maxLength", "modified"};

/// Reading these works out the layout of a whole document, which may take seconds.
bool isCostly(const QMetaObject* meta, const char* name)
{
    return std::strcmp(name, "size") == 0 && std::strcmp(meta->className(), "QTextDocument") == 0;
}

int sizeOf(int type)
{
#if QT_VERSION_MAJOR == 5
    return type == QMetaType::UnknownType ? 0 : QMetaType::sizeOf(type);
#else
    return static_cast<int>(QMetaType(type).sizeOf());
#endif
}

Reader readerFor(int type)
{
    switch (type) {
    case QMetaType::UnknownType:
        return Reader::Unknown;
    case QMetaType::Bool:
        return Reader::Bool;
    case QMetaType::Int:
        return Reader::Int;
    case QMetaType::UInt:
        return Reader::UInt;
    case QMetaType::LongLong:
        return Reader::Int64;
    case QMetaType::Double:
        return Reader::Double;
    case QMetaType::Float:
        return Reader::Float;
    case QMetaType::QString:
        return Reader::String;
    case QMetaType::QRect:
        return Reader::Rect;
    case QMetaType::QRectF:
        return Reader::RectF;
    case QMetaType::QSize:
        return Reader::Size;
    case QMetaType::QSizeF:
        return Reader::SizeF;
    case QMetaType::QPoint:
        return Reader::Point;
    case QMetaType::QPointF:
        return Reader::PointF;
    default:
        return isObjectPointer(type) ? Reader::Object : Reader::Variant;
    }
}

const QMetaObject* levelOf(const QMetaObject* meta, int index)
{
    while (index < meta->propertyOffset())
        meta = meta->superClass();
    return meta;
}

Property propertyAt(const QMetaObject* meta, int index)
{
    const QMetaProperty source = meta->property(index);
    Property property;
    property.index = index;
    property.name = source.name();
    property.typeName = source.typeName();
    const QMetaObject* level = levelOf(meta, index);
    property.isPython = !isQmlType(level) && isPythonClass(level);
    const int type = source.userType();
    if (source.isEnumType()) {
        property.reader = Reader::Enum;
        property.size = sizeOf(type) ? sizeOf(type) : int(sizeof(int));
        property.names = std::make_shared<EnumNames>(source.enumerator());
    } else if (property.typeName.startsWith("QQmlListProperty<")) {
        property.reader = Reader::ObjectList;
    } else {
        property.reader = readerFor(type);
    }
    return property;
}

std::vector<Property> everyProperty(const QMetaObject* meta)
{
    std::vector<Property> properties;
    for (int i = 0; i < meta->propertyCount(); ++i) {
        const QMetaProperty source = meta->property(i);
        // A subclass may declare the name again: the nearest counts.
        if (source.isReadable() && meta->indexOfProperty(source.name()) == i && !isCostly(meta, source.name()))
            properties.push_back(propertyAt(meta, i));
    }
    return properties;
}

std::vector<Property> extendedProperties(const QMetaObject* meta)
{
    std::vector<int> indices;
    const auto add = [&](int index) {
        if (index >= 0 && std::find(indices.begin(), indices.end(), index) == indices.end()
            && meta->property(index).isReadable())
            indices.push_back(index);
    };
    for (const char* name : kExtended)
        add(meta->indexOfProperty(name));
    for (const QMetaObject* level = meta; level; level = level->superClass()) {
        if (!isQmlType(level))
            continue;
        for (int i = level->propertyOffset(); i < level->propertyCount(); ++i)
            add(meta->indexOfProperty(level->property(i).name()));
    }
    std::vector<Property> properties;
    for (const int index : indices)
        properties.push_back(propertyAt(meta, index));
    return properties;
}

std::shared_ptr<ClassHeader> headerOf(const QMetaObject* meta, const std::vector<Property>& properties)
{
    auto header = std::make_shared<ClassHeader>();
    header->name = plainClassName(meta);
    QString previous = header->name;
    for (const QMetaObject* base = meta->superClass(); base; base = base->superClass()) {
        const QString name = plainClassName(base);
        if (name != previous)
            header->bases << name;
        previous = name;
    }
    for (const Property& property : properties)
        header->properties << QString::fromUtf8(property.name);
    return header;
}

/// Models and items are the application's code: what throws has no more children.
template <typename List>
void guardedly(Listing& listing, List list)
{
    try {
        const PythonErrors errors(hasPython());
        list();
    } catch (...) {
        listing.isDone = true;
    }
}

} // namespace

QString plainClassName(const QMetaObject* meta)
{
    const QString name = QString::fromUtf8(meta->className());
    const int type = static_cast<int>(name.indexOf(QLatin1String("_QMLTYPE_")));
    const int instance = static_cast<int>(name.indexOf(QLatin1String("_QML_")));
    if (type > 0)
        return name.left(type);
    return instance > 0 ? name.left(instance) : name;
}

void listPortion(QObject* element, const ClassFacts& facts, const PartFilter& filter, Listing& listing)
{
    using Stage = Listing::Stage;
    listing.children.clear();
    std::optional<Stage> next;
    switch (listing.stage) {
    case Stage::Own:
        facts.toolkit->children(element, listing);
        if (facts.guest)
            next = Stage::Guests;
        break;
    case Stage::Guests:
        facts.guest->guests(element, listing);
        break;
    case Stage::Parts:
        guardedly(listing, [&] { facts.toolkit->parts(element, facts, filter, listing); });
        return;
    }
    if (!next && facts.hasParts)
        next = Stage::Parts;
    if (!listing.isDone || !next)
        return;
    listing.isDone = false;
    listing.next = 0;
    listing.stage = *next;
}

void listPortion(QObject* owner, const Part& part, Listing& listing)
{
    listing.children.clear();
    guardedly(listing, [&] { part.children(owner, listing); });
}

Property propertyOf(const ClassFacts& facts, int index)
{
    Property property = propertyAt(facts.meta, index);
    property.isSpecial = facts.toolkit && facts.toolkit->isSpecial(facts, property.name.constData());
    return property;
}

Class& ClassCache::of(const QObject* object)
{
    const QMetaObject* meta = object->metaObject();
    Known& entry = known(meta);
    if (!entry.type)
        entry.type = describe(meta);
    return *entry.type;
}

Class& ClassCache::of(const Part& part)
{
    if (const QObject* object = part.object())
        return of(object);
    auto& type = m_parts[&part.type()];
    if (!type)
        type = describe(part.type());
    return *type;
}

std::shared_ptr<const std::vector<Property>> ClassCache::allProperties(const QMetaObject* meta)
{
    Known& entry = known(meta);
    if (!entry.all)
        entry.all = std::make_shared<const std::vector<Property>>(everyProperty(meta));
    return entry.all;
}

ClassCache::Known& ClassCache::known(const QMetaObject* meta)
{
    Known& entry = m_known[meta];
    const char* className = meta->className();
    const int propertyCount = meta->propertyCount();
    if (entry.className != className || entry.propertyCount != propertyCount) {
        if (entry.type)
            m_outdated.push_back(std::move(entry.type));
        entry.all.reset();
        entry.className = className;
        entry.propertyCount = propertyCount;
    }
    return entry;
}

std::unique_ptr<Class> ClassCache::describe(const QMetaObject* meta)
{
    auto type = std::make_unique<Class>();
    type->facts.meta = meta;
    type->facts.known.fill(-1);
    for (const Toolkit* toolkit : m_modules.toolkits()) {
        if (!type->facts.toolkit && toolkit->claim(type->facts))
            type->facts.toolkit = toolkit;
        if (toolkit->isGuestOf(meta))
            type->facts.guest = toolkit;
    }
    // What has parts may show a model or items that are written in Python.
    type->isPython = (!isQmlType(meta) && isPythonClass(meta)) || (type->facts.hasParts && hasPython());
    if (m_detail == Detail::Extended)
        type->listed = extendedProperties(meta);
    else if (m_detail == Detail::Full)
        type->listed = everyProperty(meta);
    if (const Toolkit* toolkit = type->facts.toolkit) {
        for (Property& property : type->listed)
            property.isSpecial = toolkit->isSpecial(type->facts, property.name.constData());
    }
    type->header = headerOf(meta, type->listed);
    type->role = roleOfClass(type->header->name, type->header->bases);
    return type;
}

std::unique_ptr<Class> ClassCache::describe(const PartType& part)
{
    auto header = std::make_shared<ClassHeader>();
    header->name = QString::fromLatin1(part.className);
    for (const char* base : part.bases)
        header->bases << QString::fromLatin1(base);
    std::size_t listed = 0;
    if (m_detail != Detail::Core)
        listed = m_detail == Detail::Extended ? part.extended : part.properties.size();
    for (std::size_t i = 0; i < listed; ++i)
        header->properties << QString::fromLatin1(part.properties[i]);
    auto type = std::make_unique<Class>();
    type->facts.known.fill(-1);
    type->isPython = hasPython();
    type->header = std::move(header);
    return type;
}

} // namespace deskprobe
