#pragma once

#include "core/experiment/experiment.h"

#include <string>
#include <string_view>
#include <vector>

namespace coterie::ui {

/// The texts of a shipped experiment and what they were written for.
struct TemplateHint
{
    std::string description;
    std::string lookFor;
    std::string settings; ///< settingsOf() the experiment
};

/// What a description can be about: everything that a result depends on but the seeds.
[[nodiscard]] std::string settingsOf(const Experiment& experiment, const Registry& registry);

/// The experiment without the texts of shipped ones that have other settings: it was edited, and
/// they may no longer be true.
[[nodiscard]] Experiment withoutOutlivedHints(Experiment experiment,
                                              const std::vector<TemplateHint>& shipped,
                                              const Registry& registry);

} // namespace coterie::ui
