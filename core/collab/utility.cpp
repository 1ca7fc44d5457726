#include "core/collab/utility.h"

#include "core/collab/similarity.h"

#include <cassert>
#include <cmath>
#include <limits>

namespace coterie {
namespace {

/// ⟨U,S⟩/‖S‖; 0 where the updates cancel to nothing but rounding or to less than the shortest norm.
double summedCosines(double units, double squares, double scale, double size)
{
    constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
    const double shortest = kShortestNorm * size;
    if (squares <= kRounding * scale || squares < shortest * shortest)
        return 0;
    return units / std::sqrt(squares);
}

double unitedSimilarity(const GroupSums& a, const GroupSums& b, double units, double squares)
{
    return summedCosines(a.units + b.units + units,
                         a.squares + b.squares + 2 * squares,
                         a.squares + b.squares + 2 * std::abs(squares),
                         a.size + b.size);
}

/// ⟨S,S⟩ over a group's members.
double
squaredNormOf(const Matrix& gram, std::span<const double> sizes, const std::vector<int>& members)
{
    double squares = 0;
    for (const int i : members)
        for (const int j : members)
            squares += sizes[static_cast<std::size_t>(i)] * sizes[static_cast<std::size_t>(j)]
                       * gram.at(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
    return squares;
}

} // namespace

GroupSums GroupSums::of(double alpha, double size, double squaredNorm)
{
    const double norm = std::sqrt(squaredNorm);
    return {.alpha = alpha,
            .size = size,
            .units = norm < kShortestNorm ? 0 : norm * size,
            .squares = size * size * squaredNorm,
            .dataPart = alpha / size,
            .similarity = 1};
}

GroupSums
GroupSums::united(const GroupSums& a, const GroupSums& b, double crossUnits, double crossSquares)
{
    GroupSums sums{.alpha = a.alpha + b.alpha,
                   .size = a.size + b.size,
                   .units = a.units + b.units + crossUnits,
                   .squares = a.squares + b.squares + 2 * crossSquares,
                   .similarity = unitedSimilarity(a, b, crossUnits, crossSquares)};
    sums.dataPart = sums.alpha / sums.size;
    return sums;
}

Gain gainOf(const GroupSums& a, const GroupSums& b, double crossUnits, double crossSquares)
{
    return {.data = a.dataPart + b.dataPart - (a.alpha + b.alpha) / (a.size + b.size),
            .similarity =
                unitedSimilarity(a, b, crossUnits, crossSquares) - a.similarity - b.similarity};
}

std::vector<double> inverseNorms(const Matrix& gram)
{
    std::vector<double> inverse(gram.rows);
    for (std::size_t i = 0; i < gram.rows; ++i) {
        const double norm = std::sqrt(gram.at(i, i));
        inverse[i] = norm < kShortestNorm ? 0 : 1 / norm;
    }
    return inverse;
}

std::vector<double> utilities(const Matrix& gram,
                              std::span<const double> sizes,
                              std::span<const std::vector<int>> groups,
                              const UtilitySettings& settings)
{
    assert(gram.rows == sizes.size() && gram.columns == sizes.size());
    std::vector<double> utility(gram.rows, 0.0);
    for (const std::vector<int>& members : groups) {
        double size = 0;
        for (const int i : members)
            size += sizes[static_cast<std::size_t>(i)];
        const double groupNorm = squaredNormOf(gram, sizes, members);
        for (const int member : members) {
            const auto i = static_cast<std::size_t>(member);
            double product = 0; // ⟨g_i, S⟩
            for (const int j : members)
                product +=
                    sizes[static_cast<std::size_t>(j)] * gram.at(i, static_cast<std::size_t>(j));
            const double similarity =
                members.size() == 1
                    ? 1
                    : cosineFromProducts(product / size, gram.at(i, i), groupNorm / (size * size));
            utility[i] = similarity - settings.alphaOf(i) / size + settings.beta;
        }
    }
    return utility;
}

std::vector<Gain> joinGains(const Matrix& gram,
                            std::span<const double> sizes,
                            std::span<const std::vector<int>> groups,
                            std::size_t newcomer,
                            const UtilitySettings& settings)
{
    const std::vector<double> inverse = inverseNorms(gram);
    const GroupSums alone =
        GroupSums::of(settings.alphaOf(newcomer), sizes[newcomer], gram.at(newcomer, newcomer));
    // ⟨u_i, D_j g_j⟩ + ⟨u_j, D_i g_i⟩
    const auto units = [&](std::size_t i, std::size_t j) {
        return gram.at(i, j) * (sizes[j] * inverse[i] + sizes[i] * inverse[j]);
    };
    const auto squares = [&](std::size_t i, std::size_t j) {
        return gram.at(i, j) * sizes[i] * sizes[j];
    };
    std::vector<Gain> gains;
    for (const std::vector<int>& members : groups) {
        GroupSums group;
        double unitsWithNewcomer = 0;
        double squaresWithNewcomer = 0;
        for (std::size_t m = 0; m < members.size(); ++m) {
            const auto i = static_cast<std::size_t>(members[m]);
            const GroupSums one = GroupSums::of(settings.alphaOf(i), sizes[i], gram.at(i, i));
            double crossUnits = 0;
            double crossSquares = 0;
            for (std::size_t earlier = 0; earlier < m; ++earlier) {
                crossUnits += units(i, static_cast<std::size_t>(members[earlier]));
                crossSquares += squares(i, static_cast<std::size_t>(members[earlier]));
            }
            group = m == 0 ? one : GroupSums::united(group, one, crossUnits, crossSquares);
            unitsWithNewcomer += units(i, newcomer);
            squaresWithNewcomer += squares(i, newcomer);
        }
        gains.push_back(gainOf(group, alone, unitsWithNewcomer, squaresWithNewcomer));
    }
    return gains;
}

} // namespace coterie
