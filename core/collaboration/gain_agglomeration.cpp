#include "core/collaboration/gain_agglomeration.h"

#include "core/base/indices.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace coterie {

namespace {

constexpr double kNothing = -std::numeric_limits<double>::infinity();
constexpr std::size_t kListed = 16;

/// The largest of N numbers that change one at a time, and who is the first to reach a threshold.
class LargestKey
{
public:
    explicit LargestKey(std::size_t count)
        : m_leaves(std::bit_ceil(std::max<std::size_t>(count, 1)))
        , m_tree(2 * m_leaves, kNothing)
    {}

    [[nodiscard]] double largest() const { return m_tree[1]; }

    [[nodiscard]] std::size_t firstReaching(double threshold) const
    {
        std::size_t node = 1;
        while (node < m_leaves)
            node = m_tree[2 * node] >= threshold ? 2 * node : 2 * node + 1;
        return node - m_leaves;
    }

    void set(std::size_t place, double key)
    {
        std::size_t node = m_leaves + place;
        if (m_tree[node] == key)
            return;
        m_tree[node] = key;
        for (node /= 2; node > 0; node /= 2) {
            const double larger = std::max(m_tree[2 * node], m_tree[2 * node + 1]);
            if (m_tree[node] == larger)
                return;
            m_tree[node] = larger;
        }
    }

private:
    std::size_t m_leaves;
    std::vector<double> m_tree;
};

/// A partner with a larger number, and what merging with it would bring.
struct Candidate
{
    double gain = 0;
    std::uint32_t partner = 0;
    std::uint32_t age = 0; ///< of the partner when the gain was computed
};

/// The best partners of one group, in ascending gain, and a bound on the gain with all others.
struct Candidates
{
    std::vector<Candidate> listed;
    double bound = kNothing;

    [[nodiscard]] double key() const { return listed.empty() ? bound : listed.back().gain; }
    /// Only the bound is known.
    [[nodiscard]] bool isStale() const { return listed.empty() && bound > kNothing; }

    void add(const Candidate& candidate)
    {
        if (!(candidate.gain > bound))
            return; // not a number, or covered by the bound
        if (listed.size() == kListed) {
            const Candidate least = listed.front();
            bound = std::max(bound, std::min(candidate.gain, least.gain));
            if (!(candidate.gain > least.gain))
                return;
            listed.erase(listed.begin());
        }
        const auto place = std::ranges::lower_bound(listed, candidate.gain, {}, &Candidate::gain);
        listed.insert(place, candidate);
    }
};

class Agglomeration
{
public:
    Agglomeration(MergeGains& gains, std::size_t fixedGroups)
        : m_gains(gains)
        , m_fixedGroups(fixedGroups)
        , m_count(gains.count())
        , m_alive(indices(m_count))
        , m_isAlive(m_count, true)
        , m_age(m_count, 0)
        , m_node(m_count)
        , m_members(m_count)
        , m_candidates(m_count)
        , m_keys(m_count)
        , m_totals(m_count)
    {
        for (std::size_t group = 0; group < m_count; ++group) {
            m_node[group] = static_cast<int>(group);
            m_members[group] = {static_cast<int>(group)};
        }
        for (std::size_t group = 0; group < m_count; ++group)
            scan(group);
    }

    Grouping run()
    {
        Grouping grouping;
        std::optional<Pair> pair;
        for (pair = best(); pair; pair = best()) {
            const Merge merged = mergeOf(*pair);
            const bool stops =
                m_fixedGroups > 0 ? m_alive.size() <= m_fixedGroups : !(merged.score > kSameGain);
            if (stops) {
                grouping.refused = merged;
                break;
            }
            merge(*pair);
            m_node[pair->first] = static_cast<int>(m_count + grouping.merges.size());
            grouping.merges.push_back(merged);
        }
        grouping.stopReason = stopReason(pair);
        for (const std::size_t group : m_alive) {
            std::ranges::sort(m_members[group]);
            grouping.groups.push_back(std::move(m_members[group]));
        }
        return grouping;
    }

private:
    using Pair = std::pair<std::size_t, std::size_t>;

    /// The first pair that ties with the best one.
    std::optional<Pair> best()
    {
        while (m_keys.largest() > kNothing) {
            const double largest = m_keys.largest();
            const double threshold = largest - kSameGain * std::max(1.0, std::abs(largest));
            std::size_t group = m_keys.firstReaching(largest);
            if (!m_candidates[group].isStale()) // the largest gain is known, not only bounded
                group = m_keys.firstReaching(threshold);
            if (!m_candidates[group].isStale())
                return Pair{group, partnerReaching(group, threshold)};
            scan(group);
        }
        return std::nullopt;
    }

