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

} // namespace deskprobe
