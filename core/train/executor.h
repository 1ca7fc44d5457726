#pragma once

#include "core/base/random_stream.h"
#include "core/collaboration/gaussian_tree.h"
#include "core/data/augment.h"
#include "core/data/dataset.h"
#include "core/nn/dropout_mask.h"
#include "core/nn/network.h"
#include "core/report/round_report.h"
#include "core/train/batches.h"
#include "core/train/local_work.h"
#include "core/train/model_rows.h"
#include "core/train/optimizers.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace coterie {

/// Replaces the output layer of a network: it learns from, and predicts with, the penultimate
/// features of one client's samples. It keeps nothing between calls, so that clients can be served
/// in parallel, and its random numbers come from headStream().
class FeatureHead
{
public:
    virtual ~FeatureHead() = default;

    struct Loss
    {
        double loss = 0; ///< mean over the mini-batch, or over what the head asks itself of it
        double accuracy = 0;
        Matrix slopes; ///< of that mean at the features
    };
    /// Local work minimises it instead of the loss at the network's outputs.
    [[nodiscard]] virtual Loss loss(const LabelledRows& batch, RandomStream stream) const = 0;
    /// P(class), [asked, classes], for a client whose training samples are `known`.
    [[nodiscard]] virtual Matrix probabilities(const LabelledRows& known,
                                               const Matrix& asked,
                                               std::size_t classes,
                                               RandomStream stream) const = 0;
};

/// A head's random numbers in a local step of a round, or in its evaluation (no step): a pure
/// function of the arguments.
[[nodiscard]] RandomStream headStream(std::uint64_t seed,
                                      int round,
                                      std::size_t client,
                                      std::optional<std::uint32_t> step = {});

/// One client's local work: whose data, which start.
struct LocalJob
{
    std::size_t client = 0;         ///< whose training samples; clients() is the pooled data of all
    std::size_t startRow = 0;       ///< of the request's starts
    std::optional<int> epochs = {}; ///< instead of the settings' amount
    std::optional<int> steps = {};
    std::optional<double> learningRate = {}; ///< instead of the round's
    /// Mini-batches of this round's sequence that earlier jobs of this client have used. With it,
    /// several jobs use the same batches and dropout masks as a single job.
    std::size_t firstStep = 0;
    std::size_t anchorRow = 0; ///< of the task's anchors
};

/// Additions of an algorithm to the arm's local work, for all jobs of one call.
struct LocalTask
{
    /// Its addGradient comes after that of the arm's own objective; its other functions are not
    /// called.
    const Objective* term = nullptr;
    /// Reference models for LocalPoint::anchor; without them the start is the anchor.
    const ModelRows* anchors = nullptr;
    int stepsPerBatch = 1; ///< steps on one mini-batch before the next
    /// Instead of the arm's own; its memory is zero at the start of every job.
    const Optimizer* optimizer = nullptr;
    /// Instead of the moments that clients keep between rounds, if the settings say so: for models
    /// other than the usual ones.
    OptimizerMemory* memory = nullptr;
    /// Instead of the output layer, which then gets no gradient; samples must have classes.
    const FeatureHead* head = nullptr;
};

struct LocalResult
{
    int steps = 0;
    double loss = 0; ///< mean over the last local epoch (or all steps, if fewer than one epoch)
    std::optional<double> accuracy; ///< likewise
    double updateNorm = 0;          ///< ‖(start − end)/η‖
};

/// How a gradient's pass treats batch-norm and dropout.
enum class GradientPass
{
    Frozen,  ///< running statistics as constants, dropout off
    Probing, ///< the batch's own statistics and dropout, as in training; the running ones stay
    Training ///< the same, and the running statistics of the job's client move: local work
};

/// A gradient of one client's loss at any model: All-for-one's g_k(θ_i). Jobs with the same target
/// are consecutive; their gradients, each times its weight, are added in that order.
struct GradientJob
{
    std::size_t client = 0;                ///< whose samples
    std::size_t modelRow = 0;              ///< at which model
    std::span<const std::int32_t> samples; ///< which of them, as indices into the training data
    std::size_t target = 0;                ///< row of the result
    double weight = 1;
    GradientPass pass = GradientPass::Frozen;
    std::size_t owner = 0;  ///< whose model it is: together with client and step it names the
    std::uint32_t step = 0; ///< dropout masks; those of local work if owner and client are one
};

