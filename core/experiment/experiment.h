#pragma once

#include "core/experiment/figure_design.h"
#include "core/experiment/layer_settings.h"
#include "core/experiment/parameters.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

inline constexpr int kSchema = 1;

enum class Profile
{
    Paper,
    Code
}; ///< equations with their resolutions, or the authors' released code

struct DataSettings
{
    Part dataset{.name = "glyphDigits", .parameters = {}};
    Part partition{.name = "iid", .parameters = {}}; ///< its "name" is written "scheme" in the file
    double testShare = 0.2;                          ///< of every client's samples
    double validationShare = 0.0;
    std::vector<Part> preprocess; ///< their "name" is written "step"

    bool operator==(const DataSettings&) const = default;
};

/// Changes to what the partition gives one client.
struct ClientOverride
{
    int client = 0;
    std::optional<int> samples;                  ///< keep at most this many
    std::optional<std::vector<int>> classCounts; ///< exactly this many of each class

    bool operator==(const ClientOverride&) const = default;
};

struct EdgeServer
{
    std::string name;
    std::vector<int> clients;

    bool operator==(const EdgeServer&) const = default;
};

/// Edge servers that are created once the clients are known: every client belongs to one, and
/// their numbers of clients differ by at most one.
struct GeneratedEdges
{
    int count = 1;
    std::string scheme = "blocks"; ///< "blocks" of neighbouring clients, or "random"

    bool operator==(const GeneratedEdges&) const = default;
};

struct Arrival
{
    int round = 0;
    std::vector<int> clients;

    bool operator==(const Arrival&) const = default;
};

/// Clients that join beside those of the partition, as many in each of several rounds.
struct GeneratedArrivals
{
    Parameter newcomers{.name = "newcomers", .values = {std::int64_t{1}}}; ///< in each round
    std::vector<int> rounds;

    bool operator==(const GeneratedArrivals&) const = default;
};

struct ClientSettings
{
    std::vector<ClientOverride> overrides;
    std::vector<EdgeServer> edges;
    std::vector<Arrival> arrivals;
    std::optional<GeneratedEdges> generatedEdges = {}; ///< instead of `edges`, written in its place
    /// Instead of `arrivals`, written in their place. A plan has its `arrivals` and the partition
    /// with the newcomers.
    std::optional<GeneratedArrivals> generatedArrivals = {};

    bool operator==(const ClientSettings&) const = default;
};

/// What one client does between receiving a model and returning it.
struct LocalSettings
{
    Part optimizer{.name = "sgd", .parameters = {}};
    Part schedule{.name = "constant",
                  .parameters = {}}; ///< of the learning rate; written inside "optimizer"
    bool keepOptimizerState = false; ///< moments survive from round to round
    int batch = 32;
    std::optional<int> localEpochs = 1; ///< exactly one of localEpochs and localSteps is set
    std::optional<int> localSteps;
    bool dropLast = false; ///< leave out a short last batch
    Part objective{.name = "plain", .parameters = {}};

    bool operator==(const LocalSettings&) const = default;
};

/// A file of weights that training begins with.
struct InitialWeights
{
    std::string path;   ///< of a .safetensors file
    std::string sha256; ///< of its bytes; empty: not looked at yet

    bool operator==(const InitialWeights&) const = default;
};

struct ModelSettings
{
    Part model{.name = "mlr", .parameters = {}};
    std::vector<LayerSettings> layers;      ///< of the model kOwnLayers; else empty
    std::string precision = "float32";      ///< or "float64"
    std::string initialisation = "default"; ///< "default" (LibTorch's), "xavier" or "kaiming"
    std::string bnMode = "average"; ///< batch-norm buffers: "average", "local" or "officialHcct"
    std::optional<InitialWeights> initial = {}; ///< in place of drawn ones

    bool operator==(const ModelSettings&) const = default;
};

/// One of the methods compared on the same data. Overrides are whole values; in the file only what
/// differs from the common setting is written, and null returns a parameter to its default.
struct Arm
{
    std::string name;
    Part algorithm{.name = "fedavg", .parameters = {}};
    Part sampler{.name = "all", .parameters = {}};
    std::optional<LocalSettings> local;
    std::optional<ModelSettings> model;
    std::optional<int> rounds;

