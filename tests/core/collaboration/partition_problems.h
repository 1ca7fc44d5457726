#pragma once

#include "core/math/linear_algebra.h"
#include "tests/core/collaboration/direct_partition.h"

#include <QTest>

#include <array>
#include <numbers>
#include <random>
#include <string>

/// Federations to be partitioned by utility, and what the tests of partitions ask of the result.
namespace partition_problems {

using namespace coterie;

inline constexpr double kTolerance = 1e-5; // of the figures in ALGORITHMS §2

inline Matrix rowsOf(const direct::Vectors& updates)
{
    Matrix rows(updates.size(), updates.front().size());
    for (std::size_t i = 0; i < updates.size(); ++i)
        std::ranges::copy(updates[i], rows.row(i).begin());
    return rows;
}

inline Matrix gramOf(const direct::Vectors& updates)
{
    return gram(rowsOf(updates));
}

inline double sumOf(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum;
}

inline Grouping partition(const direct::Problem& problem)
{
    return partitionByUtility(gramOf(problem.updates), problem.sizes, problem.settings);
}

inline double totalUtility(const direct::Problem& problem, const Grouping& grouping)
{
    return sumOf(
        utilities(gramOf(problem.updates), problem.sizes, grouping.groups, problem.settings));
}

/// ALGORITHMS §2.1, example H1.
inline direct::Problem h1(double alpha)
{
    return {.updates = {{1, 0}, {0.8, 0.6}, {0, 1}},
            .sizes = {100, 300, 100},
            .settings = {.alpha = {alpha}}};
}

/// Example H2: six unit updates, the story of the paper's Fig. 2.
inline direct::Problem h2(double alpha, std::size_t fixedGroups = 0)
{
    direct::Problem problem{.updates = {},
                            .sizes = std::vector<double>(6, 100.0),
                            .settings = {.alpha = {alpha}, .fixedGroups = fixedGroups}};
    for (const double degrees : {0.0, 10.0, 25.0, 120.0, 132.0, 240.0}) {
        const double angle = degrees * std::numbers::pi / 180;
        problem.updates.push_back({std::cos(angle), std::sin(angle)});
    }
    return problem;
}

inline std::string text(const direct::Groups& groups)
{
    std::string all;
    for (const std::vector<int>& group : groups) {
        all += all.empty() ? "{" : ",{";
        for (std::size_t i = 0; i < group.size(); ++i)
            all += (i == 0 ? "" : ",") + std::to_string(group[i] + 1);
        all += "}";
    }
    return all;
}

inline void near(double value, double expected, double tolerance = kTolerance)
{
    const std::string sentence = std::to_string(value) + " is not " + std::to_string(expected);
    QVERIFY2(std::abs(value - expected) <= tolerance * std::max(1.0, std::abs(expected)),
             sentence.c_str());
}

/// A random federation of one of several kinds: generic, on a coarse grid (ties, zero and opposite
/// updates), with parallel updates, or with equal sizes.
inline direct::Problem randomProblem(std::mt19937& random, std::size_t largest)
{
    const auto below = [&random](std::size_t bound) { return random() % bound; };
    const std::size_t clients = 1 + below(largest);
    const std::size_t dimension = 1 + below(6);
    const std::size_t kind = below(4);
    std::normal_distribution<double> normal;
    constexpr std::array kAlphas{0.0, 0.5, 5.0, 30.0, 80.0, 300.0, 1e9};
    direct::Problem problem;
    problem.settings.alpha = {kAlphas[below(kAlphas.size())]};
    if (below(4) == 0) {
        problem.settings.alpha.clear();
        for (std::size_t i = 0; i < clients; ++i)
            problem.settings.alpha.push_back(kAlphas[below(kAlphas.size() - 1)]);
    }
    if (below(5) == 0)
        problem.settings.fixedGroups = 1 + below(clients);
    for (std::size_t i = 0; i < clients; ++i) {
        problem.sizes.push_back(kind == 3 ? 100.0 : static_cast<double>(20 + below(300)));
        std::vector<double> update(dimension);
        for (double& entry : update)
            entry = kind == 1 ? static_cast<double>(below(3)) - 1.0 : normal(random);
        if (kind == 2 && i > 0 && below(2) == 0) {
            const double factor = static_cast<double>(1 + below(3));
            update = problem.updates[below(i)];
            for (double& entry : update)
                entry *= factor;
        }
        problem.updates.push_back(update);
    }
    if (kind == 1) // groups of equal clients, so that ties are exact
        for (double& size : problem.sizes)
            size = 50 * (1 + static_cast<double>(below(2)));
    return problem;
}

} // namespace partition_problems
