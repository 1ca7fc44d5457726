#pragma once

#include "core/collab/headline.h"
#include "core/store/run_store.h"
#include "ui/latest_job.h"
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

signals:
    void runsRead(const std::vector<coterie::RunRow>& runs);
    void numbersRead(const std::vector<coterie::ui::RunNumbers>& numbers);
    void roundsRead(const std::vector<coterie::ui::StoredRun>& runs);
    /// The sentence names the file and the reason.
    void failed(const QString& sentence);

private:
    std::filesystem::path m_file;
    LatestJob m_runs;
    LatestJob m_numbers;
    LatestJob m_rounds;
};

} // namespace coterie::ui
