#include "core/data/formats/npy.h"

#include "core/base/try.h"
#include "core/data/formats/bytes.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace coterie {

namespace {

/// Reads the header's dictionary, a Python literal such as
/// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
class DictionaryReader
{
public:
    explicit DictionaryReader(std::string_view text)
        : m_text(text)
    {}

    bool read()
    {
        if (!take('{'))
            return false;
        while (!take('}')) {
            const std::optional<std::string_view> key = quoted();
            if (!key || !take(':') || !value(*key))
                return false;
            take(',');
        }
        skipBlanks();
        return m_text.empty() && m_known == 7;
    }

    std::string_view descr;
    bool fortranOrder = false;
    std::vector<std::uint64_t> shape;

private:
    void skipBlanks()
    {
        const std::size_t from = m_text.find_first_not_of(" \t\n");
        m_text.remove_prefix(std::min(from, m_text.size()));
    }
    bool take(char letter)
    {
        skipBlanks();
        if (m_text.empty() || m_text.front() != letter)
            return false;
        m_text.remove_prefix(1);
        return true;
    }
    bool takeWord(std::string_view word)
    {
        skipBlanks();
        if (!m_text.starts_with(word))
            return false;
        m_text.remove_prefix(word.size());
        return true;
    }
    std::optional<std::string_view> quoted()
    {
        skipBlanks();
        const char quote = m_text.empty() ? ' ' : m_text.front();
        const std::size_t end = m_text.find(quote, 1);
        if ((quote != '\'' && quote != '"') || end == std::string_view::npos)
            return std::nullopt;
        const std::string_view word = m_text.substr(1, end - 1);
        m_text.remove_prefix(end + 1);
        return word;
    }
    bool value(std::string_view key)
    {
        if (key == "descr") {
            const std::optional<std::string_view> word = quoted();
            descr = word.value_or("");
            m_known |= 1;
            return word.has_value();
        }
        if (key == "fortran_order") {
            m_known |= 2;
            fortranOrder = takeWord("True");
            return fortranOrder || takeWord("False");
        }
        m_known |= 4;
        return key == "shape" && dimensions();
    }
    bool dimensions()
    {
        constexpr std::size_t kMostDimensions = 8;
        shape.clear();
        if (!take('('))
            return false;
        while (!take(')')) {
            skipBlanks();
            std::uint64_t size = 0;
            const auto [end, error] =
                std::from_chars(m_text.data(), m_text.data() + m_text.size(), size);
            if (error != std::errc() || shape.size() == kMostDimensions)
                return false;
            m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
            shape.push_back(size);
            take(',');
        }
        return true;
    }

    std::string_view m_text;
    int m_known = 0; // which of the three keys were there
};

std::optional<NumberFormat> formatOf(std::string_view descr)
{
    if (descr.size() != 3)
        return std::nullopt;
    const std::string_view type = descr.substr(1);
    struct Known
    {
        std::string_view word;
        NumberType type;
    };
    constexpr std::array kKnown{Known{"u1", NumberType::Unsigned8},
                                Known{"b1", NumberType::Unsigned8},
                                Known{"i2", NumberType::Signed16},
                                Known{"u2", NumberType::Unsigned16},
                                Known{"i4", NumberType::Signed32},
                                Known{"u4", NumberType::Unsigned32},
                                Known{"i8", NumberType::Signed64},
                                Known{"u8", NumberType::Unsigned64},
                                Known{"f4", NumberType::Float32},
                                Known{"f8", NumberType::Float64}};
    const auto known = std::ranges::find(kKnown, type, &Known::word);
    const bool order =
        descr[0] == '<' || descr[0] == '>' || (descr[0] == '|' && (type == "u1" || type == "b1"));
    if (known == kKnown.end() || !order)
        return std::nullopt;
    return NumberFormat{.type = known->type, .bigEndian = descr[0] == '>'};
}

} // namespace

Result<NpyArray> readNpy(ByteSource& source)
{
    std::array<std::uint8_t, 8> magic{};
    COTERIE_CHECK(readExactly(source, magic, "the magic word of a .npy file"));
    constexpr std::array<std::uint8_t, 6> kMagic{0x93, 'N', 'U', 'M', 'P', 'Y'};
    if (!std::equal(kMagic.begin(), kMagic.end(), magic.begin()))
        return failAt(source, 0, "must be the magic word of a .npy file (\\x93NUMPY)");
    const int version = magic[6];
    if (version < 1 || version > 3)
        return failAt(
            source, 6, "the version must be 1, 2 or 3 (is " + std::to_string(version) + ')');
    std::array<std::uint8_t, 4> length{};
    COTERIE_CHECK(readExactly(
        source, std::span(length).first(version == 1 ? 2 : 4), "the size of the header"));
    const std::uint32_t headerSize = little32(length.data());
    constexpr std::uint32_t kLongestHeader = 65536;
    if (headerSize > kLongestHeader)
        return failAt(source,
                      8,
                      "the header must have at most " + std::to_string(kLongestHeader)
                          + " bytes (has " + std::to_string(headerSize) + ')');
    const std::uint64_t headerPlace = source.offset();
    std::string text(headerSize, ' ');
    COTERIE_CHECK(readExactly(
        source, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()}, "the header"));
    DictionaryReader header(text);
    if (!header.read())
        return failAt(source,
                      headerPlace,
                      "the header must have 'descr' (one type), 'fortran_order' and 'shape'");
    const std::optional<NumberFormat> format = formatOf(header.descr);
    if (!format)
        return failAt(source,
                      headerPlace,
                      "values must be booleans or real numbers, not signed bytes (type is '"
                          + std::string(header.descr.substr(0, 20)) + "')");
    if (header.fortranOrder && header.shape.size() > 1)
        return failAt(source,
                      headerPlace,
                      "an array in Fortran order; save numpy.ascontiguousarray of it instead");
    std::uint64_t count = 1;
    NpyArray array;
    for (const std::uint64_t size : header.shape) {
        // Checked before multiplying: the product of two sizes can be 2^64, which is 0.
        if (size > kMostBytes || (size > 0 && count > kMostBytes / size))
            return failAt(source,
                          headerPlace,
                          "an array of more than " + std::to_string(kMostBytes) + " values");
        count *= size;
        array.dimensions.push_back(static_cast<std::size_t>(size));
    }
    array.place = placeOfNext(source, format->type);
    COTERIE_TRY(Numbers values, readNumbers(source, *format, count));
    array.values = std::move(values);
    COTERIE_CHECK(
        expectEnd(source, "the " + std::to_string(count) + " values its header announces"));
    return array;
}

} // namespace coterie
