#include "core/math/statistics.h"

#include "core/base/indices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace coterie {

namespace {

bool areFinite(std::span<const double> values)
{
    return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

/// The share of all signs whose positive ranks sum to at most this: each rank is in or out with
/// probability ½.
double shareAtMost(const std::vector<std::size_t>& ranks, std::size_t sum)
{
    std::size_t total = 0;
    for (const std::size_t rank : ranks)
        total += rank;
    std::vector<double> share(total + 1, 0.0);
    share[0] = 1;
    std::size_t reached = 0;
    for (const std::size_t rank : ranks) {
        reached += rank;
        for (std::size_t at = reached + 1; at-- > 0;)
            share[at] = 0.5 * (share[at] + (at >= rank ? share[at - rank] : 0.0));
    }
    double below = 0;
    for (std::size_t at = 0; at <= std::min(sum, total); ++at)
        below += share[at];
    return below;
}

/// The continued fraction of the incomplete beta function, by Lentz's method.
double betaFraction(double a, double b, double x)
{
    constexpr int kMostSteps = 500;
    constexpr double kTiny = 1e-300;
    double c = 1;
    double d = 1 - (a + b) * x / (a + 1);
    d = 1 / (std::abs(d) < kTiny ? kTiny : d);
    double value = d;
    for (int m = 1; m <= kMostSteps; ++m) {
        const auto step = [&](double factor) {
            d = 1 + factor * d;
            d = 1 / (std::abs(d) < kTiny ? kTiny : d);
            c = 1 + factor / c;
            c = std::abs(c) < kTiny ? kTiny : c;
            value *= c * d;
        };
        const double even = 2.0 * m;
        step(m * (b - m) * x / ((a + even - 1) * (a + even)));
        step(-(a + m) * (a + b + m) * x / ((a + even) * (a + even + 1)));
        if (std::abs(c * d - 1) < std::numeric_limits<double>::epsilon())
            break;
    }
    return value;
}

/// I_x(a, b)
double incompleteBeta(double a, double b, double x)
{
    if (x <= 0)
        return 0;
    if (x >= 1)
        return 1;
    const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b)
                                  + a * std::log(x) + b * std::log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * betaFraction(a, b, x) / a
                                     : 1 - front * betaFraction(b, a, 1 - x) / b;
}

constexpr std::size_t kWindow = kSavitzkyGolayWindow;
constexpr std::size_t kTerms = 4; // order 3

/// Polynomials orthogonal over the positions 0..count−1 (Stieltjes' recurrence p_{k+1} = (x − a_k)
/// p_k − b_k p_{k−1}, for which symmetry gives a_k = (count − 1)/2): least squares needs no system
/// of equations to be solved.
class OrthogonalBasis
{
public:
    explicit OrthogonalBasis(std::size_t count)
    {
        std::vector<double> previous(count, 0.0);
        std::vector<double> current(count, 1.0);
        double previousNorm = 1.0;
        for (std::size_t term = 0; term < kTerms; ++term) {
            const double norm =
                std::inner_product(current.begin(), current.end(), current.begin(), 0.0);
            m_terms[term] = current;
            m_norms[term] = norm;
            const double ratio = term == 0 ? 0.0 : norm / previousNorm;
            std::vector<double> next(count);
            for (std::size_t i = 0; i < count; ++i) {
                const double x = static_cast<double>(i) - static_cast<double>(count - 1) / 2.0;
                next[i] = x * current[i] - ratio * previous[i];
            }
            previous = std::move(current);
            current = std::move(next);
            previousNorm = norm;
        }
    }

    /// The value at `position` of the cubic fitted to `values`.
    [[nodiscard]] double fit(std::span<const double> values, std::size_t position) const
    {
        double result = 0;
        for (std::size_t term = 0; term < kTerms; ++term) {
            const double coefficient =
                std::inner_product(values.begin(), values.end(), m_terms[term].begin(), 0.0);
            result += coefficient / m_norms[term] * m_terms[term][position];
        }
        return result;
    }

private:
    std::array<std::vector<double>, kTerms> m_terms;
    std::array<double, kTerms> m_norms{};
};

} // namespace

std::vector<double> ranksOf(std::span<const double> values)
{
    std::vector<std::size_t> order = indices(values.size());
    std::ranges::sort(order, {}, [&](std::size_t index) { return values[index]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && values[order[end]] == values[order[first]])
            ++end;
        const double mean = (static_cast<double>(first + 1) + static_cast<double>(end)) / 2.0;
        for (; first < end; ++first)
            ranks[order[first]] = mean;
    }
    return ranks;
}

double smallestWilcoxonP(std::size_t pairs)
{
    return pairs == 0 ? 1.0 : std::ldexp(2.0, -static_cast<int>(pairs));
}

double studentTwoSided(double t, double degrees)
{
    return incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

PairedTest wilcoxonSignedRank(std::span<const double> differences)
{
    PairedTest test;
    if (!areFinite(differences)) {
        test.pairs = differences.size();
        return test;
    }
    std::vector<double> sizes;
    std::vector<bool> isPositive;
    for (const double difference : differences) {
        if (difference == 0)
            continue;
        sizes.push_back(std::abs(difference));
        isPositive.push_back(difference > 0);
    }
    test.pairs = sizes.size();
    test.smallestP = smallestWilcoxonP(test.pairs);
    if (sizes.empty())
        return test;
    std::vector<std::size_t> ranks; // twice, so that the mean ranks of ties are whole too
    for (const double rank : ranksOf(sizes))
        ranks.push_back(static_cast<std::size_t>(2 * rank));
    std::size_t positive = 0;
    std::size_t total = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        positive += isPositive[i] ? ranks[i] : 0;
        total += ranks[i];
    }
    const std::size_t smaller = std::min(positive, total - positive);
    test.statistic = static_cast<double>(smaller) / 2;
    // The distribution is symmetric, so both tails are the lower one twice.
    test.p = std::min(1.0, 2 * shareAtMost(ranks, smaller));
    return test;
}

PairedTest pairedT(std::span<const double> differences)
{
    PairedTest test;
    test.pairs = differences.size();
    if (differences.size() < 2 || !areFinite(differences))
        return test;
    const auto n = static_cast<double>(differences.size());
    double mean = 0;
    for (const double difference : differences)
        mean += difference / n;
    double squares = 0;
    for (const double difference : differences)
        squares += (difference - mean) * (difference - mean);
    const double error = std::sqrt(squares / (n - 1) / n);
    if (!(error > kAlike * std::abs(mean)))
        return test;
    test.statistic = mean / error;
    test.p = studentTwoSided(test.statistic, n - 1);
    return test;
}

std::vector<double> savitzkyGolay(std::span<const double> values)
{
    std::vector<double> smooth(values.begin(), values.end());
    if (values.size() <= kTerms) // a cubic goes through them as they are
        return smooth;
    const std::size_t window = std::min(kWindow, values.size());
    const OrthogonalBasis basis(window);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t half = window / 2;
        const std::size_t start = std::clamp(i, half, values.size() - window + half) - half;
        smooth[i] = basis.fit(values.subspan(start, window), i - start);
    }
    return smooth;
}

} // namespace coterie
