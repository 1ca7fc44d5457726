#pragma once

#include "core/store/plan_settings.h"
#include "ui/compare/compare_data.h"
#include "ui/views/parallel_view.h"
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

    bool operator==(const OverlayChoice&) const = default;
};

/// One line per arm: the mean over its seeds, in the arm's colour.
[[nodiscard]] PlotPicture overlayPicture(const CompareData& data, const OverlayChoice& choice);

/// Explains lines and bands: "line: mean over 6 seeds · band: ± 1 sd".
[[nodiscard]] QString overlayNote(const CompareData& data, const OverlayChoice& choice);

/// The runs across the settings in which they differ; the last axis is the metric's last value.
struct ParallelPicture
{
    std::vector<ParallelAxis> axes;
    QStringList names;
};
[[nodiscard]] ParallelPicture parallelPicture(const CompareData& data, const RunSettings& settings);

} // namespace coterie::ui
