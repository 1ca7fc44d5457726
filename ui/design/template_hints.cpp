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

/// Some shipped experiments have it, but none with these data.
template <typename HasIt>
bool belongsToOtherData(const std::string& dataset,
                        const std::vector<TemplateHint>& shipped,
                        const HasIt& hasIt)
{
    return std::ranges::any_of(shipped, hasIt)
           && std::ranges::none_of(shipped, [&](const TemplateHint& hint) {
                  return hint.dataset == dataset && hasIt(hint);
              });
}

/// Also of the same table with fewer arms, or with a number that was put right.
bool isOfSameTable(const Reference& one, const Reference& other)
{
    return one.source == other.source && one.metric == other.metric;
}

} // namespace

TemplateHint hintOf(const Experiment& experiment, const Registry& registry)
{
    TemplateHint hint{.description = experiment.description,
                      .lookFor = experiment.lookFor,
                      .settings = settingsOf(experiment, registry),
                      .dataset = experiment.data.dataset.name,
                      .references = experiment.references};
    if (!hint.references.empty())
        for (const FigureDesign& figure : experiment.figures)
            hint.figureNames.push_back(figure.title);
    return hint;
}

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
    const std::string& dataset = experiment.data.dataset.name;
    std::erase_if(experiment.references, [&](const Reference& reference) {
        return belongsToOtherData(dataset, shipped, [&](const TemplateHint& hint) {
            return std::ranges::any_of(
                hint.references, [&](const Reference& of) { return isOfSameTable(of, reference); });
        });
    });
    std::erase_if(experiment.figures, [&](const FigureDesign& figure) {
        return belongsToOtherData(dataset, shipped, [&](const TemplateHint& hint) {
            return std::ranges::find(hint.figureNames, figure.title) != hint.figureNames.end();
        });
    });
    return experiment;
}

} // namespace coterie::ui
