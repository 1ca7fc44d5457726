#include "core/data/formats/byte_reading.h"

#include <array>

namespace coterie {

Unexpected<Error> failAt(const ByteSource& source, std::uint64_t offset, const std::string& what)
{
    return fail(source.name(), "at byte " + std::to_string(offset) + ": " + what);
}

Result<void> readExactly(ByteSource& source, std::span<std::uint8_t> out, std::string_view meaning)
{
    const std::uint64_t place = source.offset();
    const Result<std::size_t> count = source.read(out);
    if (!count)
        return Unexpected<Error>{count.error()};
    if (*count < out.size())
        return failAt(source,
                      place,
                      "the file ends before " + std::string(meaning) + " ("
                          + std::to_string(out.size()) + " bytes needed)");
    return {};
}

Result<void> skipExactly(ByteSource& source, std::uint64_t count, std::string_view meaning)
{
    const std::uint64_t place = source.offset();
    std::array<std::uint8_t, 16384> unwanted; // NOLINT: filled before it is looked at, never read
    for (std::uint64_t left = count; left > 0;) {
        const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(left, unwanted.size()));
        const Result<std::size_t> done = source.read(std::span(unwanted).first(piece));
        if (!done) {
            Error error = done.error();
            error.needed += "; " + std::string(meaning) + " of " + std::to_string(count)
                            + " bytes begins at byte " + std::to_string(place);
            return Unexpected<Error>{std::move(error)};
        }
        if (*done < piece)
            return failAt(source,
                          place,
                          "the file ends inside " + std::string(meaning) + " ("
                              + std::to_string(count) + " bytes needed)");
        left -= piece;
    }
    return {};
}

Result<void> checkAnnounced(const ByteSource& source, std::uint64_t announced)
{
    if (announced > kMostBytes)
        return failAt(source,
                      source.offset(),
                      "the header announces " + std::to_string(announced)
                          + " bytes of values, at most " + std::to_string(kMostBytes)
                          + " are read");
    if (announced > source.largestContent())
        return failAt(source,
                      source.offset(),
                      "the header announces " + std::to_string(announced)
                          + " bytes of values, the file cannot hold them");
    return {};
}

Unexpected<Error> failShort(const ByteSource& source,
                            std::uint64_t start,
                            std::uint64_t done,
                            std::uint64_t announced)
{
    return failAt(source,
                  start + done,
                  "the file ends after " + std::to_string(done) + " of the "
                      + std::to_string(announced) + " bytes of values its header announces");
}

Unexpected<Error> failInside(Error error, std::uint64_t start, std::uint64_t announced)
{
    error.needed += "; the header announces " + std::to_string(announced)
                    + " bytes of values from byte " + std::to_string(start) + " on";
    return {std::move(error)};
}

Result<std::vector<std::uint8_t>> readBytes(ByteSource& source, std::uint64_t announced)
{
    std::vector<std::uint8_t> bytes;
    const Result<void> done = readBlock(source, announced, [&bytes](std::size_t size) {
        bytes.reserve(size);
        bytes.resize(size);
        return std::span(bytes);
    });
    if (!done)
        return Unexpected<Error>{done.error()};
    return bytes;
}

Result<void> expectEnd(ByteSource& source, const std::string& after)
{
    const std::uint64_t place = source.offset();
    std::array<std::uint8_t, 1> beyond{};
    const Result<std::size_t> more = source.read(beyond);
    if (!more)
        return Unexpected<Error>{more.error()};
    if (*more > 0)
        return failAt(source, place, "the file goes on after " + after);
    return {};
}

std::uint16_t little16(const std::uint8_t* bytes)
{
    return static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8);
}

std::uint32_t little32(const std::uint8_t* bytes)
{
    return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8
           | static_cast<std::uint32_t>(bytes[2]) << 16
           | static_cast<std::uint32_t>(bytes[3]) << 24;
}

std::uint32_t big32(const std::uint8_t* bytes)
{
    return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16
           | static_cast<std::uint32_t>(bytes[2]) << 8 | static_cast<std::uint32_t>(bytes[3]);
}

} // namespace coterie
