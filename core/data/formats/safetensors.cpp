#include "core/data/formats/safetensors.h"

#include "core/base/json_parse.h"
#include "core/base/try.h"
#include "core/data/formats/memory_limit.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>

namespace coterie {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

namespace {

/// Room for ten thousand tensors. The tree of a JSON text takes a hundred times its bytes.
constexpr std::uint64_t kLargestHeader = 1'000'000;
constexpr std::size_t kLengthBytes = 8;
constexpr std::string_view kMetadata = "__metadata__";

/// First in the order of NamedTensor's values; the others become floats as they are read.
constexpr std::array<std::string_view, 5> kTypes{"F32", "F64", "I64", "F16", "BF16"};
constexpr std::array<std::size_t, 5> kWidths{4, 8, 8, 2, 2};
constexpr std::size_t kHalf = 3;
constexpr std::size_t kBrainHalf = 4;

float floatOfHalf(std::uint16_t half)
{
    constexpr std::uint32_t kFraction = 0x3FFU;
    constexpr std::uint32_t kExponents = 31;
    const std::uint32_t exponent = half >> 10U & kExponents;
    const std::uint32_t fraction = half & kFraction;
    const float sign = (half & 0x8000U) != 0 ? -1.0F : 1.0F;
    if (exponent == 0) // from 2^-24 on, in equal steps
        return sign * std::ldexp(static_cast<float>(fraction), -24);
    if (exponent == kExponents)
        return fraction == 0 ? sign * std::numeric_limits<float>::infinity()
                             : std::numeric_limits<float>::quiet_NaN();
    return sign
           * std::ldexp(static_cast<float>(fraction + kFraction + 1),
                        static_cast<int>(exponent) - 25);
}

/// The upper half of a float.
float floatOfBrainHalf(std::uint16_t half)
{
    return std::bit_cast<float>(std::uint32_t{half} << 16U);
}

template <typename Values>
auto bytesOf(Values& values)
{
    if constexpr (std::is_const_v<Values>)
        return std::span(reinterpret_cast<const char*>(values.data()),
                         values.size() * sizeof(values[0]));
    else
        return std::span(reinterpret_cast<std::uint8_t*>(values.data()),
                         values.size() * sizeof(values[0]));
}

std::string quoted(const std::string& name)
{
    constexpr std::size_t kShown = 80; // a hostile name may have a million letters
    return inQuotes(name.size() <= kShown ? name : name.substr(0, kShown) + "…");
}

std::string shapeText(std::span<const std::size_t> shape)
{
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size() && i < 8; ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    return text + (shape.size() > 8 ? ", …]" : "]");
}

/// What the header says about a tensor.
struct Entry
{
    std::string name;
    std::size_t type = 0;
    std::vector<std::size_t> shape;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Reads and checks a header.
class Header
{
public:
    Header(const std::string& file, std::uint64_t dataBytes)
        : m_file(file)
        , m_dataBytes(dataBytes)
    {}

    /// In the order of their bytes.
    Result<std::vector<Entry>> read(std::string_view text)
    {
        const Result<ParsedJson> parsed = parseJson(text);
        if (!parsed)
            return fail(m_file, "the header cannot be read: " + parsed.error().sentence());
        if (parsed->root.kind != JsonNode::Kind::Object)
            return fail(m_file, "the header must be a JSON object");
        if (!parsed->duplicates.empty())
            return fail(m_file,
                        "the header has a key twice: " + parsed->duplicates.front().second.place);
        std::vector<Entry> entries;
        for (std::size_t i = 0; i < parsed->root.items.size(); ++i) {
            if (parsed->root.names[i] == kMetadata)
                continue;
            COTERIE_TRY(Entry entry, readEntry(parsed->root.names[i], parsed->root.items[i]));
            entries.push_back(std::move(entry));
        }
        std::ranges::sort(
            entries, {}, [](const Entry& entry) { return std::tuple(entry.begin, entry.end); });
        COTERIE_CHECK(checkPlaces(entries));
        return entries;
    }

private:
    [[nodiscard]] Unexpected<Error> refuse(const std::string& name, const std::string& what) const
    {
        return fail(m_file, "tensor " + quoted(name) + ' ' + what);
    }

