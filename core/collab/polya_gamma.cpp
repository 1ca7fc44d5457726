#include "core/collab/polya_gamma.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace coterie {
namespace {

constexpr double kPi = std::numbers::pi;
/// Where the two series of the density meet: left of it the proposal is an inverse Gaussian, right
/// of it an exponential.
constexpr double kMeeting = 0.64;

double exponential(RandomStream& stream)
{
    return -std::log(1 - stream.uniform()); // 1 − u is never 0
}

double logNormalCdf(double x)
{
    return std::log(std::erfc(-x / std::numbers::sqrt2) / 2);
}

/// a_n(x), the terms of the density of the untilted Jacobi variable.
double term(int n, double x)
{
    const double half = n + 0.5;
    if (x > kMeeting)
        return kPi * half * std::exp(-half * half * kPi * kPi * x / 2);
    return kPi * half * std::pow(2 / (kPi * x), 1.5) * std::exp(-2 * half * half / x);
}

/// How often a proposal comes from the right of the meeting point; in logarithms, since the masses
/// overflow for large z.
double shareOfTail(double z, double rate)
{
    const double root = std::sqrt(1 / kMeeting);
    const double scale = std::log(rate) + rate * kMeeting;
    const double near = scale - z + logNormalCdf(root * (kMeeting * z - 1));
    const double far = scale + z + logNormalCdf(-root * (kMeeting * z + 1));
    return 1 / (1 + 4 / kPi * (std::exp(near) + std::exp(far)));
}

/// An inverse Gaussian variable of mean 1/z and shape 1, given that it is below the meeting point.
double truncatedInverseGaussian(double z, RandomStream& stream)
{
    if (z < 1 / kMeeting) { // the mean lies above: an inverse χ² below the point, thinned
        while (true) {
            double first = exponential(stream);
            double second = exponential(stream);
            while (first * first > 2 * second / kMeeting) {
                first = exponential(stream);
                second = exponential(stream);
            }
            const double root = 1 + kMeeting * first;
            const double x = kMeeting / (root * root);
            if (stream.uniform() <= std::exp(-z * z * x / 2))
                return x;
        }
    }
    const double mean = 1 / z;
    while (true) { // Michael, Schucany, Haas 1976
        const double normal = stream.normal();
        const double y = mean * normal * normal;
        double x = mean + mean / 2 * (y - std::sqrt(4 * y + y * y));
        if (stream.uniform() > mean / (mean + x))
            x = mean * mean / x;
        if (x < kMeeting)
            return x;
    }
}

} // namespace

double polyaGamma(double c, RandomStream& stream)
{
    if (!std::isfinite(c))
        return std::numeric_limits<double>::quiet_NaN();
    const double z = std::abs(c) / 2;
    const double rate = kPi * kPi / 8 + z * z / 2;
    const double tail = shareOfTail(z, rate);
    while (true) {
        const double x = stream.uniform() < tail ? kMeeting + exponential(stream) / rate
                                                 : truncatedInverseGaussian(z, stream);
        double sum = term(0, x);
        const double height = stream.uniform() * sum;
        for (int n = 1;; ++n) { // partial sums enclose the density ever more tightly
            const bool below = n % 2 == 1;
            sum += below ? -term(n, x) : term(n, x);
            if (below && height <= sum)
                return x / 4;
            if (!below && height > sum)
                break;
        }
    }
}

} // namespace coterie
