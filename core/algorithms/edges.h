#pragma once

#include "core/base/matrix.h"
#include "core/train/federation.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// Which edge server each client belongs to. Clients that no edge of the experiment lists form a
/// last edge of their own; without any edges it has all clients.
class Edges
{
public:
    Edges() = default;
    explicit Edges(const Federation& federation);

    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] std::span<const std::size_t> edgeOfClient() const { return m_edgeOfClient; }
    /// The models of the method, and those of the edge servers between, one row each.
    [[nodiscard]] ModelsInUse inUse(ModelsInUse models, const ModelRows& edgeModels) const;

private:
    std::vector<std::size_t> m_edgeOfClient;
    std::size_t m_count = 0;
};

/// One round's participants under their edge servers. Edges are addressed by their place among
/// those that have a participant, clients by their row among the participants.
struct EdgeRound
{
    /// `weightOfEach` as participantWeights() gives it.
    EdgeRound(const Edges& all,
              std::span<const std::size_t> participants,
              std::span<const double> weightOfEach);
    /// The same with only those places, ascending.
    [[nodiscard]] EdgeRound only(const Edges& all, std::span<const std::size_t> places) const;

    std::vector<std::size_t> edges;             ///< numbers of the edge servers, ascending
    std::vector<std::size_t> clients;           ///< ascending
    std::vector<double> weights;                ///< per row: the client's weight at its edge
    std::vector<std::size_t> placeOfClient;     ///< per row: where its edge is in `edges`
    std::vector<std::vector<std::size_t>> rows; ///< per place: its clients' rows

    /// A job per client that starts from its edge's model, row `placeOfClient`, and is anchored
    /// there.
    [[nodiscard]] std::vector<LocalJob> jobs() const;
    /// `all` models, one row per edge server, with those of this round, one row per place.
    [[nodiscard]] ModelRows replaced(const ModelRows& all, const ModelRows& ofRound) const;
    /// Σ of the clients' weights, per place.
    [[nodiscard]] std::vector<double> totals() const;
};

/// Each edge's mean of its clients' models: row `place` of the result, `ends` row by client.
[[nodiscard]] ModelRows
edgeAverages(const Federation& federation, const EdgeRound& round, const ModelRows& ends);

/// A of two levels, the product of edges ← clients and cloud ← edges, for one global model: every
/// client takes from client j the share of j in its edge times the share of the edge in the cloud's
/// mean.
[[nodiscard]] Collaboration
twoLevels(std::size_t clients, const EdgeRound& round, std::span<const double> edgeWeights);

/// The traffic of whole models of 32-bit numbers: `edgeRounds` times between clients and edges,
/// once between edges and cloud.
void countEdgeTraffic(const Federation& federation,
                      const EdgeRound& round,
                      int edgeRounds,
                      RoundReport& report);

/// ‖a_i − b_i‖ of the rows of two matrices of models.
[[nodiscard]] std::vector<double> rowDistances(const at::Tensor& a, const at::Tensor& b);

} // namespace coterie