    [[nodiscard]] std::optional<std::vector<std::size_t>> sizes(const JsonNode* list) const
    {
        if (list == nullptr || list->kind != JsonNode::Kind::List)
            return std::nullopt;
        std::vector<std::size_t> read;
        for (const JsonNode& item : list->items) {
            if (item.kind != JsonNode::Kind::Number || !item.isWhole || item.whole < 0)
                return std::nullopt;
            read.push_back(static_cast<std::size_t>(item.whole));
        }
        return read;
    }

    Result<Entry> readEntry(const std::string& name, const JsonNode& node) const
    {
        if (node.kind != JsonNode::Kind::Object || node.items.size() != 3)
            return refuse(name, "must have dtype, shape and data_offsets and nothing else");
        const JsonNode* type = node.find("dtype");
        if (type == nullptr || type->kind != JsonNode::Kind::Text)
            return refuse(name, "has no dtype");
        const auto known = std::ranges::find(kTypes, type->text);
        if (known == kTypes.end())
            return refuse(name,
                          "has the type " + quoted(type->text)
                              + "; only F32, F64, F16, BF16 and I64 can be read");
        std::optional<std::vector<std::size_t>> shape = sizes(node.find("shape"));
        if (!shape)
            return refuse(name, "must have a shape of whole numbers of at least 0");
        const std::optional<std::vector<std::size_t>> places = sizes(node.find("data_offsets"));
        if (!places || places->size() != 2 || places->front() > places->back())
            return refuse(name, "must have data_offsets of two ascending whole numbers");
        Entry entry{.name = name,
                    .type = static_cast<std::size_t>(known - kTypes.begin()),
                    .shape = std::move(*shape),
                    .begin = places->front(),
                    .end = places->back()};
        std::uint64_t bytes = kWidths[entry.type];
        bool isPossible = true;
        for (const std::size_t size : entry.shape)
            isPossible &= !__builtin_mul_overflow(bytes, size, &bytes);
        if (!isPossible)
            return refuse(name,
                          "has the shape " + shapeText(entry.shape)
                              + ", which no file can hold the numbers of");
        if (entry.end > m_dataBytes)
            return refuse(name,
                          "ends at byte " + std::to_string(entry.end) + " of the data, which has "
                              + std::to_string(m_dataBytes));
        if (entry.end - entry.begin != bytes)
            return refuse(name,
                          "has " + std::to_string(entry.end - entry.begin) + " bytes; its shape "
                              + shapeText(entry.shape) + " of " + std::string(kTypes[entry.type])
                              + " needs " + std::to_string(bytes));
        return entry;
    }

    /// Side by side from the first byte to the last.
    [[nodiscard]] Result<void> checkPlaces(const std::vector<Entry>& entries) const
    {
        std::uint64_t end = 0;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const Entry& entry = entries[i];
            if (entry.begin < end)
                return refuse(entry.name, "overlaps with tensor " + quoted(entries[i - 1].name));
            if (entry.begin > end)
                return refuse(entry.name,
                              "begins at byte " + std::to_string(entry.begin)
                                  + " of the data; the bytes from " + std::to_string(end)
                                  + " on belong to no tensor");
            end = entry.end;
        }
        if (end < m_dataBytes)
            return fail(m_file,
                        "the last " + std::to_string(m_dataBytes - end)
                            + " bytes belong to no tensor");
        return {};
    }

