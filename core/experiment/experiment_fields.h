#pragma once

#include "core/experiment/parameters.h"

#include <array>
#include <string_view>

/// The settings every experiment has, described like the parameters of its parts: name, range,
/// default and meaning.

namespace coterie::fields {

inline constexpr double kMost = 1'000'000'000;
inline constexpr double kLargestSeed = 9'223'372'036'854'775'807.0; ///< what the store can hold

inline constexpr std::array<std::string_view, 2> kProfiles{"paper", "code"};
inline constexpr std::array<std::string_view, 3> kDevices{"auto", "cpu", "cuda"};
inline constexpr std::array<std::string_view, 2> kPrecisions{"float32", "float64"};
inline constexpr std::array<std::string_view, 3> kInitialisations{"default", "xavier", "kaiming"};
inline constexpr std::array<std::string_view, 3> kBnModes{"average", "local", "officialHcct"};

inline constexpr ParameterDescriptor kTestShare{
    .name = "share",
    .title = "Test share",
    .type = ParameterType::Real,
    .minimum = 0,
    .maximum = 1,
    .defaultNumber = 0.2,
    .meaning = "Share of every client's samples kept for testing"};
inline constexpr ParameterDescriptor kValidationShare{
    .name = "share",
    .title = "Validation share",
    .type = ParameterType::Real,
    .minimum = 0,
    .maximum = 1,
    .defaultNumber = 0,
    .meaning = "Share of every client's samples kept for choosing the best round"};
inline constexpr ParameterDescriptor kClient{.name = "client",
                                             .type = ParameterType::Integer,
                                             .minimum = 0,
                                             .maximum = kMost,
                                             .meaning = "Number of a client, counted from 0"};
inline constexpr ParameterDescriptor kSamples{.name = "samples",
                                              .type = ParameterType::Integer,
                                              .minimum = 1,
                                              .maximum = kMost,
                                              .meaning = "Keep this many samples of the client"};
inline constexpr ParameterDescriptor kClassCount{.name = "classCounts",
                                                 .type = ParameterType::Integer,
                                                 .minimum = 0,
                                                 .maximum = kMost,
                                                 .meaning = "Samples of one class"};
inline constexpr std::array<std::string_view, 2> kEdgeSchemes{"blocks", "random"};
inline constexpr ParameterDescriptor kEdgeCount{
    .name = "count",
    .title = "Edge servers",
    .type = ParameterType::Integer,
    .minimum = 1,
    .maximum = kMost,
    .meaning = "Edge servers, among which the clients are dealt as evenly as possible"};
inline constexpr ParameterDescriptor kBatch{.name = "batch",
                                            .title = "Batch size",
                                            .type = ParameterType::Integer,
                                            .minimum = 1,
                                            .maximum = kMost,
                                            .defaultNumber = 32,
                                            .unit = "samples",
                                            .meaning = "Samples in one local step"};
inline constexpr ParameterDescriptor kLocalEpochs{.name = "localEpochs",
                                                  .type = ParameterType::Integer,
                                                  .minimum = 1,
                                                  .maximum = kMost,
                                                  .defaultNumber = 1,
                                                  .meaning =
                                                      "Passes over a client's data in one round"};
inline constexpr ParameterDescriptor kLocalSteps{.name = "localSteps",
                                                 .type = ParameterType::Integer,
                                                 .minimum = 1,
                                                 .maximum = kMost,
                                                 .defaultNumber = 1,
                                                 .meaning = "Local steps of a client in one round"};
inline constexpr ParameterDescriptor kRounds{.name = "rounds",
                                             .title = "Rounds",
                                             .type = ParameterType::Integer,
                                             .minimum = 1,
                                             .maximum = kMost,
                                             .defaultNumber = 10,
                                             .meaning = "Communication rounds",
                                             .live = true};
inline constexpr ParameterDescriptor kSeed{.name = "seeds",
                                           .type = ParameterType::Integer,
                                           .minimum = 0,
                                           .maximum = kLargestSeed,
                                           .defaultNumber = 1,
                                           .meaning = "Seed of every random number of a run"};
inline constexpr ParameterDescriptor kEvaluateEvery{
    .name = "evaluateEvery",
    .title = "Evaluate every",
    .type = ParameterType::Integer,
    .minimum = 1,
    .maximum = kMost,
    .defaultNumber = 1,
    .unit = "rounds",
    .meaning = "Rounds between two measurements on the test sets",
    .live = true};
inline constexpr ParameterDescriptor kTrainEvaluationBatches{
    .name = "trainEvaluationBatches",
    .title = "Training batches measured",
    .type = ParameterType::Integer,
    .minimum = 0,
    .maximum = kMost,
    .defaultNumber = 0,
    .unit = "batches",
    .meaning = "How many batches of each training set the clients' models are measured on, beside "
               "the test set; enough of them are the whole set. With 0 the training loss is that "
               "of the training pass alone",
    .equation = "The released code of All-for-one takes 5"};
inline constexpr ParameterDescriptor kCheckpointSeconds{.name = "checkpointSeconds",
                                                        .title = "Checkpoint every",
                                                        .type = ParameterType::Real,
                                                        .minimum = 0,
                                                        .maximum = 86400,
                                                        .defaultNumber = 10,
                                                        .unit = "s",
                                                        .meaning =
                                                            "The most work that a crash may lose"};
inline constexpr ParameterDescriptor kReferenceMean{
    .name = "mean", .type = ParameterType::Real, .meaning = "The paper's number"};
inline constexpr ParameterDescriptor kReferenceDeviation{.name = "deviation",
                                                         .type = ParameterType::Real,
                                                         .minimum = 0,
                                                         .meaning = "Its standard deviation"};

inline constexpr ParameterDescriptor kName{.name = "name",
                                           .type = ParameterType::Text,
                                           .meaning = "What the experiment is called",
                                           .required = true};
inline constexpr ParameterDescriptor kArmName{.name = "name",
                                              .type = ParameterType::Text,
                                              .meaning =
                                                  "What the arm is called in legends and tables",
                                              .required = true};
inline constexpr ParameterDescriptor kDescription{.name = "description",
                                                  .type = ParameterType::Text,
                                                  .meaning = "What is done, in some sentences"};
inline constexpr ParameterDescriptor kLookFor{.name = "lookFor",
                                              .title = "What to look for",
                                              .type = ParameterType::Text,
                                              .meaning = "What a newcomer should watch for"};
inline constexpr ParameterDescriptor kProfile{
    .name = "profile",
    .title = "Source of the defaults",
    .type = ParameterType::Word,
    .defaultWord = "paper",
    .words = kProfiles,
    .meaning = "Defaults as in the papers' equations, or as in the authors' released code"};
inline constexpr ParameterDescriptor kDevice{
    .name = "device",
    .type = ParameterType::Word,
    .defaultWord = "auto",
    .words = kDevices,
    .meaning = "Where models are trained; auto: on a CUDA device if there is one"};
inline constexpr ParameterDescriptor kPrecision{.name = "precision",
                                                .type = ParameterType::Word,
                                                .defaultWord = "float32",
                                                .words = kPrecisions,
                                                .meaning = "How models' numbers are stored"};
inline constexpr ParameterDescriptor kInitialisation{
    .name = "initialisation",
    .type = ParameterType::Word,
    .defaultWord = "default",
    .words = kInitialisations,
    .meaning = "How the common initial model is drawn; default: as LibTorch does"};
inline constexpr ParameterDescriptor kBnMode{
    .name = "bnMode",
    .title = "Batch-norm statistics",
    .type = ParameterType::Word,
    .defaultWord = "average",
    .words = kBnModes,
    .meaning = "Running statistics of batch-norm layers: averaged with the models, kept by every "
               "client, or (officialHcct) client 0's in every averaged model, as HCCT's released "
               "code copies them"};
inline constexpr ParameterDescriptor kKeepOptimizerState{
    .name = "keepOptimizerState",
    .title = "Keep the optimiser's state",
    .type = ParameterType::Boolean,
    .meaning = "The optimizer's moments survive from round to round"};
inline constexpr ParameterDescriptor kDropLast{.name = "dropLast",
                                               .title = "Drop the short last batch",
                                               .type = ParameterType::Boolean,
                                               .meaning = "Leave out a short last batch"};
inline constexpr ParameterDescriptor kSeeds{.name = "seeds",
                                            .type = ParameterType::RealList,
                                            .minimum = 0,
                                            .maximum = kLargestSeed,
                                            .defaultWord = "1",
                                            .meaning =
                                                "Every arm is run once with each of these seeds"};
inline constexpr ParameterDescriptor kPartitionSeed{
    .name = "partitionSeed",
    .title = "Seed of the split",
    .type = ParameterType::Integer,
    .minimum = 0,
    .maximum = kLargestSeed,
    .meaning = "Seed of the split alone, so that it is the same for all seeds"};
inline constexpr ParameterDescriptor kReferenceSource{
    .name = "source",
    .type = ParameterType::Text,
    .meaning = "Where the paper's numbers stand, such as HCCT, Table 4"};
inline constexpr ParameterDescriptor kReferenceMetric{
    .name = "metric",
    .type = ParameterType::Text,
    .meaning = "The measurement they are of, such as bestPerClientTestError"};
inline constexpr ParameterDescriptor kReferenceUnit{
    .name = "unit", .type = ParameterType::Text, .meaning = "Their unit, such as %"};
inline constexpr ParameterDescriptor kReferenceTarget{
    .name = "target",
    .type = ParameterType::Real,
    .meaning = "Where given, they count the rounds until the measurement gets here"};

} // namespace coterie::fields
