#include "ui/views/plot_picture.h"

#include "ui/views/axis_ticks.h"
#include "ui/views/curve_decimation.h"
#include "ui/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace coterie::ui {

namespace {

struct Extent
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    /// Widens it to the values that an axis can show.
    void take(const std::vector<double>& values, bool logarithmic)
    {
        for (const double value : values) {
            if (!std::isfinite(value) || (logarithmic && value <= 0))
                continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
};

/// Of several points of one line at one place.
void takeMean(PlotReading::Value& value, std::span<const double> points)
{
    value.y = std::accumulate(points.begin(), points.end(), 0.0) / double(points.size());
    const auto [least, most] = std::ranges::minmax(points);
    const QStringList ends = alikeTexts(std::array{least, most});
    value.name = say("%1, mean of %2 (%3 to %4)")
                     .arg(value.name, countText(std::ssize(points)), ends[0], ends[1]);
}

} // namespace

PlotPart wholePart(const PlotPicture& picture,
                   const QSet<QString>& hidden,
                   bool logarithmicX,
                   bool logarithmicY,
                   const PlotPart& before)
{
    Extent x;
    Extent y;
    for (const PlotLine& line : picture.lines)
        if (!hidden.contains(line.hidingKey())) {
            x.take(line.x, logarithmicX);
            y.take(line.y, logarithmicY);
        }
    for (const PlotBand& band : picture.bands)
        if (!hidden.contains(band.hidingKey())) {
            y.take(band.lower, logarithmicY);
            y.take(band.upper, logarithmicY);
        }
    PlotPart part = before;
    if (logarithmicX) {
        std::tie(part[0], part[1]) =
            paddedRange(x.low, x.high, true).value_or(std::pair(1.0, 10.0));
    } else if (const auto range = paddedRange(x.low, x.high, false); range && !picture.xFromZero) {
        std::tie(part[0], part[1]) = *range; // markers at its ends are whole, also below 0
    } else {
        const double right = std::isfinite(x.high) ? x.high : 0;
        part[0] = 0;
        part[1] = std::max({right, picture.xReaches.value_or(0), right > 0 ? 0.0 : 10.0});
    }
    if (const auto range = paddedRange(y.low, y.high, logarithmicY))
        std::tie(part[2], part[3]) = *range;
    else if (logarithmicY)
        std::tie(part[2], part[3]) = std::pair(0.1, 10.0);
    return part;
}

std::optional<PlotReading>
readPlot(const PlotPicture& picture, const QSet<QString>& hidden, double x)
{
    const auto counts = [&](const PlotLine& line) {
        return line.isNamed() && line.isRead && !line.x.empty()
               && !hidden.contains(line.hidingKey());
    };
    std::optional<double> place;
    for (const PlotLine& line : picture.lines) {
        if (!counts(line))
            continue;
        const auto after = std::ranges::lower_bound(line.x, x);
        for (auto near = after == line.x.begin() ? after : after - 1;
             near != line.x.end() && near <= after;
             ++near)
            if (!place || std::abs(*near - x) < std::abs(*place - x))
                place = *near;
    }
    if (!place)
        return std::nullopt;
    PlotReading reading{.x = *place, .values = {}};
    for (const PlotLine& line : picture.lines) {
        if (!counts(line))
            continue;
        const auto after = std::ranges::upper_bound(line.x, *place);
        if (after == line.x.begin() || line.x.back() < *place)
            continue; // outside the line
        const auto at = std::size_t(after - line.x.begin()) - 1;
        const bool isSingle = line.joined == PlotLine::Joined::None;
        if (isSingle && line.x[at] != *place)
            continue;
        reading.values.push_back({.name = line.name,
                                  .colour = line.colour,
                                  .y = line.y[at],
                                  .shape = line.shape,
                                  .variant = line.variant,
                                  .dashed = line.dashed,
                                  .joined = line.joined});
        if (const auto first = std::ranges::lower_bound(line.x, *place);
            isSingle && first + 1 < after)
            takeMean(reading.values.back(),
                     std::span(line.y).subspan(std::size_t(first - line.x.begin()),
                                               std::size_t(after - first)));
        if (line.x[at] != *place && !picture.placeWords.isEmpty())
            reading.values.back().name +=
                QStringLiteral(", ") + picture.placeWords.arg(numberText(line.x[at]));
    }
    std::ranges::stable_sort(reading.values, [](const auto& one, const auto& other) {
        const bool isNumber = !std::isnan(one.y);
        return isNumber && (std::isnan(other.y) || one.y > other.y);
    });
    return reading;
}

double valueOn(const PlotLine& line, double x)
{
    const auto after = std::ranges::lower_bound(line.x, x);
    if (after == line.x.end() || (after == line.x.begin() && *after != x)
        || (line.joined == PlotLine::Joined::None && *after != x))
        return std::numeric_limits<double>::quiet_NaN();
    const auto right = std::size_t(after - line.x.begin());
    if (*after == x)
        return line.y[right];
    const double share = (x - line.x[right - 1]) / (line.x[right] - line.x[right - 1]);
    return line.y[right - 1] + share * (line.y[right] - line.y[right - 1]);
}

const PlotLine* nearestLine(const PlotPicture& picture,
                            const QSet<QString>& hidden,
                            double x,
                            double reach,
                            const std::function<double(double)>& distance,
                            bool (*counts)(const PlotLine&))
{
    const PlotLine* best = nullptr;
    for (const PlotLine& line : picture.lines) {
        if (!counts(line) || hidden.contains(line.hidingKey()))
            continue;
        const double away = distance(valueOn(line, x));
        if (away < reach) { // never true of NaN
            reach = away;
            best = &line;
        }
    }
    return best;
}

} // namespace coterie::ui
