#include "ui/views/plot_picture.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

std::optional<PlotReading>
readPlot(const PlotPicture& picture, const QSet<QString>& hidden, double x)
{
    const auto counts = [&](const PlotLine& line) {
        return !line.isThin() && !line.x.empty() && !hidden.contains(line.name);
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
        reading.values.push_back({.name = line.name,
                                  .colour = line.colour,
                                  .y = line.y[std::size_t(after - line.x.begin()) - 1]});
    }
    std::ranges::stable_sort(reading.values, [](const auto& one, const auto& other) {
        const bool isNumber = !std::isnan(one.y);
        return isNumber && (std::isnan(other.y) || one.y > other.y);
    });
    return reading;
}

} // namespace coterie::ui
