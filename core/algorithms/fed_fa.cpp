#include "core/algorithms/fed_fa.h"

#include "core/algorithms/aggregation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace coterie {
namespace {

std::vector<double> trainAccuracies(Federation& federation, const ModelRows& model)
{
    std::vector<EvaluationJob> jobs;
    for (const std::size_t client : federation.participants())
        jobs.push_back({.client = client, .modelRow = 0, .set = SampleSet::Train});
    std::vector<double> accuracies;
    for (const Score& score : federation.evaluate(jobs, model)) {
        if (!score.accuracy)
            throw std::invalid_argument(
                "FedFA weighs clients by accuracy, which a data set without classes does not have");
        accuracies.push_back(*score.accuracy);
    }
    return accuracies;
}

} // namespace

std::vector<double> inaccuracyWeights(std::span<const double> accuracies)
{
    constexpr double kLeastAccuracy = 1e-7;
    std::vector<double> weights;
    for (const double accuracy : accuracies)
        weights.push_back(0.0 - std::log2(std::max(accuracy, kLeastAccuracy)));
    return weights;
}

void FedFa::round(Federation& federation, RoundReport& report)
{
    const std::vector<double> accuracies = trainAccuracies(federation, m_model.row);
    const Trained trained = federation.train(m_model.row, report); // w_i = LOCAL(w, i)
    const std::vector<std::size_t> participants = federation.participants();
    if (participants.empty())
        return;
    std::vector<double> weights = inaccuracyWeights(accuracies);
    if (std::ranges::all_of(weights, [](double weight) { return weight == 0; }))
        weights = participantWeights(federation, Aggregation::BySize);
    m_model.row = averaged(federation, trained.ends, weights); // w = WAVG({w_i}, a)

    reportAverage(federation, report, participants, weights);
    report.clientValues.push_back(
        namedValues("globalTrainAccuracy", federation.clients(), participants, accuracies));
    report.clientValues.push_back(
        namedValues("inaccuracyWeight", federation.clients(), participants, weights));
}

constexpr MadePart<Algorithm> kFedFa = madeAs<Algorithm, FedFa>(
    {.name = "fedfa",
     .title = "FedFA",
     .meaning = "FedAvg in which a client counts more, the worse the global model performs on its "
                "training data.",
     .paper = "Huang et al. 2020, as used in HCCT"});

} // namespace coterie
