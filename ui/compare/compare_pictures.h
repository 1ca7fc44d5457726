#pragma once

#include "core/store/run_settings.h"
#include "ui/compare/compare_data.h"
#include "ui/views/parallel_view.h"
#include "ui/views/plot_picture.h"

#include <QStringList>

namespace coterie::ui {

struct OverlayChoice
{
    bool band = true;   ///< mean ± sd over seeds
    bool seeds = false; ///< each run as a thin line

    bool operator==(const OverlayChoice&) const = default;
};

/// One line an arm: the mean over its seeds, in the arm's colour.
[[nodiscard]] PlotPicture overlayPicture(const CompareData& data, const OverlayChoice& choice);

/// What its lines and bands are: "line: mean over 6 seeds · band: ± 1 sd".
[[nodiscard]] QString overlayNote(const CompareData& data, const OverlayChoice& choice);

/// The runs across the settings in which they differ, and the metric's newest value last.
struct ParallelPicture
{
    std::vector<ParallelAxis> axes;
    QStringList names; ///< of the runs
};
[[nodiscard]] ParallelPicture parallelPicture(const CompareData& data, const RunSettings& settings);

} // namespace coterie::ui
