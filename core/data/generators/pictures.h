#pragma once

#include "core/base/random_stream.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

using Colour = std::array<float, 3>;

[[nodiscard]] Colour randomColour(RandomStream& stream);
/// How bright a colour looks, 0 to 1 (Rec. 601).
[[nodiscard]] float brightness(const Colour& colour);
/// A colour whose brightness is at least `contrast` (at most ½) away from the other's.
[[nodiscard]] Colour contrasting(const Colour& other, float contrast, RandomStream& stream);

/// Close to a standard normal, from one draw: good enough for the noise of a pixel.
[[nodiscard]] double roughNormal(RandomStream& stream);

/// A smooth random field over the unit square, about 0 to 1: random values on a lattice of
/// cells × cells, interpolated.
class SmoothField
{
public:
    SmoothField(std::size_t cells, RandomStream& stream);
    [[nodiscard]] float at(float x, float y) const;

private:
    std::size_t m_cells;
    std::vector<float> m_lattice;
};

/// A square colour picture being painted: red, green and blue plane, 0 to 1.
class Picture
{
public:
    explicit Picture(std::size_t side);

    [[nodiscard]] std::size_t side() const { return m_side; }
    [[nodiscard]] std::size_t plane() const { return m_side * m_side; }
    [[nodiscard]] std::span<float> channel(std::size_t index);
    void fill(const Colour& colour);
    /// Mixes the colour into a pixel by its share.
    void paint(std::size_t pixel, const Colour& colour, float share);
    /// The mean of 3 × 3 pixels, edges repeated, mixed in by `amount`.
    void blur(float amount);
    /// The same noise in all channels.
    void addNoise(double deviation, RandomStream& stream);
    /// As bytes: three planes, or one of brightness.
    void write(std::span<std::uint8_t> pixels, std::size_t channels) const;

private:
    std::size_t m_side;
    std::vector<float> m_values;
    std::vector<float> m_spare;
};

/// Labels such that each block of `classes` samples holds every class once, in random order, drawn
/// from the streams (seed, Synthesise, client = block, peer).
void balancedLabels(std::size_t classes,
                    std::uint64_t seed,
                    std::uint32_t peer,
                    std::span<std::int32_t> out);

} // namespace coterie