/// Sums over samples, from which a mean loss and an accuracy follow.
struct Tally
{
    double loss = 0;
    double correct = 0; ///< answers, or the Dice coefficients' sum
    std::size_t samples = 0;

    /// A batch with its mean loss.
    void add(double meanLoss, double correctAnswers, std::size_t count)
    {
        add({meanLoss * static_cast<double>(count), correctAnswers, count});
    }
    void add(const Tally& other)
    {
        loss += other.loss;
        correct += other.correct;
        samples += other.samples;
    }
    [[nodiscard]] Score score(Task task) const;
};

enum class SampleSet
{
    Train,
    Test,
    Validation,
    OfficialTest
};

struct EvaluationJob
{
    std::size_t client = 0; ///< ignored for OfficialTest
    std::size_t modelRow = 0;
    SampleSet set = SampleSet::Test;
    std::span<const std::int32_t> samples = {}; ///< some of the set's; empty: all of them
};

/// What all jobs of one round share.
struct RoundContext
{
    std::uint64_t seed = 0;
    int round = 0; ///< zero-based
    double learningRate = 0;
    std::stop_token stop = {};
    at::Tensor clientBuffers =
        {}; ///< [clients + 1, Q] if running statistics stay with the clients (FedBN)
};

/// What an executor computes on: the federation's data and model family.
struct Workload
{
    const Network& network;
    std::shared_ptr<const Dataset> dataset;
    const Shards& shards;
    std::span<const std::int32_t>
        pooled; ///< all training samples: those of client number shards.size()
    bool doublePrecision = false;

    /// Empty for a client with a stream.
    [[nodiscard]] std::span<const std::int32_t> trainSamples(std::size_t client) const;
    [[nodiscard]] std::size_t trainCount(std::size_t client) const;
    /// See BatchSequence; fresh samples where the shards are streams.
    [[nodiscard]] BatchSequence batches(std::size_t client,
                                        std::size_t batch,
                                        bool dropLast,
                                        std::uint64_t seed,
                                        std::uint32_t round,
                                        std::uint32_t peer = 0) const;
};

/// A round of local work: job j is trained into row j of `ends`.
struct LocalRequest
{
    const RoundContext& context;
    LocalWork& work;
    std::span<const LocalJob> jobs;
    const ModelRows& starts;
    ModelRows& ends;
    std::span<LocalResult> results;
    LocalTask task = {};

    [[nodiscard]] const Optimizer& optimizer() const
    {
        return task.optimizer ? *task.optimizer : *work.optimizer;
    }
};

/// Decides where and how in parallel jobs run; results do not depend on that (bit for bit on CPU).
class Executor
{
public:
    virtual ~Executor() = default;

    [[nodiscard]] virtual at::Device device() const = 0;
    /// False if stopped: then `ends` is worthless.
    [[nodiscard]] virtual bool train(const LocalRequest& request) = 0;
    /// Weighted sums of gradients into the jobs' target rows of `gradients` [rows, P]; other rows
    /// stay as they are. `tallies`, one for each job or none at all, get what happened on the
    /// jobs' samples. Once stopped it returns early and the results are worthless.
    virtual void gradients(const RoundContext& context,
                           std::span<const GradientJob> jobs,
                           ModelRows& models,
                           at::Tensor& gradients,
                           std::span<Tally> tallies) = 0;
    /// Calls task(i) for 0 … count − 1, each about `numbers` numbers long, in parallel if that is
    /// faster.
    virtual void forEach(std::size_t count,
                         std::size_t numbers,
                         const std::function<void(std::size_t)>& task) = 0;
    /// Once stopped it returns early and the scores are worthless.
    [[nodiscard]] virtual std::vector<Score> evaluate(std::span<const EvaluationJob> jobs,
                                                      const ModelRows& models,
                                                      const RoundContext& context) = 0;
    /// The penultimate features of each job's samples, which have classes, as in an evaluation.
    /// Once stopped it returns early and the features are worthless.
    [[nodiscard]] virtual std::vector<LabelledRows> features(std::span<const EvaluationJob> jobs,
                                                             const ModelRows& models,
                                                             const RoundContext& context) = 0;
    /// The moments that clients keep between rounds, if the settings say so.
    [[nodiscard]] virtual State state() const = 0;
    virtual void restore(const State& state) = 0;
};

