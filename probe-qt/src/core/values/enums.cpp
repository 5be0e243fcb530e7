#include "enums.h"

#include <QtCore/QStringList>

#include <algorithm>
#include <bitset>
#include <vector>

namespace deskprobe
{

const QString& EnumNames::operator()(int value)
{
    const auto found = m_names.find(value);
    return found != m_names.end() ? found->second : m_names.emplace(value, work(value)).first->second;
}

QString EnumNames::work(int value) const
{
    // The first declared name counts: QMetaEnum::valueToKeys would say AlignLeading for AlignLeft.
    if (const char* key = m_meta.valueToKey(value))
        return QString::fromLatin1(key);
    if (!m_meta.isFlag())
        return QString::number(value);

    // Widest first, so that Dialog is not taken apart into Window and a nameless bit.
    std::vector<int> order;
    for (int i = 0; i < m_meta.keyCount(); ++i)
        order.push_back(i);
    const auto width = [this](int i) { return std::bitset<32>(static_cast<unsigned>(m_meta.value(i))).count(); };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return width(a) > width(b); });

    std::vector<int> parts;
    int rest = value;
    for (const int i : order) {
        const int bits = m_meta.value(i);
        if (bits && (rest & bits) == bits) {
            parts.push_back(i);
            rest &= ~bits;
        }
    }
    std::sort(parts.begin(), parts.end());
    QStringList names;
    for (const int i : parts)
        names << QString::fromLatin1(m_meta.key(i));
    if (rest)
        names << QLatin1String("0x") + QString::number(static_cast<uint>(rest), 16);
    return names.join(QLatin1Char('|'));
}

} // namespace deskprobe
