#pragma once

#include "core/store/plan_settings.h"
#include "ui/compare/run_columns.h"
#include "ui/runs/store_reader.h"

#include <QString>
#include <QVariant>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace coterie::ui {

/// A metric as a column: its last or best value, or that of one round.
struct MetricColumn
{
    MetricMoment moment;
    std::unordered_map<std::int64_t, double> values; ///< by run
};

/// Identifies a column independently of place and title: the number of a fixed column, the moment
/// of a metric, or the JSON pointer of a setting.
using ColumnIdentity = std::variant<int, MetricMoment, std::string>;

struct ColumnWords
{
    ColumnIdentity identity;
    QString key;   ///< in the filter: "arm", "error", "alpha"
    QString title; ///< "Last error %"
    QString meaning;
    QString moment = {}; ///< of a metric: "round 5"
    QString unit = {};   ///< of its numbers here, if those in the store have another

    /// "Group count, round 5", "Global accuracy (%), last".
    [[nodiscard]] QString head() const;
};

/// The state of a run that was stopped while queued.
[[nodiscard]] QString notBegunText();

/// The columns of the table of runs, and what each shows for a run.
class RunCells final
{
public:
    /// Returns whether any number changed.
    bool setNumbers(const std::vector<RunNumbers>& numbers);
    /// The settings with a column, by their index in `settings`, for these runs.
    void setSettings(std::shared_ptr<const RunSettings> settings,
                     std::vector<std::size_t> shown,
                     std::span<const RunRow> runs);
    void setMetrics(std::vector<MetricColumn> metrics);
    /// The runs changed: line() composes its texts again.
    void forgetLines() { m_lines.clear(); }

    [[nodiscard]] int columnCount() const { return settingColumn(m_shownSettings.size()); }
    [[nodiscard]] int settingColumn(std::size_t place) const
    {
        return RunColumns::FixedColumns + static_cast<int>(m_metrics.size() + place);
    }
    [[nodiscard]] const std::vector<MetricColumn>& metrics() const { return m_metrics; }
    /// Those with a column, by their index.
    [[nodiscard]] const std::vector<std::size_t>& shownSettings() const { return m_shownSettings; }
    /// Whether these settings have the present columns.
    [[nodiscard]] bool showsSettings(const RunSettings& settings,
                                     const std::vector<std::size_t>& shown) const;

    [[nodiscard]] bool isNumeric(int column) const;
    /// Numbers, and settings whose values are all numbers.
    [[nodiscard]] bool isRightAligned(int column) const;
    [[nodiscard]] ColumnWords words(int column) const;
    /// Of its numbers; 0: as needed.
    [[nodiscard]] int decimals(int column) const;
    [[nodiscard]] QString text(const RunRow& run, int column) const;
    /// As it is shown, sorted and filtered by: accuracies in percent.
    [[nodiscard]] std::optional<double> number(const RunRow& run, int column) const;
    /// What the run is besides its names, and of a group of runs what they have in common.
    [[nodiscard]] QString design(const RunRow& run) const;
    [[nodiscard]] QString commonDesign(std::span<const RunRow* const> runs) const;
    /// Whether any of these runs has a design to show.
    [[nodiscard]] bool haveDesigns(std::span<const RunRow> runs) const;
    /// How a setting of the run was changed by hand, if it was; of any column with such a setting.
    [[nodiscard]] QString changes(const RunRow& run, int column) const;
    /// The value to sort by: numbers as numbers, invalid if there is none.
    [[nodiscard]] QVariant sortValue(const RunRow& run, int column) const;
    /// The value for the filter's conditions: a number, a text, or a list of texts of which one
    /// must match.
    [[nodiscard]] QVariant filterValue(const RunRow& run, int column) const;
    /// The same of a setting, whether it has a column or not.
    [[nodiscard]] QVariant settingFilterValue(const RunRow& run, std::size_t setting) const;
    /// A setting's value as its column shows it.
    [[nodiscard]] QString
    settingWords(const RunRow& run, std::size_t setting, const std::string& value) const;
    /// Of all runs; null before they have been read.
    [[nodiscard]] const RunSettings* settings() const { return m_settings.get(); }
    /// The value for files: numbers in full, invalid if there is none.
    [[nodiscard]] QVariant exact(const RunRow& run, int column) const;
    /// All cells as one text for the filter, with numbers as they are typed. With every setting in
    /// which the runs of the table differ: a column that goes because the listed runs no longer
    /// differ in it must not take its words with it.
    [[nodiscard]] QString line(const RunRow& run) const;
    /// How many lines were composed so far: with ten thousand runs, that is what filtering costs.
    [[nodiscard]] std::size_t composedLines() const { return m_composedLines; }

private:
    [[nodiscard]] const MetricColumn* metricAt(int column) const;
    [[nodiscard]] std::size_t settingAt(int column) const;
    /// Whether more than the sweep tells the run from others of its names.
    [[nodiscard]] bool hasMarks(const RunRow& run) const;
    [[nodiscard]] const std::string* settingText(const RunRow& run, int column) const;
    [[nodiscard]] QString fileText(const RunRow& run, int column) const;
    /// Kept, because many runs share a few sweep points.
    [[nodiscard]] const QString& sweepText(const std::string& sweep) const;

    std::unordered_map<std::int64_t, RunNumbers> m_numbers;
    std::shared_ptr<const RunSettings> m_settings;
    std::vector<std::size_t> m_shownSettings;
    std::vector<std::size_t> m_differing;    ///< settings in which the runs differ
    std::vector<std::size_t> m_lineSettings; ///< those in line()
    std::vector<bool> m_areNumbers;          ///< of each shown setting: all values are numbers
    std::vector<MetricColumn> m_metrics;
    mutable std::unordered_map<std::string, QString> m_sweepTexts;
    mutable std::unordered_map<std::int64_t, QString> m_lines; ///< until something changes
    /// For a filter, of each value of each setting; ten thousand runs have few.
    mutable std::map<std::pair<std::size_t, const std::string*>, QStringList> m_settingTexts;
    mutable std::size_t m_composedLines = 0;
};

} // namespace coterie::ui
