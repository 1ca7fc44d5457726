#pragma once

#include "core/experiment/experiment.h"

#include <string>
#include <string_view>
#include <vector>

namespace coterie::ui {

/// The texts of a shipped experiment, the paper's numbers and what they were written for.
struct TemplateHint
{
    std::string description;
    std::string lookFor;
    std::string settings;                      ///< settingsOf() the experiment
    std::string dataset = {};                  ///< its name
    std::vector<Reference> references = {};    ///< of the paper, to these data
    std::vector<std::string> figureNames = {}; ///< of the paper's figures, if it has references
};

/// What a description can be about: everything that a result depends on but the seeds.
[[nodiscard]] std::string settingsOf(const Experiment& experiment, const Registry& registry);

[[nodiscard]] TemplateHint hintOf(const Experiment& experiment, const Registry& registry);

/// The experiment without the texts of shipped ones that have other settings: it was edited, and
/// they may no longer be true. With another data set it is also without the paper's numbers and
/// figures, which belong to the data of the shipped one.
[[nodiscard]] Experiment withoutOutlivedHints(Experiment experiment,
                                              const std::vector<TemplateHint>& shipped,
                                              const Registry& registry);

} // namespace coterie::ui
