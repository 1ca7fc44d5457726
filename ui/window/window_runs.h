#pragma once

#include "core/data/catalog.h"
#include "core/store/store_files.h"
#include "ui/runs/run_controller.h"
#include "ui/runs/run_view_model.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

class QWidget;

namespace coterie {
class RunSettings;
}

namespace coterie::ui {

class ActionRegistry;
class CommandConsents;
class ComparePage;
class DesignPage;
class ExperimentDocument;
class FileCommands;
class PauseButton;
class RunStarter;
class StatusStrip;
class StoreReader;
class WatchPage;

/// The runs of the window: starts, pauses and resumes them, keeps the live and the stored ones that
/// Watch shows, and enables the actions that fit the state of the queue.
class WindowRuns final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        ActionRegistry& actions;
        RunController& controller;
        StoreReader& reader;
        const ExperimentDocument& document;
        FileCommands& files;
        RunStarter& starter;
        DesignPage& design;
        WatchPage& watch;
        ComparePage& compare;
        StatusStrip& status;
    };

    /// `store`: the file that the queue uses.
    WindowRuns(const Parts& parts,
               std::filesystem::path store,
               DataFolders folders,
               QWidget* window);

    /// Runs the open experiment, which has been checked. Where it starts a command, the user is
    /// asked first.
    void start();
    /// Of this store; empty: of the one that the queue uses. The same holds for their commands.
    void resume(const std::vector<std::int64_t>& runs, const std::filesystem::path& store);
    /// An experiment that is to begin.
    struct Beginning
    {
        Experiment experiment;
        std::vector<RunPlan> plans;
        QString file; ///< its own; empty: none yet
        bool isOnCluster = false;
    };
    /// Calls `go` with consent to what its runs start, once the user has given it, else `refused`
    /// with what went wrong or with nothing, if the user said no; without it the window shows both.
    void askToStart(const Beginning& beginning,
                    std::function<void(const CommandConsent&)> go,
                    std::function<void(const QString& sentence)> refused = {});
    /// Calls `go` with consent to what each of these stored runs starts, once the user has given
    /// it.
    void askAbout(const std::vector<std::int64_t>& runs,
                  const StoreFiles& stores,
                  std::function<void(std::vector<CommandConsent>)> go);
    /// The store in this place has been closed: its runs are taken off the screen.
    void dropStore(std::int64_t place);
    /// Enables and words the actions after the state of queue and document.
    void showState();

signals:
    /// Runs go on that were to stop.
    void resumed();
    /// Runs to look at are in Watch.
    void watchWanted();

private:
    [[nodiscard]] bool mayStartCommand(const std::vector<std::int64_t>& runs,
                                       const StoreFiles& stores) const;
    void begin(const Experiment& experiment,
               const std::vector<RunPlan>& plans,
               const CommandConsent& commands);
    /// Runs and consent to their commands.
    using Resumed = std::pair<std::vector<std::int64_t>, CommandConsent>;
    void goOn(const std::vector<Resumed>& runs, const std::filesystem::path& store);
    void connectConsents();
    void connectWatch();
    void connectRequests(QWidget* window);
    void connectQueue(QWidget* window);
    /// Nothing runs, and Watch shows rounds of runs that Run would not start: stored ones, ones
    /// that were resumed or forked, or ones of another experiment.
    [[nodiscard]] bool replays() const;
    /// The live runs began with the open experiment.
    [[nodiscard]] bool isOpenLive() const;
    void showLive();
    void showStored(const std::vector<RunCurves>& read);

    Parts m_parts;
    std::filesystem::path m_store;
    DataFolders m_folders;
    CommandConsents* m_consents = nullptr;
    PauseButton* m_pause = nullptr;
    std::shared_ptr<const RunSettings> m_settings; ///< of the stored runs, as last read
    RunViewModel m_live;
    RunViewModel m_stored;
    QString m_liveTitle;
    bool m_wentOn = false;       ///< the last runs asked for were resumed or forked
    bool m_offersResume = false; ///< Watch shows a stopped run
};

} // namespace coterie::ui
