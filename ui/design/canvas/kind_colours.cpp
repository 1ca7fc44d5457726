#include "ui/design/canvas/kind_colours.h"

#include "ui/frame/plot_theme.h"
#include "ui/views/colour_scale.h"

#include <array>

namespace coterie::ui {

namespace {

// The hues of Paul Tol's "muted" scheme, moved until any two stay far apart to every eye; on dark
// the darkest are lifted so that they stand off the page.
constexpr std::array<QRgb, 10> kKindsOnLight{0x2f2187,
                                             0x7fcff5,
                                             0x46a996,
                                             0x137731,
                                             0x8f9127,
                                             0xe7d382,
                                             0xcc6474,
                                             0x801c4d,
                                             0xaf499f,
                                             0xc8c7c8};
constexpr std::array<QRgb, 10> kKindsOnDark{0x6b63c9,
                                            0x87d0f5,
                                            0x32aaa4,
                                            0x388c4f,
                                            0x8c9328,
                                            0xe5d180,
                                            0xe67978,
                                            0xa94670,
                                            0xc572c4,
                                            0xcccbc7};

} // namespace

std::vector<QColor> kindColours(std::size_t kinds, bool dark)
{
    std::vector<QColor> colours;
    const std::array<double, 2> ends{0.0, 1.0};
    const ColourScale scale(ColourScale::Kind::Sequential, ends, dark);
    for (std::size_t kind = 0; kind < kinds; ++kind)
        colours.push_back(kinds <= kKindsOnLight.size()
                              ? QColor::fromRgb((dark ? kKindsOnDark : kKindsOnLight)[kind])
                              : QColor::fromRgb(scale.colour(double(kind) / double(kinds - 1))));
    return colours;
}

QColor inkOn(const QColor& colour)
{
    const QColor black(0x14, 0x14, 0x14);
    return contrast(black, colour) >= contrast(Qt::white, colour) ? black : QColor(Qt::white);
}

} // namespace coterie::ui
