#pragma once

#include "core/experiment/experiment.h"

#include <array>
#include <string_view>

/// The settings every experiment has, described like the parameters of its parts: name, range,
/// default and meaning. To add one, add a member to the struct that holds it, a descriptor bound to
/// the member, and a row in kSettings: reading, writing, plans, --set, the Design page, help and
/// the manual follow. Stored plans of older versions lack the new setting: its row says
/// Written::IfSet, or they can no longer be read.

namespace coterie::fields {

inline constexpr double kMost = 1'000'000'000;
inline constexpr double kLargestSeed = 9'223'372'036'854'775'807.0; ///< what the store can hold

inline constexpr std::array<std::string_view, 2> kProfiles{"paper", "code"};
inline constexpr std::array<std::string_view, 3> kDevices{"auto", "cpu", "cuda"};
inline constexpr std::array<std::string_view, 2> kPrecisions{"float32", "float64"};
inline constexpr std::array<std::string_view, 3> kInitialisations{"default", "xavier", "kaiming"};
inline constexpr std::array<std::string_view, 3> kKeptModels{"last", "best", "none"};
inline constexpr std::array<std::string_view, 3> kBnModes{"average", "local", "officialHcct"};
inline constexpr std::array<std::string_view, 2> kEdgeSchemes{"blocks", "random"};
inline constexpr std::array<std::string_view, 2> kDeviationWords{"seeds", "clients"};

inline constexpr ParameterDescriptor kTestShare =
    bind<&DataSettings::testShare>({.name = "share",
                                    .title = "Test share",
                                    .range = between(0, 1),
                                    .meaning = "Share of every client's samples kept for testing"});
inline constexpr ParameterDescriptor kValidationShare = bind<&DataSettings::validationShare>(
    {.name = "share",
     .title = "Validation share",
     .range = between(0, 1),
     .meaning = "Share of every client's samples kept for choosing the best round"});

/// A whole number without a field of its own.
[[nodiscard]] consteval ParameterDescriptor wholeFrom(double minimum, double maximum = kMost)
{
    return {.name = {}, .type = ParameterType::Integer, .range = between(minimum, maximum)};
}
inline constexpr ParameterDescriptor kClient = wholeFrom(0); ///< the first one has number 0
inline constexpr ParameterDescriptor kSamples = wholeFrom(1);
inline constexpr ParameterDescriptor kClassCount = wholeFrom(0);
inline constexpr ParameterDescriptor kSeed = wholeFrom(0, kLargestSeed);
inline constexpr ParameterDescriptor kEdgeCount = bind<&GeneratedEdges::count>(
    {.name = "count",
     .title = "Edge servers",
     .range = between(1, kMost),
     .meaning = "Number of edge servers; the clients are divided evenly among them"});
inline constexpr ParameterDescriptor kEdgeScheme =
    bind<&GeneratedEdges::scheme>({.name = "scheme", .words = kEdgeSchemes});
inline constexpr ParameterDescriptor kNewcomers{
    .name = "newcomers",
    .type = ParameterType::Integer,
    .range = between(0, kMost),
    .defaultNumber = 1,
    .unit = "clients",
    .meaning = "Clients that join in each of the rounds, beside those of the partition",
    .required = true};
inline constexpr ParameterDescriptor kBatch =
    bind<&LocalSettings::batch>({.name = "batch",
                                 .title = "Batch size",
                                 .range = between(1, kMost),
                                 .unit = "samples",
                                 .meaning = "Samples in one local step"});
inline constexpr ParameterDescriptor kLocalEpochs =
    bind<&LocalSettings::localEpochs>({.name = "localEpochs",
                                       .range = between(1, kMost),
                                       .meaning = "Passes over a client's data in one round"});
inline constexpr ParameterDescriptor kLocalSteps =
    bind<&LocalSettings::localSteps>({.name = "localSteps",
                                      .range = between(1, kMost),
                                      .defaultNumber = 1,
                                      .meaning = "Local steps of a client in one round"});
inline constexpr ParameterDescriptor kRounds{.name = "rounds",
                                             .title = "Rounds",
                                             .type = ParameterType::Integer,
                                             .range = between(1, kMost),
                                             .defaultNumber = 10,
                                             .meaning = "Communication rounds",
                                             .live = true};
inline constexpr ParameterDescriptor kEvaluateEvery = bind<&SharedSettings::evaluateEvery>(
    {.name = "evaluateEvery",
     .title = "Evaluate every",
     .range = between(1, kMost),
     .unit = "rounds",
     .meaning = "Rounds between two measurements on the test sets",
     .live = true});
inline constexpr ParameterDescriptor kTrainEvaluationBatches =
    bind<&SharedSettings::trainEvaluationBatches>(
        {.name = "trainEvaluationBatches",
         .title = "Training batches measured",
         .range = between(0, kMost),
         .unit = "batches",
         .meaning =
             "Batches of each training set on which the clients' models are measured too; a large "
             "number means the whole set. With 0 the training loss is that of the training pass",
         .equation = "The released code of All-for-one takes 5"});
inline constexpr ParameterDescriptor kExcludeLastClient = bind<&SharedSettings::excludeLastClient>(
    {.name = "excludeLastClient",
     .title = "Leave out the last client",
     .meaning = "The last client neither trains nor counts in the results, in every arm. "
                "All-for-one's other clients still use gradients on its data",
     .equation = "The released code of All-for-one"});
inline constexpr ParameterDescriptor kCheckpointSeconds =
    bind<&SharedSettings::checkpointSeconds>({.name = "checkpointSeconds",
                                              .title = "Checkpoint every",
                                              .range = between(0, 86400),
                                              .unit = "s",
                                              .meaning = "The most work that a crash can lose"});
inline constexpr ParameterDescriptor kRetryMinutes = bind<&SharedSettings::retryMinutes>(
    {.name = "retryMinutes",
     .title = "Retry for",
     .range = between(0, 10080),
     .unit = "min",
     .meaning = "How long coterie-cli retries while the disk is full or another program locks the "
                "run store; then the run stops and can be resumed. The window waits for you"});
inline constexpr ParameterDescriptor kKeepStates = bind<&SharedSettings::keepStates>(
    {.name = "keepStates",
     .title = "Keep a state every",
     .range = between(0, kMost),
     .unit = "rounds",
     .meaning = "Rounds between two states that stay in the run store, so that a fork begins there "
                "instead of computing the rounds again; 0: none. Results do not depend on it"});
inline constexpr ParameterDescriptor kKeepStatesMegabytes =
    bind<&SharedSettings::keepStatesMegabytes>(
        {.name = "keepStatesMegabytes",
         .title = "Room for kept states",
         .range = between(1, kMost),
         .unit = "MB",
         .meaning = "What the kept states of one run may take together. When it is full, every "
                    "other one is removed and from then on half as many are kept"});
inline constexpr ParameterDescriptor kKeepModels = bind<&SharedSettings::keepModels>(
    {.name = "keepModels",
     .title = "Keep the models",
     .words = kKeptModels,
     .meaning = "Which models of a run stay in the run store, to be exported once it has finished: "
                "those of its last round, those of the tested round with the lowest test error "
                "(without classes: loss), or none. Results do not depend on it"});
// A hundred runs then take at most 6.4 GB, and a model of 16 million parameters fits, or one of
// 600,000 parameters for each of 25 clients.
inline constexpr ParameterDescriptor kKeepModelsMegabytes =
    bind<&SharedSettings::keepModelsMegabytes>(
        {.name = "keepModelsMegabytes",
         .title = "Room for kept models",
         .range = between(1, kMost),
         .unit = "MB",
         .meaning = "What the kept models of one run may take together. If they need more, none of "
                    "them is kept"});
inline constexpr ParameterDescriptor kKeepMatricesEvery = bind<&SharedSettings::keepMatricesEvery>(
    {.name = "keepMatricesEvery",
     .title = "Keep matrices every",
     .range = between(1, kMost),
     .unit = "rounds",
     .meaning = "Rounds between two that keep their matrices over all pairs of clients: "
                "similarities, Gram matrix, and A where a method computes every weight. The first "
                "and the last round keep theirs. Results do not depend on it"});
// All rounds of 200 with 900 clients of HCCT, whose matrices have 12 bytes for each pair.
inline constexpr ParameterDescriptor kKeepMatricesMegabytes =
    bind<&SharedSettings::keepMatricesMegabytes>(
        {.name = "keepMatricesMegabytes",
         .title = "Room for matrices",
         .range = between(1, kMost),
         .unit = "MB",
         .meaning = "What these matrices of one run may take together, before compression. If "
                    "they need more, fewer rounds keep theirs; the first and the last one always "
                    "do"});
inline constexpr ParameterDescriptor kReferenceMean{.name = {}};
inline constexpr ParameterDescriptor kReferenceDeviation{.name = {}, .range = atLeast(0)};

inline constexpr ParameterDescriptor kName{.name = "name",
                                           .type = ParameterType::Text,
                                           .meaning = "Name of the experiment",
                                           .required = true};
inline constexpr ParameterDescriptor kArmName{.name = "name",
                                              .type = ParameterType::Text,
                                              .meaning = "Name of the arm in legends and tables",
                                              .required = true};
inline constexpr ParameterDescriptor kDescription = bind<&Experiment::description>(
    {.name = "description", .meaning = "What the experiment does, in a few sentences"});
inline constexpr ParameterDescriptor kLookFor =
    bind<&Experiment::lookFor>({.name = "lookFor",
                                .title = "What to look for",
                                .meaning = "What a newcomer should watch for"});
inline constexpr ParameterDescriptor kProfile = bind<&Experiment::profile>(
    {.name = "profile",
     .title = "Source of the defaults",
     .words = kProfiles,
     .meaning = "Defaults as in the papers' equations, or as in the authors' released code"});
inline constexpr ParameterDescriptor kDevice = bind<&SharedSettings::device>(
    {.name = "device",
     .words = kDevices,
     .meaning = "Where models are trained; auto: on a CUDA device if there is one"});
inline constexpr ParameterDescriptor kPrecision = bind<&ModelSettings::precision>(
    {.name = "precision", .words = kPrecisions, .meaning = "How models' numbers are stored"});
inline constexpr ParameterDescriptor kInitialisation = bind<&ModelSettings::initialisation>(
    {.name = "initialisation",
     .words = kInitialisations,
     .meaning = "How the common initial weights are drawn; default: as LibTorch does"});
inline constexpr std::string_view kInitialPlace = "/model/initial/path";
inline constexpr ParameterDescriptor kInitialPath{
    .name = "path",
    .title = "Initial weights",
    .type = ParameterType::Text,
    .meaning = "A file .safetensors whose weights every client begins with; empty: drawn weights"};
inline constexpr ParameterDescriptor kBnMode = bind<&ModelSettings::bnMode>(
    {.name = "bnMode",
     .title = "Batch-norm statistics",
     .words = kBnModes,
     .meaning = "Running statistics of batch-norm layers: averaged with the models, kept by every "
                "client, or (officialHcct) client 0's in every averaged model, as HCCT's released "
                "code copies them"});
inline constexpr ParameterDescriptor kKeepOptimizerState = bind<&LocalSettings::keepOptimizerState>(
    {.name = "keepOptimizerState",
     .title = "Keep the optimiser's state",
     .meaning = "Keep the optimizer's moments from round to round"});
inline constexpr ParameterDescriptor kDropLast =
    bind<&LocalSettings::dropLast>({.name = "dropLast",
                                    .title = "Drop the short last batch",
                                    .meaning = "Leave out a short last batch"});
inline constexpr ParameterDescriptor kSeeds{.name = "seeds",
                                            .type = ParameterType::RealList,
                                            .range = between(0, kLargestSeed),
                                            .defaultWord = "1",
                                            .meaning = "Every arm runs once with each seed"};
inline constexpr ParameterDescriptor kPartitionSeed{
    .name = "partitionSeed",
    .title = "Seed of the partition",
    .type = ParameterType::Integer,
    .range = between(0, kLargestSeed),
    .meaning = "Seed of the partition alone, so that all seeds share one partition"};
inline constexpr ParameterDescriptor kReferenceSource{
    .name = "source",
    .type = ParameterType::Text,
    .meaning = "Source of the paper's numbers, such as HCCT, Table 4"};
inline constexpr ParameterDescriptor kReferenceMetric{
    .name = "metric",
    .type = ParameterType::Text,
    .meaning = "Metric of the numbers, such as bestPerClientTestError"};
inline constexpr ParameterDescriptor kReferenceUnit{
    .name = "unit", .type = ParameterType::Text, .meaning = "Unit of the numbers, such as %"};
inline constexpr ParameterDescriptor kReferenceOver{
    .name = "deviationOver",
    .title = "Deviations over",
    .type = ParameterType::Word,
    .defaultWord = "seeds",
    .words = kDeviationWords,
    .meaning = "What the paper's standard deviations spread over: seeds, or clients and seeds "
               "together"};
inline constexpr ParameterDescriptor kReferenceTarget{
    .name = "target",
    .type = ParameterType::Real,
    .meaning = "If set, the numbers are rounds until the metric reaches it"};

/// When a setting is written to a file.
enum class Written
{
    Always,
    UnlessDefault, ///< in full forms also at its default
    IfSet          ///< also left out of full forms, so that files from before it keep their hash
};

/// A setting outside every named part.
struct SettingField
{
    std::string_view pointer; ///< in an experiment file
    const ParameterDescriptor* descriptor;
    Written written = Written::UnlessDefault;
    std::string_view instead = {}; ///< the setting beside it that it replaces
    bool hasDefault = true;        ///< otherwise a file without it leaves it unset
    bool isOfMachine = false;      ///< about the computer, not about what is computed
};

/// In the order of files. Bound descriptors are read and written by readFields and addFields;
/// others by code of their own.
inline constexpr std::array kSettings{
    SettingField{"/name", &kName, Written::Always},
    SettingField{.pointer = "/description", .descriptor = &kDescription, .hasDefault = false},
    SettingField{.pointer = "/lookFor", .descriptor = &kLookFor, .hasDefault = false},
    SettingField{"/profile", &kProfile, Written::Always},
    SettingField{"/data/test/share", &kTestShare},
    SettingField{"/data/validation/share", &kValidationShare},
    SettingField{"/model/precision", &kPrecision},
    SettingField{"/model/initialisation", &kInitialisation},
    SettingField{"/model/bnMode", &kBnMode},
    SettingField{"/local/keepOptimizerState", &kKeepOptimizerState},
    SettingField{"/local/batch", &kBatch, Written::Always},
    SettingField{"/local/localEpochs", &kLocalEpochs, Written::Always, "localSteps"},
    SettingField{"/local/localSteps", &kLocalSteps, Written::Always, "localEpochs", false},
    SettingField{"/local/dropLast", &kDropLast},
    SettingField{"/rounds", &kRounds, Written::Always},
    SettingField{"/seeds", &kSeeds, Written::Always},
    SettingField{.pointer = "/partitionSeed", .descriptor = &kPartitionSeed, .hasDefault = false},
    SettingField{"/evaluateEvery", &kEvaluateEvery},
    SettingField{"/trainEvaluationBatches", &kTrainEvaluationBatches, Written::IfSet},
    SettingField{"/excludeLastClient", &kExcludeLastClient, Written::IfSet},
    SettingField{
        .pointer = "/checkpointSeconds", .descriptor = &kCheckpointSeconds, .isOfMachine = true},
    SettingField{.pointer = "/retryMinutes",
                 .descriptor = &kRetryMinutes,
                 .written = Written::IfSet,
                 .isOfMachine = true},
    SettingField{.pointer = "/keepStates",
                 .descriptor = &kKeepStates,
                 .written = Written::IfSet,
                 .isOfMachine = true},
    SettingField{.pointer = "/keepStatesMegabytes",
                 .descriptor = &kKeepStatesMegabytes,
                 .written = Written::IfSet,
                 .isOfMachine = true},
    SettingField{.pointer = "/keepModels",
                 .descriptor = &kKeepModels,
                 .written = Written::IfSet,
                 .isOfMachine = true},
    SettingField{.pointer = "/keepModelsMegabytes",
                 .descriptor = &kKeepModelsMegabytes,
                 .written = Written::IfSet,
                 .isOfMachine = true},
    SettingField{.pointer = "/keepMatricesEvery",
                 .descriptor = &kKeepMatricesEvery,
                 .written = Written::IfSet,
                 .isOfMachine = true},
    SettingField{.pointer = "/keepMatricesMegabytes",
                 .descriptor = &kKeepMatricesMegabytes,
                 .written = Written::IfSet,
                 .isOfMachine = true},
    SettingField{.pointer = "/device", .descriptor = &kDevice, .isOfMachine = true}};

/// The settings that a struct holds.
template <typename Struct>
[[nodiscard]] std::vector<const SettingField*> fieldsOf()
{
    std::vector<const SettingField*> fields;
    for (const SettingField& field : kSettings)
        if (field.descriptor->target == &binding::kIdentity<Struct>)
            fields.push_back(&field);
    return fields;
}

/// `before`, the keys of the struct's settings, `after`.
template <typename Struct>
[[nodiscard]] std::vector<std::string_view>
keysAround(std::vector<std::string_view> before, std::initializer_list<std::string_view> after = {})
{
    for (const SettingField* field : fieldsOf<Struct>())
        before.push_back(field->descriptor->name);
    before.insert(before.end(), after.begin(), after.end());
    return before;
}

} // namespace coterie::fields
