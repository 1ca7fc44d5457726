#pragma once

#include "ui/compare/figure_view.h"
#include "ui/compare/run_table_model.h"
#include "ui/frame/notice_bar.h"
#include "ui/runs/store_editor.h"

#include <QSet>
#include <QWidget>

#include <functional>
#include <map>
#include <optional>

class QComboBox;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace coterie::ui {

class ActionRegistry;
enum class ActionId;
class ComparePanes;
class ElidedLabel;
class FilterEdit;
class FolderTree;
class NothingListed;
class RunChoice;
class RunColumnChoice;
class RunEdits;
class RunExports;
class RunFiling;
class RunFilterProxy;
class RunTree;
class SavedViews;
class StoreReader;
class StoreWatch;

/// All stored runs: sort, filter, group, annotate and delete them, and compare the selected ones
/// below.
class ComparePage final : public QWidget
{
    Q_OBJECT

public:
    ComparePage(StoreReader& reader, ActionRegistry& actions, QWidget* parent = nullptr);
    ~ComparePage() override;

    /// Reads the list again soon; several requests become one.
    void refreshSoon();
    /// The running run and whether it is paused. The store has either a moment later, a pause only
    /// once the round has ended; the list is read again until it shows it, at growing intervals and
    /// not for ever.
    void followRun(std::int64_t run) { m_followed = run; }
    void followPause(bool paused);
    /// The selected runs that are listed.
    [[nodiscard]] std::vector<std::int64_t> chosenRuns() const;
    /// The names of the experiments that these runs belong to, each once.
    [[nodiscard]] QStringList experimentsOf(const std::vector<std::int64_t>& runs) const;
    /// As they were last read, oldest first.
    [[nodiscard]] const std::vector<RunRow>& storedRuns() const { return m_model->runs(); }
    [[nodiscard]] ComparePanes& panes() { return *m_panes; }
    [[nodiscard]] StoreEditor& editor() { return m_editor; }
    [[nodiscard]] RunExports& exports() { return *m_exports; }
    [[nodiscard]] SavedViews& views() { return *m_views; }
    /// Comes to the front with it.
    void openView(const QString& name);
    /// Comes to the front with the figure, once the list of runs is read anew.
    void drawFigure(const ChosenFigure& figure);
    /// Shows the sentence below the table.
    void say(const QString& sentence) { tell(sentence, false); }
    void setGrouping(RunTableModel::Grouping grouping);
    /// Adds a column, or removes it if it exists.
    void toggleMetricColumn(const MetricMoment& moment);

signals:
    void runsOpened(const std::vector<std::int64_t>& runs);
    void resumeRequested(const std::vector<std::int64_t>& runs);
    void quickstartRequested();
    /// Whether any of the selected runs can be played again.
    void verifiableChosen(bool any);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeEmptyState();
    [[nodiscard]] QWidget* makeHead();
    void makeFilter(QWidget* head);
    void makeGrouping(QWidget* head);
    [[nodiscard]] QWidget* makeTableWithFolders();
    [[nodiscard]] QToolButton* makeViewButton(QWidget* head);
    [[nodiscard]] QToolButton* makeColumnButton(QWidget* head);
    [[nodiscard]] QToolButton* makeExportButton(QWidget* head);
    void dressRunTable();
    void connectReader();
    void connectActions();
    void connectFolders();
    void list(const std::function<void()>& change);
    /// Other runs are listed now; these groups stay closed.
    void followList(const QSet<QString>& collapsed);
    void takeRuns(const SharedRuns& list);
    void takeNumbers(const std::vector<RunNumbers>& numbers);
    [[nodiscard]] bool hasProgressed(const RunRow& now) const;
    void readAgainIfOutdated();
    void showCount();
    void showDesigns();
    /// Scrolls to the selected runs, if they have just come.
    void showSought();
    void showNothingListed(bool nothing);
    void listMore();
    void tell(const QString& sentence, bool withUndo);
    void placeMessage();
    void showMessage(const QString& sentence,
                     const std::vector<NoticeBar::Choice>& choices = {},
                     NoticeBar::Stay stay = NoticeBar::Stay::UntilClosed);
    /// With buttons that open it.
    void tellOfFile(const QString& sentence, const QString& written);
    void enableActions();
    void enableEdit(ActionId id, bool isPossible, const RunRow* ofOthers);
    [[nodiscard]] std::vector<std::int64_t> resumableRuns() const;

    StoreReader& m_reader;
    ActionRegistry& m_actions;
    StoreEditor m_editor;
    RunTableModel* m_model = nullptr;
    RunFilterProxy* m_proxy = nullptr;
    RunTree* m_table = nullptr;
    RunChoice* m_choice = nullptr;
    RunColumnChoice* m_columns = nullptr;
    RunEdits* m_edits = nullptr;
    RunFiling* m_filing = nullptr;
    FolderTree* m_folders = nullptr;
    SavedViews* m_views = nullptr;
    RunExports* m_exports = nullptr;

    QStackedWidget* m_stack = nullptr;
    QWidget* m_upper = nullptr; ///< the table, with the folders
    ComparePanes* m_panes = nullptr;
    FilterEdit* m_filter = nullptr;
    QComboBox* m_grouping = nullptr;
    ElidedLabel* m_count = nullptr;
    NothingListed* m_nothing = nullptr;
    NoticeBar* m_message = nullptr;
    QTimer* m_soon = nullptr;
    StoreWatch* m_watch = nullptr;
    std::map<ActionId, QString> m_usualTips; ///< of the actions that change runs
    std::set<std::int64_t> m_imported;       ///< to be selected once the list has them
    bool m_seeksChosen = false; ///< until numbers, by which the list may be sorted, have come
    std::optional<ChosenFigure> m_figureWanted; ///< to be drawn once the list is read
    std::int64_t m_followed = 0;                ///< the running run, or the last one
    bool m_paused = false;
    int m_patience = 0; ///< ms until the list is read again while it is outdated
};

} // namespace coterie::ui
