#pragma once

#include "core/collab/headline.h"
#include "core/store/run_store.h"
#include "ui/latest_job.h"
#include "ui/runs/recent_reports.h"
#include "ui/runs/run_view_model.h"

#include <QObject>

namespace coterie::ui {

/// The numbers of one run that the run list shows: each is its newest.
struct RunNumbers
{
    std::int64_t run = 0;
    HeadlineNumbers numbers;

    bool operator==(const RunNumbers&) const = default;
};

/// A stored run as the Watch page wants it: exactly what a live run would have sent.
struct StoredRun
{
    RunRow row;
    FederationFacts facts;
    std::vector<RoundMeasurements> rounds;
};

/// Reads the run store off the GUI thread. Each question has its own place in line, and only the
/// newest answer arrives.
class StoreReader final : public QObject
{
    Q_OBJECT

public:
    explicit StoreReader(std::filesystem::path file, QObject* parent = nullptr);

    void readRuns();
    void readNumbers(const std::vector<std::int64_t>& runs);
    void readRounds(const std::vector<std::int64_t>& runs);
    /// One round with all its matrices.
    void readReport(std::int64_t run, int round);

signals:
    void runsRead(const std::vector<coterie::RunRow>& runs);
    void numbersRead(const std::vector<coterie::ui::RunNumbers>& numbers);
    void roundsRead(const std::vector<coterie::ui::StoredRun>& runs);
    /// The report is null if the store does not hold that round (yet).
    void reportRead(std::int64_t run, int round, const coterie::ui::ReportPointer& report);
    /// The sentence names the file and the reason.
    void failed(const QString& sentence);

private:
    std::filesystem::path m_file;
    LatestJob m_runs;
    LatestJob m_numbers;
    LatestJob m_rounds;
    LatestJob m_report;
};

} // namespace coterie::ui
