#include "ui/window/palette_figures.h"

#include "core/experiment/experiment_json.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/figure_bar.h"
#include "ui/design/experiment_document.h"
#include "ui/frame/icons.h"
#include "ui/words.h"

#include <algorithm>

namespace coterie::ui {

std::vector<PaletteEntry> figureEntries(const ExperimentDocument& design,
                                        ComparePage& compare,
                                        const std::vector<TemplateHint>& shipped)
{
    std::vector<ChosenFigure> figures = compare.panes().figures().figures();
    const CheckedExperiment& checked = design.checked();
    if (const std::shared_ptr<const Experiment>& open =
            checked.identified ? checked.identified : checked.experiment;
        open && !open->figures.empty()) {
        const std::string key = designHash(*open);
        const Experiment run = withoutOutlivedHints(*open, shipped, design.registry());
        for (const FigureDesign& figure : run.figures)
            if (const ChosenFigure own{.experiment = key, .design = figure};
                std::ranges::find(figures, own) == figures.end())
                figures.push_back(own);
    }
    std::vector<PaletteEntry> entries;
    for (const ChosenFigure& figure : figures)
        entries.push_back({.text = say("Draw %1").arg(toQString(figure.design.title)),
                           .note = say("figure"),
                           .tip = say("Draw this figure of the experiment in Compare"),
                           .icon = icon(QStringLiteral("compare")),
                           .act = [figure, &compare] { compare.drawFigure(figure); }});
    return entries;
}

} // namespace coterie::ui
