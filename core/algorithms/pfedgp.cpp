#include "core/algorithms/pfedgp.h"

#include "core/algorithms/personal_head.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cassert>
#include <map>
#include <span>
#include <vector>

namespace coterie {

namespace {

/// The known rows and the rows to predict, each ascending.
struct Halves
{
    std::vector<std::size_t> known;
    std::vector<std::size_t> asked;
};

/// Each class is divided separately and keeps at least one known sample, because a class without
/// one cannot be predicted.
Halves halvesOf(std::span<const std::int32_t> labels, double askedShare, RandomStream& stream)
{
    std::map<std::int32_t, std::vector<std::size_t>> rowsOf;
    for (std::size_t row = 0; row < labels.size(); ++row)
        rowsOf[labels[row]].push_back(row);
    Halves halves;
    for (auto& [label, rows] : rowsOf) {
        stream.shuffle(std::span(rows));
        const auto wanted = static_cast<std::size_t>(askedShare * static_cast<double>(rows.size()));
        const std::size_t asked = std::min(wanted, rows.size() - 1);
        const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(asked);
        halves.asked.insert(halves.asked.end(), rows.begin(), middle);
        halves.known.insert(halves.known.end(), middle, rows.end());
    }
    std::ranges::sort(halves.known);
    std::ranges::sort(halves.asked);
    return halves;
}

LabelledRows chosen(const LabelledRows& all, std::span<const std::size_t> rows)
{
    LabelledRows some{.rows = Matrix(rows.size(), all.rows.columns), .labels = {}};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::ranges::copy(all.rows.row(rows[i]), some.rows.row(i).begin());
        some.labels.push_back(all.labels[rows[i]]);
    }
    return some;
}

void putBack(const Matrix& slopes, std::span<const std::size_t> rows, Matrix& all)
{
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::ranges::copy(slopes.row(i), all.row(rows[i]).begin());
}

} // namespace

FeatureHead::Loss GaussianHead::loss(const LabelledRows& batch, RandomStream stream) const
{
    const auto [known, asked] = halvesOf(batch.labels, m_parameters.askedShare, stream);
    const GaussianTreeLoss found =
        gaussianTreeLoss(m_parameters.tree, chosen(batch, known), chosen(batch, asked), stream);
    Loss loss{.loss = found.loss,
              .accuracy = found.accuracy,
              .slopes = Matrix(batch.rows.rows, batch.rows.columns)};
    putBack(found.knownSlopes, known, loss.slopes);
    putBack(found.askedSlopes, asked, loss.slopes);
    return loss;
}

Matrix GaussianHead::probabilities(const LabelledRows& known,
                                   const Matrix& asked,
                                   std::size_t classes,
                                   RandomStream stream) const
{
    GaussianTreeSettings tree = m_parameters.tree;
    tree.chains = m_parameters.testChains;
    const std::size_t count = known.labels.size();
    if (m_parameters.mostKnown == 0 || count <= m_parameters.mostKnown)
        return gaussianTreeProbabilities(tree, known, asked, classes, stream);
    const double left = static_cast<double>(m_parameters.mostKnown) / static_cast<double>(count);
    const Halves halves = halvesOf(known.labels, 1 - left, stream);
    return gaussianTreeProbabilities(tree, chosen(known, halves.known), asked, classes, stream);
}

std::optional<Error>
PFedGp::problemWith(const RunPlan& plan, const Network& network, std::size_t) const
{
    if (network.features() == 0)
        return fail("/algorithm/name",
                    "pfedgp: learns from what arrives at the output layer, which this module from "
                    "PyTorch does not give: "
                        + network.whyNoFeatures()
                        + "; change the module or list the layers (model \"layers\")")
            .error;
    if (network.loss() == Loss::CrossEntropy)
        return std::nullopt;
    return fail("/algorithm/name",
                "pfedgp: needs a network with an output for each class, trained by "
                "cross-entropy; that of \""
                    + plan.data.dataset.name + "\" has another loss")
        .error;
}

void PFedGp::start(Federation& federation)
{
    assert(federation.task() == Task::Classes);
    m_model.start(federation);
    m_bodyParameters = PersonalHead(federation.network(), 1).bodyParameters();
}

void PFedGp::round(Federation& federation, RoundReport& report)
{
    const double longest = m_parameters.longestGradient;
    const GradientTerm clip([longest](const LocalPoint&, at::Tensor& gradient) { // row by row
        if (longest > 0)
            gradient.mul_((longest / gradient.norm(2, -1, /*keepdim=*/true)).clamp_max(1));
    });
    // w_i: steps along ∇_w of the predictive loss of the client's tree, all through the kernel
    const Trained trained = federation.train(
        jobsFromOneModel(federation), m_model.row, report, {.term = &clip, .head = &m_head});
    const std::vector<std::size_t> participants = federation.participants();
    if (participants.empty())
        return;
    const std::vector<double> weights = participantWeights(federation, m_parameters.aggregation);
    m_model.row = averaged(federation, trained.ends, weights); // w = mean of w_i
    reportAverage(federation, report, participants, weights, static_cast<double>(m_bodyParameters));
}

ModelsInUse PFedGp::models() const
{
    ModelsInUse models = m_model.inUse();
    models.global = nullptr;
    models.head = &m_head; // on the client's own training samples
    return models;
}

constexpr MadePart<Algorithm> kPFedGp = madeAs<Algorithm, PFedGp, PFedGpParameters>(
    {.name = "pfedgp",
     .title = "pFedGP",
     .meaning = "The clients learn common features. Each client classifies them with a Gaussian "
                "process on its own samples, which never leaves it.",
     .paper = "Achituve et al. 2021",
     .parameters = pfedgp::kParameters});

} // namespace coterie
