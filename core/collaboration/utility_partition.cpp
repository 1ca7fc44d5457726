#include "core/collaboration/utility_partition.h"

#include "core/collaboration/gain_agglomeration.h"
#include "core/math/similarity.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

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

/// A group as far as its utility is concerned. With u_i = g_i/‖g_i‖, U = Σu_i and S = ΣD_i g_i over
/// its members, Σ cos(g_i, ĝ) = ⟨U,S⟩/‖S‖: all of it adds up when groups merge (DESIGN §1).
struct GroupSums
{
    double alpha = 0;      ///< Σα_i
    double size = 0;       ///< D̂ = ΣD_i
    double units = 0;      ///< ⟨U,S⟩
    double squares = 0;    ///< ‖S‖²
    double dataPart = 0;   ///< Σα_i/D̂
    double similarity = 0; ///< Σ s(i, C); 1 for a singleton, by definition
};

double unitedSimilarity(const GroupSums& a, const GroupSums& b, double units, double squares)
{
    return summedCosines(a.units + b.units + units,
                         a.squares + b.squares + 2 * squares,
                         a.squares + b.squares + 2 * std::abs(squares),
                         a.size + b.size);
}

/// One client with its D_i and ‖g_i‖².
GroupSums sumsOf(double alpha, double size, double squaredNorm)
{
    const double norm = std::sqrt(squaredNorm);
    return {.alpha = alpha,
            .size = size,
            .units = norm < kShortestNorm ? 0 : norm * size,
            .squares = size * size * squaredNorm,
            .dataPart = alpha / size,
            .similarity = 1};
}

