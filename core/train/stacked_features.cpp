#include "core/train/device_lists.h"
#include "core/train/stacked_workload.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>

namespace coterie {
namespace {

constexpr std::size_t kMostSamples = 1024; // of one model per pass

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
        const auto place = static_cast<std::int64_t>(row);
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
    const std::size_t most = evaluationBatch(network, kMostSamples);
    std::vector<LabelledRows> found(jobs.size());
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        const EvaluationJob& job = jobs[j];
        const std::span<const std::int32_t> indices = stacked.sets.indices(job);
        const bool own = context.clientBuffers.defined() && job.set != SampleSet::OfficialTest;
        const at::Tensor parameters = models.parameters.narrow(0, signedSize(job.modelRow), 1);
        const at::Tensor buffers = own ? context.clientBuffers.narrow(0, signedSize(job.client), 1)
                                       : models.buffers.narrow(0, signedSize(job.modelRow), 1);
        const DeviceSamples& source =
            stacked.sets.isOfficial(job) ? stacked.official : stacked.train;
        found[j].rows = Matrix(0, network.features());
        for (std::size_t from = 0; from < indices.size(); from += most) {
            if (context.stop.stop_requested())
                return found;
            const auto piece = indices.subspan(from, std::min(most, indices.size() - from));
            DeviceLists<std::int32_t> samples;
            (void)samples.add(piece);
            samples.send(stacked.device);
            const at::Tensor batch = samples.list(0, piece.size());
            DeviceLists<std::int32_t> moves;
            const std::vector<PictureMove> moved =
                testMoves(stacked.workload.dataset->augmentation, context.seed, piece);
            addMoves(moves, moved);
            moves.send(stacked.device);
            const at::Tensor inputs = source.inputs(
                batch, 1, moved.empty() ? at::Tensor{} : movesOf(moves, 0, piece.size()));
            const Pass pass = stackedForward(network, parameters, buffers, inputs, {});
            append(pass.features.squeeze(0), source.answers(batch, 1), found[j]);
        }
    }
    return found;
}

} // namespace coterie
