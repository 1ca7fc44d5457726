#pragma once

#include "core/train/federation.h"

#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace coterie {

/// Throws a sentence if the arm's local objective is not plain: what is added to a gradient is then
/// the algorithm's own business.
void requirePlainObjective(const Federation& federation);

/// A round of local work that an algorithm takes step by step, because a step needs more than one
/// client's data or more than one model. Amounts, batches, masks and what is reported are those of
/// Federation::train: a client that steps along nothing but its own gradient does local work, bit
/// for bit. Row i of every matrix here belongs to client i.
class SteppedWork
{
public:
    /// Of the round's participants, each with local work's number of steps unless told otherwise.
    /// See requirePlainObjective().
    explicit SteppedWork(Federation& federation, std::optional<std::size_t> steps = {});
    /// A participant that takes no step; its data may still be asked.
    void leaveOut(std::size_t client);

    [[nodiscard]] bool done() const { return m_active.empty(); }
    [[nodiscard]] std::size_t step() const { return m_step; }
    /// Who takes this step, ascending: participants with samples whose amount is not used up.
    [[nodiscard]] std::span<const std::size_t> active() const { return m_active; }
    void advance();

    /// From now on all models see the same batches of a client: those of its own local work.
    void shareBatches() { m_sharesBatches = true; }

    /// The batch of this step that `client` uses for the model of `owner`, each pair from a stream
    /// of its own unless they are shared. Asked again in the same step it is the same.
    [[nodiscard]] std::span<const std::int32_t> batch(std::size_t client, std::size_t owner);
    /// A job on that batch: trained if the model is the client's own, probed if foreign.
    [[nodiscard]] GradientJob job(std::size_t client, std::size_t owner, double weight = 1);
    /// Sums of the jobs' gradients, one row per client of the federation; what clients find on
    /// their own batches becomes their training loss.
    [[nodiscard]] at::Tensor gradients(std::span<const GradientJob> jobs, ModelRows& models);
    /// Every active client's gradient at its own model.
    [[nodiscard]] at::Tensor ownGradients(ModelRows& models);

    /// Tells report and sampler of those who worked: steps, training losses, updates.
    void conclude(const ModelRows& starts, const ModelRows& ends, RoundReport& report) const;

private:
    struct Pair
    {
        std::optional<BatchSequence> sequence;
        std::span<const std::int32_t> batch;
        std::size_t drawnFor = 0; ///< the step, counted from 1
    };
    struct Client
    {
        std::size_t steps = 0;
        std::size_t measuredFrom = 0;
        Tally tally = {};
    };

    Federation& m_federation;
    std::size_t m_batch;
    bool m_sharesBatches = false;
    std::size_t m_step = 0;
    std::vector<std::size_t> m_active;
    std::vector<std::size_t> m_workers; ///< who was active at first
    std::vector<Client> m_clients;
    std::unordered_map<std::size_t, Pair> m_pairs; ///< client · N + owner
    std::vector<Tally> m_tallies;
};

} // namespace coterie
