#pragma once

#include "core/metrics/metric_infos.h"
#include "core/store/plan_settings.h"
#include "core/store/run_store.h"
#include "core/summary/findings.h"
#include "ui/latest_job.h"
#include "ui/runs/report_mailbox.h"
#include "ui/runs/run_view_model.h"

#include <QObject>

namespace coterie::ui {

/// Stored runs by ascending ids. What reads and what shows them share one list: copying and
/// destroying ten thousand rows would hold up the window.
using SharedRuns = std::shared_ptr<const std::vector<RunRow>>;

/// The newest numbers of one run, for the list of runs.
struct RunNumbers
{
    std::int64_t run = 0;
    HeadlineNumbers numbers;

    bool operator==(const RunNumbers&) const = default;
};

/// The runs of one's own store that can be resumed, without their plans.
struct StoppedRuns
{
    std::vector<RunRow> rows;
    qsizetype stored = 0;    ///< how many runs that store has in all
    std::int64_t newest = 0; ///< of all that have rounds; 0: none has
};

/// What the numbers of a run say, or why they could not be read.
struct StoredFindings
{
    std::vector<Finding> found;
    QString trouble; ///< names the file and the reason; empty: they were read
};

/// Reads one's own run store and those beside it off the GUI thread. For each kind of question only
/// the newest answer arrives.
class StoreReader final : public QObject
{
    Q_OBJECT

public:
    explicit StoreReader(StoreFiles files, QObject* parent = nullptr);

    /// One's own store.
    [[nodiscard]] const std::filesystem::path& file() const { return m_files.own(); }
    /// It and those beside it, for whoever reads runs.
    [[nodiscard]] const StoreFiles& files() const { return m_files; }

    /// The list of runs and, after it, those that can be resumed, the saved views and the settings.
    void readRuns();
    [[nodiscard]] bool isReadingRuns() const { return m_runs.isBusy() || m_numbers.isBusy(); }
    /// Only those that can be resumed.
    void readStopped();
    void readNumbers(const std::vector<std::int64_t>& runs);
    void readRounds(const std::vector<std::int64_t>& runs);
    /// The same for runs that are being resumed.
    void readHistories(const std::vector<std::int64_t>& runs);
    /// One round with all its matrices.
    void readReport(std::int64_t run, int round);
    /// What the numbers of a run say.
    void readFindings(std::int64_t run);

signals:
    /// After each list of runs: the stores beside one's own that it lacks, usually none.
    void storesUnread(const std::vector<coterie::UnreadStore>& stores);
    /// Without their plans, which would be most of the data.
    void runsRead(const coterie::ui::SharedRuns& runs);
    void stoppedRead(const coterie::ui::StoppedRuns& stopped);
    /// By name.
    void viewsRead(const std::vector<coterie::SavedView>& views);
    void settingsRead(const std::shared_ptr<const coterie::RunSettings>& settings);
    void numbersRead(const std::vector<coterie::ui::RunNumbers>& numbers);
    /// The same as live runs would have sent.
    void roundsRead(const std::vector<coterie::ui::RunCurves>& runs);
    void historiesRead(const std::vector<coterie::ui::RunCurves>& runs);
    /// The report is null if the store does not hold the round (yet).
    void reportRead(std::int64_t run, int round, const coterie::ui::ReportPointer& report);
    /// Also if they could not be read.
    void findingsRead(std::int64_t run, const coterie::ui::StoredFindings& findings);
    /// What could not be read; the sentence names the file and the reason.
    void reportFailed(const QString& sentence);
    void historiesFailed(const QString& sentence);
    void failed(const QString& sentence); ///< anything else

private:
    /// `done` is a signal or a function.
    template <typename Question, typename Done>
    void ask(LatestJob& job,
             Question question,
             Done done,
             void (StoreReader::*failure)(const QString&) = &StoreReader::failed);

    StoreFiles m_files;
    SharedRuns m_list; ///< the newest; the one before is destroyed off the GUI thread
    LatestJob m_runs;
    LatestJob m_stopped;
    LatestJob m_numbers;
    LatestJob m_rounds;
    LatestJob m_histories;
    LatestJob m_report;
    LatestJob m_findings;
};

} // namespace coterie::ui
