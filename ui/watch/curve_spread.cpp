#include "ui/watch/curve_spread.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace coterie::ui {

namespace {

struct Sums
{
    std::size_t count = 0;
    double squares = 0; ///< of the distances from the mean so far (Welford)
    double mean = 0;
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();
    bool isWhole = true; ///< every value was a number

    void add(double value)
    {
        ++count;
        const double off = value - mean;
        mean += off / static_cast<double>(count);
        squares += off * (value - mean);
        isWhole = isWhole && !std::isnan(value);
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
    }
};

/// Ascending.
std::vector<double> roundsOf(const CurvePointers& curves)
{
    const auto isLikeTheFirst = [&](const Curve* curve) {
        return curve->rounds == curves.front()->rounds;
    };
    if (curves.empty() || std::ranges::all_of(curves, isLikeTheFirst)) // the usual case
        return curves.empty() ? std::vector<double>() : curves.front()->rounds;
    std::vector<double> all;
    for (const Curve* curve : curves)
        all.insert(all.end(), curve->rounds.begin(), curve->rounds.end());
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

double quantile(std::span<const double> sorted, double probability)
{
    const double place = probability * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double share = place - static_cast<double>(below);
    return share == 0 ? sorted[below] : sorted[below] + share * (sorted[below + 1] - sorted[below]);
}

} // namespace

CurveSpread spreadOf(const CurvePointers& curves, std::size_t least)
{
    std::map<double, Sums> byRound;
    for (const Curve* curve : curves) {
        auto hint = byRound.begin();
        for (std::size_t i = 0; i < curve->rounds.size(); ++i) {
            hint = byRound.try_emplace(hint, curve->rounds[i]);
            hint->second.add(curve->values[i]);
            ++hint;
        }
    }
    CurveSpread spread;
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [round, sums] : byRound) {
        if (sums.count < least)
            continue;
        spread.mean.append(round, sums.mean);
        spread.deviation.append(round, std::sqrt(sums.squares / static_cast<double>(sums.count)));
        spread.lowest.append(round, sums.isWhole ? sums.lowest : kNaN);
        spread.highest.append(round, sums.isWhole ? sums.highest : kNaN);
    }
    return spread;
}

std::vector<Curve> quantilesOf(const CurvePointers& curves, std::span<const double> probabilities)
{
    std::vector<Curve> quantiles(probabilities.size());
    std::vector<std::size_t> next(curves.size()); // of each curve, its point not yet used
    std::vector<double> values;
    for (const double round : roundsOf(curves)) {
        values.clear();
        for (std::size_t i = 0; i < curves.size(); ++i) {
            const Curve& curve = *curves[i];
            if (next[i] >= curve.rounds.size() || curve.rounds[next[i]] != round)
                continue;
            const double value = curve.values[next[i]++];
            values.push_back(std::isnan(value) ? std::numeric_limits<double>::infinity() : value);
        }
        std::ranges::sort(values);
        for (std::size_t i = 0; i < probabilities.size(); ++i)
            quantiles[i].append(round, quantile(values, probabilities[i]));
    }
    return quantiles;
}

CurvePointers pointersTo(const std::vector<Curve>& curves)
{
    CurvePointers pointers;
    for (const Curve& curve : curves)
        if (!curve.empty())
            pointers.push_back(&curve);
    return pointers;
}

} // namespace coterie::ui
