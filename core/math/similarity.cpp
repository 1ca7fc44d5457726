#include "core/math/similarity.h"

#include "core/math/linear_algebra.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace coterie {

namespace {

/// From this many rows on, products are the faster way to their distances.
constexpr std::size_t kManyRows = 512;
/// Products give ‖x−y‖² to about 1e-14 of ‖x‖² + ‖y‖²; below this share of it they are not precise
/// enough.
constexpr double kNear = 1e-8;

/// Moves the rows' mean to the origin: the nearer the rows are to it, the less rounding there is in
/// their products. Columns with a number that is not finite stay.
void centre(Matrix& rows)
{
    std::vector<double> mean(rows.columns, 0.0);
    for (std::size_t i = 0; i < rows.rows; ++i)
        for (std::size_t k = 0; k < rows.columns; ++k)
            mean[k] += rows.at(i, k);
    for (double& value : mean) {
        value /= static_cast<double>(rows.rows);
        if (!std::isfinite(value))
            value = 0;
    }
    for (std::size_t i = 0; i < rows.rows; ++i)
        for (std::size_t k = 0; k < rows.columns; ++k)
            rows.at(i, k) -= mean[k];
}

/// For each row the first that equals it bit for bit: many clients of a federation may be alike.
std::vector<std::size_t> firstTwins(const Matrix& rows)
{
    std::multimap<std::uint64_t, std::size_t> known;
    std::vector<std::size_t> twins(rows.rows);
    for (std::size_t i = 0; i < rows.rows; ++i) {
        std::uint64_t hash = 0;
        for (const double value : rows.row(i))
            hash =
                (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
        twins[i] = i;
        const auto [first, last] = known.equal_range(hash);
        for (auto other = first; other != last; ++other)
            if (std::ranges::equal(rows.row(i), rows.row(other->second)))
                twins[i] = other->second;
        if (twins[i] == i)
            known.emplace(hash, i);
    }
    return twins;
}

Matrix distancesByProducts(Matrix rows)
{
    centre(rows);
    const std::vector<std::size_t> twins = firstTwins(rows);
    Matrix distances = gram(rows);
    std::vector<double> squares;
    for (std::size_t i = 0; i < distances.rows; ++i)
        squares.push_back(distances.at(i, i));
    for (std::size_t i = 0; i < distances.rows; ++i) {
        distances.at(i, i) = 0;
        for (std::size_t j = i + 1; j < distances.rows; ++j) {
            const double scale = squares[i] + squares[j];
            double squared = scale - 2 * distances.at(i, j);
            if (twins[i] == twins[j])
                squared = 0;
            else if (squared < kNear * scale)
                squared = squaredDistance(rows.row(i), rows.row(j));
            distances.at(i, j) = std::sqrt(squared);
        }
    }
    mirrorUpper(distances);
    return distances;
}

/// Fills a symmetric matrix from a function of i < j; the diagonal stays 0.
template <typename Function>
Matrix symmetric(std::size_t count, Function&& value)
{
    Matrix result(count, count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i + 1; j < count; ++j)
            result.at(i, j) = value(i, j);
    mirrorUpper(result);
    return result;
}

} // namespace

/// Several partial sums, in a fixed order, let the compiler use vector registers without changing
/// any bit.
double squaredDistance(std::span<const double> a, std::span<const double> b)
{
    constexpr std::size_t kLanes = 8;
    std::array<double, kLanes> partial{};
    std::size_t k = 0;
    for (; k + kLanes <= a.size(); k += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const double difference = a[k + lane] - b[k + lane];
            partial[lane] += difference * difference;
        }
    double sum = 0;
    for (const double value : partial)
        sum += value;
    for (; k < a.size(); ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

double cosineFromProducts(double product, double squaredNormA, double squaredNormB)
{
    const double normA = std::sqrt(squaredNormA);
    const double normB = std::sqrt(squaredNormB);
    if (normA < kShortestNorm || normB < kShortestNorm)
        return 0.0;
    return product / (normA * normB);
}

double
angleFromProducts(double product, double squaredNormA, double squaredNormB, double zeroNormAngle)
{
    if (squaredNormA == 0 || squaredNormB == 0)
        return zeroNormAngle;
    return std::acos(
        std::clamp(cosineFromProducts(product, squaredNormA, squaredNormB), -1.0, 1.0));
}

Matrix cosineMatrix(const Matrix& gram)
{
    Matrix cosines = symmetric(gram.rows, [&](std::size_t i, std::size_t j) {
        return cosineFromProducts(gram.at(i, j), gram.at(i, i), gram.at(j, j));
    });
    for (std::size_t i = 0; i < gram.rows; ++i) {
        const double self = cosineFromProducts(gram.at(i, i), gram.at(i, i), gram.at(i, i));
        cosines.at(i, i) = std::isfinite(self) && self != 0 ? 1.0 : self;
    }
    return cosines;
}

Matrix angleMatrix(const Matrix& gram, double zeroNormAngle)
{
    return symmetric(gram.rows, [&](std::size_t i, std::size_t j) {
        return angleFromProducts(gram.at(i, j), gram.at(i, i), gram.at(j, j), zeroNormAngle);
    });
}

Matrix distancesFromGram(const Matrix& gram)
{
    return symmetric(gram.rows, [&](std::size_t i, std::size_t j) {
        const double squared = gram.at(i, i) + gram.at(j, j) - 2.0 * gram.at(i, j);
        return squared < 0 ? 0.0 : std::sqrt(squared); // rounding may pass 0; a NaN stays
    });
}

Matrix distancesOfRows(Matrix rows)
{
    if (rows.rows >= kManyRows)
        return distancesByProducts(std::move(rows));
    return symmetric(rows.rows, [&](std::size_t i, std::size_t j) {
        return std::sqrt(squaredDistance(rows.row(i), rows.row(j)));
    });
}

} // namespace coterie
