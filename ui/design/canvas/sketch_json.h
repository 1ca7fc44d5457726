#pragma once

#include "core/experiment/parameters.h"
#include "ui/design/canvas/partition_edits.h"
#include "ui/design/json_change.h"
#include "ui/latest_job.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace coterie::ui {

/// An edit as changes of the experiment file.
struct WrittenEdit
{
    std::vector<JsonChange> changes = {}; ///< none if nothing changed
    PartitionSketch after;                ///< the edited sketch, updated to how it is written
    QString note; ///< what the edit means for the file, if that is not visible
};

/// Writes overrides where they suffice: they set the counts of single clients. Another number of
/// clients, or domains, needs a partition by hand with all counts. If every seed has its own
/// partition, the edited one is fixed for all.
[[nodiscard]] WrittenEdit written(const PartitionSketch& before, const SketchEdit& edit);

/// The sketch as a partition by hand.
[[nodiscard]] std::vector<JsonChange> asByHand(const PartitionSketch& sketch);

/// The state of a drag.
struct DragWish
{
    PartitionSketch before;
    SketchEdit edit;
    QString text; ///< of the experiment, without the edit
    std::optional<HoldingKind> kind;
};

/// Computes statistics during a drag, off the GUI thread, one position at a time and at most once
/// per screen refresh.
class DragStatistics final : public QObject
{
    Q_OBJECT

public:
    DragStatistics(const Registry& registry,
                   std::shared_ptr<RunData> runData,
                   QObject* parent = nullptr);

    void follow(DragWish wish);
    /// Ends the drag; nothing arrives any more.
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
