#pragma once

#include "core/sampling/draw_log.h"
#include "core/sampling/sampler.h"

#include <array>

namespace coterie {

[[nodiscard]] std::unique_ptr<Sampler> makePowD(const ParameterSet& parameters);

inline constexpr std::array kPowDParameters{
    kCountParameter,
    ParameterDescriptor{
        .name = "candidates",
        .type = ParameterType::Integer,
        .minimum = 0,
        .defaultNumber = 0,
        .unit = "clients",
        .meaning = "How many are asked for their loss, at least as many as take part; 0: by "
                   "the candidates per participant. More than there are means everybody",
        .symbol = "d",
        .equation = "Power-of-Choice §3.1"},
    ParameterDescriptor{
        .name = "candidateFactor",
        .title = "Candidates per participant",
        .minimum = 0,
        .defaultNumber = 0,
        .meaning = "Without a number of candidates: how many times as many are asked as take "
                   "part; 0: everybody (ideal)",
        .symbol = "d/K",
        .equation = "HiCS-FL §6.1.2",
        .profileCodeNumber = 2},
};

inline constexpr NamedPart kPowD{
    .name = "powD",
    .title = "Power-of-choice",
    .meaning = "Asks candidates, drawn in proportion to their samples, for the loss of the model "
               "and takes those with the largest. The first round is random.",
    .paper = "Cho, Wang, Joshi 2020; HiCS-FL (baseline)",
    .parameters = kPowDParameters};

} // namespace coterie
