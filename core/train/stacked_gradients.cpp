#include "core/train/device_samples.h"
#include "core/train/stacked_workload.h"

#include <torch/csrc/autograd/autograd.h>

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <map>
#include <tuple>

namespace coterie {

namespace {

/// Jobs that pass through the network together. No two of them add to the same row, so that sums
/// have the same order on every device.
struct GradientLaunch
{
    std::vector<std::size_t> jobs = {};
    std::size_t term = 0; ///< of its sums: the first is written, later ones are added
    GradientPass pass = GradientPass::Frozen;
    std::uint32_t step = 0;
    LaunchRows models = {};
    LaunchRows buffers = {};
    LaunchRows targets = {};
    std::size_t firstSample = 0;
    std::size_t samples = 0;
};

struct GradientPlan
{
    std::vector<GradientLaunch> launches;
    RowLists rows;
    LaunchSamples samples;
};

/// Term by term: the first terms of all sums, then the second ones.
GradientPlan planned(const StackedWorkload& stacked,
                     const RoundContext& context,
                     std::span<const GradientJob> jobs)
{
    const bool clientsKeepBuffers = context.clientBuffers.defined();
    const Augmentation& augmentation = stacked.workload.dataset->augmentation;
    using Key = std::tuple<std::size_t, std::size_t, GradientPass, std::uint32_t>;
    std::map<Key, std::vector<std::size_t>> alike;
    std::size_t term = 0;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        term = j > 0 && jobs[j].target == jobs[j - 1].target ? term + 1 : 0;
        alike[{term, jobs[j].samples.size(), jobs[j].pass, jobs[j].step}].push_back(j);
    }
    GradientPlan plan;
    for (const auto& [key, all] : alike) {
        const auto& [place, samples, pass, step] = key;
        for (const auto& some : stacked.parts(all, samples)) {
            GradientLaunch launch{.jobs = {some.begin(), some.end()},
                                  .term = place,
                                  .pass = pass,
                                  .step = step,
                                  .samples = samples * some.size()};
            std::vector<std::size_t> models;
            std::vector<std::size_t> buffers;
            std::vector<std::size_t> targets;
            for (const std::size_t j : some) {
                std::vector<PictureMove> moves = pictureMoves(context, jobs[j], augmentation);
                if (augmentation.any())
                    moves.resize(jobs[j].samples.size()); // a frozen pass has its place too
                const std::size_t first = plan.samples.add(jobs[j].samples, moves);
                launch.firstSample = models.empty() ? first : launch.firstSample;
                models.push_back(jobs[j].modelRow);
                const bool own = clientsKeepBuffers && launch.pass == GradientPass::Training;
                buffers.push_back(own ? jobs[j].client : jobs[j].modelRow);
                targets.push_back(jobs[j].target);
            }
            launch.models = plan.rows.add(std::move(models));
            launch.buffers = plan.rows.add(std::move(buffers));
            launch.targets = plan.rows.add(std::move(targets));
            plan.launches.push_back(std::move(launch));
        }
    }
    plan.rows.send(stacked.device);
    plan.samples.send(stacked.device);
    return plan;
}

void addTo(const GradientPlan& plan,
           const GradientLaunch& launch,
           std::span<const GradientJob> jobs,
           const at::Tensor& gradients,
           const at::Tensor& found)
{
    std::vector<double> weights;
    for (const std::size_t j : launch.jobs)
        weights.push_back(jobs[j].weight);
    at::Tensor terms = found;
    if (std::ranges::any_of(weights, [](double weight) { return weight != 1.0; }))
        terms = found * at::tensor(weights).to(found.options()).unsqueeze(1);
    if (launch.term > 0)
        terms = plan.rows.pick(gradients, launch.targets) + terms;
    plan.rows.put(gradients, launch.targets, terms);
}

} // namespace