    const std::string& m_file;
    std::uint64_t m_dataBytes;
};

/// As floats, which hold each of them exactly.
Result<std::vector<float>> readHalves(ByteStore& store, const Entry& entry, std::uint64_t first)
{
    std::vector<std::uint16_t> halves((entry.end - entry.begin) / sizeof(std::uint16_t));
    COTERIE_CHECK(store.readAt(first + entry.begin, bytesOf(halves)));
    std::vector<float> values(halves.size());
    std::ranges::transform(
        halves, values.begin(), entry.type == kBrainHalf ? &floatOfBrainHalf : &floatOfHalf);
    return values;
}

} // namespace

Result<std::vector<NamedTensor>> readSafetensors(ByteStore& store)
{
    std::uint64_t length = 0;
    std::array<std::uint8_t, kLengthBytes> prefix{};
    if (store.size() < prefix.size())
        return fail(store.name(), "is too short for a .safetensors file");
    COTERIE_CHECK(store.readAt(0, prefix));
    std::memcpy(&length, prefix.data(), prefix.size());
    if (length > store.size() - prefix.size())
        return fail(store.name(),
                    "says that its header has " + std::to_string(length) + " bytes, but only "
                        + std::to_string(store.size() - prefix.size())
                        + " follow; it is cut off or no .safetensors file");
    if (length > kLargestHeader)
        return fail(store.name(),
                    "has a header of " + std::to_string(length) + " bytes; at most "
                        + std::to_string(kLargestHeader) + " are read");
    std::vector<std::uint8_t> header(length);
    COTERIE_CHECK(store.readAt(prefix.size(), header));
    const std::uint64_t first = prefix.size() + length;
    COTERIE_TRY(const std::vector<Entry> entries,
                Header(store.name(), store.size() - first)
                    .read({reinterpret_cast<const char*>(header.data()), header.size()}));
    std::uint64_t bytes = 0;
    for (const Entry& entry : entries)
        bytes += (entry.end - entry.begin) * (entry.type >= kHalf ? 2 : 1);
    COTERIE_CHECK(checkMemory(store.name(), bytes));
    std::vector<NamedTensor> tensors;
    tensors.reserve(entries.size());
    for (const Entry& entry : entries) {
        NamedTensor& tensor = tensors.emplace_back();
        tensor.name = entry.name;
        tensor.shape = entry.shape;
        if (entry.type == 1)
            tensor.values.emplace<1>();
        else if (entry.type == 2)
            tensor.values.emplace<2>();
        else if (entry.type >= kHalf) {
            COTERIE_TRY(tensor.values, readHalves(store, entry, first));
            continue;
        }
        COTERIE_CHECK(std::visit(
            [&](auto& values) {
                values.resize((entry.end - entry.begin) / sizeof(values[0]));
                return store.readAt(first + entry.begin, bytesOf(values));
            },
            tensor.values));
    }
    return tensors;
}

void writeSafetensors(std::span<const NamedTensor> tensors, std::ostream& out)
{
    // Wide numbers first, so that each begins at a multiple of its width, as readers in place want.
    std::vector<const NamedTensor*> ordered;
    for (const NamedTensor& tensor : tensors)
        ordered.push_back(&tensor);
    std::ranges::stable_sort(ordered, std::greater(), [](const NamedTensor* tensor) {
        return kWidths[tensor->values.index()];
    });
    JsonNode header = JsonNode::object();
    JsonNode metadata = JsonNode::object();
    metadata.add("format", JsonNode::fromText("pt")); // weights as PyTorch lays them out
    header.add(kMetadata, std::move(metadata));
    std::uint64_t end = 0;
    for (const NamedTensor* tensor : ordered) {
        const auto number = [](std::uint64_t value) {
            return JsonNode::fromWhole(static_cast<std::int64_t>(value));
        };
        const std::size_t type = tensor->values.index();
        JsonNode shape = JsonNode::list();
        for (const std::size_t size : tensor->shape)
            shape.items.push_back(number(size));
        const std::uint64_t begin = end;
        end +=
            std::visit([](const auto& values) { return bytesOf(values).size(); }, tensor->values);
        JsonNode entry = JsonNode::object();
        entry.add("dtype", JsonNode::fromText(std::string(kTypes[type])));
        entry.add("shape", std::move(shape));
        entry.add("data_offsets", JsonNode::list({number(begin), number(end)}));
        header.add(tensor->name, std::move(entry));
    }
    std::string text = writeCompact(header);
    text.resize((text.size() + kLengthBytes - 1) / kLengthBytes * kLengthBytes, ' ');
    const std::uint64_t length = text.size();
    out.write(reinterpret_cast<const char*>(&length), sizeof length);
    out << text;
    for (const NamedTensor* tensor : ordered)
        std::visit(
            [&out](const auto& values) {
                const auto bytes = bytesOf(values);
                out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
            },
            tensor->values);
}

} // namespace coterie
