#include "core/run/plan_size.h"

#include "core/algorithms/method_room.h"
#include "core/data/sets/sets.h"
#include "core/nn/cpu_winograd.h"
#include "core/nn/network.h"
#include "core/report/round_report.h"
#include "core/run/environment.h"
#include "core/run/kept_matrices.h"
#include "core/run/progress.h"
#include "core/run/recorder.h"
#include "core/store/state_file.h"
#include "core/train/local_work.h"

#include <algorithm>
#include <cmath>

namespace coterie {

namespace {

constexpr double kBytesPerMegabyte = 1e6;

// The run store's rows, as SQLite packs them, measured with a few thousand of each.
constexpr double kRunRow = 16e3;    ///< plan, environment and the tables' own pages
constexpr double kRoundRow = 2e3;   ///< metrics, times and events of a round
constexpr double kTestedRow = 95;   ///< a client's losses and accuracies in a tested round
constexpr double kUntestedRow = 60; ///< in another one
constexpr double kTrainedRow = 100; ///< that it took part, and its traffic in both directions
constexpr double kValueRow = 22;    ///< a further number of a client
constexpr double kGroupRow = 18;    ///< its place in a group
constexpr double kMergeRow = 50;    ///< a step of the groups' tree
constexpr double kClientRow = 40;   ///< a client's counts, once
constexpr double kClassBytes = 4;   ///< for each class
constexpr double kShareBytes = 8;   ///< a client and a weight in a row of A
constexpr double kPairedClients = kMostPairedClients;
constexpr double kReportsWaiting = Recorder::kMostReportsWaiting;
/// An A of few clients is stored as a matrix; its equal rows shrink to about this share.
constexpr double kShrunk = 1.0 / 30;

/// Of dealt models' states: rows in a message, as an answer, in a piece and in the writer.
constexpr double kPiecesAtOnce = 4;

/// A stream of batches for a pair of clients, without its samples' order.
constexpr double kBatchStream = 250;

std::size_t numberBytes(const RunPlan& plan)
{
    return plan.model.precision == "float64" ? sizeof(double) : sizeof(float);
}

/// One plan's formulas. Each function is one part, with a sentence for each of its terms.
class SizeFormulas
{
public:
    SizeFormulas(const RunPlan& plan, const PlanNumbers& numbers)
        : m_plan(plan)
        , m(numbers)
        , m_method(methodRoom(plan))
        , m_sampler(samplerRoom(plan))
        , m_pairs(numbers.clients * numbers.clients)
        , m_rounds(std::max(0, plan.rounds - numbers.roundsDone) + (numbers.roundsDone > 0 ? 0 : 1))
        , m_tested(m_rounds / std::max(1, plan.evaluateEvery))
        , m_own(std::ceil(numbers.clients / numbers.dealtAmong))
        , m_ownParticipants(std::min(m_own, numbers.participants))
    {}

    /// The samples once, and for each of them its number: in the split, in a run's copy of it and
    /// in the list of all training samples.
    [[nodiscard]] SizePart data() const
    {
        return {.what = "data",
                .memory = m.data + 3 * sizeof(std::int32_t) * m.samples
                          + 2 * m.clients * (sizeof(Shard) + sizeof(double) * m.classes),
                .disk = m.clients * (kClientRow + kClassBytes * m.classes)};
    }

    /// Models that stay from round to round: the server's and the method's and the sampler's of
    /// each client, with the moments that optimizers keep.
    [[nodiscard]] SizePart models() const
    {
        if (m.onCard)
            return {.what = "models"};
        return {.what = "models", .memory = state(m_own) + kept("moon") * m.clients * m.model};
    }

    /// What a round adds: models in the making of all clients, of participants, and moments that
    /// do not outlive it.
    [[nodiscard]] SizePart round() const
    {
        if (m.onCard)
            return {.what = "round"};
        const double ofAll =
            m_method.work + m_sampler.work + m_method.optimizers * (keepsMoments() ? 0 : m.moments);
        return {.what = "round",
                .memory = m.model
                              * (ofAll * m_own + m_method.trained * m_ownParticipants
                                 + 2 * m_method.server)
                          + m.steps};
    }

    /// A number of 8 bytes for each pair in each matrix, and a stream of batches for a pair of
    /// participants where a method draws one. Where models are dealt, the shares of the models that
    /// the own clients' ones are mixed from.
    [[nodiscard]] SizePart pairs() const
    {
        const double mixes =
            m.dealtAmong > 1 && m_method.passesColumns && m_method.denseA ? 3 / m.dealtAmong : 0;
        const double both = m_method.pairs + m_sampler.pairs + mixes;
        const double streams = m_method.batchesOfPairs ? m.participants * m.clients : 0;
        const double samples = m.clients > 0 ? m.samples / m.clients : 0;
        return {.what = "pairs",
                .memory = both * m_pairs * sizeof(double)
                          + streams * (kBatchStream + sizeof(std::int32_t) * samples)};
    }

