#pragma once

#include "tests/core/algorithms/scalar_bed.h"

#include <ATen/ATen.h>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// sFedHP on federations small enough for a test.
namespace small {

using Settings = std::initializer_list<std::pair<std::string_view, ParameterValue>>;

/// A plan of sFedHP with these edge servers, at its defaults but for the settings.
inline RunPlan
sFedHp(const LocalSettings& local, const std::vector<std::vector<int>>& edges, Settings settings)
{
    RunPlan made = plan(local, "sfedhp");
    made.algorithm = part(registry().algorithms, "sfedhp", settings);
    made.clients.edges = edgeServers(edges);
    return made;
}

/// ALGORITHMS §4, the scalar run: a = (1, 3), one edge, λ₁ = λ₂ = 25, η₁ = η₂ = 0.05, K = 5.
inline Played sFedHpScalars(std::int64_t edgeRounds, const std::string& thetaInit, double beta = 1)
{
    return scalarBed(sFedHp(sgd(0.05, 1, 1),
                            {{0, 1}},
                            {{"edgeRounds", edgeRounds},
                             {"thetaInit", thetaInit},
                             {"lambda1", 25.0},
                             {"lambda2", 25.0},
                             {"beta", beta}}),
                     {{.target = 1}, {.target = 3}});
}

inline void runFromZero(Played& played)
{
    startAt(played, 0);
    (void)played.play(1);
}

/// Six clients of unequal size and a perceptron of 53 numbers, in float64.
inline Played sixClients(RunPlan plan, const std::string& device = "cpu")
{
    plan.model.precision = "float64";
    return {plan, table(200, 6, 3), shards({20, 14, 31, 9, 18, 25}), perceptron(), device};
}

inline at::Tensor globalOf(const Played& played)
{
    return played.algorithm->models().global->parameters;
}

inline double bitsOver(const RoundReport& report, Link link)
{
    double bits = 0;
    for (const Traffic& traffic : report.traffic)
        bits += traffic.link == link ? traffic.bits : 0;
    return bits;
}

} // namespace small
