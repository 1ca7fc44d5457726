#include "ui/design/canvas/kind_colours.h"

#include "ui/frame/plot_theme.h"
#include "ui/views/colour_scale.h"

#include <array>

namespace coterie::ui {

namespace {

// After Paul Tol's "muted" scheme; on dark the darkest are lifted so that they stand off the page.
constexpr std::array<QRgb, 10> kKindsOnLight{0x332288,
                                        0x88ccee,
                                        0x44aa99,
                                        0x117733,
                                        0x999933,
                                        0xddcc77,
                                        0xcc6677,
                                        0x882255,
                                        0xaa4499,
                                        0xb5b5b5};
constexpr std::array<QRgb, 10> kKindsOnDark{0x6f63c9,
                                       0x88ccee,
                                       0x44aa99,
                                       0x3f9a5c,
                                       0x999933,
                                       0xddcc77,
                                       0xcc6677,
                                       0xb04a80,
                                       0xbb66ab,
                                       0x9a9a9a};

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
