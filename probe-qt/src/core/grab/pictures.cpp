#include "pictures.h"

#include "core/serialize.h"

#include <QtCore/QtEndian>

namespace deskprobe
{
namespace
{

/// About what a value of a batch takes up.
constexpr qsizetype kBytesPerValue = 256;

} // namespace

std::string Pixels::bytes(std::uint64_t id) const
{
    const QImage rgba = image.convertToFormat(QImage::Format_RGBA8888);
    const quint32 header[] = {qToLittleEndian(static_cast<quint32>(id)), qToLittleEndian(index)};
    std::string message;
    message.reserve(sizeof header + static_cast<std::size_t>(rgba.sizeInBytes()));
    message.append(reinterpret_cast<const char*>(header), sizeof header);
    message.append(reinterpret_cast<const char*>(rgba.constBits()), static_cast<std::size_t>(rgba.sizeInBytes()));
    return message;
}

int Pixels::weight() const
{
    return static_cast<int>(image.sizeInBytes() / kBytesPerValue);
}

std::string GrabResult::bytes(std::uint64_t id) const
{
    return messageJson(id, "result", [this](JsonWriter& json) {
        json.Key("state");
        json.String(state);
        json.Key("pictures");
        json.StartArray();
        for (const Picture& picture : pictures) {
            json.StartObject();
            writeMember(json, "window", static_cast<double>(picture.window));
            writeMember(json, "x", picture.position.x());
            writeMember(json, "y", picture.position.y());
            writeMember(json, "width", picture.size.width());
            writeMember(json, "height", picture.size.height());
            writeMember(json, "scale", picture.scale);
            writeMember(json, "masked", picture.masked);
            json.EndObject();
        }
        json.EndArray();
    });
}

} // namespace deskprobe
