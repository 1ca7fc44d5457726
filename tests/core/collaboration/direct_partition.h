#pragma once

#include "core/collaboration/utility_partition.h"
#include "core/report/round_report.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

/// HCCT's Algorithm 2 word by word on explicit update vectors: every benefit of every pair of
/// groups from the groups' mean updates, anew in each step. What the closed form is checked
/// against.
namespace direct {

using Vectors = std::vector<std::vector<double>>;
using Groups = std::vector<std::vector<int>>;

inline double dot(const std::vector<double>& a, const std::vector<double>& b)
{
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        sum += a[k] * b[k];
    return sum;
}

/// ALGORITHMS §1.2.
inline double cosine(const std::vector<double>& a, const std::vector<double>& b)
{
    const double normA = std::sqrt(dot(a, a));
    const double normB = std::sqrt(dot(b, b));
    return normA < 1e-12 || normB < 1e-12 ? 0 : dot(a, b) / (normA * normB);
}

/// The share of coordinates of equal sign.
inline double equalSigns(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto sign = [](double x) { return (x > 0) - (x < 0); };
    double equal = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        equal += sign(a[k]) == sign(b[k]) ? 1 : 0;
    return equal / static_cast<double>(a.size());
}

struct Problem
{
    Vectors updates;
    std::vector<double> sizes;
    coterie::UtilitySettings settings;
    std::function<double(const std::vector<double>&, const std::vector<double>&)> similarity =
        &cosine;
};

/// Û(C), eq. (9), (13), (14).
inline double utility(const Problem& problem, const std::vector<int>& group)
{
    double size = 0;
    for (const int i : group)
        size += problem.sizes[static_cast<std::size_t>(i)];
    std::vector<double> mean(problem.updates.front().size(), 0.0);
    for (const int i : group)
        for (std::size_t k = 0; k < mean.size(); ++k)
            mean[k] += problem.sizes[static_cast<std::size_t>(i)]
                       * problem.updates[static_cast<std::size_t>(i)][k];
    for (double& entry : mean)
        entry /= size;
    double sum = 0;
    for (const int i : group) {
        const auto client = static_cast<std::size_t>(i);
        const double similarity =
            group.size() == 1 ? 1 : problem.similarity(problem.updates[client], mean);
        sum += similarity - problem.settings.alphaOf(client) / size + problem.settings.beta;
    }
    return sum;
}

inline double total(const Problem& problem, const Groups& groups)
{
    double sum = 0;
    for (const std::vector<int>& group : groups)
        sum += utility(problem, group);
    return sum;
}

struct Partition
{
    Groups groups;
    std::vector<double> benefits; ///< of the merges that were done
};

/// Groups are kept by smallest member, so the first pair found is the smallest.
inline Partition algorithm2(const Problem& problem)
{
    Partition result;
    for (std::size_t i = 0; i < problem.updates.size(); ++i)
        result.groups.push_back({static_cast<int>(i)});
    Groups& groups = result.groups;
    const std::size_t fixed = problem.settings.fixedGroups;
    while (groups.size() > 1 && groups.size() > fixed) {
        struct Candidate
        {
            std::size_t a, b;
            double benefit;
        };
        std::vector<Candidate> candidates;
        for (std::size_t a = 0; a < groups.size(); ++a)
            for (std::size_t b = a + 1; b < groups.size(); ++b) {
                std::vector<int> both = groups[a];
                both.insert(both.end(), groups[b].begin(), groups[b].end());
                candidates.push_back({a,
                                      b,
                                      utility(problem, both) - utility(problem, groups[a])
                                          - utility(problem, groups[b])});
            }
        const double best = std::ranges::max(candidates, {}, &Candidate::benefit).benefit;
        if (fixed == 0 && !(best > 1e-12))
            break;
        const auto chosen = std::ranges::find_if(candidates, [best](const Candidate& candidate) {
            return candidate.benefit >= best - 1e-12 * std::max(1.0, std::abs(best));
        });
        result.benefits.push_back(chosen->benefit);
        std::vector<int>& into = groups[chosen->a];
        into.insert(into.end(), groups[chosen->b].begin(), groups[chosen->b].end());
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(chosen->b));
    }
    for (std::vector<int>& group : groups)
        std::ranges::sort(group);
    return result;
}

} // namespace direct
