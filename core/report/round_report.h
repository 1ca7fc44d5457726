#pragma once

#include "core/base/matrix.h"
#include "core/report/collaboration.h"
#include "core/report/event.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

/// How well one model does on one set of samples.
struct Score
{
    double loss = 0; ///< mean over the samples; may be NaN or infinite, which is data
    std::optional<double> accuracy; ///< share of correct answers, 0..1; absent for regression
    std::int64_t samples = 0;

    bool operator==(const Score&) const = default;
};

/// One client after a round. Absent means not measured, never zero.
struct ClientReport
{
    int client = 0;
    std::optional<double>
        trainLoss; ///< mean over the last local epoch, from the training pass itself
    std::optional<double> trainAccuracy;
    std::optional<Score> personalTest; ///< the client's own model on its own test set
    std::optional<Score>
        globalTest; ///< the global model, where one exists, on this client's test set
    std::optional<Score> personalValidation; ///< only with a validation share
    std::optional<Score> globalValidation;
    int steps = 0;                    ///< local steps taken this round
    std::optional<double> updateNorm; ///< ‖G[i]‖

    bool operator==(const ClientReport&) const = default;
};

enum class MergeKind
{
    Gain,
    Distance
};

/// One step of agglomeration. Nodes 0..N−1 are clients; merge m makes node N+m.
struct Merge
{
    int left = 0;
    int right = 0;
    double score = 0; ///< the benefit of the merge, or its height
    MergeKind kind = MergeKind::Gain;
    int size = 0;                        ///< clients in the new node
    std::optional<double> dataGain = {}; ///< the benefit's two parts: the gain of more data …
    std::optional<double> similarityLoss = {}; ///< … and the loss by unlike updates (at most 0)

    bool operator==(const Merge&) const = default;
};

/// The groups of a round and how they formed.
struct Grouping
{
    std::vector<std::vector<int>> groups; ///< ascending ids, groups by smallest member
    std::vector<Merge> merges = {};       ///< in merge order; they may form several trees
    std::string stopReason = {};
    std::optional<Merge> refused = {}; ///< the best merge that was refused

    bool operator==(const Grouping&) const = default;
};

/// A named number per client or per group: entropies, probabilities, sparsity, utilities …
struct NamedValues
{
    std::string name; ///< lowerCamel, with its unit in the name or in the documentation
    std::vector<std::optional<double>> values = {};

    bool operator==(const NamedValues&) const = default;
};

enum class Link
{
    ClientToServer,
    ServerToClient,
    EdgeToCloud,
    CloudToEdge,
    ClientToClient
};

struct Traffic
{
    Link link = Link::ClientToServer;
    std::optional<int> client; ///< or edge server, for the edge links; absent: all together
    double bits = 0;           ///< this round

    bool operator==(const Traffic&) const = default;
};

struct PhaseTime
{
    std::string phase; ///< "sample", "train", "evaluate", "keep", "record"
    double seconds = 0;

    bool operator==(const PhaseTime&) const = default;
};

/// Numbers of a round by name; metricInfos() lists the names.
using Metrics = std::map<std::string, double, std::less<>>;

/// One finished round: values only, so that a live run and a replay feed the same views.
struct RoundReport
{
    int round = 0; ///< rounds completed; 0 is the evaluation before any training
    double learningRate = 0;
    std::vector<ClientReport> clients;
    std::optional<Score> officialTest; ///< the global model on the data set's own test set
    std::optional<Score> pooledTrain;  ///< of centralised training, which has no clients
    std::vector<int> participants;     ///< ascending; a client drawn twice is listed twice
    std::optional<Grouping> grouping;
    /// Clusters that only choose participants. Their members share no model.
    std::optional<Grouping> samplingClusters;
    std::optional<Collaboration> collaboration; ///< A
    std::optional<Matrix> similarity;
    std::optional<Matrix> gram; ///< K = G Gᵀ of the updates that were grouped, float64
    std::vector<NamedValues> clientValues;
    std::vector<NamedValues> groupValues;
    /// All metrics of the round. An algorithm or sampler writes those that only it knows, such as
    /// those with MetricInfo::isReported; MetricTracker adds the others.
    Metrics metrics;
    std::vector<Traffic> traffic;
    std::vector<Event> events;
    std::vector<PhaseTime> timings; ///< with `seconds`, the only difference between equal runs
    double seconds = 0;             ///< wall time of the round

    bool operator==(const RoundReport&) const = default;
};

} // namespace coterie
