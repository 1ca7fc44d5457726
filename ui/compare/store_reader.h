#pragma once

#include "core/store/run_store.h"
#include "ui/latest_job.h"
#include "ui/watch/run_view_model.h"

#include <QObject>

#include <optional>

namespace coterie::ui {

/// The numbers of one run that the run list shows; absent where a run has none.
struct RunNumbers
{
    std::int64_t run = 0;
    std::optional<double> lastError; ///< mean test error of the newest round, percent
    std::optional<double> bestError; ///< the lowest of all rounds
    std::optional<double> trainLoss; ///< of the newest round

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

/// Last and best of the points that core's metrics gave.
[[nodiscard]] RunNumbers numbersOf(std::int64_t run, const std::vector<MetricPoint>& points);

} // namespace coterie::ui
