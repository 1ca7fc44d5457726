#pragma once

#include "core/experiment/parameters.h"
#include "core/report/collaboration.h"
#include "core/train/federation.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

/// What a participant counts for in an average (ALGORITHMS §1.2).
enum class Aggregation
{
    BySize,
    Uniform
};

/// Weight of each participant, in the order of Federation::participants(): what the sampler says,
/// else by `aggregation`. A client drawn twice counts twice.
[[nodiscard]] std::vector<double> participantWeights(const Federation& federation,
                                                     Aggregation aggregation);

/// WAVG of the participants' models, one row; `weights` as participantWeights() gives them.
[[nodiscard]] ModelRows
averaged(const Federation& federation, const ModelRows& ends, std::span<const double> weights);

/// (1 − β)·before + β·mean, with the mean's buffers: a server that goes only part of the way.
[[nodiscard]] ModelRows mixedBy(double beta, const ModelRows& before, const ModelRows& mean);

/// What a round with one averaged model reports: its collaboration matrix, and the traffic of
/// countExchange().
void reportAverage(const Federation& federation,
                   RoundReport& report,
                   std::span<const std::size_t> members,
                   std::span<const double> weights,
                   std::optional<double> scalars = {});

/// Each client fetches `scalars` numbers from the server, a whole model unless given, and returns
/// as many.
void countExchange(const Federation& federation,
                   RoundReport& report,
                   std::span<const std::size_t> clients,
                   std::optional<double> scalars = {});

/// Client i sends and fetches sent[i] models or gradients to and from other clients.
void countPeerExchange(const Federation& federation,
                       RoundReport& report,
                       std::span<const double> sent);

/// A row of A: the clients' normalised weights.
[[nodiscard]] std::vector<Collaboration::Share> normalisedRow(std::span<const std::size_t> clients,
                                                              std::span<const double> weights);

/// A of a single global model: every client has the members' normalised weights.
[[nodiscard]] Collaboration oneModelForAll(std::size_t clients,
                                           std::span<const std::size_t> members,
                                           std::span<const double> weights);

inline constexpr std::array<std::string_view, 2> kAggregationWords{"bySize", "uniform"};

/// For the parameter table of every algorithm that averages.
inline constexpr ParameterDescriptor kAggregationParameter{
    .name = "aggregation",
    .words = kAggregationWords,
    .meaning = "A participant counts in proportion to its samples (bySize), or all count alike",
    .symbol = "aᵢ",
    .equation = "FedAvg Algorithm 1"};

/// Every participant's local work from the global model.
[[nodiscard]] std::vector<LocalJob> jobsFromOneModel(const Federation& federation);

/// The same from its own row of models that have one for each participant that is here, in their
/// order, and anchored at that row.
[[nodiscard]] std::vector<LocalJob> jobsFromOwnModels(const Federation& federation);

/// A term of a method's loss, as what it adds to a gradient.
class GradientTerm final : public Objective
{
public:
    using Added = std::function<void(const LocalPoint& point, at::Tensor& gradient)>;

    explicit GradientTerm(Added added)
        : m_added(std::move(added))
    {}

    void addGradient(const LocalPoint& point, at::Tensor gradient) const override
    {
        m_added(point, gradient);
    }

private:
    Added m_added;
};

/// F_i: the mean training loss on each of these clients, of the only model in `models` or, if there
/// are several, of the client's own row.
[[nodiscard]] std::vector<double>
trainLosses(Federation& federation, const ModelRows& models, std::span<const std::size_t> clients);

} // namespace coterie
