#include "core/data/generators/pictures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace coterie {

Colour randomColour(RandomStream& stream)
{
    Colour colour{};
    for (float& part : colour)
        part = static_cast<float>(stream.uniform());
    return colour;
}

float brightness(const Colour& colour)
{
    return 0.299F * colour[0] + 0.587F * colour[1] + 0.114F * colour[2];
}

Colour contrasting(const Colour& other, float contrast, RandomStream& stream)
{
    const float bright = brightness(other);
    while (true) { // black or white are always far enough, so some colours are
        const Colour colour = randomColour(stream);
        if (std::abs(brightness(colour) - bright) >= contrast)
            return colour;
    }
}

double roughNormal(RandomStream& stream)
{
    // The sum of four uniform bytes has mean 510 and variance 4·(256²−1)/12.
    const std::uint32_t bits = stream.next32();
    const std::uint32_t sum =
        (bits & 255U) + (bits >> 8 & 255U) + (bits >> 16 & 255U) + (bits >> 24);
    constexpr double kDeviation = 147.8005412;
    return (static_cast<double>(sum) - 510.0) / kDeviation;
}

SmoothField::SmoothField(std::size_t cells, RandomStream& stream)
    : m_cells(cells)
    , m_lattice((cells + 1) * (cells + 1))
{
    constexpr float kByte = 1.0F / 255.0F;
    for (std::size_t i = 0; i < m_lattice.size(); i += 4) { // four lattice points from one draw
        const std::uint32_t bits = stream.next32();
        for (std::size_t j = i; j < std::min(i + 4, m_lattice.size()); ++j)
            m_lattice[j] = static_cast<float>(bits >> (8 * (j - i)) & 255U) * kByte;
    }
}

float SmoothField::at(float x, float y) const
{
    const float lastCell = static_cast<float>(m_cells) - 0.001F;
    const float u = std::clamp(x * static_cast<float>(m_cells), 0.0F, lastCell);
    const float v = std::clamp(y * static_cast<float>(m_cells), 0.0F, lastCell);
    const auto column = static_cast<std::size_t>(u);
    const auto row = static_cast<std::size_t>(v);
    const float right = u - static_cast<float>(column);
    const float down = v - static_cast<float>(row);
    const float* corner = m_lattice.data() + row * (m_cells + 1) + column;
    const float top = corner[0] + (corner[1] - corner[0]) * right;
    const float* below = corner + m_cells + 1;
    const float bottom = below[0] + (below[1] - below[0]) * right;
    return top + (bottom - top) * down;
}

Picture::Picture(std::size_t side)
    : m_side(side)
    , m_values(3 * side * side)
    , m_spare(side * side)
{}

std::span<float> Picture::channel(std::size_t index)
{
    return std::span(m_values).subspan(index * plane(), plane());
}

void Picture::fill(const Colour& colour)
{
    for (std::size_t c = 0; c < colour.size(); ++c)
        std::ranges::fill(channel(c), colour[c]);
}

void Picture::paint(std::size_t pixel, const Colour& colour, float share)
{
    for (std::size_t c = 0; c < colour.size(); ++c) {
        float& value = m_values[c * plane() + pixel];
        value += (colour[c] - value) * share;
    }
}

void Picture::blur(float amount)
{
    const std::size_t last = m_side - 1;
    for (std::size_t c = 0; c < 3; ++c) {
        const std::span<float> values = channel(c);
        for (std::size_t y = 0; y < m_side; ++y) {
            const float* row = values.data() + y * m_side;
            for (std::size_t x = 0; x < m_side; ++x)
                m_spare[y * m_side + x] =
                    (row[x == 0 ? 0 : x - 1] + row[x] + row[std::min(x + 1, last)]) / 3;
        }
        for (std::size_t y = 0; y < m_side; ++y) {
            const float* above = m_spare.data() + (y == 0 ? 0 : y - 1) * m_side;
            const float* here = m_spare.data() + y * m_side;
            const float* below = m_spare.data() + std::min(y + 1, last) * m_side;
            float* row = values.data() + y * m_side;
            for (std::size_t x = 0; x < m_side; ++x)
                row[x] += ((above[x] + here[x] + below[x]) / 3 - row[x]) * amount;
        }
    }
}

void Picture::addNoise(double deviation, RandomStream& stream)
{
    for (std::size_t pixel = 0; pixel < plane(); ++pixel) {
        const auto noise = static_cast<float>(deviation * roughNormal(stream));
        for (std::size_t c = 0; c < 3; ++c)
            m_values[c * plane() + pixel] += noise;
    }
}

void Picture::write(std::span<std::uint8_t> pixels, std::size_t channels) const
{
    const auto byte = [](float value) {
        return static_cast<std::uint8_t>(std::clamp(value, 0.0F, 1.0F) * 255.0F + 0.5F);
    };
    if (channels == 3) {
        std::ranges::transform(m_values, pixels.begin(), byte);
        return;
    }
    for (std::size_t pixel = 0; pixel < plane(); ++pixel)
        pixels[pixel] = byte(brightness(
            {m_values[pixel], m_values[plane() + pixel], m_values[2 * plane() + pixel]}));
}

void balancedLabels(std::size_t classes,
                    std::uint64_t seed,
                    std::uint32_t peer,
                    std::span<std::int32_t> out)
{
    std::vector<std::int32_t> order(classes);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (i % classes == 0) {
            std::iota(order.begin(), order.end(), 0);
            RandomStream stream({.seed = seed,
                                 .purpose = Purpose::Synthesise,
                                 .client = static_cast<std::uint32_t>(i / classes),
                                 .peer = peer});
            stream.shuffle(std::span<std::int32_t>(order));
        }
        out[i] = order[i % classes];
    }
}

} // namespace coterie
