#include "core/data/formats/resize_picture.h"

#include <algorithm>
#include <array>
#include <optional>

namespace coterie {

namespace {

/// In units of 1/m of an old pixel, of which pixel p covers p·m to (p + 1)·m.
WholeTaps coveredTaps(std::size_t pixel, std::size_t oldSize, std::size_t newSize)
{
    const std::size_t from = pixel * oldSize;
    const std::size_t to = from + oldSize;
    WholeTaps taps{.first = from / newSize, .weights = {}};
    for (std::size_t old = taps.first; old * newSize < to; ++old)
        taps.weights.push_back(std::min(to, (old + 1) * newSize) - std::max(from, old * newSize));
    return taps;
}

/// In units of 1/(2m) of the distance of two old centres.
WholeTaps betweenTaps(std::size_t pixel, std::size_t oldSize, std::size_t newSize)
{
    const std::size_t unit = 2 * newSize;
    const std::size_t centre = (2 * pixel + 1) * oldSize;
    const std::size_t place =
        std::min(centre > newSize ? centre - newSize : 0, (oldSize - 1) * unit);
    WholeTaps taps{.first = place / unit, .weights = {unit - place % unit}};
    if (place % unit != 0)
        taps.weights.push_back(place % unit);
    return taps;
}

/// The rows of one plane, each resized across when it is asked for; the last two are kept.
template <typename Value>
class ResizedRows
{
public:
    ResizedRows(const Value* plane, std::size_t width, const PictureCut& cut, const WholeAxis& axis)
        : m_plane(plane)
        , m_width(width)
        , m_cut(cut)
        , m_axis(axis)
    {}

    const std::vector<std::uint64_t>& row(std::size_t number)
    {
        Kept& kept = m_kept[number % m_kept.size()];
        if (kept.number != number) {
            kept.number = number;
            kept.sums.assign(m_axis.taps.size(), 0);
            const Value* values = m_plane + (m_cut.top + number) * m_width + m_cut.left;
            for (std::size_t x = 0; x < m_axis.taps.size(); ++x) {
                const WholeTaps& taps = m_axis.taps[x];
                for (std::size_t tap = 0; tap < taps.weights.size(); ++tap)
                    kept.sums[x] += taps.weights[tap] * values[taps.first + tap];
            }
        }
        return kept.sums;
    }

private:
    struct Kept
    {
        std::optional<std::size_t> number;
        std::vector<std::uint64_t> sums;
    };
    const Value* m_plane;
    std::size_t m_width;
    const PictureCut& m_cut;
    const WholeAxis& m_axis;
    std::array<Kept, 2> m_kept;
};

} // namespace

WholeAxis wholeAxis(std::size_t oldSize, std::size_t newSize)
{
    const bool grows = newSize > oldSize;
    WholeAxis axis{.total = grows ? 2 * newSize : oldSize, .taps = {}};
    for (std::size_t pixel = 0; pixel < newSize; ++pixel)
        axis.taps.push_back(grows ? betweenTaps(pixel, oldSize, newSize)
                                  : coveredTaps(pixel, oldSize, newSize));
    return axis;
}

PictureCut middleSquare(std::size_t width, std::size_t height)
{
    const std::size_t side = std::min(width, height);
    return {.left = (width - side) / 2, .top = (height - side) / 2, .width = side, .height = side};
}

template <typename Value>
std::vector<Value> resizedPlanes(std::span<const Value> planes,
                                 std::size_t width,
                                 std::size_t height,
                                 const PictureCut& cut,
                                 std::size_t side)
{
    const WholeAxis across = wholeAxis(cut.width, side);
    const WholeAxis down = wholeAxis(cut.height, side);
    // At most 2^16 times 2^16, and a sum 2^16 times that.
    const std::uint64_t total = across.total * down.total;
    const std::size_t plane = width * height;
    std::vector<Value> made;
    made.reserve(planes.size() / plane * side * side);
    std::vector<std::uint64_t> sums(side);
    for (std::size_t at = 0; at < planes.size(); at += plane) {
        ResizedRows<Value> rows(planes.data() + at, width, cut, across);
        for (const WholeTaps& taps : down.taps) {
            std::ranges::fill(sums, 0);
            for (std::size_t tap = 0; tap < taps.weights.size(); ++tap) {
                const std::vector<std::uint64_t>& row = rows.row(taps.first + tap);
                for (std::size_t x = 0; x < side; ++x)
                    sums[x] += taps.weights[tap] * row[x];
            }
            for (const std::uint64_t sum : sums)
                made.push_back(static_cast<Value>((2 * sum + total) / (2 * total)));
        }
    }
    return made;
}

template std::vector<std::uint8_t> resizedPlanes(
    std::span<const std::uint8_t>, std::size_t, std::size_t, const PictureCut&, std::size_t);
template std::vector<std::uint16_t> resizedPlanes(
    std::span<const std::uint16_t>, std::size_t, std::size_t, const PictureCut&, std::size_t);

} // namespace coterie
