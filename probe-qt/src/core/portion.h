#pragma once
#include "toolkit.h"

#include <chrono>

namespace deskprobe
{

/// Says when a portion of parts is enough: views and models run the application's code for each.
class Portion
{
public:
    explicit Portion(const Listing& listing) : m_listing(listing) { }

    bool isFull() const
    {
        return m_listing.children.size() >= 64 || std::chrono::steady_clock::now() - m_began >= kLongest;
    }

private:
    static constexpr std::chrono::milliseconds kLongest{1};

    const Listing& m_listing;
    const std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now();
};

/// Appends one part to a listing.
inline void addPart(QObject* owner, std::shared_ptr<Part> part, bool isShown, Listing& out)
{
    out.children.push_back({owner, out.place++, isShown, std::move(part)});
}

/// Appends the next portion of what a walk through a model comes to. `Walk` is made for each portion, of the view and
/// of a State that stays with the listing; it has begin(), and step(), which is false at the end.
template <typename Walk, typename State, typename View>
void listByWalk(View& view, const PartFilter& filter, Listing& out)
{
    const bool isBegun = out.cursor != nullptr;
    if (!isBegun)
        out.cursor = std::make_shared<State>();
    Walk walk(view, filter, *static_cast<State*>(out.cursor.get()));
    if (!isBegun)
        walk.begin();
    const Portion portion(out);
    bool more = true;
    while (more && !portion.isFull())
        more = walk.step(out);
    out.isDone = !more;
}

} // namespace deskprobe
