#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/parameters.h"
#include "core/train/model_rows.h"
#include "core/train/state.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace coterie {

/// The current state of a client (or a stack of clients) in its local work. Tensors are rows [P] or
/// stacks [C, P], so that an objective of element-wise operations works with both executors.
struct LocalPoint
{
    std::span<const std::size_t> clients;
    at::Tensor weights;
    at::Tensor start;       ///< the model the client received
    at::Tensor anchor = {}; ///< the model to stay near: the start, unless the job names another
    double learningRate = 0;
    int step = 0; ///< within this job
};

/// An addition to the loss a client minimises. Most are an addition to the flat gradient row; a
/// term on the penultimate features (MOON) is possible too. State is kept per client in rows, so
/// that clients can be trained in parallel.
class Objective
{
public:
    virtual ~Objective() = default;

    /// Called once, before the first round.
    virtual void prepare([[maybe_unused]] std::size_t clients,
                         [[maybe_unused]] const ModelRows& initial)
    {}
    [[nodiscard]] virtual bool changesGradient() const { return false; }
    /// Adds the term's gradient to `gradient`, in place.
    virtual void addGradient([[maybe_unused]] const LocalPoint& point,
                             [[maybe_unused]] at::Tensor gradient) const
    {}

    /// What addGradient() has noted of a client, and a note that it has made in another process.
    [[nodiscard]] virtual double noted(std::size_t) const { return 0; }
    virtual void note(std::size_t, double) const {}

    /// Whether featureModels() may name some, which needs a network with features.
    [[nodiscard]] virtual bool comparesFeatures() const { return false; }
    /// Models whose penultimate features, on the same batch, the term compares with; shaped like
    /// point.weights.
    [[nodiscard]] virtual std::vector<at::Tensor> featureModels(const LocalPoint&) const
    {
        return {};
    }
    /// Gradient of the term with respect to `features` [B, F] or [C, B, F], given those of
    /// featureModels().
    [[nodiscard]] virtual at::Tensor featureGradient(const at::Tensor& features,
                                                     std::span<const at::Tensor> others) const;

    /// A client (or stack) has finished its round.
    virtual void finish([[maybe_unused]] const LocalPoint& end) {}

    [[nodiscard]] virtual State state() const { return {}; }
    virtual void restore(const State&) {}
};

/// A rule that turns a gradient row into a step.
class Optimizer
{
public:
    virtual ~Optimizer() = default;

    /// Rows of memory a client needs (momentum 1, Adam 2, plain SGD 0).
    [[nodiscard]] virtual std::size_t memoryRows() const = 0;
    /// `memory` are zero at the first step (stepIndex 0); weights and gradient may be overwritten.
    virtual void step(at::Tensor weights,
                      at::Tensor gradient,
                      std::span<at::Tensor> memory,
                      std::int64_t stepIndex,
                      double learningRate) const = 0;
    [[nodiscard]] virtual double learningRate() const = 0; ///< the first round's
};

/// η of each round, zero-based (ALGORITHMS §1.2).
class Schedule
{
public:
    virtual ~Schedule() = default;
    [[nodiscard]] virtual double rate(double first, int round) const = 0;
};

/// What one client does between receiving a model and returning it: objective, optimiser, amount.
struct LocalWork
{
    std::unique_ptr<Objective> objective;
    std::unique_ptr<Optimizer> optimizer;
    std::unique_ptr<Schedule> schedule;
    LocalSettings settings;
};

[[nodiscard]] std::span<const NamedPart> objectiveParts();
[[nodiscard]] std::span<const NamedPart> optimizerParts();
[[nodiscard]] std::span<const NamedPart> scheduleParts();
[[nodiscard]] std::unique_ptr<Objective> makeObjective(const Part& objective);
[[nodiscard]] std::unique_ptr<Optimizer> makeOptimizer(const Part& optimizer);
[[nodiscard]] std::unique_ptr<Schedule> makeSchedule(const Part& schedule);
[[nodiscard]] LocalWork makeLocalWork(const LocalSettings& settings);

/// −log(e^{c_glob/τ} / (e^{c_glob/τ} + e^{c_prev/τ})) of the cosines of a sample's features with
/// those of the global and of the client's previous model, HiCS-FL eq. (91): softplus((c_prev −
/// c_glob)/τ). Element by element.
[[nodiscard]] at::Tensor
moonContrast(const at::Tensor& withGlobal, const at::Tensor& withPrevious, double temperature);

} // namespace coterie
