#pragma once

#include "ui/compare/run_table_model.h"
#include "ui/latest_job.h"
#include "ui/runs/store_editor.h"

#include <QSet>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTimer;
class QToolButton;
class QTreeView;

namespace coterie::ui {

class ActionRegistry;
class ComparePanes;
class RunChoice;
class RunFilterProxy;
class StoreReader;

/// All stored runs: sort, filter, group, annotate and delete them, and below what the chosen ones
/// say together.
class ComparePage final : public QWidget
{
    Q_OBJECT

public:
    ComparePage(StoreReader& reader, ActionRegistry& actions, QWidget* parent = nullptr);
    ~ComparePage() override;

    /// Reads the list again soon; many wishes in a row become one.
    void refreshSoon();
    [[nodiscard]] std::vector<std::int64_t> chosenRuns() const;
    [[nodiscard]] ComparePanes& panes() { return *m_panes; }
    [[nodiscard]] StoreEditor& editor() { return m_editor; }
    void setGrouping(RunTableModel::Grouping grouping);
    /// Adds a column, or removes it if it is there.
    void toggleMetricColumn(const MetricMoment& moment);

    /// The chosen runs as one table of this export kind, or as a bundle.
    void exportTo(const QString& kind, const QString& file);
    void exportBundleTo(const QString& folder);

signals:
    void runsOpened(const std::vector<std::int64_t>& runs);
    void resumeRequested(const std::vector<std::int64_t>& runs);
    void quickstartRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct UndoStep
    {
        QString what; ///< "3 runs deleted"
        std::function<void(StoreEditor::Outcome)> undo;
    };

    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeMessage();
    void makeTable();
    void fillColumnMenu(QMenu& menu);
    void fillExportMenu(QMenu& menu);
    void connectReader();
    void connectActions();
    void connectEdits();
    void takeRuns(const std::vector<RunRow>& runs);
    void readMetricColumns();
    void showSettings();
    void showCount();
    void enableActions();
    void fitColumns();
    [[nodiscard]] QString groupName(int row) const;
    [[nodiscard]] QSet<QString> collapsedGroups() const;
    void expandAllBut(const QSet<QString>& groups);
    void say(const QString& sentence, bool withUndo = false);
    /// For a change that the store is asked for: once it has been made, it is told and can be undone.
    [[nodiscard]] StoreEditor::Outcome whenDone(UndoStep step);
    void undo();
    void pinChosen();
    void discardChosen();
    [[nodiscard]] std::vector<std::int64_t> resumableRuns() const;
    [[nodiscard]] const RunRow* find(std::int64_t run) const;

    StoreReader& m_reader;
    ActionRegistry& m_actions;
    StoreEditor m_editor;
    RunTableModel* m_model = nullptr;
    RunFilterProxy* m_proxy = nullptr;
    RunChoice* m_choice = nullptr;
    std::shared_ptr<const RunSettings> m_settings;
    std::vector<MetricMoment> m_metricColumns;
    bool m_allSettings = false;
    std::vector<UndoStep> m_undo;
    LatestJob m_metricJob;

    QStackedWidget* m_stack = nullptr;
    QTreeView* m_table = nullptr;
    ComparePanes* m_panes = nullptr;
    QLineEdit* m_filter = nullptr;
    QComboBox* m_grouping = nullptr;
    QToolButton* m_export = nullptr;
    QLabel* m_count = nullptr;
    QWidget* m_message = nullptr;
    QLabel* m_messageText = nullptr;
    QToolButton* m_undoButton = nullptr;
    QTimer* m_soon = nullptr;
    bool m_fitted = false;
    QSet<QString> m_fittedColumns; ///< titles of columns of metrics and settings that have a width
};

} // namespace coterie::ui
