#pragma once

#include "core/experiment/parameters.h"
#include "core/run/partition_preview.h"
#include "ui/design/json_change.h"
#include "ui/latest_job.h"
#include "ui/views/picture_export.h"

#include <QTimer>
#include <QWidget>

#include <memory>

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

/// The document's clients, drawn: the canvas, what stands beside it, and the work of dealing the
/// samples, which is done off the GUI thread, the newest wish winning. The data set is loaded once
/// and kept in `runData`, which may be shared. Every edit of the drawing is one of the document.
class PartitionEditor final : public QWidget
{
    Q_OBJECT

public:
    PartitionEditor(ExperimentDocument& document,
                    const Registry& registry,
                    ActionRegistry& actions,
                    std::shared_ptr<RunData> runData,
                    QWidget* parent = nullptr);

    [[nodiscard]] PartitionCanvas& canvas() { return *m_canvas; }
    /// What is drawn is not the newest yet.
    [[nodiscard]] bool isBusy() const { return m_dealing.isBusy(); }
    /// Shows the split that this plan, an experiment's first, begins with. `seedVaries`: every seed
    /// has a split of its own.
    void showPlan(const RunPlan& plan, bool seedVaries);
    /// The same once more, for the data set's files have come.
    void dealAgain();

signals:
    /// Another split is shown, or why none can be.
    void previewed();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Wish
    {
        RunPlan plan;
        bool seedVaries = false;
        std::optional<HoldingKind> kind;

        /// Only what the split and its drawing depend on.
        [[nodiscard]] bool operator==(const Wish& other) const;
    };

    void arrange();
    [[nodiscard]] PictureSource picture();
    QWidget* makeTools(const ActionRegistry& actions);
    void connectPicture(const ActionRegistry& actions);
    void connectCanvas();
    void connectInspector();
    void showChecked();
    [[nodiscard]] bool lacksCounts() const;
    void offerCounts();
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
    QTimer m_slow; // runs out if the data set takes long to load
    std::optional<Wish> m_wish;
    std::shared_ptr<const PartitionPreview> m_preview;
    std::optional<Wish> m_previewOf;
    std::optional<HoldingKind> m_kind; // chosen; none: the data set's usual one
    int m_mergeId = -1;                // of the last edit's undo step
    bool m_takingEdit = false;         // the document changes as the drawing did already

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
