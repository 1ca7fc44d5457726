#pragma once

#include "core/algorithms/stepped_parameters.h"
#include "core/collab/collaboration_weights.h"
#include "core/spec/descriptor.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace coterie {

struct AllForOneParameters
{
    std::optional<WeightRule> rule; ///< none: the oracle, who knows the true groups
    bool weightsBySize = true;      ///< n_k is the number of training samples, else 1
    std::size_t innerIterations = 50;
    std::size_t probeSamples = 512;
    bool sharedBatches = false;
    int earlyExclude = 0;
    bool excludeLastClient = false;
    bool reportDistances = true;

    [[nodiscard]] static AllForOneParameters of(const ParameterSet& parameters);
};

inline constexpr std::array<std::string_view, 3> kCriterionWords{"binary", "continuous", "oracle"};
inline constexpr std::array<std::string_view, 3> kSizeWords{"auto", "trainSize", "none"};

inline constexpr std::array kAllForOneParameters{
    ParameterDescriptor{
        .name = "criterion",
        .type = ParameterType::Word,
        .defaultWord = "binary",
        .words = kCriterionWords,
        .meaning =
            "Whether a similarity ratio counts from a threshold on (binary) or by what it is "
            "(continuous); the oracle averages over the true group",
        .symbol = "φ",
        .equation = "All-for-one §4"},
    ParameterDescriptor{.name = "threshold",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .maximum = 1,
                        .minimumExcluded = true,
                        .defaultNumber = 0.1,
                        .meaning = "Binary: the least similarity ratio that counts",
                        .symbol = "λ",
                        .equation = "All-for-one §4"},
    kInnerIterationsParameter,
    ParameterDescriptor{.name = "probeSamples",
                        .title = "Probe batch size",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .defaultNumber = 512,
                        .unit = "samples",
                        .meaning = "Batch on which a gradient is evaluated for the weights",
                        .symbol = "b_α",
                        .equation = "All-for-one eq. (1), Table S1"},
    ParameterDescriptor{.name = "rowSumOne",
                        .title = "Rows sum to one",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 1,
                        .meaning = "Divide each row of weights by its sum, as the released code "
                                   "does; rows of the theory sum to between 1 and 1/λ",
                        .symbol = "𝒜ᵢ",
                        .equation = "All-for-one Definition 1"},
    ParameterDescriptor{.name = "sizes",
                        .title = "Ratio multiplied by",
                        .type = ParameterType::Word,
                        .defaultWord = "auto",
                        .words = kSizeWords,
                        .meaning =
                            "What a client's ratio is multiplied by: its training samples or "
                            "nothing; auto is the code's way, the samples for binary weights "
                            "only",
                        .symbol = "n_k",
                        .equation = "All-for-one Remark 1"},
    kSharedBatchesParameter,
    ParameterDescriptor{.name = "earlyExclude",
                        .title = "Drop a pair after",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .defaultNumber = 0,
                        .unit = "refreshes",
                        .meaning = "A pair whose ratio was zero so often in a row is dropped for "
                                   "good, from the sixth round on; 0: never",
                        .profileCodeNumber = 5},
    ParameterDescriptor{.name = "excludeLastClient",
                        .title = "Last client does not train",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 0,
                        .meaning =
                            "The last client does not train, its data serve the others: what "
                            "the published tables were made with",
                        .profileCodeNumber = 1},
    ParameterDescriptor{.name = "reportDistances",
                        .title = "Report gradient distances",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 1,
                        .meaning = "Also report ‖g_i − g_k‖² of every pair, N values per client",
                        .symbol = "Z_ik",
                        .equation = "All-for-one eq. (1)"},
};

} // namespace coterie
