#include "ui/design/canvas/kind_colours.h"

#include "ui/frame/plot_theme.h"
#include "ui/views/colour_scale.h"

#include <array>

namespace coterie::ui {

namespace {

// After Paul Tol's "muted" scheme; on dark the darkest are lifted so that they stand off the page,
// and some are moved so that they stay apart for colour-blind eyes.
constexpr std::array<QRgb, 10> kKindsOnLight{0x302187,
                                             0x89cdef,
                                             0x44a796,
                                             0x147833,
                                             0x9d9c38,
                                             0xddce79,
                                             0xcf6879,
                                             0x892556,
                                             0xad4699,
                                             0xbcbebf};
constexpr std::array<QRgb, 10> kKindsOnDark{0x7062c8,
                                            0x89ccee,
                                            0x4ab5a6,
                                            0x3f9a5c,
                                            0x959930,
                                            0xdbcb77,
                                            0xad415d,
                                            0xa84b7f,
                                            0xc26db6,
                                            0xa58683};

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
