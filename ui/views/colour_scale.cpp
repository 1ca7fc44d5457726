#include "ui/views/colour_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace coterie::ui {

namespace {

/// Lightness rises evenly, for colour-blind eyes too.
constexpr std::array<QRgb, 10> kSequential{0x440154,
                                           0x482878,
                                           0x3e4a89,
                                           0x31688e,
                                           0x26828e,
                                           0x1f9e89,
                                           0x35b779,
                                           0x6dcd59,
                                           0xb4de2c,
                                           0xfde725};
/// Blue for less, orange for more: distinct for colour-blind eyes. The middle follows the theme.
constexpr std::array<QRgb, 5> kDivergingOnLight{0x1f4e9c, 0x7fa8d9, 0xf4f4f2, 0xf0a860, 0xb35806};
constexpr std::array<QRgb, 5> kDivergingOnDark{0x8fc1ff, 0x3f6cb0, 0x25282c, 0xb3701f, 0xffc37a};

QRgb between(std::span<const QRgb> stops, double share)
{
    const double place = std::clamp(share, 0.0, 1.0) * double(stops.size() - 1);
    const auto first = std::min(std::size_t(place), stops.size() - 2);
    const double part = place - double(first);
    const auto mix = [part](int a, int b) { return int(std::lround(a + part * (b - a))); };
    const QRgb a = stops[first];
    const QRgb b = stops[first + 1];
    return qRgb(mix(qRed(a), qRed(b)), mix(qGreen(a), qGreen(b)), mix(qBlue(a), qBlue(b)));
}

} // namespace

ColourScale::ColourScale(Kind kind, std::span<const double> values, bool dark)
    : m_kind(kind)
    , m_dark(dark)
    , m_low(std::numeric_limits<double>::infinity())
    , m_high(-std::numeric_limits<double>::infinity())
{
    for (const double value : values)
        if (std::isfinite(value)) {
            m_low = std::min(m_low, value);
            m_high = std::max(m_high, value);
        }
    if (m_low > m_high) {
        m_low = 0;
        m_high = 0;
    }
    if (kind == Kind::Amounts || kind == Kind::Counts)
        m_low = std::min(m_low, 0.0);
    if (kind == Kind::Diverging) {
        m_high = std::max(std::abs(m_low), std::abs(m_high));
        if (m_high == 0)
            m_high = 1; // 0 is in the middle of it, as always
        m_low = -m_high;
    }
}

QRgb ColourScale::colour(double value) const
{
    if (!std::isfinite(value))
        return notFinite();
    if (m_kind != Kind::Diverging) {
        const double span = m_high - m_low;
        return between(kSequential, span > 0 ? (value - m_low) / span : 0.0);
    }
    const double kept = std::max(m_low, std::min(value, m_high));
    const double end = kept < 0 ? -m_low : m_high; // 0 stays in the middle of unequal ends
    return between(m_dark ? kDivergingOnDark : kDivergingOnLight,
                   end > 0 ? 0.5 + 0.5 * kept / end : 0.5);
}

} // namespace coterie::ui
