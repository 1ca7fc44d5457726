#pragma once

#include "core/experiment/parameters.h"
#include "core/run/partition_preview.h"
#include "ui/design/canvas/partition_edits.h"
#include "ui/design/json_change.h"
#include "ui/latest_job.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace coterie::ui {

/// An edit as the experiment's file will say it.
struct WrittenEdit
{
    std::vector<JsonChange> changes; ///< none: nothing changed
    PartitionSketch after;           ///< the edit's, knowing how it is written now
    QString note;                    ///< what the edit means for the file, if more than is seen
};

/// What overrides can say is written there: they set one client's counts. Another number of
/// clients, or domains, make a partition by hand of it, with every client's counts. Where every
/// seed would split differently, the split that was edited is fixed for all.
[[nodiscard]] WrittenEdit written(const PartitionSketch& before, const SketchEdit& edit);

/// The sketch as it is, as a partition by hand.
[[nodiscard]] std::vector<JsonChange> asByHand(const PartitionSketch& sketch);

/// What a drag would make of the clients if it ended now.
struct DragWish
{
    PartitionSketch before;
    SketchEdit edit;
    QString text; ///< of the experiment, without the edit
    std::optional<HoldingKind> kind;
};

/// The statistics that core would report after the drag: the edit is written into the text and the
/// samples are dealt from that, as they will be when the mouse is released. Nothing if it cannot be
/// written.
[[nodiscard]] std::optional<PartitionStatistics>
statisticsAfter(const DragWish& wish, const Registry& registry, RunData& data);

/// Keeps the statistics in step with a drag, however fast the mouse is: dealt off the GUI thread,
/// one drag position at a time, and never more often than a screen shows them.
class DragStatistics final : public QObject
{
    Q_OBJECT

public:
    DragStatistics(const Registry& registry,
                   std::shared_ptr<RunData> runData,
                   QObject* parent = nullptr);

    void follow(DragWish wish);
    /// The drag has ended; nothing arrives any more.
    void stop();

signals:
    void arrived(const coterie::PartitionStatistics& statistics);

private:
    void dealNext();

    const Registry& m_registry;
    std::shared_ptr<RunData> m_data;
    std::optional<DragWish> m_next;
    QTimer m_rest; // since the last answer
    LatestJob m_dealing;
};

} // namespace coterie::ui
