#pragma once

#include "core/run/run_difference.h"
#include "ui/runs/round_matrices.h"
#include "ui/views/group_river_layout.h"
#include "ui/views/matrix_view.h"
#include "ui/views/plain_table.h"
#include "ui/views/plot_picture.h"

#include <string_view>

namespace coterie::ui {

/// "Run 3: Quickstart · HCCT · seed 1".
[[nodiscard]] QString runTitle(const RunRow& row);

/// The first round in which they part and by how much, or how far they are the same: a sentence
/// with the titles and units of the screen.
[[nodiscard]] QString partingWords(const RunDifference& difference);

/// The settings that differ and what computed the runs, a column for each run.
[[nodiscard]] PlainTable settingsBeside(const RunDifference& difference);
/// Every metric of the last round in which both were tested, and second − first.
[[nodiscard]] PlainTable numbersBeside(const RunDifference& difference);
/// Which round that is; empty: there is none.
[[nodiscard]] QString numbersNote(const RunDifference& difference);

/// One metric of both runs over their common rounds or, subtracted, second − first.
[[nodiscard]] PlotPicture
curvesBeside(const RunDifference& difference, std::string_view metric, bool isSubtracted);
[[nodiscard]] PlainTable curveTable(const RunDifference& difference, std::string_view metric);

/// The second run's matrix minus the first's in one round; absent if either lacks it or their
/// sizes differ.
[[nodiscard]] std::optional<MatrixPicture>
matrixDifference(const RoundReport& one, const RoundReport& other, MatrixKind kind);
/// Why there is none: which of the runs lacks the matrix, or how their clients differ.
[[nodiscard]] QString noMatrixText(const std::array<RunRow, 2>& runs,
                                   const RoundReport& one,
                                   const RoundReport& other,
                                   MatrixKind kind);

/// Whether every number of it is 0.
[[nodiscard]] bool isWithoutDifference(const MatrixPicture& difference);

/// The groups of both runs in one round as a flow from the first to the second. A group has the
/// colour of the one that most of its clients were in. Empty if either formed none.
[[nodiscard]] std::vector<RiverRound> groupFlow(const RoundReport& one, const RoundReport& other);
/// "3 of 10 clients train with other clients: 1, 4 and 5." Empty without a flow.
[[nodiscard]] QString flowText(const RoundReport& one, const RoundReport& other);
/// Why there is none: which of the runs has no groups in this round, or how their clients differ.
[[nodiscard]] QString
noFlowText(const std::array<RunRow, 2>& runs, const RoundReport& one, const RoundReport& other);

} // namespace coterie::ui
