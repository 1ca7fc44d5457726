#pragma once

#include "core/data/catalog.h"
#include "core/experiment/external_command.h"
#include "core/run/submit.h"
#include "ui/latest_job.h"
#include "ui/outliving_job.h"
#include "ui/watch/remote_tasks.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace coterie::ui {

/// What a user wants to hand to Slurm, before its files are read.
struct SlurmWish
{
    std::shared_ptr<const Experiment> experiment;
    DataFolders dataFolders;
    QString options;   ///< for sbatch, as typed
    QString file = {}; ///< the experiment's own; empty: none yet
    /// To the programs and modules of its runs; absent: it has none.
    std::optional<CommandConsent> commands = {};
    SubmitRequest request; ///< without experiment, plans and options
};

/// Reads the files that the experiment names, and checks what only this machine can tell. Blocks.
[[nodiscard]] Result<SubmitRequest> requestOf(const SlurmWish& wish);
/// What went wrong, with the name that a field has in the window.
[[nodiscard]] QString slurmSentence(const Error& error);

/// The experiments on Slurm: submits them, remembers their folders, and asks about their tasks when
/// the user wants it and, while some wait or run and the list is on screen, from time to time.
/// Slurm is never waited for on the GUI thread. The destructor waits for what is being submitted,
/// cancelled or merged, as nobody would know of it otherwise.
class SlurmLink final : public QObject
{
    Q_OBJECT

public:
    explicit SlurmLink(RemoteTasks& panel,
                       std::chrono::milliseconds patience = std::chrono::minutes(1),
                       QObject* parent = nullptr);
    ~SlurmLink() override;

    /// Ignored while another request is at work.
    void submit(const SlurmWish& wish);
    /// Something is being submitted, cancelled or merged.
    [[nodiscard]] bool isWorking() const { return m_isWorking; }
    /// As the settings keep them, in the order of their submission.
    [[nodiscard]] static std::vector<std::filesystem::path> folders();

signals:
    void workingChanged();
    void submitted(const QString& sentence);
    void refused(const QString& sentence);
    /// A run store may have more runs now.
    void merged();

private:
    void ask();
    void askIfDue();
    void take(std::vector<RemoteRuns> runs);
    void cancel(const std::filesystem::path& folder);
    void merge(const std::filesystem::path& folder);
    void forget(const std::filesystem::path& folder);
    void remember(const std::filesystem::path& folder);
    void setWorking(bool isWorking);
    void show();

    RemoteTasks& m_panel;
    std::vector<RemoteRuns> m_runs;
    std::filesystem::path m_submitting; ///< its folder; empty: nothing is being submitted
    QString m_asked;                    ///< when, in words
    QTimer m_due;                       ///< to ask again
    bool m_isDue = true;                ///< as soon as the list is on screen
    bool m_isAsking = false;
    bool m_isWorking = false;
    OutlivingJob m_asking; ///< Slurm may not answer
    LatestJob m_working{LatestJob::Priority::AsTheWindow};
};

} // namespace coterie::ui
