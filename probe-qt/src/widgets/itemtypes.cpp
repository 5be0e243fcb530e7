#include "sceneitems.h"

#include <QtWidgets/QtWidgets>

#include <cstdlib>
#include <string>
#include <typeinfo>
#include <unordered_map>

#include <cxxabi.h>

namespace deskprobe
{
namespace
{

/// Places in PartType::properties.
enum ItemProperty { ItemPos, ItemZValue, ItemRotation, ItemScale, ItemToolTip, ItemType };

/// Null where the application was built without type information.
const std::type_info* typeInfoOf(const QGraphicsItem& item)
{
    const auto* table = *reinterpret_cast<const std::type_info* const* const*>(&item);
    return table[-1];
}

template <typename... Types>
const char* firstOf(const QGraphicsItem& item, const std::pair<Types*, const char*>&... candidates)
{
    const char* name = nullptr;
    static_cast<void>(((dynamic_cast<const Types*>(&item) && (name = candidates.second)) || ...));
    return name;
}

template <typename Type>
std::pair<Type*, const char*> named(const char* name)
{
    return {nullptr, name};
}

/// The nearest class of Qt's own.
const char* qtClassOf(const QGraphicsItem& item)
{
    if (!typeInfoOf(item))
        return nullptr;
    return firstOf(item, named<QGraphicsRectItem>("QGraphicsRectItem"),
        named<QGraphicsEllipseItem>("QGraphicsEllipseItem"), named<QGraphicsPathItem>("QGraphicsPathItem"),
        named<QGraphicsPolygonItem>("QGraphicsPolygonItem"), named<QGraphicsSimpleTextItem>("QGraphicsSimpleTextItem"),
        named<QGraphicsLineItem>("QGraphicsLineItem"), named<QGraphicsPixmapItem>("QGraphicsPixmapItem"),
        named<QGraphicsItemGroup>("QGraphicsItemGroup"), named<QGraphicsObject>("QGraphicsObject"));
}

/// Without what the bindings of Python make of Qt's names.
std::string plainName(std::string name)
{
    const std::string wrapper("Wrapper");
    if (name.compare(0, 4, "sipQ") == 0)
        return name.substr(3);
    if (name[0] == 'Q' && name.size() > wrapper.size()
        && name.compare(name.size() - wrapper.size(), wrapper.size(), wrapper) == 0)
        return name.substr(0, name.size() - wrapper.size());
    return name;
}

std::string classNameOf(const QGraphicsItem& item)
{
    const std::type_info* info = typeInfoOf(item);
    if (!info)
        return "QGraphicsItem";
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(info->name(), nullptr, nullptr, &status), &std::free);
    return plainName(name ? name.get() : info->name());
}

struct NamedType {
    std::string name;
    PartType type;
};

} // namespace

const PartType& typeOf(const QGraphicsItem& item)
{
    // Never destroyed: elements refer to them.
    static auto& types = *new std::unordered_map<std::string, NamedType>;
    const std::type_info* info = typeInfoOf(item);
    const auto [known, isNew] = types.try_emplace(info ? info->name() : std::string());
    NamedType& named = known->second;
    if (isNew) {
        named.name = classNameOf(item);
        named.type = {named.name.c_str(), {}, {"pos", "zValue", "rotation", "scale", "toolTip", "type"}, 1};
        const char* qtClass = qtClassOf(item);
        if (qtClass && named.name != qtClass)
            named.type.bases.push_back(qtClass);
        if (named.name != "QGraphicsItem")
            named.type.bases.push_back("QGraphicsItem");
    }
    return named.type;
}

QVariant readItem(const QGraphicsItem& item, int property)
{
    switch (property) {
    case ItemPos:
        return item.pos();
    case ItemZValue:
        return item.zValue();
    case ItemRotation:
        return item.rotation();
    case ItemScale:
        return item.scale();
    case ItemToolTip:
        return item.toolTip();
    case ItemType:
        return item.type();
    }
    return {};
}

} // namespace deskprobe