    std::size_t partnerReaching(std::size_t group, double threshold)
    {
        if (m_candidates[group].bound >= threshold) { // some partners that tie may not be listed
            const std::span<const std::size_t> partners = partnersAfter(group);
            const std::span<double> totals(m_totals.data(), partners.size());
            m_gains.gains(group, partners, totals);
            for (std::size_t k = 0; k < partners.size(); ++k)
                if (totals[k] >= threshold)
                    return partners[k];
        }
        std::size_t first = m_count;
        for (const Candidate& candidate : m_candidates[group].listed) {
            const std::size_t partner = candidate.partner;
            if (candidate.gain >= threshold && m_isAlive[partner]
                && m_age[partner] == candidate.age)
                first = std::min(first, partner);
        }
        return first;
    }

    Merge mergeOf(const Pair& pair) const
    {
        const auto [a, b] = pair;
        const Gain gain = m_gains.gain(a, b);
        return {.left = std::min(m_node[a], m_node[b]),
                .right = std::max(m_node[a], m_node[b]),
                .score = gain.total(),
                .kind = MergeKind::Gain,
                .size = static_cast<int>(m_members[a].size() + m_members[b].size()),
                .dataGain = gain.data,
                .similarityLoss = gain.similarity};
    }

    const char* stopReason(const std::optional<Pair>& pair) const
    {
        if (m_alive.size() <= 1)
            return "Everybody is in one group.";
        if (!pair)
            return "Updates that are not finite cannot be compared.";
        if (m_fixedGroups > 0)
            return "As many groups are left as were asked for.";
        return "No further merge would bring a gain.";
    }

    void merge(const Pair& pair)
    {
        const auto [a, b] = pair;
        m_alive.erase(std::ranges::lower_bound(m_alive, b));
        m_isAlive[b] = false;
        ++m_age[a];
        m_others.clear();
        std::ranges::copy_if(m_alive, std::back_inserter(m_others), [a = a](std::size_t other) {
            return other != a;
        });
        m_gains.merge(a, b, m_others);
        m_members[a].insert(m_members[a].end(), m_members[b].begin(), m_members[b].end());
        m_members[b] = {};
        m_candidates[b] = {};
        m_keys.set(b, kNothing);

        const std::span<double> totals(m_totals.data(), m_others.size());
        m_gains.gains(a, m_others, totals);
        Candidates& own = m_candidates[a];
        own = {};
        for (std::size_t k = 0; k < m_others.size(); ++k) {
            const std::size_t other = m_others[k];
            if (other > a)
                own.add({.gain = totals[k],
                         .partner = static_cast<std::uint32_t>(other),
                         .age = m_age[other]});
            if (other > b)
                continue;
            dropOutdated(other);
            if (other < a)
                m_candidates[other].add(
                    {.gain = totals[k], .partner = static_cast<std::uint32_t>(a), .age = m_age[a]});
            m_keys.set(other, m_candidates[other].key());
        }
        m_keys.set(a, own.key());
    }

    void scan(std::size_t group)
    {
        const std::span<const std::size_t> partners = partnersAfter(group);
        const std::span<double> totals(m_totals.data(), partners.size());
        m_gains.gains(group, partners, totals);
        Candidates& candidates = m_candidates[group];
        candidates = {};
        for (std::size_t k = 0; k < partners.size(); ++k)
            candidates.add({.gain = totals[k],
                            .partner = static_cast<std::uint32_t>(partners[k]),
                            .age = m_age[partners[k]]});
        m_keys.set(group, candidates.key());
    }

    void dropOutdated(std::size_t group)
    {
        std::vector<Candidate>& listed = m_candidates[group].listed;
        const auto isOutdated = [this](const Candidate& candidate) {
            return !m_isAlive[candidate.partner] || m_age[candidate.partner] != candidate.age;
        };
        while (!listed.empty() && isOutdated(listed.back()))
            listed.pop_back();
    }

    std::span<const std::size_t> partnersAfter(std::size_t group) const
    {
        return {std::ranges::upper_bound(m_alive, group), m_alive.end()};
    }

    MergeGains& m_gains;
    std::size_t m_fixedGroups;
    std::size_t m_count;
    std::vector<std::size_t> m_alive; // ascending
    std::vector<bool> m_isAlive;
    std::vector<std::uint32_t> m_age; // merges into a group so far
    std::vector<int> m_node;
    std::vector<std::vector<int>> m_members;
    std::vector<Candidates> m_candidates; // of each group, among the groups after it
    LargestKey m_keys;
    std::vector<std::size_t> m_others;
    std::vector<double> m_totals;
};

} // namespace

Grouping mergeGreedily(MergeGains& gains, std::size_t fixedGroups)
{
    return Agglomeration(gains, fixedGroups).run();
}

} // namespace coterie
