#pragma once
#include "transport/server.h"

#include <QtGui/QImage>

#include <vector>

namespace deskprobe
{

/// The protocol's Picture.
struct Picture {
    quint64 window = 0;
    /// Top left corner in the window, in logical pixels.
    QPointF position;
    /// In physical pixels.
    QSize size;
    double scale = 1;
    int masked = 0;
};

/// The pixels of a picture on their way to the client.
struct Pixels final : Message {
    Pixels(quint32 place, QImage pixels) : index(place), image(std::move(pixels)) { }

    const quint32 index;
    const QImage image;

    std::string bytes(std::uint64_t id) const override;
    bool isBinary() const override { return true; }
    int weight() const override;
};

/// The protocol's GrabResult.
struct GrabResult final : Message {
    const char* state = "ok";
    std::vector<Picture> pictures;

    std::string bytes(std::uint64_t id) const override;
};

} // namespace deskprobe
