#pragma once

#include "core/summary/figure_numbers.h"

#include <span>
#include <string>
#include <vector>

namespace coterie {

/// One line of a figure of curves or points.
struct FigureLine
{
    std::string name;
    std::size_t look = 0;    ///< RunRow::look
    std::size_t variant = 0; ///< RunRow::sweepPlace
    std::vector<FigurePoint> points;
    bool hasDeviation = false;
    bool isOfMeans = true; ///< else each point is a run
};

/// The lines that the window draws for a figure with lines, of these runs of its experiment and
/// arms in the order of sortForFigure().
[[nodiscard]] Result<std::vector<FigureLine>>
figureLines(RunStore& store, const FigureDesign& figure, std::span<const RunRow> runs);

/// Of a figure that needs no run.
[[nodiscard]] Result<std::vector<FigureLine>> figureLines(const FigureDesign& figure);
/// Whether a figure of this kind has such lines: curves, points and sufficient clusters do.
[[nodiscard]] bool hasLines(const FigureDesign& figure);

/// By arm and sweep point, as the window lists them.
void sortForFigure(std::vector<RunRow>& runs);

/// "HCCT · alpha = 10".
[[nodiscard]] std::string lineName(const RunRow& run);

/// The error of a figure of what these runs lack.
[[nodiscard]] Unexpected<Error> notRecorded(const FigureDesign& figure, const std::string& what);

} // namespace coterie
