#pragma once

#include "core/store/run_settings.h"
#include "ui/runs/store_reader.h"

#include <QString>
#include <QVariant>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace coterie::ui {

/// The columns that every run has in the table, whatever it is.
struct RunColumns
{
    enum Column
    {
        Number,
        Experiment,
        Arm,
        Setting,
        Seed,
        State,
        Rounds,
        LastError,
        BestError,
        TrainLoss,
        Created,
        Tags,
        Note,
        Device,
        FixedColumns ///< then the metrics asked for, then the settings that differ
    };
};

/// How one of them is told.
struct RunColumnInfo
{
    const char* key = ""; ///< in the filter: "error"
    QString title;        ///< above the column: "Last error %"
    QString meaning;
    bool isNumeric = false;
    int decimals = 0; ///< of its numbers; 0: each as it comes
};

/// Of a column before FixedColumns.
[[nodiscard]] const RunColumnInfo& runColumnInfo(int column);

/// A metric as a column of its own: its newest or best value, or that of one round.
struct MetricColumn
{
    MetricMoment moment;
    std::unordered_map<std::int64_t, double> values; ///< by run
};

/// Which column it is, wherever it stands and whatever it is called: its number among the fixed
/// ones, the moment of a metric, the pointer of a setting.
using ColumnIdentity = std::variant<int, MetricMoment, std::string>;

/// The state of a run that was stopped before its turn came.
[[nodiscard]] QString notBegunText();

/// Which columns the table of runs has, and what each says of a run, whatever line it stands on.
class RunCells final
{
public:
    /// Whether any of them is new.
    bool setNumbers(const std::vector<RunNumbers>& numbers);
    /// Which settings have a column, by their numbers in `settings`, for these runs.
    void setSettings(std::shared_ptr<const RunSettings> settings,
                     std::vector<std::size_t> shown,
                     std::span<const RunRow> runs);
    void setMetrics(std::vector<MetricColumn> metrics);
    /// Runs have changed; what their lines say in words is put together anew.
    void forgetLines() { m_lines.clear(); }

    [[nodiscard]] int columnCount() const { return settingColumn(m_shownSettings.size()); }
    [[nodiscard]] int settingColumn(std::size_t place) const
    {
        return RunColumns::FixedColumns + static_cast<int>(m_metrics.size() + place);
    }
    [[nodiscard]] const std::vector<MetricColumn>& metrics() const { return m_metrics; }
    [[nodiscard]] std::size_t shownSettings() const { return m_shownSettings.size(); }
    /// Whether the columns of these settings are those there are, so that none comes or goes.
    [[nodiscard]] bool showsSettings(const RunSettings& settings,
                                     const std::vector<std::size_t>& shown) const;

    [[nodiscard]] bool isNumeric(int column) const;
    /// Also of a setting whose values are all numbers.
    [[nodiscard]] bool standsRight(int column) const;
    [[nodiscard]] ColumnIdentity identity(int column) const;
    /// What a filter calls the column: "arm", "error", "alpha".
    [[nodiscard]] QString key(int column) const;
    /// What it is called on screen, without which moment of a metric it shows.
    [[nodiscard]] QString title(int column) const;
    /// The same with the moment: "Group count, round 5".
    [[nodiscard]] QString head(int column) const;
    [[nodiscard]] QString meaning(int column) const;

    /// Of its numbers; 0: as they come.
    [[nodiscard]] int decimals(int column) const;
    [[nodiscard]] QString text(const RunRow& run, int column) const;
    [[nodiscard]] std::optional<double> number(const RunRow& run, int column) const;
    /// What the run is sorted by: numbers as numbers, nothing where there is none.
    [[nodiscard]] QVariant sortValue(const RunRow& run, int column) const;
    /// What a condition in the filter is held against: the same, words where there is no number,
    /// and a list where each of several words will do.
    [[nodiscard]] QVariant filterValue(const RunRow& run, int column) const;
    /// What a file is given of it: numbers in full, nothing where there is none.
    [[nodiscard]] QVariant exact(const RunRow& run, int column) const;
    /// All of the line in words, for the filter: numbers as they are typed.
    [[nodiscard]] QString line(const RunRow& run) const;

private:
    [[nodiscard]] const MetricColumn* metricAt(int column) const;
    [[nodiscard]] std::size_t settingAt(int column) const;
    [[nodiscard]] const std::string* settingText(const RunRow& run, int column) const;
    [[nodiscard]] QString fileText(const RunRow& run, int column) const;
    /// Run after run has the same few.
    [[nodiscard]] const QString& sweepText(const std::string& sweep) const;

    std::unordered_map<std::int64_t, RunNumbers> m_numbers;
    std::shared_ptr<const RunSettings> m_settings;
    std::vector<std::size_t> m_shownSettings;
    std::vector<bool> m_areNumbers; ///< of each of them: all of its values
    std::vector<MetricColumn> m_metrics;
    mutable std::unordered_map<std::string, QString> m_sweepTexts;
    mutable std::unordered_map<std::int64_t, QString> m_lines; ///< as long as nothing changes
};

} // namespace coterie::ui
