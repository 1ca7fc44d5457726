#include "ui/views/curve_decimation.h"

#include "core/math/finite_stretches.h"
#include "core/math/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace coterie::ui {

namespace {

/// Indices of the samples to look at: those in [low, high] and one neighbour on either side.
std::pair<std::size_t, std::size_t> visible(std::span<const double> x, double low, double high)
{
    auto first = std::size_t(std::lower_bound(x.begin(), x.end(), low) - x.begin());
    auto last = std::size_t(std::upper_bound(x.begin(), x.end(), high) - x.begin());
    if (first > 0)
        --first;
    if (last < x.size())
        ++last;
    return {first, last};
}

/// Appends points; gaps in a row become one.
struct Line
{
    void add(double x, double y)
    {
        const bool gap = !std::isfinite(y);
        if (gap && (points.empty() || std::isnan(points.back().y)))
            return;
        points.push_back({x, gap ? std::numeric_limits<double>::quiet_NaN() : y});
    }

    std::vector<ScreenPoint> points;
};

/// One pixel column: its first, lowest, highest and last finite sample.
class PixelColumn
{
public:
    void add(std::size_t index, std::span<const double> y)
    {
        if (m_kept[0] == kNone)
            m_kept.fill(index);
        if (y[index] < y[m_kept[1]])
            m_kept[1] = index;
        if (y[index] > y[m_kept[2]])
            m_kept[2] = index;
        m_kept[3] = index;
    }

    void flushTo(Line& line, std::span<const double> x, std::span<const double> y)
    {
        if (m_kept[0] == kNone)
            return;
        std::sort(m_kept.begin(), m_kept.end());
        std::size_t previous = kNone;
        for (const std::size_t index : m_kept) {
            if (index != previous)
                line.add(x[index], y[index]);
            previous = index;
        }
        m_kept.fill(kNone);
    }

private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    std::array<std::size_t, 4> m_kept{kNone, kNone, kNone, kNone};
};

std::vector<double> exponential(std::span<const double> values)
{
    std::vector<double> result(values.begin(), values.end());
    for (std::size_t i = 1; i < result.size(); ++i)
        result[i] = kRemembered * result[i - 1] + (1 - kRemembered) * values[i];
    return result;
}

} // namespace

std::vector<ScreenPoint> decimate(std::span<const double> x,
                                  std::span<const double> y,
                                  double low,
                                  double high,
                                  std::size_t pixels)
{
    const auto [first, last] = visible(x, low, high);
    Line line;
    if (first >= last)
        return line.points;
    const bool fits = last - first <= 4 * std::max<std::size_t>(pixels, 1);
    if (fits || !(high > low)) {
        line.points.reserve(last - first);
        for (std::size_t index = first; index < last; ++index)
            line.add(x[index], y[index]);
        return line.points;
    }

    const double perColumn = double(pixels) / (high - low);
    PixelColumn column;
    double current = std::floor((x[first] - low) * perColumn);
    for (std::size_t index = first; index < last; ++index) {
        const double place = std::floor((x[index] - low) * perColumn);
        if (place != current) {
            column.flushTo(line, x, y);
            current = place;
        }
        if (std::isfinite(y[index])) {
            column.add(index, y);
        } else {
            column.flushTo(line, x, y);
            line.add(x[index], y[index]);
        }
    }
    column.flushTo(line, x, y);
    return line.points;
}

std::vector<double> nonFinitePlaces(std::span<const double> x,
                                    std::span<const double> y,
                                    double low,
                                    double high,
                                    std::size_t pixels)
{
    std::vector<double> places;
    const double width = pixels > 0 && high > low ? (high - low) / double(pixels) : 0;
    const auto [first, last] = visible(x, low, high);
    for (std::size_t index = first; index < last; ++index)
        if (!std::isfinite(y[index]) && (places.empty() || x[index] - places.back() >= width))
            places.push_back(x[index]);
    return places;
}

double shownRounds(int newest, int planned)
{
    constexpr double kFewest = 40;
    constexpr double kStep = 1.25;
    double last = std::max({1, newest, planned});
    while (last / kStep >= std::max<double>(newest, kFewest))
        last /= kStep;
    return 1.02 * last;
}

std::optional<std::pair<double, double>>
paddedRange(double lowest, double highest, bool logarithmic)
{
    if (!std::isfinite(lowest) || !std::isfinite(highest) || lowest > highest)
        return std::nullopt;
    if (logarithmic) {
        if (lowest <= 0)
            return std::nullopt;
        const double factor = std::max(std::pow(highest / lowest, 0.06), 1.15);
        return std::pair{lowest / factor, highest * factor};
    }
    double air = 0.06 * (highest - lowest);
    constexpr double kRounding = 1e-9; // values that differ by no more are one
    if (air <= kRounding * std::max(std::abs(lowest), std::abs(highest)))
        air = lowest == 0 ? 1 : 0.1 * std::abs(lowest);
    // Losses and errors are never negative, so the axis does not start below 0.
    const double bottom = lowest >= 0 ? std::max(0.0, lowest - air) : lowest - air;
    return std::pair{bottom, highest + air};
}

std::vector<double> smoothedValues(std::span<const double> values, Smoothing kind)
{
    return kind == Smoothing::None            ? std::vector(values.begin(), values.end())
           : kind == Smoothing::SavitzkyGolay ? smoothedStretches(values, savitzkyGolay)
                                              : smoothedStretches(values, exponential);
}

} // namespace coterie::ui
