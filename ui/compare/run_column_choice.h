#pragma once

#include "core/store/run_settings.h"
#include "core/store/run_store.h"
#include "ui/latest_job.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <vector>

class QMenu;

namespace coterie::ui {

class RunChoice;
class RunFilterProxy;
class RunTableModel;

/// Which metrics and settings have a column in the table of runs: those that the user asks for, and
/// the settings in which the listed runs differ, unless all are wanted.
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

    /// `page` is the parent of what asks for a round.
    RunColumnChoice(std::filesystem::path store, const Table& table, QWidget* page);

    /// The menu's entries as they are now.
    void fillMenu(QMenu& menu);
    /// Adds a column, or removes it if it is there.
    void toggleMetric(const MetricMoment& moment);
    /// The runs have gone on: their metrics are read again.
    void refresh();
    void setSettings(std::shared_ptr<const RunSettings> settings);
    /// Other runs are listed, which may differ in other settings.
    void showSettings();

signals:
    /// Metrics have been read; their columns are there.
    void metricsShown();

private:
    void askForRound(const std::string& metric);
    void readMetrics();

    std::filesystem::path m_store;
    Table m_table;
    QWidget* m_page;
    std::shared_ptr<const RunSettings> m_settings;
    std::vector<MetricMoment> m_metrics;
    bool m_allSettings = false;
    LatestJob m_job;
};

} // namespace coterie::ui
