#pragma once

#include "ui/runs/run_view_model.h"
#include "ui/views/curve_decimation.h"
#include "ui/views/plain_table.h"
#include "ui/views/plot_picture.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace coterie::ui {

enum class CurveAxis
{
    Round,
    Seconds,
    Steps,
    Bytes
};

struct CurveChoice
{
    Metric metric = Metric::TestError;
    std::string named; ///< another metric or number of clients by its name, instead of that one
    CurveAxis axis = CurveAxis::Round;
    Smoothing smoothing = Smoothing::None;
    bool band = false;        ///< mean ± 1 sd over the clients
    bool seeds = false;       ///< a line for each seed, else one for all of an arm
    bool globalModel = false; ///< for runs whose clients also have personal models
    /// The run to which the next four apply; absent: none.
    std::optional<std::int64_t> detailed;
    bool clients = false;
    bool groups = false;
    bool extremes = false;  ///< the worst and the best client of each round
    std::set<int> selected; ///< clients that stand out
    /// Their places, for their looks; one that is not listed takes the next.
    std::map<int, std::size_t> places;
    /// The round of the groups whose colours the clients have; absent: the newest.
    std::optional<int> asOf;
};

/// More clients of a run are drawn as bands, and a single one under the pointer.
inline constexpr std::size_t kMostClientLines = 20;

/// One line per run in the colour of its arm, or for seeds of one design their mean and a band of
/// ± 1 sd, and what the options add. Names say of how many seeds, unless all lines are of as many.
[[nodiscard]] PlotPicture curvePicture(const RunViewModel& runs, const CurveChoice& choice);
/// The numbers of that picture: one row per run, round and curve, without a client for curves that
/// are not a client's. After the last seed of a design come mean and band of all. Another axis and
/// smoothing each add a column.
[[nodiscard]] PlainTable curveTable(const RunViewModel& runs, const CurveChoice& choice);

} // namespace coterie::ui
