#pragma once

#include "core/experiment/figure_design.h"
#include "core/experiment/layer_settings.h"
#include "core/experiment/parameters.h"

#include <array>

/// Names and parameters like the program's own, so that the tests of core/spec need no engine.
namespace coterie::sample {

inline constexpr std::array<std::string_view, 2> kWeightings{"size", "uniform"};
inline constexpr std::array<std::string_view, 3> kSimilarities{"cosine", "sign", "distance"};

inline constexpr std::array kFedAvg{ParameterDescriptor{
    .name = "weighting", .type = ParameterType::Word, .defaultWord = "size", .words = kWeightings}};
inline constexpr std::array kHcct{
    ParameterDescriptor{.name = "alpha",
                        .type = ParameterType::Real,
                        .range = atLeast(0),
                        .defaultNumber = 80,
                        .symbol = "α",
                        .equation = "HCCT eq. (11)",
                        .live = true},
    ParameterDescriptor{.name = "every",
                        .type = ParameterType::Integer,
                        .range = between(1, 10),
                        .defaultNumber = 1,
                        .profileCodeNumber = 5},
    ParameterDescriptor{.name = "similarity",
                        .type = ParameterType::Word,
                        .defaultWord = "cosine",
                        .words = kSimilarities,
                        .profileCodeWord = "sign"},
    ParameterDescriptor{.name = "warm", .type = ParameterType::Boolean, .defaultNumber = 1},
    ParameterDescriptor{.name = "note", .type = ParameterType::Text, .defaultWord = "none"},
    ParameterDescriptor{.name = "levels",
                        .type = ParameterType::RealList,
                        .range = atLeast(0),
                        .defaultWord = "0.1, 0.5"}};
inline constexpr std::array kRandom{ParameterDescriptor{.name = "share",
                                                        .type = ParameterType::Real,
                                                        .range = above(0).atMost(1),
                                                        .defaultNumber = 0.5}};
inline constexpr std::array kProximal{ParameterDescriptor{
    .name = "strength", .type = ParameterType::Real, .range = atLeast(0), .required = true}};
inline constexpr std::array kSgd{
    ParameterDescriptor{.name = "learningRate",
                        .type = ParameterType::Real,
                        .range = above(0),
                        .defaultNumber = 0.1},
    ParameterDescriptor{.name = "momentum", .type = ParameterType::Real, .range = between(0, 1)},
    ParameterDescriptor{.name = "weightDecay", .type = ParameterType::Real, .range = atLeast(0)}};
inline constexpr std::array kAdam{ParameterDescriptor{.name = "learningRate",
                                                      .type = ParameterType::Real,
                                                      .range = above(0),
                                                      .defaultNumber = 0.001},
                                  ParameterDescriptor{.name = "beta1",
                                                      .type = ParameterType::Real,
                                                      .range = between(0, 1),
                                                      .defaultNumber = 0.9}};
inline constexpr std::array kExponential{ParameterDescriptor{
    .name = "factor", .type = ParameterType::Real, .range = above(0).atMost(1), .required = true}};
inline constexpr std::array kStep{
    ParameterDescriptor{
        .name = "every", .type = ParameterType::Integer, .range = atLeast(1), .defaultNumber = 10},
    ParameterDescriptor{
        .name = "factor", .type = ParameterType::Real, .range = atLeast(0), .defaultNumber = 0.5}};
inline constexpr std::array kGlyphDigits{
    ParameterDescriptor{.name = "samples",
                        .type = ParameterType::Integer,
                        .range = between(1, 1'000'000),
                        .defaultNumber = 10'000},
    ParameterDescriptor{.name = "seed", .type = ParameterType::Integer, .defaultNumber = 1}};
inline constexpr std::array kIdx{
    ParameterDescriptor{.name = "folder", .type = ParameterType::Text, .required = true}};
inline constexpr std::array kIid{ParameterDescriptor{
    .name = "clients", .type = ParameterType::Integer, .range = atLeast(1), .defaultNumber = 10}};
inline constexpr std::array kDirichlet{
    ParameterDescriptor{.name = "clients",
                        .type = ParameterType::Integer,
                        .range = atLeast(1),
                        .defaultNumber = 10},
    ParameterDescriptor{
        .name = "alpha", .type = ParameterType::Real, .range = above(0), .defaultNumber = 0.5},
    ParameterDescriptor{.name = "minimum",
                        .type = ParameterType::Integer,
                        .range = atLeast(0),
                        .defaultNumber = 10}};
inline constexpr std::array kDomains{ParameterDescriptor{.name = "clientsPerDomain",
                                                         .type = ParameterType::Integer,
                                                         .range = atLeast(1),
                                                         .defaultNumber = 2},
                                     ParameterDescriptor{.name = "samples",
                                                         .type = ParameterType::Integer,
                                                         .range = atLeast(1),
                                                         .defaultNumber = 185}};
inline constexpr std::array kMlp{
    ParameterDescriptor{.name = "hidden", .type = ParameterType::RealList, .range = atLeast(1)},
    ParameterDescriptor{.name = "dropout", .type = ParameterType::Real, .range = between(0, 0.9)}};
inline constexpr std::array kNormalise{
    ParameterDescriptor{.name = "mean", .type = ParameterType::Real, .defaultNumber = 0.5}};

inline constexpr std::array kAlgorithms{
    NamedPart{.name = "fedavg", .title = "FedAvg", .parameters = kFedAvg},
    NamedPart{.name = "independent", .title = "Independent"},
    NamedPart{.name = "hcct", .title = "HCCT", .paper = "HCCT", .parameters = kHcct}};
inline constexpr std::array kSamplers{
    NamedPart{.name = "all", .title = "All"},
    NamedPart{.name = "random", .title = "Random", .parameters = kRandom}};
inline constexpr std::array kObjectives{
    NamedPart{.name = "plain", .title = "Plain"},
    NamedPart{.name = "proximal", .title = "Proximal", .parameters = kProximal}};
inline constexpr std::array kOptimizers{
    NamedPart{.name = "sgd", .title = "SGD", .parameters = kSgd},
    NamedPart{.name = "adam", .title = "Adam", .parameters = kAdam}};
inline constexpr std::array kSchedules{
    NamedPart{.name = "constant", .title = "Constant"},
    NamedPart{.name = "exponential", .title = "Exponential", .parameters = kExponential},
    NamedPart{.name = "step", .title = "Step", .parameters = kStep}};
inline constexpr std::array kDatasets{
    NamedPart{.name = "glyphDigits", .title = "Glyph digits", .parameters = kGlyphDigits},
    NamedPart{.name = "idx", .title = "IDX files", .parameters = kIdx}};
inline constexpr std::array kPartitions{
    NamedPart{.name = "iid", .title = "IID", .parameters = kIid},
    NamedPart{.name = "dirichlet", .title = "Dirichlet", .parameters = kDirichlet},
    NamedPart{.name = "domains", .title = "Domains", .parameters = kDomains}};
inline constexpr std::array kModels{NamedPart{.name = "mlr", .title = "Logistic regression"},
                                    NamedPart{.name = "digitCnn", .title = "Digit CNN"},
                                    NamedPart{.name = "mnist_cnn_20k", .title = "Small CNN"},
                                    NamedPart{.name = "mlp", .title = "MLP", .parameters = kMlp}};
/// What an experiment can name: those and a list of its own.
inline constexpr std::array kNamedModels{kModels[0],
                                         kModels[1],
                                         kModels[2],
                                         kModels[3],
                                         NamedPart{.name = kOwnLayers, .title = "Own layers"}};
inline constexpr std::array<std::string_view, 1> kClasses{"classes"};
inline constexpr std::array<std::string_view, 2> kShortcuts{"none", "concatenate"};
inline constexpr std::array kLinear{
    ParameterDescriptor{.name = "units",
                        .type = ParameterType::Integer,
                        .range = between(1, 1'000'000),
                        .words = kClasses,
                        .required = true},
    ParameterDescriptor{.name = "bias", .type = ParameterType::Boolean, .defaultNumber = 1}};
inline constexpr std::array kConvolution{ParameterDescriptor{.name = "channels",
                                                             .type = ParameterType::Integer,
                                                             .range = between(1, 65'536),
                                                             .required = true},
                                         ParameterDescriptor{.name = "kernel",
                                                             .type = ParameterType::Integer,
                                                             .range = between(1, 1024),
                                                             .defaultNumber = 3}};
inline constexpr std::array kBlock{ParameterDescriptor{.name = "repeat",
                                                       .type = ParameterType::Integer,
                                                       .range = between(1, 1000),
                                                       .defaultNumber = 1},
                                   ParameterDescriptor{.name = "shortcut",
                                                       .type = ParameterType::Word,
                                                       .defaultWord = "none",
                                                       .words = kShortcuts}};
inline constexpr std::array kLayers{
    NamedPart{.name = "linear", .title = "Linear", .parameters = kLinear},
    NamedPart{.name = "convolution", .title = "Convolution", .parameters = kConvolution},
    NamedPart{.name = "relu", .title = "ReLU"},
    NamedPart{.name = "flatten", .title = "Flatten"},
    NamedPart{.name = kBlockWord, .title = "Block", .parameters = kBlock}};
inline constexpr std::array kSteps{
    NamedPart{.name = "scale", .title = "Scale"},
    NamedPart{.name = "normalise", .title = "Normalise", .parameters = kNormalise}};

inline constexpr std::array<std::string_view, 2> kMetrics{"meanTestError", "meanTestLoss"};
inline constexpr std::array<std::string_view, 2> kClientNumbers{"trueEntropy", "estimatedEntropy"};

inline constexpr Registry kRegistry{.algorithms = kAlgorithms,
                                    .samplers = kSamplers,
                                    .objectives = kObjectives,
                                    .optimizers = kOptimizers,
                                    .schedules = kSchedules,
                                    .datasets = kDatasets,
                                    .partitions = kPartitions,
                                    .models = kNamedModels,
                                    .preprocessSteps = kSteps,
                                    .figures = kFigureKinds,
                                    .layers = kLayers,
                                    .metrics = kMetrics,
                                    .clientNumbers = kClientNumbers};

} // namespace coterie::sample
