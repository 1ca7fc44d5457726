#pragma once

#include "tests/core/algorithms/played.h"

#include <ATen/ATen.h>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

/// The scalar test-bed of ALGORITHMS §6: clients with losses F_i(w) = ½(w − a_i)² and n_i samples.
namespace small {

struct Scalar
{
    double target;           ///< a_i
    std::size_t samples = 1; ///< n_i, all alike
};

/// The loss here is (w·x − y)² without the ½, so x = 1/√2 and y = a/√2; inputs are floats, which
/// leaves seven digits. A batch holds one sample, in float64.
inline Played scalarBed(RunPlan plan, const std::vector<Scalar>& clients)
{
    const auto half = static_cast<float>(std::sqrt(0.5));
    std::vector<std::pair<float, float>> pairs;
    Shards shards;
    for (const Scalar& client : clients) {
        Shard shard;
        for (std::size_t sample = 0; sample < client.samples; ++sample) {
            shard.train.push_back(static_cast<std::int32_t>(pairs.size()));
            pairs.emplace_back(half, static_cast<float>(client.target) * half);
        }
        shards.push_back(shard);
    }
    plan.model.precision = "float64";
    return {plan, scalars(pairs), shards, line()};
}

/// Lets every model of the algorithm start at `value`, which no initialisation gives.
inline void startAt(Played& played, double value)
{
    State state = played.algorithm->state();
    for (StatePart& part : state)
        if (part.values.dim() == 2)
            part.values = at::full_like(part.values, value);
    played.algorithm->restore(state);
}

inline double personal(const Played& played, std::size_t client)
{
    return played.modelOf(client).parameters.item().toDouble();
}

inline double global(const Played& played)
{
    const ModelsInUse models = played.algorithm->models();
    return models.global->row(models.globalRow).parameters.item().toDouble();
}

inline double middle(const Played& played, std::size_t client)
{
    const ModelsInUse models = played.algorithm->models();
    return models.middle->row(models.middleRow[client]).parameters.item().toDouble();
}

/// 1e-5 relative, the tolerance of the reference numbers.
inline bool near(double found, double expected)
{
    return std::abs(found - expected) <= 1e-5 * std::abs(expected);
}

inline std::vector<EdgeServer> edgeServers(const std::vector<std::vector<int>>& clients)
{
    std::vector<EdgeServer> edges;
    for (std::size_t edge = 0; edge < clients.size(); ++edge)
        edges.push_back({.name = "edge " + std::to_string(edge), .clients = clients[edge]});
    return edges;
}

/// The values an algorithm reported under a name; empty if there are none.
inline std::vector<std::optional<double>> reported(const std::vector<NamedValues>& lists,
                                                   std::string_view name)
{
    for (const NamedValues& list : lists)
        if (list.name == name)
            return list.values;
    return {};
}

} // namespace small