/// The union, given ⟨U_a,S_b⟩ + ⟨U_b,S_a⟩ and ⟨S_a,S_b⟩.
GroupSums united(const GroupSums& a, const GroupSums& b, double crossUnits, double crossSquares)
{
    GroupSums sums{.alpha = a.alpha + b.alpha,
                   .size = a.size + b.size,
                   .units = a.units + b.units + crossUnits,
                   .squares = a.squares + b.squares + 2 * crossSquares,
                   .similarity = unitedSimilarity(a, b, crossUnits, crossSquares)};
    sums.dataPart = sums.alpha / sums.size;
    return sums;
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

Gain gainOf(const GroupSums& a, const GroupSums& b, double crossUnits, double crossSquares)
{
    return {.data = a.dataPart + b.dataPart - (a.alpha + b.alpha) / (a.size + b.size),
            .similarity =
                unitedSimilarity(a, b, crossUnits, crossSquares) - a.similarity - b.similarity};
}

/// 1/‖g_i‖ of each update, 0 for one without direction (shorter than 1e-12).
std::vector<double> inverseNorms(const Matrix& gram)
{
    std::vector<double> inverse(gram.rows);
    for (std::size_t i = 0; i < gram.rows; ++i) {
        const double norm = std::sqrt(gram.at(i, i));
        inverse[i] = norm < kShortestNorm ? 0 : 1 / norm;
    }
    return inverse;
}

/// For every pair of groups ⟨U_a,S_b⟩ + ⟨U_b,S_a⟩ and ⟨S_a,S_b⟩, in the place of K: the first in
/// its upper triangle, the second, row by row from the bottom, in its lower one. So both are read
/// along rows, and 10,000 clients need the 800 MB of K and no more.
class GramGains final : public MergeGains
{
public:
    GramGains(Matrix gram, std::span<const double> sizes, const UtilitySettings& settings)
        : m_count(gram.rows)
        , m_pairs(std::move(gram))
    {
        assert(m_pairs.columns == m_count && sizes.size() == m_count);
        const std::vector<double> inverse = inverseNorms(m_pairs);
        for (std::size_t i = 0; i < m_count; ++i)
            m_groups.push_back(sumsOf(settings.alphaOf(i), sizes[i], m_pairs.at(i, i)));
        for (std::size_t i = 0; i < m_count; ++i)
            for (std::size_t j = i + 1; j < m_count; ++j) {
                const double product = m_pairs.at(i, j);
                squares(i, j) = sizes[i] * sizes[j] * product;
                units(i, j) = product * (sizes[j] * inverse[i] + sizes[i] * inverse[j]);
            }
    }

    [[nodiscard]] std::size_t count() const override { return m_count; }

    [[nodiscard]] Gain gain(std::size_t a, std::size_t b) const override
    {
        const auto [first, second] = std::minmax(a, b);
        return gainOf(m_groups[first],
                      m_groups[second],
                      m_pairs.values[unitsAt(first, second)],
                      m_pairs.values[squaresAt(first, second)]);
    }

    void gains(std::size_t group,
               std::span<const std::size_t> others,
               std::span<double> totals) const override
    {
        for (std::size_t k = 0; k < others.size(); ++k)
            totals[k] = gain(group, others[k]).total();
    }

    void merge(std::size_t a, std::size_t b, std::span<const std::size_t> others) override
    {
        m_groups[a] = united(m_groups[a], m_groups[b], units(a, b), squares(a, b));
        for (const std::size_t other : others) {
            const auto [firstA, secondA] = std::minmax(a, other);
            const auto [firstB, secondB] = std::minmax(b, other);
            units(firstA, secondA) += units(firstB, secondB);
            squares(firstA, secondA) += squares(firstB, secondB);
        }
    }

private:
    [[nodiscard]] std::size_t unitsAt(std::size_t i, std::size_t j) const
    {
        return i * m_count + j;
    }
    [[nodiscard]] std::size_t squaresAt(std::size_t i, std::size_t j) const
    {
        return (m_count - 1 - i) * m_count + (j - i - 1);
    }
    [[nodiscard]] double& units(std::size_t i, std::size_t j)
    {
        return m_pairs.values[unitsAt(i, j)];
    }
    [[nodiscard]] double& squares(std::size_t i, std::size_t j)
    {
        return m_pairs.values[squaresAt(i, j)];
    }

    std::size_t m_count;
    Matrix m_pairs;
    std::vector<GroupSums> m_groups;
};

/// The sign of ΣD_i g_i is that of ĝ, so the groups keep their sums.
template <typename Number>
class SignGains final : public MergeGains
{
public:
    SignGains(const Rows<Number>& updates,
              std::span<const double> sizes,
              const UtilitySettings& settings)
        : m_updates(updates)
        , m_sums(updates.count, updates.columns)
        , m_groups(updates.count)
    {
        for (std::size_t i = 0; i < updates.count; ++i) {
            const double alpha = settings.alphaOf(i);
            m_groups[i] = {.members = {i},
                           .alpha = alpha,
                           .size = sizes[i],
                           .dataPart = alpha / sizes[i],
                           .similarity = 1};
            for (std::size_t k = 0; k < updates.columns; ++k)
                m_sums.at(i, k) = sizes[i] * static_cast<double>(updates.row(i)[k]);
        }
    }

    [[nodiscard]] std::size_t count() const override { return m_updates.count; }

    [[nodiscard]] Gain gain(std::size_t a, std::size_t b) const override
    {
        const Group& first = m_groups[a];
        const Group& second = m_groups[b];
        const std::vector<double> sum = sumOf(a, b);
        return {.data = first.dataPart + second.dataPart
                        - (first.alpha + second.alpha) / (first.size + second.size),
                .similarity = agreement(first.members, sum) + agreement(second.members, sum)
                              - first.similarity - second.similarity};
    }

    void gains(std::size_t group,
               std::span<const std::size_t> others,
               std::span<double> totals) const override
    {
        for (std::size_t k = 0; k < others.size(); ++k)
            totals[k] = gain(std::min(group, others[k]), std::max(group, others[k])).total();
    }

    void merge(std::size_t a, std::size_t b, std::span<const std::size_t>) override
    {
        std::ranges::copy(sumOf(a, b), m_sums.row(a).begin());
        Group& into = m_groups[a];
        const Group& from = m_groups[b];
        into.members.insert(into.members.end(), from.members.begin(), from.members.end());
        into.alpha += from.alpha;
        into.size += from.size;
        into.dataPart = into.alpha / into.size;
        into.similarity = agreement(into.members, m_sums.row(a));
    }

    /// s(i, C) of one member.
    [[nodiscard]] double similarityOf(std::size_t client, std::size_t group) const
    {
        return m_groups[group].members.size() == 1 ? 1 : agreementOf(client, m_sums.row(group));
    }

private:
    struct Group
    {
        std::vector<std::size_t> members;
        double alpha = 0;
        double size = 0;
        double dataPart = 0;
        double similarity = 0;
    };

    [[nodiscard]] std::vector<double> sumOf(std::size_t a, std::size_t b) const
    {
        std::vector<double> sum(m_updates.columns);
        std::ranges::transform(m_sums.row(a), m_sums.row(b), sum.begin(), std::plus<>());
        return sum;
    }

    [[nodiscard]] double agreementOf(std::size_t client, std::span<const double> sum) const
    {
        const Number* update = m_updates.row(client);
        std::size_t equal = 0;
        for (std::size_t k = 0; k < sum.size(); ++k)
            equal += (update[k] > 0) == (sum[k] > 0) && (update[k] < 0) == (sum[k] < 0) ? 1U : 0U;
        return sum.empty() ? 1 : static_cast<double>(equal) / static_cast<double>(sum.size());
    }

    [[nodiscard]] double agreement(std::span<const std::size_t> members,
                                   std::span<const double> sum) const
    {
        double agreed = 0;
        for (const std::size_t client : members)
            agreed += agreementOf(client, sum);
        return agreed;
    }

    Rows<Number> m_updates;
    Matrix m_sums; ///< ΣD_i g_i
    std::vector<Group> m_groups;
};

} // namespace

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
        sumsOf(settings.alphaOf(newcomer), sizes[newcomer], gram.at(newcomer, newcomer));
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
            const GroupSums one = sumsOf(settings.alphaOf(i), sizes[i], gram.at(i, i));
            double crossUnits = 0;
            double crossSquares = 0;
            for (std::size_t earlier = 0; earlier < m; ++earlier) {
                crossUnits += units(i, static_cast<std::size_t>(members[earlier]));
                crossSquares += squares(i, static_cast<std::size_t>(members[earlier]));
            }
            group = m == 0 ? one : united(group, one, crossUnits, crossSquares);
            unitsWithNewcomer += units(i, newcomer);
            squaresWithNewcomer += squares(i, newcomer);
        }
        gains.push_back(gainOf(group, alone, unitsWithNewcomer, squaresWithNewcomer));
    }
    return gains;
}

