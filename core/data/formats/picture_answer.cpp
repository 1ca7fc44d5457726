#include "core/data/formats/picture_answer.h"

#include "core/base/printable.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace coterie {

namespace {

constexpr std::size_t kMostWords = 1000; ///< bytes; a library's own words are a line

template <typename Value>
std::vector<Value> valuesIn(std::string_view bytes)
{
    std::vector<Value> values(bytes.size() / sizeof(Value));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

} // namespace

std::optional<PictureAnswer> pictureAnswerIn(std::string_view answer)
{
    PictureAnswer head;
    if (answer.size() < sizeof head)
        return std::nullopt;
    std::memcpy(&head, answer.data(), sizeof head);
    if (head.protocol != kPictureProtocol)
        return std::nullopt;
    return head;
}

Result<Picture>
pictureIn(const std::string& file, const PictureAnswer& head, std::string_view following)
{
    Picture picture{
        .shape = {.channels = head.channels, .height = head.height, .width = head.width},
        .values = {},
        .isTurned = head.isTurned != 0,
        .isResized = head.isResized != 0};
    const bool isKnown = (head.channels == 1 || head.channels == 3) && head.height > 0
                         && head.height <= kLongestSide && head.width > 0
                         && head.width <= kLongestSide
                         && (head.valueBytes == 1 || head.valueBytes == 2);
    if (!isKnown || following.size() != picture.shape.size() * head.valueBytes)
        return fail(file, "the decoder gave an answer that is no picture");
    if (head.valueBytes == 2)
        picture.values = valuesIn<std::uint16_t>(following);
    else
        picture.values = valuesIn<std::uint8_t>(following);
    return picture;
}

std::string wordsIn(std::string_view following)
{
    return printable(following.substr(0, kMostWords), LineEnds::Escape);
}

} // namespace coterie
