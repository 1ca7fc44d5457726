#pragma once

#include "core/train/federation.h"

#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace coterie {

/// Throws a sentence if the arm's local objective is not plain, for algorithms that add their own
/// terms to gradients.
void requirePlainObjective(const Federation& federation);

/// A round of local work in single steps, for algorithms whose steps need more than one client's
/// data or more than one model. Amounts, batches, masks and reports are those of Federation::train:
/// a client that steps along its own gradient alone does local work, bit for bit. Row i of every
/// matrix here belongs to client i; where models are dealt, each rank has the rows of its clients,
/// at ModelRows::place(), and lists the jobs of all, for the clients' own models.
class SteppedWork
{
public:
    /// Of the round's participants, each with `steps` steps or else as many as local work. See
    /// requirePlainObjective().
    explicit SteppedWork(Federation& federation, std::optional<std::size_t> steps = {});

    [[nodiscard]] bool done() const { return m_active.empty(); }
    [[nodiscard]] std::size_t step() const { return m_step; }
    /// The clients that take this step, ascending: participants with samples and steps left.
    [[nodiscard]] std::span<const std::size_t> active() const { return m_active; }
    /// Those of them whose models are here: all, unless ranks have dealt them.
    [[nodiscard]] std::vector<std::size_t> activeHere() const { return here(m_active); }
    void advance();

    /// From now on all models use the same batches of a client: those of its own local work.
    void shareBatches() { m_sharesBatches = true; }

    /// The batch of this step that `client` uses for the model of `owner`, each pair from its own
    /// stream unless batches are shared. A second call in the same step returns the same batch.
    [[nodiscard]] std::span<const std::int32_t> batch(std::size_t client, std::size_t owner);
    /// A job on that batch: a training pass for the client's own model, a probing pass for others.
    [[nodiscard]] GradientJob job(std::size_t client, std::size_t owner, double weight = 1);
    /// Sums of the jobs' gradients, one row per client of the federation. Losses on the clients'
    /// own batches become their training loss.
    [[nodiscard]] at::Tensor gradients(std::span<const GradientJob> jobs, ModelRows& models);
    /// Every active client's gradient at its own model.
    [[nodiscard]] at::Tensor ownGradients(ModelRows& models);

    /// Passes steps, training losses and updates of the clients that worked to report and sampler.
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

    [[nodiscard]] std::vector<std::size_t> here(std::vector<std::size_t> clients) const;

    Federation& m_federation;
    std::size_t m_batch;
    bool m_sharesBatches = false;
    std::size_t m_step = 0;
    std::vector<std::size_t> m_active;
    std::vector<std::size_t> m_workers; ///< active at first
    std::vector<Client> m_clients;
    std::unordered_map<std::size_t, Pair> m_pairs; ///< client · N + owner
    std::vector<Tally> m_tallies;
};

} // namespace coterie
