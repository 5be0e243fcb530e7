#include "nearest.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace deskprobe
{
namespace
{

constexpr int kMost = 5;
/// Comparing takes time by the product of the lengths.
constexpr int kLongest = 100;

/// Letters to insert, remove, replace or swap with the next to get from one to the other.
int editDistance(const QString& from, const QString& to)
{
    const int width = static_cast<int>(to.size());
    std::vector<int> row(static_cast<std::size_t>(width) + 1);
    std::iota(row.begin(), row.end(), 0);
    std::vector<int> above(row.size());
    std::vector<int> twoAbove(row.size());
    for (int i = 1; i <= from.size(); ++i) {
        twoAbove.swap(above);
        above.swap(row);
        row[0] = i;
        for (int j = 1; j <= width; ++j) {
            const auto at = static_cast<std::size_t>(j);
            const int replaced = above[at - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            row[at] = std::min({replaced, above[at] + 1, row[at - 1] + 1});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                row[at] = std::min(row[at], twoAbove[at - 2] + 1);
        }
    }
    return row.back();
}

} // namespace

int nearness(const QString& wanted, const QString& other)
{
    const QString one = wanted.left(kLongest).toLower();
    const QString two = other.left(kLongest).toLower();
    const int tolerance = std::max(1, static_cast<int>(one.size()) / 3);
    const bool isPart = one.size() > 2 && two.size() > 2 && (two.contains(one) || one.contains(two));
    // Far shorter or longer: no need to compare.
    if (!isPart && std::abs(one.size() - two.size()) > tolerance)
        return -1;
    const int distance = editDistance(one, two);
    if (distance <= tolerance)
        return distance;
    return isPart ? tolerance + 1 : -1;
}

QStringList nearestNames(const QString& wanted, const QStringList& names)
{
    std::vector<std::pair<int, QString>> near;
    for (const QString& name : names) {
        const int distance = nearness(wanted, name);
        if (distance >= 0)
            near.emplace_back(distance, name);
    }
    std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    QStringList nearest;
    for (const auto& [distance, name] : near) {
        if (nearest.size() < kMost && !nearest.contains(name))
            nearest << name;
    }
    return nearest;
}

} // namespace deskprobe
