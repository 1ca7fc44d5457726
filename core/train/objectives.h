#pragma once

#include "core/train/local_work.h"

#include <array>

namespace coterie {

/// −log(e^{c_glob/τ} / (e^{c_glob/τ} + e^{c_prev/τ})) of the cosines of a sample's features with
/// those of the global and of the client's previous model, HiCS-FL eq. (91): softplus((c_prev −
/// c_glob)/τ). Element by element.
[[nodiscard]] at::Tensor
moonContrast(const at::Tensor& withGlobal, const at::Tensor& withPrevious, double temperature);

[[nodiscard]] std::unique_ptr<Objective> makeMoonObjective(const ParameterSet& parameters);

inline constexpr std::array kMoonParameters{
    ParameterDescriptor{.name = "mu",
                        .title = "Weight of the contrast",
                        .minimum = 0,
                        .defaultNumber = 1,
                        .meaning = "Weight of the contrast beside the loss",
                        .symbol = "μ",
                        .equation = "MOON eq. (5), HiCS-FL eq. (91)"},
    ParameterDescriptor{.name = "tau",
                        .title = "Temperature",
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 0.5,
                        .meaning = "Temperature of the contrast",
                        .symbol = "τ",
                        .equation = "MOON eq. (3)"},
};

inline constexpr NamedPart kMoonObjective{
    .name = "moon",
    .title = "Contrast with models (MOON)",
    .meaning = "Draws a client's features towards those of the model it received and away from "
               "those of its own previous model.",
    .paper = "MOON (Li, He, Song 2021)",
    .parameters = kMoonParameters};

} // namespace coterie
