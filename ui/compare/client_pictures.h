#pragma once

#include "core/experiment/figure_design.h"
#include "core/report/run_record.h"
#include "ui/views/matrix_view.h"
#include "ui/views/plain_table.h"
#include "ui/views/plot_picture.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace coterie::ui {

/// What a figure of clients is drawn from.
struct RunOfClients
{
    std::int64_t run = 0;
    QString label; ///< its arm's
    std::size_t look = 0;
    std::uint64_t seed = 0;
    FederationFacts facts;
    std::vector<RoundReport> rounds; ///< without matrices
};

/// One point for each client, or for each client and round, in the colour of its arm. For
/// HiCS-FL's Assumption 1 also the newest envelope that a run reports.
[[nodiscard]] PlotPicture clientPicture(const std::vector<RunOfClients>& runs,
                                        const ScatterFigure& figure);
/// The numbers behind it.
[[nodiscard]] PlainTable clientTable(const std::vector<RunOfClients>& runs,
                                     const ScatterFigure& figure);

/// Clients by classes; no rows where the run has no classes.
[[nodiscard]] MatrixPicture classCountPicture(const FederationFacts& facts);
[[nodiscard]] PlainTable classCountTable(const FederationFacts& facts);

} // namespace coterie::ui