void stackedGradients(const StackedWorkload& stacked,
                      const RoundContext& context,
                      std::span<const GradientJob> jobs,
                      ModelRows& models,
                      const at::Tensor& gradients,
                      std::span<Tally> tallies)
{
    const Network& network = stacked.workload.network;
    const GradientPlan plan = planned(stacked, context, jobs);
    LaunchFindings findings;
    for (const GradientLaunch& launch : plan.launches) {
        if (context.stop.stop_requested())
            return;
        const bool trains = launch.pass == GradientPass::Training;
        const at::Tensor& statistics =
            trains && context.clientBuffers.defined() ? context.clientBuffers : models.buffers;
        at::Tensor buffers = plan.rows.pick(statistics, launch.buffers);
        if (launch.pass == GradientPass::Probing)
            buffers = buffers.clone(); // changes of a probe are dropped
        std::vector<DropoutKey> dropout;
        for (const std::size_t j : launch.jobs)
            dropout.push_back(dropoutKey(context, jobs[j]));
        const std::int64_t clients = signedSize(launch.jobs.size());
        const at::Tensor batch = plan.samples.list(launch.firstSample, launch.samples);
        const at::Tensor answers = stacked.train.answers(batch, clients);

        const at::AutoGradMode graph(true);
        const at::Tensor leaf =
            plan.rows.pick(models.parameters, launch.models).detach().requires_grad_();
        const PassMode mode{.training = launch.pass != GradientPass::Frozen,
                            .dropout = dropout,
                            .step = launch.step};
        const at::Tensor moves =
            mode.training ? plan.samples.moves(launch.firstSample, launch.samples) : at::Tensor{};
        const Pass pass = stackedForward(
            network, leaf, buffers, stacked.train.inputs(batch, clients, moves), mode);
        const at::Tensor loss = stackedLoss(network.loss(), pass.outputs, answers);
        const at::Tensor found =
            torch::autograd::grad({loss}, {leaf}, {at::ones_like(loss)}).front();

        const at::NoGradGuard writing;
        addTo(plan, launch, jobs, gradients, found);
        if (trains)
            plan.rows.put(statistics, launch.buffers, buffers);
        if (!tallies.empty())
            findings.add(loss, stackedCorrect(network.loss(), pass.outputs.detach(), answers));
    }
    if (tallies.empty())
        return;
    const std::vector<LaunchFindings::Finding> all = findings.onHost();
    auto next = all.begin();
    for (const GradientLaunch& launch : plan.launches)
        for (const std::size_t j : launch.jobs) {
            tallies[j].add(next->loss, next->correct, jobs[j].samples.size());
            ++next;
        }
}

namespace {

constexpr std::size_t kMostPerPass = 1024; // of one model per pass

void append(const at::Tensor& features, const at::Tensor& labels, LabelledRows& found)
{
    const at::Tensor values = features.to(at::kCPU, at::kDouble).contiguous();
    const double* value = values.data_ptr<double>();
    found.rows.values.insert(found.rows.values.end(), value, value + values.numel());
    found.rows.rows += static_cast<std::size_t>(values.size(0));
    const at::Tensor classes = labels.to(at::kCPU, at::kInt).contiguous();
    const std::int32_t* label = classes.data_ptr<std::int32_t>();
    found.labels.insert(found.labels.end(), label, label + classes.numel());
}

} // namespace

StackedHeadLoss stackedHeadLoss(const FeatureHead& head,
                                const at::Tensor& features,
                                const at::Tensor& labels,
                                std::span<const RandomStream> streams)
{
    const std::int64_t batch = features.size(1);
    const auto onHost = at::TensorOptions().dtype(at::kDouble);
    const at::Tensor loss = at::empty({features.size(0)}, onHost);
    const at::Tensor correct = at::empty({features.size(0)}, onHost);
    const at::Tensor slopes = at::empty(features.sizes(), onHost);
    for (std::size_t row = 0; row < streams.size(); ++row) {
        const auto place = signedSize(row);
        LabelledRows samples{.rows = Matrix(0, static_cast<std::size_t>(features.size(2))),
                             .labels = {}};
        append(features[place], labels[place], samples);
        const FeatureHead::Loss found = head.loss(samples, streams[row]);
        loss.data_ptr<double>()[row] = found.loss;
        correct.data_ptr<double>()[row] = found.accuracy * static_cast<double>(batch);
        std::ranges::copy(found.slopes.values, slopes[place].data_ptr<double>());
    }
    return {.loss = loss.to(features.device()),
            .correct = correct.to(features.device()),
            .slopes = slopes.to(features.options())};
}

std::vector<LabelledRows> stackedFeatures(const StackedWorkload& stacked,
                                          std::span<const EvaluationJob> jobs,
                                          const ModelRows& models,
                                          const RoundContext& context)
{
    const at::NoGradGuard noGraph;
    const Network& network = stacked.workload.network;
    const std::size_t most = evaluationBatch(network, kMostPerPass);
    std::vector<LabelledRows> found(jobs.size());
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        const EvaluationJob& job = jobs[j];
        const std::span<const std::int32_t> indices = stacked.sets.indices(job);
        const ModelRows model = models.row(job.modelRow);
        const at::Tensor buffers = usesOwnBuffers(job, context)
                                       ? context.clientBuffers.narrow(0, signedSize(job.client), 1)
                                       : model.buffers;
        const DeviceSamples& source =
            stacked.sets.isOfficial(job) ? stacked.official : stacked.train;
        found[j].rows = Matrix(0, network.features());
        for (std::size_t from = 0; from < indices.size(); from += most) {
            if (context.stop.stop_requested())
                return found;
            const auto piece = indices.subspan(from, std::min(most, indices.size() - from));
            LaunchSamples samples;
            samples.add(piece,
                        testMoves(stacked.workload.dataset->augmentation, context.seed, piece));
            samples.send(stacked.device);
            const at::Tensor batch = samples.list(0, piece.size());
            const at::Tensor inputs = source.inputs(batch, 1, samples.moves(0, piece.size()));
            const Pass pass = stackedForward(network, model.parameters, buffers, inputs, {});
            append(pass.features.squeeze(0), source.answers(batch, 1), found[j]);
        }
    }
    return found;
}

} // namespace coterie
