#include "ui/watch/dock_table.h"

#include "ui/watch/clients_panel.h"
#include "ui/watch/curve_panel.h"
#include "ui/watch/dendrogram_panel.h"
#include "ui/watch/findings_panel.h"
#include "ui/watch/log_panel.h"
#include "ui/watch/matrix_panel.h"
#include "ui/watch/queue_panel.h"
#include "ui/watch/river_panel.h"
#include "ui/watch/run_list.h"
#include "ui/watch/topology_panel.h"
#include "ui/words.h"

namespace coterie::ui {

namespace {

template <typename Panel>
QWidget* make(const WatchSubject& subject, QWidget* parent)
{
    return new Panel(subject, parent);
}

template <Metric metric>
QWidget* makeCurves(const WatchSubject& subject, QWidget* parent)
{
    auto* panel = new CurvePanel(metric, subject.timer, parent);
    panel->setSelection(subject.selection);
    return panel;
}

constexpr std::array kDocks{
    DockEntry{.name = "curves",
              .title = QT_TRANSLATE_NOOP("coterie", "&Errors"),
              .tip = QT_TRANSLATE_NOOP("coterie", "Show or close the upper curves"),
              .place = DockPlace::LeftTop,
              .make = &makeCurves<Metric::TestError>},
    DockEntry{.name = "losses",
              .title = QT_TRANSLATE_NOOP("coterie", "Lo&sses"),
              .tip = QT_TRANSLATE_NOOP("coterie", "Show or close the lower curves"),
              .place = DockPlace::LeftBottom,
              .make = &makeCurves<Metric::TrainLoss>},
    DockEntry{.name = "runs",
              .title = QT_TRANSLATE_NOOP("coterie", "&Runs"),
              .tip = QT_TRANSLATE_NOOP("coterie", "Show or close the list of runs on screen"),
              .place = DockPlace::RightTop,
              .make = &make<RunList>},
    DockEntry{.name = "queue",
              .title = QT_TRANSLATE_NOOP("coterie", "&Queue"),
              .tip = QT_TRANSLATE_NOOP(
                  "coterie", "Show or close the runs that wait and those that can be resumed"),
              .place = DockPlace::RightTop,
              .make = &make<QueuePanel>},
    DockEntry{.name = "dendrogram",
              .title = QT_TRANSLATE_NOOP("coterie", "De&ndrogram"),
              .tip = QT_TRANSLATE_NOOP(
                  "coterie", "Show or close the merges of the round: who joined whom, and why"),
              .make = &make<DendrogramPanel>,
              .takesTurns = true},
    DockEntry{.name = "matrix",
              .title = QT_TRANSLATE_NOOP("coterie", "&Matrix"),
              .tip = QT_TRANSLATE_NOOP(
                  "coterie",
                  "Show or close the matrices: collaboration weights, similarity, participation"),
              .make = &make<MatrixPanel>,
              .takesTurns = true},
    DockEntry{
        .name = "river",
        .title = QT_TRANSLATE_NOOP("coterie", "&Group river"),
        .tip = QT_TRANSLATE_NOOP("coterie", "Show or close the groups of all rounds, side by side"),
        .make = &make<RiverPanel>},
    DockEntry{.name = "topology",
              .title = QT_TRANSLATE_NOOP("coterie", "&Topology"),
              .tip = QT_TRANSLATE_NOOP(
                  "coterie", "Show or close the tree of server, edge servers and clients"),
              .make = &make<TopologyPanel>},
    DockEntry{.name = "clients",
              .title = QT_TRANSLATE_NOOP("coterie", "Cl&ients"),
              .tip = QT_TRANSLATE_NOOP("coterie", "Show or close the table of clients"),
              .make = &make<ClientsPanel>},
    DockEntry{.name = "findings",
              .title = QT_TRANSLATE_NOOP("coterie", "E&xplanation"),
              .tip = QT_TRANSLATE_NOOP("coterie",
                                       "Show or close the sentences on what the ended run shows"),
              .make = &make<FindingsPanel>},
    DockEntry{.name = "log",
              .title = QT_TRANSLATE_NOOP("coterie", "L&og"),
              .tip = QT_TRANSLATE_NOOP("coterie", "Show or close the events of the run"),
              .make = &make<LogPanel>},
};

} // namespace

std::span<const DockEntry> dockTable()
{
    return kDocks;
}

QString titleOf(const DockEntry& entry)
{
    return say(entry.title).remove(QLatin1Char('&'));
}

QString actionNameOf(const DockEntry& entry)
{
    return QStringLiteral("view.dock.") + QLatin1String(entry.name);
}

} // namespace coterie::ui
