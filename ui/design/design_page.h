#pragma once

#include "core/run/prepare_run.h"
#include "ui/design/design_section.h"
#include "ui/design/experiment_document.h"
#include "ui/design/template_hints.h"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>

class QLabel;
class QSplitter;
class QStackedWidget;

namespace coterie::ui {

class ActionRegistry;
class DataPresence;
struct ExperimentFile;
class ExperimentList;
class NoticeBar;
class JsonSection;
class Overview;
class PartitionEditor;
class ProblemList;
class RunCheck;
class SectionList;
class SectionPage;
class SummaryPanel;

/// The Design page: outline and files at the left, the chosen part in the middle, the estimated
/// cost at the right.
class DesignPage final : public QWidget
{
    Q_OBJECT

public:
    DesignPage(ExperimentDocument& document,
               const Registry& registry,
               ActionRegistry& actions,
               const QString& experimentsFolder,
               const DataFolders& dataFolders = {},
               QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);
    void showSection(DesignSection section);
    /// Shows the part of the outline in which the value at this place is edited.
    void showPlace(const QString& pointer);
    /// The same for the first problem; without any, the overview.
    void showFirstProblem();
    /// Messages about the experiment file go here.
    [[nodiscard]] NoticeBar& notices() { return *m_notices; }
    [[nodiscard]] SummaryPanel& summary() { return *m_summary; }
    /// Whether the open experiment's data are on this machine.
    [[nodiscard]] DataPresence& dataPresence() { return *m_presence; }
    /// Whether the open experiment's runs can begin.
    [[nodiscard]] RunCheck& runCheck() { return *m_runCheck; }
    /// The data set's files have arrived or become readable.
    void readDataAgain();
    [[nodiscard]] const std::vector<ExperimentFile>& experimentFiles() const;
    /// The texts of the shipped experiments, which edited ones may have outlived.
    [[nodiscard]] const std::vector<TemplateHint>& templateHints() const;
    /// Updates which experiments lack data.
    void reloadTemplates();

signals:
    void fileChosen(const QString& path);
    /// The Data page is to show this data set.
    void datasetWanted(const QString& name);

protected:
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeExperiment();
    [[nodiscard]] QWidget* makeOverview();
    void refreshSection();
    void showBroken();
    void showOpened();
    void showChecked();
    void showOverview();
    void showMissing();
    void giveRoom();
    void showRunCheck();
    void showHead();

    ExperimentDocument& m_document;
    const Registry& m_registry;
    ActionRegistry& m_actions;
    const QString m_experimentsFolder;
    std::optional<bool> m_isNarrow; ///< at the last layout
    bool m_isMoved = false;         ///< the user has set the outline's width since
    QSplitter* m_columns = nullptr;
    QSplitter* m_parts = nullptr;
    SectionList* m_list = nullptr;
    ExperimentList* m_files = nullptr;
    QStackedWidget* m_stack = nullptr;
    QStackedWidget* m_sections = nullptr;
    std::map<DesignSection, SectionPage*> m_forms;
    PartitionEditor* m_canvas = nullptr;
    Overview* m_overview = nullptr;
    QWidget* m_problemsBox = nullptr;
    ProblemList* m_problems = nullptr;
    JsonSection* m_json = nullptr;
    std::shared_ptr<RunData> m_runData; // shared by the drawing and the estimate
    SummaryPanel* m_summary = nullptr;
    RunCheck* m_runCheck = nullptr;
    DataPresence* m_presence = nullptr;
    NoticeBar* m_missing = nullptr;
    NoticeBar* m_notices = nullptr;
    QLabel* m_broken = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_path = nullptr;
    QLabel* m_runs = nullptr;
};

} // namespace coterie::ui
