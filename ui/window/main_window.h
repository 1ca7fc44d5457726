#pragma once

#include "core/data/catalog.h"
#include "core/run/run_queue.h"
#include "ui/design/experiment_document.h"
#include "ui/frame/action_registry.h"
#include "ui/frame/theme.h"
#include "ui/latest_job.h"
#include "ui/preferences/preferences.h"
#include "ui/refresh_timer.h"
#include "ui/runs/run_controller.h"
#include "ui/runs/store_reader.h"
#include "ui/window/file_commands.h"

#include <QMainWindow>

class QMenu;
class QStackedWidget;

namespace coterie::ui {

class CommandPalette;
class ComparePage;
class DataPage;
class DesignPage;
class FileNotices;
class Manual;
class ModeBar;
class OpenedStores;
class QuickstartTour;
class RunDialogs;
class RunOnSlurm;
class RunStarter;
class StatusStrip;
class WatchPage;
class WindowRuns;

/// What the window works on.
struct WindowContext
{
    const Registry& registry;
    std::span<const CatalogEntry> catalog;
    DataFolders dataFolders;
    QueueOptions queue;
    QString experimentsFolder;
    QString manualFolder = {}; ///< with the Markdown documents
    CommandLinePlaces commandLine = {};
    QStringList startTroubles = {}; ///< sentences to be shown until they are closed
};

/// The frame: creates and connects the mode bar, menus, pages and status bar.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const WindowContext& context, QWidget* parent = nullptr);
    ~MainWindow() override;

    void openFile(const QString& path);
    /// At a document such as "tutorials/hcct.md"; empty: where it was.
    void openManual(const QString& document = {});
    [[nodiscard]] ActionRegistry& actions() { return m_actions; }
    [[nodiscard]] RunController& controller() { return m_controller; }
    [[nodiscard]] ExperimentDocument& document() { return m_document; }
    [[nodiscard]] Theme& theme() { return m_theme; }
    [[nodiscard]] StoreReader& reader() { return m_reader; }
    [[nodiscard]] QuickstartTour& tour() { return *m_tour; }

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    enum class Page
    {
        Design,
        Watch,
        Compare,
        Data
    };

    void createPages();
    void connectActions();
    void connectRuns();
    void connectStores(QMenu* menu);
    void connectDocument();
    void showPage(Page page);
    void useDataset(const JsonNode& dataset, bool hasClients);
    void importData(bool folder);
    void runQuickstart();
    [[nodiscard]] QString quickstartFile() const;
    void showState();
    void restore();

    WindowContext m_context;
    ActionRegistry m_actions;
    Theme m_theme;
    RefreshTimer m_timer;
    RunController m_controller;
    ExperimentDocument m_document;
    StoreReader m_reader;
    LatestJob m_asking; ///< which device is used
    /// To be used once the quickstart has been read.
    std::function<void()> m_useWhenOpened;
    bool m_closing = false; ///< closes once the run has stopped
    QString m_discarded;    ///< the experiment's text when the user agreed to close

    FileCommands* m_files = nullptr;
    FileNotices* m_notices = nullptr;
    RunStarter* m_starter = nullptr;
    WindowRuns* m_runs = nullptr;
    RunDialogs* m_dialogs = nullptr;
    OpenedStores* m_stores = nullptr;
    RunOnSlurm* m_slurm = nullptr;
    ModeBar* m_modes = nullptr;
    QStackedWidget* m_pages = nullptr;
    DesignPage* m_design = nullptr;
    WatchPage* m_watch = nullptr;
    ComparePage* m_compare = nullptr;
    DataPage* m_data = nullptr;
    StatusStrip* m_status = nullptr;
    CommandPalette* m_palette = nullptr;
    QuickstartTour* m_tour = nullptr;
    std::unique_ptr<Manual> m_manual; ///< a window of its own, closed with this one
};

} // namespace coterie::ui
