#include "core/data/formats/npy.h"

#include "core/base/try.h"

#include <array>
#include <charconv>

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
        if (!take("{"))
            return false;
        while (!take("}")) {
            const std::optional<std::string_view> key = quoted();
            if (!key || !take(":") || !value(*key))
                return false;
            take(",");
        }
        skipBlanks();
        return m_text.empty() && m_known == 7;
    }

    std::string_view descr;
    bool fortranOrder = false;
    std::vector<std::size_t> shape;

private:
    void skipBlanks()
    {
        const std::size_t from = m_text.find_first_not_of(" \t\n");
        m_text.remove_prefix(std::min(from, m_text.size()));
    }
    bool take(std::string_view word)
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
            fortranOrder = take("True");
            return fortranOrder || take("False");
        }
        m_known |= 4;
        return key == "shape" && dimensions();
    }
    bool dimensions()
    {
        constexpr std::size_t kMostDimensions = 8;
        shape.clear();
        if (!take("("))
            return false;
        while (!take(")")) {
            skipBlanks();
            std::size_t size = 0;
            const auto [end, error] =
                std::from_chars(m_text.data(), m_text.data() + m_text.size(), size);
            if (error != std::errc() || shape.size() == kMostDimensions)
                return false;
            m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
            shape.push_back(size);
            take(",");
        }
        return true;
    }

    std::string_view m_text;
    int m_known = 0; // which of the three keys were there
};

/// The type of a word such as "<f4"; null if it is not read.
const NumberType* typeOf(std::string_view descr)
{
    const std::string_view type = descr.substr(std::min<std::size_t>(descr.size(), 1));
    const bool bytes = type == "u1" || type == "b1";
    if (!descr.starts_with('<') && !descr.starts_with('>') && !(bytes && descr.starts_with('|')))
        return nullptr;
    return numberType(&NumberType::npy, bytes ? "u1" : type);
}

} // namespace

Result<NpyHeader> readNpyHeader(ByteSource& source)
{
    std::array<std::uint8_t, 8> magic{};
    COTERIE_CHECK(readExactly(source, magic, "the magic word of a .npy file"));
    constexpr std::array<std::uint8_t, 6> kMagic{0x93, 'N', 'U', 'M', 'P', 'Y'};
    if (!std::equal(kMagic.begin(), kMagic.end(), magic.begin()))
        return failAt(source, 0, "must be the magic word of a .npy file (\\x93NUMPY)");
    const int version = magic[6];
    if (version < 1 || version > 3)
        return failAt(source, 6, filled("the version must be 1, 2 or 3 (is {})", version));
    std::array<std::uint8_t, 4> length{};
    COTERIE_CHECK(readExactly(
        source, std::span(length).first(version == 1 ? 2 : 4), "the size of the header"));
    const std::uint32_t headerSize = little32(length.data());
    constexpr std::uint32_t kLongestHeader = 65536;
    if (headerSize > kLongestHeader)
        return failAt(
            source,
            8,
            filled("the header must have at most {} bytes (has {})", kLongestHeader, headerSize));
    const std::uint64_t headerPlace = source.offset();
    std::string text(headerSize, ' ');
    COTERIE_CHECK(readExactly(
        source, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()}, "the header"));
    DictionaryReader header(text);
    if (!header.read())
        return failAt(source,
                      headerPlace,
                      "the header must have 'descr' (one type), 'fortran_order' and 'shape'");
    return NpyHeader{.type = std::string(header.descr),
                     .fortranOrder = header.fortranOrder,
                     .shape = std::move(header.shape),
                     .place = headerPlace};
}

Result<NumberArray> readNpy(ByteSource& source)
{
    COTERIE_TRY(NpyHeader header, readNpyHeader(source));
    const std::uint64_t headerPlace = header.place;
    const NumberType* type = typeOf(header.type);
    if (type == nullptr)
        return failAt(
            source,
            headerPlace,
            filled("values must be booleans or real numbers, not signed bytes (type is '{}')",
                   header.type.substr(0, 20)));
    if (header.fortranOrder && header.shape.size() > 1)
        return failAt(source,
                      headerPlace,
                      "an array in Fortran order; save numpy.ascontiguousarray of it instead");
    std::uint64_t count = 1;
    for (const std::uint64_t size : header.shape) {
        // Checked before multiplying: the product of two sizes can be 2^64, which is 0.
        if (size > kMostBytes || (size > 0 && count > kMostBytes / size))
            return failAt(
                source, headerPlace, filled("an array of more than {} values", kMostBytes));
        count *= size;
    }
    COTERIE_TRY(NumberArray array,
                readNumbers(source, *type, header.type[0] == '>', std::move(header.shape), count));
    COTERIE_CHECK(expectEnd(source, filled("the {} values its header announces", count)));
    return array;
}

} // namespace coterie
