#pragma once

#include "ui/compare/figure_view.h"
#include "ui/latest_job.h"

#include <QObject>

#include <optional>
#include <vector>

namespace coterie::ui {

class ComparePage;
class StoreReader;
class WatchPage;

/// Offers in Watch the figures that the experiment of the chosen run describes, and draws them in
/// Compare, of all runs of the experiment.
class WatchedFigures final : public QObject
{
    Q_OBJECT

public:
    WatchedFigures(WatchPage& watch,
                   ComparePage& compare,
                   const StoreReader& reader,
                   QObject* parent);

private:
    void follow();
    void offer(std::vector<ChosenFigure> figures);

    WatchPage& m_watch;
    const StoreReader& m_reader;
    std::optional<std::int64_t> m_run; ///< whose figures are offered, or being read
    std::vector<ChosenFigure> m_figures;
    LatestJob m_job;
};

} // namespace coterie::ui
