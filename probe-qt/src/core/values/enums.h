#pragma once
#include <QtCore/QMetaEnum>
#include <QtCore/QString>

#include <unordered_map>

namespace deskprobe
{

/// Names of an enum's values: "AlignLeft|AlignVCenter" for flags. Remembers what it has worked out.
class EnumNames
{
public:
    explicit EnumNames(QMetaEnum meta) : m_meta(meta) { }

    /// A name, or the number where the enum has none for it.
    const QString& operator()(int value);

private:
    QString work(int value) const;

    const QMetaEnum m_meta;
    std::unordered_map<int, QString> m_names;
};

} // namespace deskprobe