    /// Reports that wait to be written and as many that are being written: up to the recorder's
    /// limits, but at least one of each, and no more than the run has rounds. A matrix that is
    /// written is packed, kept for comparison with the next and compressed.
    [[nodiscard]] SizePart reports() const
    {
        const double one = reportBytes();
        const double most = std::min(std::max(one, double(Recorder::kMostBytesWaiting)),
                                     one * std::min(m_rounds, kReportsWaiting));
        return {.what = "reports",
                .memory = 2 * most + 3 * m_method.storedBytesPerPair() * m_pairs};
    }

    /// In memory one state that is being written while the next one is made. On disk two states
    /// until the run has ended, and those that keepStates keeps, within their budget. A run that
    /// goes on has one of the two already, and what it kept of the others. Where models are dealt,
    /// a state passes through the memory in pieces while it is written, of the largest size and in
    /// a few copies, and while it is read, but for rows that are too small for its file.
    [[nodiscard]] SizePart states() const
    {
        const double budget = m_plan.keepStatesMegabytes * kBytesPerMegabyte;
        const auto keptUpTo = [this](int round) {
            return m_plan.keepStates > 0 ? std::floor(double(round) / m_plan.keepStates) : 0.0;
        };
        const double count = std::max(0.0, keptUpTo(m_plan.rounds) - keptUpTo(m.roundsDone));
        const double all = state(m.clients);
        const double stay = all > budget ? 0 : std::min(budget, count * all);
        // One process, which may have written what is read, has left larger ones in the store.
        const std::size_t smallest = m.roundsDone == 0 ? kLargePieceElsewhere : kLargePiece;
        const bool passes = m.dealtAmong > 1 && m.model >= static_cast<double>(smallest);
        return {.what = "states",
                .memory = passes ? std::min(all, kPiecesAtOnce * kLargestChunk) : all,
                .disk = stay,
                .meanwhile = (m.roundsDone > 0 ? 1 : 2) * all};
    }

    /// A global model and one of each client that has its own; none if they do not fit into
    /// keepModelsMegabytes. The best ones stay in memory until the end.
    [[nodiscard]] SizePart finalModels() const
    {
        if (m_plan.keepModels == "none")
            return {.what = "finalModels"};
        const double own = m_method.state > 0 ? m.clients : 0;
        const double models = (m_method.server + own) * m.model;
        const bool fit = models <= m_plan.keepModelsMegabytes * kBytesPerMegabyte;
        return {.what = "finalModels", .memory = fit ? models : 0, .disk = fit ? models : 0};
    }

    /// Rows for every round, client, participant, group and further value, and A by its rows.
    [[nodiscard]] SizePart results() const
    {
        const double values = m_method.values + m_sampler.values;
        const double groups = (m_method.groups ? 1 : 0) + (m_sampler.groups ? 1 : 0);
        const double ofRound = kRoundRow + kTrainedRow * m.participants
                               + (kValueRow * values + (kGroupRow + kMergeRow) * groups) * m.clients
                               + kValueRow * m_method.pairValues * m_pairs;
        const double a = m.clients <= kPairedClients ? kShrunk * sizeof(float) * m_pairs
                                                     : kShareBytes * m.clients;
        return {.what = "results",
                .disk =
                    kRunRow + m_rounds * (ofRound + (m_method.denseA ? 0 : a))
                    + m.clients * (kTestedRow * m_tested + kUntestedRow * (m_rounds - m_tested))};
    }

    /// The dense matrices of every round that keeps them. Weights and similarities have 4 bytes
    /// for each pair, Gram matrices 8, and compression saves little.
    [[nodiscard]] SizePart matrices() const
    {
        const double one = m_method.storedBytesPerPair() * m_pairs;
        const double kept = one > 0 ? std::min(m_rounds, roundsWithMatrices(m_plan, one)) : 0;
        return {.what = "matrices", .disk = kept * one};
    }

    /// Trained models of all ranks with their moments, and once more in the messages that carry
    /// them. Where models are dealt, sums of some columns, and three times the message that carries
    /// them, once where others can read it; or some columns of all models, in messages and as a
    /// matrix.
    [[nodiscard]] double exchanged() const
    {
        if (m.dealtAmong > 1 && m_method.passesColumns)
            return 4 * std::min(double(kLargestChunk), m.clients * m.model);
        if (m.dealtAmong > 1)
            return 4
                   * std::min(double(kLargestChunk),
                              sizeof(double) / double(numberBytes(m_plan)) * m.model);
        return 2 * m.participants * m.model * (1 + (keepsMoments() ? m.moments : 0));
    }

    /// A rank other than 0 computes the same. It makes reports too, one at a time, and keeps none.
    [[nodiscard]] double otherRank() const
    {
        return data().memory - m.data + models().memory + round().memory + pairs().memory
               + reportBytes();
    }

private:
    [[nodiscard]] bool keepsMoments() const { return m_plan.local.keepOptimizerState; }

    /// Whether the local objective is this one, which holds a model of each client.
    [[nodiscard]] double kept(std::string_view objective) const
    {
        return m_plan.local.objective.name == objective ? 1 : 0;
    }

