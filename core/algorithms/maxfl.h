#pragma once

#include "core/algorithms/algorithm.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

struct MaxFlParameters
{
    bool canonical = false; ///< as MAXFL's authors have it
    double thresholdFactor = 1;
    int warmupSteps = 100;
    double epsilon = 1e-2;
    double globalRate = 1; ///< η_g
};

inline constexpr std::array<std::string_view, 2> kMaxFlModes{"hcct", "canonical"};

inline constexpr std::array kMaxFlParameters{
    bind<&MaxFlParameters::canonical>(
        {.name = "mode",
         .title = "Variant",
         .words = kMaxFlModes,
         .meaning = "The method as HCCT describes and implements it, or as its authors do "
                    "(canonical)",
         .equation = "HCCT §7.1; MAXFL"}),
    bind<&MaxFlParameters::thresholdFactor>(
        {.name = "thresholdFactor",
         .range = atLeast(0),
         .meaning = "hcct: a client takes part if F_i(w) is below this times ‖v_i − w‖²; 0: no "
                    "client does. Before the first round, v_i learns alone for the E·T epochs of a "
                    "whole run, at the first round's learning rate",
         .equation = "HCCT §7.1"}),
    bind<&MaxFlParameters::warmupSteps>(
        {.name = "warmupSteps",
         .title = "Warm-up steps",
         .range = between(1, 1e9),
         .unit = "steps",
         .meaning = "canonical: local steps that set a client's threshold ρ_i",
         .symbol = "ρᵢ",
         .equation = "MAXFL"}),
    bind<&MaxFlParameters::epsilon>(
        {.name = "epsilon",
         .title = "Guard against zero",
         .range = above(0),
         .meaning = "canonical: keeps the division by the sum of the weights finite",
         .symbol = "ε",
         .equation = "MAXFL"}),
    bind<&MaxFlParameters::globalRate>({.name = "globalRate",
                                        .title = "Server's step",
                                        .range = atLeast(0),
                                        .meaning = "canonical: the server's step",
                                        .symbol = "η_g",
                                        .equation = "MAXFL"}),
};

/// q_i = sig(z_i)(1 − sig(z_i)): largest for clients for which the global model is about as good
/// as their own threshold.
[[nodiscard]] std::vector<double> appealWeights(std::span<const double> lossesAboveThreshold);

/// Only clients that find the global model appealing contribute, as HCCT describes and implements
/// it (ALGORITHMS §6.3): those with F_i(w) < ‖v_i − w‖², v_i being what client i learns alone in a
/// whole run, train together; the others alone. What MAXFL's authors do is the
/// mode called canonical.
[[nodiscard]] std::unique_ptr<Algorithm> makeMaxFl(const NamedPart& part,
                                                   const ParameterSet& given);

} // namespace coterie
