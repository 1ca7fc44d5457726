#pragma once

#include "core/sampling/draw_log.h"
#include "core/sampling/sampler.h"

#include <array>

namespace coterie {

[[nodiscard]] std::unique_ptr<Sampler> makeDivFl(const ParameterSet& parameters);

inline constexpr std::array<std::string_view, 3> kDivFlRefreshWords{
    "gradients", "localWork", "participants"};

inline constexpr std::array kDivFlParameters{
    kCountParameter,
    ParameterDescriptor{
        .name = "refresh",
        .title = "Clients compared by",
        .type = ParameterType::Word,
        .defaultWord = "gradients",
        .words = kDivFlRefreshWords,
        .meaning = "What clients are compared by: everybody's gradient of one mini-batch (ideal), "
                   "everybody's whole local work (the released code's ideal), or what the "
                   "participants of earlier rounds sent (stale)",
        .equation = "HiCS-FL §6.1.2",
        .profileCodeWord = "localWork"},
    ParameterDescriptor{.name = "subsample",
                        .title = "Share looked at",
                        .minimum = 0,
                        .maximum = 1,
                        .minimumExcluded = true,
                        .defaultNumber = 0.1,
                        .meaning = "Share of the clients that each greedy choice looks at, at "
                                   "least as many as take part; 1: all of them",
                        .equation = "released code"},
    ParameterDescriptor{.name = "weighted",
                        .title = "Count whom one stands for",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 0,
                        .meaning = "A participant counts for as many clients as are nearest to it, "
                                   "with methods that average their participants; weights of a "
                                   "method's own stay as they are"},
};

inline constexpr NamedPart kDivFl{
    .name = "divFl",
    .title = "DivFL",
    .meaning = "Chooses clients whose updates represent all updates best: greedy facility "
               "location.",
    .paper = "Balakrishnan et al. 2022; HiCS-FL (baseline)",
    .parameters = kDivFlParameters};

} // namespace coterie
