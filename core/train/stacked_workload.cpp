#include "core/train/stacked_workload.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <compare>
#include <map>
#include <numeric>
#include <tuple>

namespace coterie {
namespace {

/// Memory of one launch sequence for activations, their gradients and the gradient rows: enough for
/// a hundred clients of a small CNN, and a small part of a GPU's memory.
constexpr std::size_t kLaunchBytes = std::size_t{2} << 30;
/// A value, its gradient, and the workspace of the layer that makes it.
constexpr std::size_t kCopiesPerActivation = 3;
/// The gradient row, and a second one while autograd adds it up.
constexpr std::size_t kCopiesPerParameter = 2;
/// Samples of one model per launch in evaluations.
constexpr std::size_t kLaunchPiece = 1024;

DeviceSamples onDevice(const Workload& workload, const Samples& samples, at::Device device)
{
    const Dataset& dataset = *workload.dataset;
    return {samples,
            dataset.inputScale,
            dataset.task(),
            device,
            workload.doublePrecision ? at::kDouble : at::kFloat};
}

/// What clients that share a pass have in common.
struct SharedPass
{
    bool ownBuffers = false; ///< the client's instead of the model's
    bool official = false;
    std::size_t modelRow = 0;
    std::size_t bufferRow = 0;

    auto operator<=>(const SharedPass&) const = default;
};

/// The samples of all jobs that use one model, one after another.
struct Question
{
    std::vector<std::int32_t> indices = {};
    std::vector<std::size_t> jobs = {};
    std::vector<std::size_t> ends = {}; ///< where each job's samples end in `indices`
};
using Questions = std::map<SharedPass, Question>;

Questions questionsOf(const EvaluationSets& sets,
                      std::span<const EvaluationJob> jobs,
                      const RoundContext& context)
{
    Questions questions;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        const EvaluationJob& job = jobs[j];
        const bool own = usesOwnBuffers(job, context);
        Question& question = questions[{.ownBuffers = own,
                                        .official = sets.isOfficial(job),
                                        .modelRow = job.modelRow,
                                        .bufferRow = own ? job.client : job.modelRow}];
        const auto indices = sets.indices(job);
        question.indices.insert(question.indices.end(), indices.begin(), indices.end());
        question.jobs.push_back(j);
        question.ends.push_back(question.indices.size());
    }
    return questions;
}

/// Samples of one question that go through the network together.
struct Piece
{
    const SharedPass* shared;
    const Question* question;
    std::size_t from;
    std::size_t count;
};

/// Equally large pieces, one row of the stack each.
struct EvaluationLaunch
{
    std::vector<Piece> pieces = {};
    LaunchRows models = {};
    LaunchRows buffers = {};
    std::size_t firstSample = 0;
};

/// Losses and correct answers of parts of jobs, on the device until all are there.
class Findings
{
public:
    explicit Findings(Loss loss)
        : m_loss(loss)
    {}

    void add(const EvaluationLaunch& launch, const at::Tensor& outputs, const at::Tensor& answers)
    {
        const std::size_t before = m_parts.size();
        for (const Piece& piece : launch.pieces)
            addParts(piece);
        if (m_parts.size() - before == launch.pieces.size()) { // each piece belongs to one job
            measure(outputs, answers);
            return;
        }
        std::size_t part = before;
        for (std::size_t row = 0; row < launch.pieces.size(); ++row)
            for (std::size_t at = 0; at < launch.pieces[row].count; at += m_parts[part++].count) {
                const auto some = [&](const at::Tensor& whole) {
                    return whole.narrow(0, signedSize(row), 1)
                        .narrow(1, signedSize(at), signedSize(m_parts[part].count));
                };
                measure(some(outputs), some(answers));
            }
    }

    [[nodiscard]] std::vector<Score> scores(std::size_t jobs, const Dataset& dataset) const
    {
        std::vector<Tally> tallies(jobs);
        const std::vector<LaunchFindings::Finding> found = m_found.onHost();
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            tallies[m_parts[i].job].add(found[i].loss, found[i].correct, m_parts[i].count);
        std::vector<Score> scores;
        for (const Tally& tally : tallies)
            scores.push_back(tally.score(dataset.task()));
        return scores;
    }

private:
    struct Part
    {
        std::size_t job;
        std::size_t count;
    };

    void addParts(const Piece& piece)
    {
        const Question& question = *piece.question;
        const std::size_t end = piece.from + piece.count;
        std::size_t at = piece.from;
        for (std::size_t j = 0; at < end; ++j) {
            if (question.ends[j] <= at)
                continue;
            const std::size_t next = std::min(question.ends[j], end);
            m_parts.push_back({.job = question.jobs[j], .count = next - at});
            at = next;
        }
    }