    bool operator==(const Arm&) const = default;
};

/// Numbers of a paper to compare with.
struct Reference
{
    std::string source; ///< "HCCT, Table 4, Digit"
    std::string metric; ///< a name of ALGORITHMS §12, e.g. "bestPerClientTestError"
    std::string unit;
    /// What the paper's deviations spread over.
    enum class Over
    {
        Seeds,
        Clients ///< and seeds together
    };
    Over deviationOver = Over::Seeds;
    /// If set, the values are the rounds until the metric reaches it, not values of the metric.
    std::optional<double> target = {};
    struct Value
    {
        double mean = 0;
        std::optional<double> deviation;
        bool operator==(const Value&) const = default;
    };
    std::map<std::string, Value> values; ///< by arm name

    bool operator==(const Reference&) const = default;
};

/// Settings of an experiment that each of its runs takes over.
struct SharedSettings
{
    int evaluateEvery = 1;
    int trainEvaluationBatches = 0; ///< 0: training sets are not evaluated
    /// The last client neither trains nor counts; its data may still serve the others.
    bool excludeLastClient = false;
    double checkpointSeconds = 10;
    double retryMinutes = 5;          ///< for a full disk or a locked store
    int keepStates = 0;               ///< rounds between states that stay in the store; 0: none
    int keepStatesMegabytes = 512;    ///< of each run
    std::string keepModels = "last";  ///< "best" or "none"
    int keepModelsMegabytes = 64;     ///< of each run
    int keepMatricesEvery = 1;        ///< rounds between two that keep their dense matrices
    int keepMatricesMegabytes = 2000; ///< of each run
    std::string device = "auto";      ///< "auto", "cpu" or "cuda"

    bool operator==(const SharedSettings&) const = default;
};

/// What the user asked for: one experiment file.
struct Experiment : SharedSettings
{
    std::string name;
    std::string description;
    std::string lookFor; ///< what a newcomer should watch for
    Profile profile = Profile::Paper;
    DataSettings data;
    ClientSettings clients;
    ModelSettings model;
    LocalSettings local;
    std::vector<Arm> arms;
    int rounds = 10;
    std::vector<std::uint64_t> seeds{1};
    std::optional<std::uint64_t> partitionSeed; ///< fixes the split across seeds
    std::vector<Reference> references; ///< one for each metric that the paper has numbers of
    std::vector<FigureDesign> figures = {};

    bool operator==(const Experiment&) const = default;
};

/// One value a sweep takes in one run.
struct SweepPoint
{
    std::string pointer; ///< "/arms/2/algorithm/alpha"
    ParameterValue value;

    bool operator==(const SweepPoint&) const = default;
};

/// One run: an arm with its overrides resolved, a seed, a sweep point. Every Part is complete: each
/// declared parameter is present with one value.
struct RunPlan : SharedSettings
{
    std::string experimentName;
    Profile profile = Profile::Paper;
    DataSettings data;
    ClientSettings clients;
    ModelSettings model;
    bool modelOfArm = false; ///< the arm overrides the experiment's model
    LocalSettings local;
    std::size_t armIndex = 0;
    std::string armName;
    Part algorithm;
    Part sampler;
    int rounds = 0;
    std::uint64_t seed = 1;
    std::uint64_t partitionSeed = 1; ///< the experiment's, or the run's seed
    std::vector<SweepPoint> sweep;

    bool operator==(const RunPlan&) const = default;
};

/// Every `evaluateEvery`-th round and the last one are evaluated; 0 is before any training.
[[nodiscard]] bool isEvaluated(int round, int rounds, int evaluateEvery);

/// Gives every declared parameter of every part its value.
void complete(RunPlan& plan, const Registry& registry);

/// Arms × seeds × sweep points; stops counting above `enough`.
[[nodiscard]] std::size_t runCount(const Experiment& experiment, std::size_t enough);

} // namespace coterie
