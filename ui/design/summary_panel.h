#pragma once

#include "core/experiment/experiment.h"
#include "core/run/forecast.h"
#include "core/run/started_ranks.h"
#include "ui/design/checked_experiment.h"
#include "ui/design/summary_lines.h"
#include "ui/latest_job.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QLabel;

namespace coterie::ui {

class ExperimentDocument;

/// The estimated cost of the experiment: clients, samples, parameters, memory, disk, traffic, runs
/// and time. Loads data and tries the arms off the GUI thread while visible.
class SummaryPanel final : public QWidget
{
    Q_OBJECT

public:
    /// `runData` may be shared.
    SummaryPanel(ExperimentDocument& document, std::shared_ptr<RunData> runData);
    ~SummaryPanel() override { m_stop.request_stop(); }

    /// During a run nothing is tried, because that would disturb it; counting continues.
    void setBusy(bool busy);
    /// The processes on this machine that a queue starts to compute a run.
    void setRanks(const RankStart& start);
    /// The files of the data set have arrived.
    void tryAgain();

signals:
    /// A forecast has arrived, or the reason why there is none.
    void forecastShown();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void renew();
    void startForecast();
    void countHeld();
    [[nodiscard]] bool isCounted() const;
    void forgetTrial();
    [[nodiscard]] bool isForecastNew() const;
    void showLines();
    void arrangeLines();

    ExperimentDocument& m_document;
    std::shared_ptr<RunData> m_data;
    std::stop_source m_stop;
    LatestJob m_trying;
    std::shared_ptr<const std::vector<RunPlan>> m_tried;
    std::optional<Forecast> m_forecast;
    /// For an experiment with problems: the clients counted last, and the result or why there is
    /// none.
    std::shared_ptr<const ClientsPlan> m_counted;
    std::optional<Forecast> m_clients;
    QString m_whyNoClients;
    std::shared_ptr<const std::vector<RunPlan>> m_forecastOf;
    QString m_note;
    std::vector<SummaryLine> m_lines;
    bool m_isOld = false; ///< the forecast belongs to an earlier version
    bool m_busy = false;
    RankStart m_ranks;
    QWidget* m_facts = nullptr;
    std::vector<std::pair<QLabel*, QLabel*>> m_labels; ///< in m_facts: a name and its value
    QLabel* m_noteLabel = nullptr;
};

} // namespace coterie::ui
