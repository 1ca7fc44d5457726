#pragma once

#include "core/experiment/experiment.h"
#include "core/run/forecast.h"
#include "ui/design/sound_clients.h"
#include "ui/latest_job.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QFormLayout;
class QLabel;

namespace coterie::ui {

/// One fact of the live summary.
struct SummaryLine
{
    QString name;
    QString value;
    QString tip;             ///< how the value came about
    bool isForecast = false; ///< measured, for the experiment as it was then

    bool operator==(const SummaryLine&) const = default;
};

/// What an experiment amounts to, as far as it is known: counts at once, the rest when a forecast
/// is there.
[[nodiscard]] std::vector<SummaryLine> summaryLines(const Experiment& experiment,
                                                    const std::vector<RunPlan>& plans,
                                                    const std::optional<Forecast>& forecast);

/// Of a federation alone: how many clients, and what they hold.
[[nodiscard]] std::vector<SummaryLine> clientLines(const Forecast& forecast);

class ExperimentDocument;

/// What the experiment amounts to, beside its pages: clients, samples, parameters, memory, traffic,
/// runs and how long they will take. The data are loaded and the arms tried off the GUI thread,
/// while the panel can be seen.
class SummaryPanel final : public QWidget
{
    Q_OBJECT

public:
    /// `runData` may be shared with others who look at the same experiment.
    SummaryPanel(ExperimentDocument& document,
                 std::shared_ptr<RunData> runData,
                 QWidget* parent = nullptr);
    ~SummaryPanel() override;

    /// While a run is going on nothing is tried: it would measure the run, and disturb it. What can
    /// be counted is.
    void setBusy(bool busy);
    /// The data set's files have come.
    void tryAgain();

signals:
    /// A forecast has arrived, or the reason why there is none.
    void forecastShown();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void renew();
    void startForecast();
    void countHeld();
    [[nodiscard]] bool isCounted() const;
    void forgetTrial();
    [[nodiscard]] bool isForecastNew() const;
    void showLines();

    ExperimentDocument& m_document;
    std::shared_ptr<RunData> m_data;
    std::stop_source m_stop;
    LatestJob m_trying;
    std::shared_ptr<const std::vector<RunPlan>> m_tried;
    std::optional<Forecast> m_forecast;
    /// Of an experiment with problems: what was counted last, and the federation alone or why not.
    std::shared_ptr<const ClientsPlan> m_counted;
    std::optional<Forecast> m_clients;
    QString m_whyNoClients;
    std::shared_ptr<const std::vector<RunPlan>> m_forecastOf;
    QString m_note;
    std::vector<SummaryLine> m_lines;
    bool m_isOld = false; ///< the forecast is that of the experiment as it was
    bool m_busy = false;
    QWidget* m_facts = nullptr;
    QLabel* m_noteLabel = nullptr;
};

} // namespace coterie::ui
