#include "core/data/generators/textures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace coterie {

namespace {

constexpr std::array<std::string_view, kTextures> kNames{"plain",
                                                         "broad stripes",
                                                         "fine stripes",
                                                         "checks",
                                                         "dots",
                                                         "rings",
                                                         "shading",
                                                         "blotches",
                                                         "mottle",
                                                         "waves"};
// The order of kNames.
enum Kind : std::size_t
{
    kPlain,
    kBroadStripes,
    kFineStripes,
    kChecks,
    kDots,
    kRings,
    kShading,
    kBlotches,
    kMottle,
    kWaves
};

constexpr double kPictureSide = 32; ///< over which fields and shading spread

/// Pixels from one line of the pattern to the next.
double periodOf(std::size_t kind, RandomStream& stream)
{
    switch (kind) {
    case kFineStripes:
        return stream.uniform(2.6, 3.4);
    case kChecks:
    case kDots:
        return stream.uniform(4.5, 7);
    case kShading:
        return 2 * kPictureSide;
    default:
        return stream.uniform(6, 10);
    }
}

/// Soft steps: a wave of −1 to 1 pushed towards its ends.
float edged(double wave)
{
    return static_cast<float>(std::clamp(0.5 + 2 * wave, 0.0, 1.0));
}

} // namespace

std::string_view textureName(std::size_t texture)
{
    return kNames[texture];
}

Texture::Texture(std::size_t kind, RandomStream& stream)
    : m_kind(kind)
    , m_right(0)
    , m_down(0)
    , m_phase(stream.uniform(0, 2 * std::numbers::pi))
    , m_field(kind == kMottle ? 14 : 5, stream)
{
    const double angle = stream.uniform(0, 2 * std::numbers::pi);
    const double rate = 2 * std::numbers::pi / periodOf(kind, stream);
    m_right = std::cos(angle) * rate;
    m_down = std::sin(angle) * rate;
}

float Texture::at(double x, double y) const
{
    const double along = m_right * x + m_down * y + m_phase;
    const double across = m_right * y - m_down * x;
    switch (m_kind) {
    case kBroadStripes:
    case kFineStripes:
        return edged(std::sin(along));
    case kChecks:
        return edged(2 * std::sin(along) * std::sin(across));
    case kDots:
        return edged(std::sin(along) + std::sin(across) - 0.9);
    case kRings: {
        const double rate = std::sqrt(m_right * m_right + m_down * m_down);
        const double middleX = x - kPictureSide / 2;
        const double middleY = y - kPictureSide / 2;
        return edged(std::sin(rate * std::sqrt(middleX * middleX + middleY * middleY) + m_phase));
    }
    case kShading:
        return static_cast<float>(0.5 + 0.5 * std::sin(along));
    case kBlotches:
    case kMottle:
        return edged(static_cast<double>(m_field.at(static_cast<float>(x / kPictureSide),
                                                    static_cast<float>(y / kPictureSide)))
                     - 0.5);
    case kWaves:
        return edged(std::sin(along + 1.5 * std::sin(across)));
    default:
        return 0;
    }
}

} // namespace coterie
