#pragma once

#include "core/data/generators/pictures.h"

#include <cstddef>
#include <string_view>

namespace coterie {

inline constexpr std::size_t kTextures = 10;

[[nodiscard]] std::string_view textureName(std::size_t texture);

/// A pattern over the plane of pixels: how much of a second colour each place has, 0 to 1.
/// Direction, width and phase are random.
class Texture
{
public:
    Texture(std::size_t kind, RandomStream& stream);
    [[nodiscard]] float at(double x, double y) const;

private:
    std::size_t m_kind;
    double m_right;
    double m_down;
    double m_phase;
    SmoothField m_field;
};

} // namespace coterie
