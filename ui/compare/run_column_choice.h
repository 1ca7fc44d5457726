#pragma once

#include "core/store/plan_settings.h"
#include "core/store/run_store.h"
#include "ui/latest_job.h"

#include <QObject>

#include <memory>
#include <string>
#include <vector>

class QMenu;

namespace coterie::ui {

class RunChoice;
class RunFilterProxy;
class RunTableModel;

/// Chooses the metrics and settings with a column in the table of runs: the metrics that the user
/// adds, and all settings or those in which the listed runs differ.
class RunColumnChoice final : public QObject
{
    Q_OBJECT

public:
    struct Table
    {
        RunTableModel& model;
        RunFilterProxy& proxy;
        RunChoice& choice;
    };

    /// `page` is the parent of the dialog for a round.
    RunColumnChoice(StoreFiles stores, const Table& table, QWidget* page);

    void fillMenu(QMenu& menu);
    /// Adds a column, or removes it if it exists.
    void toggleMetric(const MetricMoment& moment);
    [[nodiscard]] const std::vector<MetricMoment>& metrics() const { return m_metrics; }
    [[nodiscard]] bool hasAllSettings() const { return m_allSettings; }
    void setChosen(const std::vector<MetricMoment>& metrics, bool allSettings);
    /// Reads the metrics again, after runs have progressed.
    void refresh();
    void setSettings(std::shared_ptr<const RunSettings> settings);
    /// Updates the columns of settings for the listed runs.
    void showSettings();

signals:
    /// Columns of metrics change at once, and with them what a filter may list.
    void metricsComing();
    /// The metrics have been read and their columns exist.
    void metricsShown();

private:
    void askForRound(const std::string& metric);
    void keepSettings();
    void readMetrics();

    StoreFiles m_stores;
    Table m_table;
    QWidget* m_page;
    std::shared_ptr<const RunSettings> m_settings;
    std::vector<MetricMoment> m_metrics;
    std::vector<std::string> m_shown; ///< pointers of the settings with a column
    bool m_allSettings = false;
    LatestJob m_job;
};

} // namespace coterie::ui
