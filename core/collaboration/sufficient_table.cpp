#include "core/collaboration/sufficient_table.h"

#include "core/base/json_node.h"
#include "core/base/try.h"
#include "core/base/whole_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace coterie {

namespace {

constexpr std::size_t kMostNumbers = 100;             ///< of a list
constexpr std::int64_t kMostCoordinates = 10'000'000; ///< coordinates of all optima: 80 MB

std::string inQuotes(const std::string& text)
{
    return '"' + text + '"';
}

/// Numbers above zero, separated by commas.
Result<std::vector<double>> positiveNumbers(std::string_view name, const std::string& text)
{
    std::vector<double> numbers;
    const char* place = text.data();
    const char* const end = place + text.size();
    while (true) {
        double number = 0;
        const auto [next, status] = std::from_chars(place, end, number);
        const bool isGood = status == std::errc{} && std::isfinite(number) && number > 0;
        if (!isGood || (next != end && *next != ','))
            return notAllowed(
                std::string(name), inQuotes(text), "numbers above 0, separated by commas");
        numbers.push_back(number);
        if (numbers.size() > kMostNumbers)
            return fail(std::string(name),
                        "there can be at most " + std::to_string(kMostNumbers) + " numbers");
        if (next == end)
            return numbers;
        place = next + 1;
    }
}

Result<double> positiveNumber(std::string_view name, const std::string& text)
{
    COTERIE_TRY(const std::vector<double> numbers, positiveNumbers(name, text));
    if (numbers.size() > 1)
        return notAllowed(std::string(name), inQuotes(text), "one number above 0");
    return numbers.front();
}

Result<WeightRule> weightRule(const SufficientTexts& texts)
{
    if (std::ranges::find(kSufficientCriteria, texts.criterion) == kSufficientCriteria.end())
        return unknownName("criterion", texts.criterion, kSufficientCriteria);
    WeightRule rule;
    if (texts.criterion == kSufficientCriteria.back())
        rule.criterion = Criterion::Continuous;
    COTERIE_TRY(rule.threshold, positiveNumber("threshold", texts.threshold));
    if (rule.threshold > 1)
        return notAllowed("threshold", shortestText(rule.threshold), "above 0 and at most 1");
    return rule;
}

Result<void> readBounds(const SufficientTexts& texts, SufficientSetting& setting)
{
    BoundSetting& bounds = setting.bounds;
    COTERIE_TRY(bounds.variance, positiveNumber("noise", texts.noise));
    COTERIE_TRY(bounds.start, positiveNumber("start", texts.start));
    COTERIE_TRY(const std::int64_t steps, readWhole("steps", texts.steps, 1, 1'000'000'000));
    bounds.steps = static_cast<double>(steps);
    COTERIE_TRY(setting.rate, positiveNumber("rate", texts.rate));
    if (setting.rate > 1 / bounds.convexity)
        return notAllowed("rate",
                          shortestText(setting.rate),
                          "above 0 and at most " + shortestText(1 / bounds.convexity)
                              + ", which is 1/μ");
    COTERIE_TRY(setting.factor, positiveNumber("decrease", texts.decrease));
    if (!(setting.factor > 1))
        return notAllowed("decrease", shortestText(setting.factor), "above 1");
    return {};
}

std::vector<double> scaled(std::span<const double> unitDistances, double variation)
{
    std::vector<double> distances(unitDistances.begin(), unitDistances.end());
    for (double& distance : distances)
        distance *= variation * variation;
    return distances;
}

/// With three digits, rounded down.
std::string atMost(double value)
{
    const double scale = std::pow(10, 2 - std::floor(std::log10(value)));
    return shortestText(std::floor(value * scale) / scale);
}

SufficientRow rowOf(const SufficientSetting& setting,
                    double variation,
                    double precision,
                    const SufficientCluster& cluster)
{
    BoundSetting bounds = setting.bounds;
    bounds.variance *= cluster.variance;
    return {.variation = variation,
            .precision = precision,
            .cluster = {.clients = cluster.clients, .variance = bounds.variance},
            .constant = constantRateBound(bounds, setting.rate),
            .horizon = horizonRateBound(bounds),
            .decreasing = decreasingRateBound(bounds, setting.factor),
            .steps = stepsToPrecision(bounds, setting.factor, precision),
            .gradientNorm = gradientNormBound(bounds)};
}

/// The precisions and many between the least and the largest, even in the logarithm.
std::vector<double> densePrecisions(const std::vector<double>& precisions)
{
    constexpr int kBetween = 200;
    const auto [least, largest] = std::ranges::minmax(precisions);
    std::vector<double> dense = precisions;
    const double from = std::log(least);
    const double to = std::log(largest);
    for (int i = 1; i < kBetween; ++i)
        dense.push_back(std::clamp(std::exp(from + (to - from) * i / kBetween), least, largest));
    std::ranges::sort(dense);
    dense.erase(std::ranges::unique(dense).begin(), dense.end());
    return dense;
}

} // namespace

Result<SufficientSetting> sufficientSetting(const SufficientTexts& texts)
{
    constexpr std::int64_t kMost = 100'000;
    SufficientSetting setting;
    COTERIE_TRY(const std::int64_t clients, readWhole("clients", texts.clients, 1, kMost));
    COTERIE_TRY(const std::int64_t dimension, readWhole("dimension", texts.dimension, 1, kMost));
    if (dimension > kMostCoordinates / clients)
        return notAllowed("dimension",
                          std::to_string(dimension),
                          "at most " + std::to_string(kMostCoordinates / clients) + " for "
                              + std::to_string(clients) + " clients");
    setting.clients = static_cast<std::size_t>(clients);
    setting.dimension = static_cast<std::size_t>(dimension);
    COTERIE_TRY(setting.variations, positiveNumbers("variation", texts.variation));
    COTERIE_TRY(setting.precisions, positiveNumbers("precision", texts.precision));
    COTERIE_TRY(const std::int64_t seed,
                readWhole("seed", texts.seed, 0, std::numeric_limits<std::int64_t>::max()));
    setting.seed = static_cast<std::uint64_t>(seed);
    COTERIE_TRY(setting.rule, weightRule(texts));
    COTERIE_CHECK(readBounds(texts, setting));
    return setting;
}

std::vector<double> unitDistances(const SufficientSetting& setting)
{
    RandomStream stream({.seed = setting.seed, .purpose = Purpose::Synthesise});
    return squaredDistances(drawnOptima(setting.clients, setting.dimension, 1, stream));
}

std::vector<SufficientRow> sufficientRows(const SufficientSetting& setting,
                                          std::span<const double> unitDistances)
{
    std::vector<SufficientRow> rows;
    for (const double variation : setting.variations) {
        const std::vector<SufficientCluster> clusters =
            sufficientClusters(scaled(unitDistances, variation), setting.precisions, setting.rule);
        for (std::size_t p = 0; p < clusters.size(); ++p)
            rows.push_back(rowOf(setting, variation, setting.precisions[p], clusters[p]));
    }
    return rows;
}

std::vector<SufficientCurve> sufficientCurves(const SufficientSetting& setting,
                                              std::span<const double> unitDistances)
{
    if (setting.precisions.empty())
        return {};
    const std::vector<double> precisions = densePrecisions(setting.precisions);
    std::vector<SufficientCurve> curves;
    for (const double variation : setting.variations) {
        SufficientCurve& curve = curves.emplace_back();
        curve.variation = variation;
        curve.precisions = precisions;
        const std::vector<double> distances = scaled(unitDistances, variation);
        for (const double precision : precisions)
            curve.clients.push_back(static_cast<double>(sufficientSize(distances, precision)));
    }
    return curves;
}

std::string sizeNote(const SufficientSetting& setting)
{
    return "How many of " + std::to_string(setting.clients)
           + " clients the first one can collaborate with at precision ε, itself included, when "
             "their optima differ by N(0, v²) in each of "
           + std::to_string(setting.dimension)
           + " coordinates (All-for-one, Figure 1; as in the released code x ≥ 0 counts, where "
             "Definition 2 needs x ≥ λ for binary weights)";
}

std::string boundNote(const SufficientSetting& setting)
{
    const BoundSetting& bounds = setting.bounds;
    return "The sufficient variance and the bounds of Table 1 on the excess loss after "
           + shortestText(bounds.steps)
           + " steps, with constant, horizon-dependent and decreasing step sizes; and the steps "
             "to ε with decreasing ones (Corollary 1). A missing bound does not hold at this "
             "number of steps. The others hold while step sizes are at most the limit of "
             "Theorem 2. That is certain up to "
           + atMost(guaranteedRate(setting.rule, setting.clients, bounds.smoothness))
           + " (the least that the weights allow; Remark 3 has a smaller one); the constant one is "
           + shortestText(setting.rate) + ", and decreasing ones begin at "
           + shortestText(setting.factor / bounds.convexity) + ".";
}

} // namespace coterie