// What executors share.

/// Number of local steps of a round, with `epoch` steps in an epoch.
[[nodiscard]] std::size_t roundSteps(const LocalSettings& settings, std::size_t epoch);

/// Number of steps of a job; 0 for a client without samples. Jobs with the most steps begin first.
[[nodiscard]] std::size_t stepCount(const Workload& workload,
                                    const LocalSettings& settings,
                                    const LocalJob& job,
                                    const LocalTask& task);

/// The parts of a job that are the same in all executors: its batches, the moves of their pictures,
/// its masks, the number of steps and which of them are measured.
struct LocalSteps
{
    LocalSteps(const Workload& workload,
               const RoundContext& context,
               const LocalSettings& settings,
               const LocalJob& job,
               const LocalTask& task);

    /// The mini-batch of the next step.
    [[nodiscard]] std::span<const std::int32_t> nextBatch();
    /// Which dropout masks step s of this job draws, counted over the whole round.
    [[nodiscard]] std::uint32_t maskStep(std::size_t step) const;

    /// Moves of the pictures of step s's mini-batch; empty if nothing moves.
    [[nodiscard]] std::vector<PictureMove>
    moves(const Augmentation& augmentation, std::size_t step, std::size_t batch) const;

    DropoutKey dropout;
    double rate = 0;              ///< the job's learning rate
    std::size_t count = 0;        ///< 0 for a client without samples
    std::size_t measuredFrom = 0; ///< the last local epoch, or all steps if they are fewer

private:
    BatchSequence m_batches;
    std::size_t m_stepsPerBatch;
    std::size_t m_stepsBefore; ///< of this round
    std::size_t m_given = 0;
    std::span<const std::int32_t> m_batch;
};

/// The masks of one step of gradient work: those of local work if the model is the client's own.
[[nodiscard]] DropoutKey dropoutKey(const RoundContext& context, const GradientJob& job);
/// Moves of the pictures of a gradient job: those of that step of its client's local work, for
/// every model. A frozen pass moves none.
[[nodiscard]] std::vector<PictureMove>
pictureMoves(const RoundContext& context, const GradientJob& job, const Augmentation& augmentation);

/// The result of a job that took `steps` steps.
[[nodiscard]] LocalResult
localResult(const Tally& tally, const Dataset& dataset, std::size_t steps, double updateNorm);

/// Number of samples, at most `most`, that pass through the network at once in evaluations: large
/// samples must not fill the memory.
[[nodiscard]] std::size_t evaluationBatch(const Network& network, std::size_t most);

/// Whether a job's running statistics are its client's own. The official test set belongs to no
/// client, so there they are the model's.
[[nodiscard]] bool usesOwnBuffers(const EvaluationJob& job, const RoundContext& context);

/// The samples of evaluation jobs.
class EvaluationSets
{
public:
    explicit EvaluationSets(const Workload& workload);

    [[nodiscard]] std::span<const std::int32_t> indices(const EvaluationJob& job) const;
    /// Whether the indices point into the official test set.
    [[nodiscard]] bool isOfficial(const EvaluationJob& job) const;

private:
    const Workload& m_workload;
    std::vector<std::int32_t> m_official;
};

/// One client per thread, planned steps, one BLAS thread each; longest job first.
[[nodiscard]] std::unique_ptr<Executor> makeThreadExecutor(const Workload& workload,
                                                           std::size_t threads);
/// All clients of a step in one launch sequence, on `device`.
[[nodiscard]] std::unique_ptr<Executor> makeStackedExecutor(const Workload& workload,
                                                            at::Device device);

} // namespace coterie
