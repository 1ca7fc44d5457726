#include "core/collab/metric_training.h"

#include <cstddef>
#include <set>
#include <vector>

namespace coterie {

void addTrainingMetrics(const RoundReport& report, const FederationFacts& facts, MetricSheet& sheet)
{
    const std::set<int> participants(report.participants.begin(), report.participants.end());
    std::vector<double> ofParticipants;
    std::vector<double> ofAll;
    WeightedMean bySamples;
    for (const ClientReport& client : report.clients) {
        if (!client.trainLoss)
            continue;
        ofAll.push_back(*client.trainLoss);
        const auto index = static_cast<std::size_t>(client.client);
        if (index < facts.trainSamples.size())
            bySamples.add(*client.trainLoss, static_cast<double>(facts.trainSamples[index]));
        // Where nobody was drawn, who trained took part.
        if (participants.empty() || participants.contains(client.client))
            ofParticipants.push_back(*client.trainLoss);
    }
    if (!ofParticipants.empty()) {
        sheet.put("meanTrainLoss", meanOf(ofParticipants));
        sheet.put("stdTrainLoss", deviationOf(ofParticipants));
    }
    if (!ofAll.empty())
        sheet.put("populationTrainLoss", meanOf(ofAll));
    sheet.put("weightedTrainLoss", bySamples.value());
    if (report.pooledTrain) {
        sheet.put("pooledTrainLoss", report.pooledTrain->loss);
        sheet.put("pooledTrainAccuracy", report.pooledTrain->accuracy);
    }
}

} // namespace coterie
