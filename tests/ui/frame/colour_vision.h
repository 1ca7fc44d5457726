#pragma once

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

/// How far apart two colours are to an eye, for tests of palettes.
namespace coterie::ui::test {

/// Linear RGB in, linear RGB out.
struct Vision
{
    const char* name;
    std::array<std::array<double, 3>, 3> seen;
};

/// Full deficiency, after Machado, Oliveira and Fernandes, A physiologically-based model for
/// simulation of color vision deficiency (2009), severity 1.0.
inline constexpr std::array kVisions{Vision{"any", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
                                     Vision{"protan",
                                            {{{0.152286, 1.052583, -0.204868},
                                              {0.114503, 0.786281, 0.099216},
                                              {-0.003882, -0.048116, 1.051998}}}},
                                     Vision{"deutan",
                                            {{{0.367322, 0.860646, -0.227968},
                                              {0.280085, 0.672501, 0.047413},
                                              {-0.011820, 0.042940, 0.968881}}}},
                                     Vision{"tritan",
                                            {{{1.255528, -0.076749, -0.178779},
                                              {-0.078411, 0.930809, 0.147602},
                                              {0.004733, 0.691367, 0.303900}}}}};

using Triple = std::array<double, 3>;

inline Triple times(const std::array<Triple, 3>& matrix, const Triple& vector)
{
    Triple product{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            product[row] += matrix[row][column] * vector[column];
    return product;
}

/// CIELAB under D65, of the colour as this eye sees it.
inline Triple labOf(const QColor& colour, const Vision& vision)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    Triple seen = times(vision.seen,
                        {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())});
    for (double& channel : seen)
        channel = std::clamp(channel, 0.0, 1.0);
    const Triple xyz = times({{{0.4124564, 0.3575761, 0.1804375},
                               {0.2126729, 0.7151522, 0.0721750},
                               {0.0193339, 0.1191920, 0.9503041}}},
                             seen);
    const auto root = [](double share) {
        return share > 0.008856 ? std::cbrt(share) : 7.787 * share + 16.0 / 116;
    };
    const double x = root(xyz[0] / 0.95047);
    const double y = root(xyz[1]);
    const double z = root(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// ΔE of 1976: about 2.3 can just be told apart.
inline double distance(const QColor& one, const QColor& other, const Vision& vision)
{
    const Triple a = labOf(one, vision);
    const Triple b = labOf(other, vision);
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

} // namespace coterie::ui::test