Grouping
partitionByUtility(Matrix gram, std::span<const double> sizes, const UtilitySettings& settings)
{
    GramGains gains(std::move(gram), sizes, settings);
    return mergeGreedily(gains, settings.fixedGroups);
}

template <typename Number>
Grouping partitionBySigns(const Rows<Number>& updates,
                          std::span<const double> sizes,
                          const UtilitySettings& settings)
{
    SignGains<Number> gains(updates, sizes, settings);
    return mergeGreedily(gains, settings.fixedGroups);
}

template Grouping
partitionBySigns(const Rows<float>&, std::span<const double>, const UtilitySettings&);
template Grouping
partitionBySigns(const Rows<double>&, std::span<const double>, const UtilitySettings&);

template <typename Number>
std::vector<double> utilitiesBySigns(const Rows<Number>& updates,
                                     std::span<const double> sizes,
                                     std::span<const std::vector<int>> groups,
                                     const UtilitySettings& settings)
{
    SignGains<Number> gains(updates, sizes, settings);
    std::vector<double> utility(updates.count, 0.0);
    for (const std::vector<int>& members : groups) {
        double size = 0;
        for (const int member : members) {
            size += sizes[static_cast<std::size_t>(member)];
            if (member != members.front())
                gains.merge(static_cast<std::size_t>(members.front()),
                            static_cast<std::size_t>(member),
                            {});
        }
        for (const int member : members) {
            const auto i = static_cast<std::size_t>(member);
            utility[i] = gains.similarityOf(i, static_cast<std::size_t>(members.front()))
                         - settings.alphaOf(i) / size + settings.beta;
        }
    }
    return utility;
}

template std::vector<double> utilitiesBySigns(const Rows<float>&,
                                              std::span<const double>,
                                              std::span<const std::vector<int>>,
                                              const UtilitySettings&);
template std::vector<double> utilitiesBySigns(const Rows<double>&,
                                              std::span<const double>,
                                              std::span<const std::vector<int>>,
                                              const UtilitySettings&);

Grouping ofClients(Grouping partition, std::span<const std::size_t> members, std::size_t clients)
{
    const auto idOf = [&](int number) {
        const auto place = static_cast<std::size_t>(number);
        return static_cast<int>(place < members.size() ? members[place]
                                                       : clients + place - members.size());
    };
    const auto renumber = [&](Merge& merge) {
        merge.left = idOf(merge.left);
        merge.right = idOf(merge.right);
    };
    for (std::vector<int>& group : partition.groups)
        std::ranges::transform(group, group.begin(), idOf);
    std::ranges::for_each(partition.merges, renumber);
    if (partition.refused)
        renumber(*partition.refused);
    return partition;
}

Grouping renumbered(Grouping partition,
                    std::span<const std::size_t> members,
                    std::span<const std::size_t> alone,
                    std::size_t clients)
{
    Grouping all = ofClients(std::move(partition), members, clients);
    for (const std::size_t single : alone)
        all.groups.push_back({static_cast<int>(single)});
    std::ranges::sort(all.groups, {}, [](const auto& group) { return group.front(); });
    return all;
}

} // namespace coterie
