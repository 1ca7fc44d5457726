#pragma once

#include <cstdint>
#include <string_view>

namespace coterie {

// What the program and coterie-decoder tell each other. Both are built together and run on one
// machine, so that these structs go as they are in memory.

inline constexpr std::string_view kDecoderName = "coterie-decoder";
/// Differs where the other one is of another version.
inline constexpr std::uint32_t kPictureProtocol = 0xC07E0001;

/// The longest side of a picture, read or made.
inline constexpr std::uint32_t kLongestSide = 32768;
/// A picture takes at most this time of a processor.
inline constexpr unsigned kDecodingSeconds = 60;

/// To the decoder; the file's bytes follow.
struct PictureRequest
{
    std::uint32_t protocol = kPictureProtocol;
    std::uint32_t side = 0;      ///< of the square that the picture becomes; 0: it keeps its size
    std::uint32_t crops = 0;     ///< 1: the square in the picture's middle; 0: all of it, stretched
    std::uint32_t isPicture = 1; ///< 0: what libraries decode is asked
    std::uint64_t mostBytes = 0; ///< that decoding it may take
    std::uint64_t fileBytes = 0;
};

enum class PictureAnswerKind : std::uint32_t
{
    Picture,  ///< its planes follow
    Refused,  ///< the words why follow, after the name of the file
    TooLarge, ///< nothing follows; see `needs`
    Libraries ///< their names and versions follow
};

/// From the decoder, after the number of bytes that come, these and those that follow.
struct PictureAnswer
{
    std::uint32_t protocol = kPictureProtocol;
    PictureAnswerKind kind = PictureAnswerKind::Refused;
    std::uint32_t channels = 0; ///< 1: grey, 3: red, green and blue
    std::uint32_t height = 0;
    std::uint32_t width = 0;
    std::uint32_t valueBytes = 1; ///< 1, or 2 in this machine's order
    std::uint32_t isTurned = 0;   ///< as its EXIF data say
    std::uint32_t isResized = 0;
    std::uint64_t needs = 0; ///< bytes, more than it may take
};

} // namespace coterie
