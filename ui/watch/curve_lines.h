#pragma once

#include "ui/runs/run_view_model.h"
#include "ui/views/curve_decimation.h"
#include "ui/views/plain_table.h"
#include "ui/views/plot_picture.h"

#include <optional>
#include <set>

namespace coterie::ui {

/// What a run's curves are drawn against.
enum class CurveAxis
{
    Round,
    Seconds,
    Steps,
    Bytes
};

/// What a curve panel was asked to show.
struct CurveChoice
{
    Metric metric = Metric::TestError;
    CurveAxis axis = CurveAxis::Round;
    Smoothing smoothing = Smoothing::None;
    bool band = false;        ///< mean ± 1 sd over the clients
    bool globalModel = false; ///< of the runs whose clients have models of their own as well
    /// The run whose clients are shown as the next four say; absent: none
    std::optional<std::int64_t> detailed;
    bool clients = false;
    bool groups = false;
    bool extremes = false; ///< the worst and the best client of each round
    std::set<int> picked;  ///< clients that light up
    /// The clients have the colours of their groups in this round; absent: in the newest.
    std::optional<int> asOf;

    bool operator==(const CurveChoice&) const = default;
};

/// For each run, which of those that share its arm's colour it is: seeds of one sweep point look
/// alike, points do not, nor do arms of several experiments.
[[nodiscard]] std::vector<std::size_t> sweepVariants(const std::vector<RunCurves>& runs);

/// One line a run, its colour its arm's, and what else was chosen.
[[nodiscard]] PlotPicture curvePicture(const RunViewModel& runs, const CurveChoice& choice);
/// The numbers of that picture: one row a run, round and curve, the client absent where a curve is
/// not a client's. Beside the round stands the place on any other axis, beside what was measured
/// what smoothing makes of it.
[[nodiscard]] PlainTable curveTable(const RunViewModel& runs, const CurveChoice& choice);

/// Mean over some clients of a run, and its spread (of the population), at each round in which
/// at least one of them was measured.
struct CurveSpread
{
    std::vector<double> rounds;
    std::vector<double> mean;
    std::vector<double> deviation;
    std::vector<double> lowest;
    std::vector<double> highest;

    bool operator==(const CurveSpread&) const = default;
};
[[nodiscard]] CurveSpread spreadOverClients(const std::vector<Curve>& clients,
                                            const std::vector<int>& which);

} // namespace coterie::ui
