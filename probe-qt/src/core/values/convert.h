#pragma once
#include "core/objects.h"
#include "jsonvalues.h"
#include "valuetype.h"

namespace deskprobe
{

/// Turns JSON, written as a capture writes values, into values of Qt's types; never into something that it does not
/// say: 1.5 becomes no integer, a text no number. GUI thread only.
class Converter
{
public:
    explicit Converter(ObjectTable& objects) : m_objects(objects) { }

    /// A value of exactly this type (an integer for an enum), or nothing: then complaint() says why. What is not given
    /// of a font is as in `current`.
    std::optional<QVariant> convert(const Json& json, const ValueType& type, const QVariant& current = {});
    const QString& complaint() const { return m_complaint; }

private:
    std::optional<QVariant> convertEnum(const Json& json, const QMetaEnum& names);
    std::optional<QVariant> convertObject(const Json& json, const ValueType& type);
    std::optional<QVariant> convertContainer(const Json& json, int type);
    std::optional<QVariant> natural(const Json& json, int depth);
    QObject* element(const Json& json) const;
    std::nullopt_t refuse(const Json& json, const QString& expected);

    ObjectTable& m_objects;
    QString m_complaint;
};

/// How far a type is from what the JSON is by itself: 0 for the one that says exactly as much.
int distance(const Json& json, const ValueType& type);

} // namespace deskprobe
