#include "core/data/formats/tar.h"

#include "core/data/formats/byte_reading.h"

#include <algorithm>
#include <array>
#include <optional>

namespace coterie {

namespace {

constexpr std::size_t kBlock = 512;
using Header = std::array<std::uint8_t, kBlock>;

/// An octal number, as tar writes them: digits, ended by a blank, a zero or the end of the field.
std::optional<std::uint64_t> octal(std::span<const std::uint8_t> field)
{
    std::uint64_t value = 0;
    bool any = false;
    for (const std::uint8_t letter : field) {
        if (letter == ' ' && !any)
            continue;
        if (letter == 0 || letter == ' ')
            break;
        if (letter < '0' || letter > '7')
            return std::nullopt;
        value = value * 8 + (letter - '0'); // at most 12 digits: 36 bits
        any = true;
    }
    return any ? std::optional(value) : std::nullopt;
}

std::string text(std::span<const std::uint8_t> field)
{
    return {field.begin(), std::find(field.begin(), field.end(), std::uint8_t{0})};
}

/// The sum of the header's bytes, with blanks in the place of the sum itself.
std::uint64_t checksum(const Header& header)
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < header.size(); ++i)
        sum += i >= 148 && i < 156 ? std::uint8_t{' '} : header[i];
    return sum;
}

bool isEmpty(const Header& header)
{
    return std::ranges::all_of(header, [](std::uint8_t byte) { return byte == 0; });
}

} // namespace

Result<void> readTar(ByteSource& archive, const MemberReader& reader)
{
    Header header{};
    while (true) {
        const std::uint64_t place = archive.offset();
        const Result<std::size_t> count = archive.read(header);
        if (!count)
            return Unexpected<Error>{count.error()};
        if (*count == 0 && place > 0)
            return {}; // some writers leave the two empty blocks at the end out
        if (*count < header.size())
            return failAt(archive, place, "the file ends inside a tar header (512 bytes needed)");
        if (isEmpty(header) && place > 0)
            return {};
        const std::span<const std::uint8_t> bytes(header);
        const std::optional<std::uint64_t> sum = octal(bytes.subspan(148, 8));
        if (!sum || *sum != checksum(header))
            return failAt(archive, place, "a tar header needed, its checksum is wrong");
        const std::optional<std::uint64_t> size = octal(bytes.subspan(124, 12));
        if (!size)
            return failAt(archive, place + 124, "the size of a tar member in octal digits needed");

        const std::string prefix =
            text(bytes.subspan(257, 5)) == "ustar" ? text(bytes.subspan(345, 155)) : std::string();
        const std::string name = (prefix.empty() ? "" : prefix + "/") + text(bytes.first(100));
        const std::uint64_t start = archive.offset();
        const std::uint8_t kind = header[156];
        if (kind == '0' || kind == 0) {
            const ByteSourcePointer content = partOf(archive, *size, archive.name() + ": " + name);
            const Result<bool> goOn = reader(name, *content);
            if (!goOn)
                return Unexpected<Error>{goOn.error()};
            if (!*goOn)
                return {};
        }
        const std::uint64_t padded = (*size + kBlock - 1) / kBlock * kBlock;
        if (const Result<void> skipped =
                skipExactly(archive, padded - (archive.offset() - start), "tar member " + name);
            !skipped)
            return skipped;
    }
}

} // namespace coterie
