#include "ui/design/template_hints.h"

#include "core/experiment/experiment_json.h"

#include <algorithm>

namespace coterie::ui {

namespace {

/// Of the shipped experiments with this text none has these settings.
bool isOutlived(const std::string& text,
                std::string TemplateHint::*member,
                const std::string& settings,
                const std::vector<TemplateHint>& shipped)
{
    const auto hasText = [&](const TemplateHint& hint) { return hint.*member == text; };
    return !text.empty() && std::ranges::any_of(shipped, hasText)
           && std::ranges::none_of(shipped, [&](const TemplateHint& hint) {
                  return hasText(hint) && hint.settings == settings;
              });
}

} // namespace

std::string settingsOf(const Experiment& experiment, const Registry& registry)
{
    Experiment unseeded = experiment;
    unseeded.seeds = {1};
    return canonicalHash(unseeded, registry);
}

Experiment withoutOutlivedHints(Experiment experiment,
                                const std::vector<TemplateHint>& shipped,
                                const Registry& registry)
{
    const std::string settings = settingsOf(experiment, registry);
    if (isOutlived(experiment.description, &TemplateHint::description, settings, shipped))
        experiment.description.clear();
    if (isOutlived(experiment.lookFor, &TemplateHint::lookFor, settings, shipped))
        experiment.lookFor.clear();
    return experiment;
}

} // namespace coterie::ui
