#pragma once

#include "core/data/catalog.h"
#include "core/run/run_queue.h"
#include "ui/window/slurm_link.h"

#include <QObject>
#include <QPointer>

namespace coterie::ui {

class ActionRegistry;
class ComparePage;
class DesignPage;
class ExperimentDocument;
class RunStarter;
class SlurmDialog;
class StatusStrip;
class WatchPage;
class WindowRuns;

/// The title as a file's name without blanks and signs that a shell or another system minds.
[[nodiscard]] QString fileNameFor(const QString& title);

/// The action that hands the open experiment to Slurm, from the dialog to the list of its tasks.
class RunOnSlurm final : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        ActionRegistry& actions;
        WindowRuns& runs;
        const ExperimentDocument& document;
        RunStarter& starter;
        DesignPage& design;
        WatchPage& watch;
        ComparePage& compare;
        StatusStrip& status;
    };

    /// `shipped`: the folder of the experiments that come with the program.
    RunOnSlurm(const Parts& parts,
               QueueOptions queue,
               DataFolders folders,
               QString shipped,
               QWidget* window);

    /// Enables the action or says why it cannot be used.
    void showState();

private:
    [[nodiscard]] SlurmWish wish() const;
    [[nodiscard]] std::filesystem::path usualFolder() const;
    void open();
    /// Tasks start the user's own programs too, so it needs the same consent as a run here.
    void submit(const SlurmWish& wish);

    Parts m_parts;
    QueueOptions m_queue;
    DataFolders m_folders;
    QString m_shipped;
    QWidget* m_window = nullptr;
    bool m_isThere = false;  ///< sbatch
    bool m_isAsking = false; ///< whether programs of an experiment may start
    SlurmLink m_link;
    QPointer<SlurmDialog> m_dialog;
    QPointer<SlurmDialog> m_submitting; ///< the one that waits for an answer; it may be closed
};

} // namespace coterie::ui