    /// What a checkpoint of so many clients holds.
    [[nodiscard]] double state(double clients) const
    {
        const double moments = keepsMoments() ? m.moments * std::max(1.0, m_method.optimizers) : 0;
        return m.model * (m_method.server + (m_method.state + m_sampler.state + moments) * clients)
               + sizeof(double) * m_method.statePairs * m_pairs;
    }

    /// A report in memory: its clients, participants, traffic, values and groups, A by its rows or
    /// as a matrix, and its other matrices.
    [[nodiscard]] double reportBytes() const
    {
        const double values = m_method.values + m_sampler.values + m_method.pairValues * m.clients;
        const double groups = (m_method.groups ? 1 : 0) + (m_sampler.groups ? 1 : 0);
        return sizeof(RoundReport)
               + m.clients
                     * (sizeof(ClientReport) + values * sizeof(std::optional<double>)
                        + groups * (sizeof(Merge) + sizeof(int) + sizeof(std::vector<int>))
                        + sizeof(std::uint32_t))
               + m.participants * (sizeof(int) + 2 * sizeof(Traffic) + sizeof(Collaboration::Share))
               + m_method.reportedPairs() * m_pairs * sizeof(double);
    }

    const RunPlan& m_plan;
    const PlanNumbers& m;
    const MethodRoom m_method;
    const MethodRoom m_sampler;
    const double m_pairs;  ///< N²
    const double m_rounds; ///< that are still to be stored, round 0 included
    const double m_tested; ///< of them
    const double m_own;    ///< clients whose models are at one rank, at most
    const double m_ownParticipants;
};

} // namespace

double PlanSize::memory() const
{
    double sum = 0;
    for (const SizePart& each : parts)
        sum += each.memory;
    return sum;
}

double PlanSize::disk() const
{
    double sum = 0;
    for (const SizePart& each : parts)
        sum += each.disk;
    return sum;
}

double PlanSize::meanwhile() const
{
    double sum = 0;
    for (const SizePart& each : parts)
        sum += each.meanwhile;
    return sum;
}

SizePart PlanSize::part(std::string_view what) const
{
    const auto found = std::ranges::find(parts, what, &SizePart::what);
    return found == parts.end() ? SizePart{} : *found;
}

bool usesCard(const std::string& device)
{
    return device.starts_with("cuda") || (device == "auto" && automaticDevice() == "cuda");
}

double
stepBytes(const RunPlan& plan, const Network& network, std::size_t batch, std::size_t threads)
{
    double patches = 0;
    double weights = 0;
    for (std::size_t i = 0; i < network.layers().size(); ++i) {
        const Layer& layer = network.layers()[i];
        const SampleShape& after = network.shapeAfter(i);
        if (suitsWinograd(layer, after))
            weights = std::max(weights, double(winogradWeights(layer)));
        else if (layer.kind == LayerKind::Conv2d)
            patches = std::max(patches,
                               double(layer.inputs / layer.groups)
                                   * double(layer.kernel * layer.kernel) * double(after.plane()));
    }
    // A gradient has as many of each.
    return 2.0 * double(numberBytes(plan)) * double(threads)
           * (double(network.activations()) * double(batch) + patches + weights);
}

std::size_t largestBatch(const RunPlan& plan, const Shards& shards)
{
    std::size_t largest = 1;
    std::size_t pooled = 0;
    for (const Shard& shard : shards) {
        largest = std::max(largest, shard.trainCount());
        pooled += shard.trainCount();
    }
    if (plan.algorithm.name == "centralised")
        largest = std::max(largest, pooled);
    return std::min(largest, static_cast<std::size_t>(plan.local.batch));
}

PlanNumbers planNumbers(const RunPlan& plan,
                        const Dataset& dataset,
                        const Shards& shards,
                        const Network& network,
                        std::size_t threads)
{
    PlanNumbers numbers;
    numbers.clients = static_cast<double>(shards.size());
    numbers.participants = numbers.clients * shareTakingPart(plan.sampler, shards.size());
    const ParamLayout& layout = network.layout();
    numbers.model =
        static_cast<double>((layout.parameterCount + layout.bufferCount) * numberBytes(plan));
    numbers.moments = static_cast<double>(makeOptimizer(plan.local.optimizer)->memoryRows());
    for (const Shard& shard : shards)
        numbers.samples +=
            static_cast<double>(shard.train.size() + shard.test.size() + shard.validation.size());
    numbers.steps = stepBytes(plan, network, largestBatch(plan, shards), threads);
    numbers.onCard = usesCard(plan.device) && network.module() == nullptr;
    numbers.classes = static_cast<double>(dataset.classes);
    numbers.data = static_cast<double>(memoryOf(dataset.train) + memoryOf(dataset.officialTest));
    return numbers;
}

PlanSize planSize(const RunPlan& plan, const PlanNumbers& numbers)
{
    const SizeFormulas formulas(plan, numbers);
    return {.parts = {formulas.data(),
                      formulas.models(),
                      formulas.round(),
                      formulas.pairs(),
                      formulas.reports(),
                      formulas.states(),
                      formulas.finalModels(),
                      formulas.results(),
                      formulas.matrices()},
            .data = numbers.data,
            .exchanged = formulas.exchanged(),
            .otherRank = formulas.otherRank()};
}

} // namespace coterie
