#pragma once

#include "core/run/partition_preview.h"
#include "core/spec/descriptor.h"
#include "ui/design/canvas/partition_edits.h"
#include "ui/latest_job.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace coterie::ui {

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
