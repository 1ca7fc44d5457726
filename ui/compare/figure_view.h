#pragma once

#include "core/experiment/figure_design.h"
#include "core/store/plan_settings.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/compare_points.h"

#include <QString>

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace coterie::ui {

/// A figure that an experiment describes.
struct ChosenFigure
{
    std::string experiment; ///< RunRow::experimentDesign
    FigureDesign design;

    bool operator==(const ChosenFigure&) const = default;
};

/// Whether it is a figure that is drawn of its own numbers: it selects no run and needs none.
[[nodiscard]] bool isOfNoRun(const ChosenFigure& figure);
[[nodiscard]] bool isOfNoRun(const std::optional<ChosenFigure>& figure);

/// The metric that the figure draws; empty: it draws numbers of clients.
[[nodiscard]] std::string metricOf(const FigureDesign& figure);
/// How its curves are drawn.
[[nodiscard]] OverlayChoice overlayOf(const CurveFigure& figure);
/// The axis of the points that it draws over, if the runs differ there.
[[nodiscard]] std::optional<PointAxis>
axisOf(const CompareData& data, const RunSettings& settings, const PointFigure& figure);

/// The runs of the figure's experiment and arms.
[[nodiscard]] CompareData runsOfFigure(const CompareData& data, const ChosenFigure& figure);

/// Why nothing of the figure can be drawn of its runs, as a sentence; empty: something can.
[[nodiscard]] QString
figureProblem(const CompareData& drawn, const RunSettings& settings, const ChosenFigure& figure);
/// What the figure lacks: "2 of 9 arms are not drawn: Ditto, CoBo"; empty: nothing.
[[nodiscard]] QString figureGaps(const CompareData& drawn, const ChosenFigure& figure);

} // namespace coterie::ui