    void measure(const at::Tensor& outputs, const at::Tensor& answers)
    {
        m_found.add(stackedLoss(m_loss, outputs, answers),
                    stackedCorrect(m_loss, outputs, answers));
    }

    Loss m_loss;
    std::vector<Part> m_parts;
    LaunchFindings m_found;
};

} // namespace

StackedWorkload::StackedWorkload(const Workload& given, at::Device where)
    : workload(given)
    , device(where)
    , sets(workload)
    , train(onDevice(workload, workload.dataset->train, device))
    , official(onDevice(workload, workload.dataset->officialTest, device))
{}

std::vector<std::span<const std::size_t>> StackedWorkload::parts(std::span<const std::size_t> all,
                                                                 std::size_t batch) const
{
    const Network& network = workload.network;
    const std::size_t numbers = kCopiesPerActivation * batch * network.activations()
                                + kCopiesPerParameter * network.layout().parameterCount;
    const std::size_t bytes = numbers * (workload.doublePrecision ? sizeof(double) : sizeof(float));
    const std::size_t most = std::max<std::size_t>(1, kLaunchBytes / bytes);
    std::vector<std::span<const std::size_t>> pieces;
    for (std::size_t from = 0; from < all.size(); from += most)
        pieces.push_back(all.subspan(from, std::min(most, all.size() - from)));
    return pieces;
}

std::vector<Score> stackedScores(const StackedWorkload& stacked,
                                 std::span<const EvaluationJob> jobs,
                                 const ModelRows& models,
                                 const RoundContext& context)
{
    const at::NoGradGuard noGraph;
    const Questions questions = questionsOf(stacked.sets, jobs, context);
    std::map<std::tuple<bool, bool, std::size_t>, std::vector<Piece>> alike;
    const std::size_t most = evaluationBatch(stacked.workload.network, kLaunchPiece);
    for (const auto& [shared, question] : questions)
        for (std::size_t from = 0; from < question.indices.size(); from += most) {
            const std::size_t count = std::min(most, question.indices.size() - from);
            alike[{shared.ownBuffers, shared.official, count}].push_back(
                {.shared = &shared, .question = &question, .from = from, .count = count});
        }

    const Augmentation& augmentation = stacked.workload.dataset->augmentation;
    std::vector<EvaluationLaunch> launches;
    RowLists rows;
    LaunchSamples samples;
    for (const auto& [key, all] : alike) {
        std::vector<std::size_t> numbers(all.size());
        std::iota(numbers.begin(), numbers.end(), std::size_t{0});
        for (const auto& some : stacked.parts(numbers, all.front().count)) {
            EvaluationLaunch& launch = launches.emplace_back();
            std::vector<std::size_t> modelRows;
            std::vector<std::size_t> bufferRows;
            for (const std::size_t p : some) {
                const Piece& piece = all[p];
                const auto indices =
                    std::span(piece.question->indices).subspan(piece.from, piece.count);
                const Dataset& dataset = *stacked.workload.dataset;
                const std::size_t first = samples.add(
                    seenInRound(piece.shared->official ? dataset.officialTest : dataset.train,
                                indices,
                                static_cast<std::uint32_t>(context.round)),
                    testMoves(augmentation, context.seed, indices));
                launch.firstSample = launch.pieces.empty() ? first : launch.firstSample;
                launch.pieces.push_back(piece);
                modelRows.push_back(piece.shared->modelRow);
                bufferRows.push_back(piece.shared->bufferRow);
            }
            launch.models = rows.add(std::move(modelRows));
            launch.buffers = rows.add(std::move(bufferRows));
        }
    }
    rows.send(stacked.device);
    samples.send(stacked.device);

    Findings findings(stacked.workload.network.loss());
    for (const EvaluationLaunch& launch : launches) {
        if (context.stop.stop_requested())
            return {};
        const Piece& first = launch.pieces.front();
        const std::int64_t clients = signedSize(launch.pieces.size());
        const DeviceSamples& source = first.shared->official ? stacked.official : stacked.train;
        const at::Tensor& buffers =
            first.shared->ownBuffers ? context.clientBuffers : models.buffers;
        const std::size_t count = launch.pieces.size() * first.count;
        const at::Tensor batch = samples.list(launch.firstSample, count);
        const at::Tensor inputs =
            source.inputs(batch, clients, samples.moves(launch.firstSample, count));
        const Pass pass = stackedForward(stacked.workload.network,
                                         rows.pick(models.parameters, launch.models),
                                         rows.pick(buffers, launch.buffers),
                                         inputs,
                                         {});
        findings.add(launch, pass.outputs, source.answers(batch, clients));
    }
    return findings.scores(jobs.size(), *stacked.workload.dataset);
}

} // namespace coterie
