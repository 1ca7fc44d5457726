#pragma once

#include "core/experiment/parameters.h"
#include "core/run/partition_preview.h"
#include "ui/design/json_change.h"
#include "ui/latest_job.h"
#include "ui/views/picture_export.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <tuple>

class QComboBox;
class QSplitter;

namespace coterie::ui {

class ActionRegistry;
class ClientInspector;
class DragStatistics;
class ElidedLabel;
class ExperimentDocument;
class KindLegend;
class NoticeBar;
class PartitionCanvas;
class PartitionSide;

/// The document's clients as a drawing with statistics. Partitions are computed off the GUI thread,
/// the newest request wins. The data set is loaded once into `runData`, which may be shared. Each
/// edit of the drawing is an edit of the document.
class PartitionEditor final : public QWidget
{
    Q_OBJECT

public:
    PartitionEditor(ExperimentDocument& document,
                    const Registry& registry,
                    ActionRegistry& actions,
                    std::shared_ptr<RunData> runData);

    [[nodiscard]] PartitionCanvas& canvas() { return *m_canvas; }
    /// A newer partition is being computed.
    [[nodiscard]] bool isBusy() const { return m_dealing.isBusy(); }
    /// Shows the first partition of this plan, an experiment's first. `seedVaries`: every seed has
    /// a partition of its own. `saysNewcomers`: the file has a number of newcomers instead of the
    /// plan's arrivals.
    void showPlan(const RunPlan& plan, bool seedVaries, bool saysNewcomers = false);
    /// Computes it again, because the data set's files have arrived.
    void dealAgain();
    /// Its least height: the page gives it the rest of the window.
    [[nodiscard]] QSize sizeHint() const override;

signals:
    /// Another partition is shown, or why there is none.
    void previewed();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Wish
    {
        RunPlan plan;
        bool seedVaries = false;
        bool saysNewcomers = false;
        std::optional<HoldingKind> kind;

        /// Only what the partition and its drawing depend on.
        bool operator==(const Wish& other) const
        {
            const auto dealt = [](const RunPlan& run) {
                return std::tie(run.data, run.clients, run.partitionSeed, run.rounds);
            };
            return dealt(plan) == dealt(other.plan) && seedVaries == other.seedVaries
                   && saysNewcomers == other.saysNewcomers && kind == other.kind;
        }
    };
    struct Preview
    {
        Wish of;
        PartitionPreview dealt;
    };

    [[nodiscard]] PictureSource picture();
    QWidget* makeTools(const ActionRegistry& actions);
    void fitSide();
    void showChecked();
    void dropWish();
    void forget(const QString& sentence);
    void followDrag();
    void showStatistics();
    void takeEdit(const QString& label, const std::vector<JsonChange>& changes, bool continues);
    void deal();
    void showPreview(const Wish& wish, Result<PartitionPreview> dealt);
    void showPreviewSketch();
    void showSketch();
    void say(const QString& sentence, bool undoable);

    ExperimentDocument& m_document;
    const Registry& m_registry;
    std::shared_ptr<RunData> m_data;
    LatestJob m_dealing;
    QTimer m_slow; // expires if loading the data set takes long
    std::optional<Wish> m_wish;
    std::optional<Preview> m_preview;  // as shown
    std::optional<HoldingKind> m_kind; // chosen by the user; none: the data set's default
    int m_mergeId = -1;                // of the undo step of the last edit
    QString m_said;                    // about the edit that follows
    bool m_takingEdit = false;         // the drawing already has the document's change

    DragStatistics* m_ahead = nullptr;
    QSplitter* m_splitter = nullptr;
    PartitionCanvas* m_canvas = nullptr;
    PartitionSide* m_side = nullptr;
    KindLegend* m_legend = nullptr;
    ClientInspector* m_inspector = nullptr;
    QComboBox* m_kinds = nullptr;
    ElidedLabel* m_title = nullptr;
    NoticeBar* m_notice = nullptr;
};

} // namespace coterie::ui
