#pragma once

#include "core/store/plan_settings.h"
#include "ui/compare/compare_data.h"
#include "ui/views/curve_decimation.h"
#include "ui/views/parallel_view.h"
#include "ui/views/plain_table.h"
#include "ui/views/plot_picture.h"

#include <QStringList>

namespace coterie::ui {

/// What curves are drawn over.
enum class OverlayAxis
{
    Rounds,
    Megabytes,
    Seconds
};

struct OverlayChoice
{
    OverlayAxis axis = OverlayAxis::Rounds;
    bool band = true;   ///< mean ± sd over seeds
    bool seeds = false; ///< each run as a thin line
    /// The band is over clients and seeds together where they are known.
    bool overClients = false;
    Smoothing smoothing = Smoothing::None; ///< of each run's values

    bool operator==(const OverlayChoice&) const = default;
};

/// How curves are drawn, as the menu of their tab says.
struct CurveView
{
    OverlayChoice overlay;
    bool logarithmicX = false;
    bool logarithmicY = false;

    bool operator==(const CurveView&) const = default;
};

/// One line per arm: the mean over its seeds, each once, in the arm's colour. Runs that do not know
/// their place on the axis count for none.
[[nodiscard]] PlotPicture overlayPicture(const CompareData& data, const OverlayChoice& choice);

/// The numbers behind it: each value of each run with its round and, where that is not the axis,
/// its place on it; empty where it is not known.
[[nodiscard]] PlainTable overlayTable(const CompareData& data, OverlayAxis axis);

/// Explains lines and bands: "line: mean over 6 seeds · band: ± 1 sd"; and says how many runs are
/// not drawn.
[[nodiscard]] QString overlayNote(const CompareData& data, const OverlayChoice& choice);

/// The runs across the settings in which they differ; the last axis is the metric's last value.
struct ParallelPicture
{
    std::vector<ParallelAxis> axes;
    QStringList names;
};
[[nodiscard]] ParallelPicture parallelPicture(const CompareData& data, const RunSettings& settings);

} // namespace coterie::ui
