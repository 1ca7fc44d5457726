#pragma once

#include "core/store/run_settings.h"
#include "ui/runs/store_reader.h"

#include <QAbstractItemModel>

#include <unordered_map>

namespace coterie::ui {

/// A metric as a column of its own: its newest or best value, or that of one round.
struct MetricColumn
{
    MetricMoment moment;
    std::unordered_map<std::int64_t, double> values; ///< by run
};

/// All stored runs, one per line, on request under a line for each experiment or arm that says what
/// its runs came to together.
class RunTableModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
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
        Tags,
        Note,
        Created,
        Device,
        FixedColumns ///< then the metrics asked for, then the settings that differ
    };
    enum Role
    {
        SortRole = Qt::UserRole + 1, ///< numbers as numbers
        RunRole,                     ///< the run's key in the store; invalid for a group
        StatusRole,                  ///< RunStatus as int
        PinnedRole,
        LineRole, ///< all of the line in words, for the filter
    };
    enum class Grouping
    {
        None,
        Experiment,
        Arm ///< and its sweep point: the runs differ by their seed
    };

    explicit RunTableModel(QObject* parent = nullptr);

    /// Takes the store's present rows. Lines that stay keep their place, so selections and
    /// scrolling survive, unless the groups themselves have changed.
    void setRuns(std::vector<RunRow> runs);
    void setNumbers(const std::vector<RunNumbers>& numbers);
    void setGrouping(Grouping grouping);
    /// Which settings have a column, by their numbers in `settings`.
    void setSettings(std::shared_ptr<const RunSettings> settings, std::vector<std::size_t> shown);
    void setMetricColumns(std::vector<MetricColumn> columns);

    [[nodiscard]] const std::vector<RunRow>& runs() const { return m_runs; }
    [[nodiscard]] const std::vector<MetricColumn>& metricColumns() const { return m_metrics; }
    [[nodiscard]] Grouping grouping() const { return m_grouping; }
    [[nodiscard]] int settingColumn(std::size_t place) const
    {
        return FixedColumns + static_cast<int>(m_metrics.size() + place);
    }
    /// The run of a line; null for a group's.
    [[nodiscard]] const RunRow* runAt(const QModelIndex& index) const;
    /// What a filter calls a column: "arm", "error", "alpha".
    [[nodiscard]] QString key(int column) const;
    /// What the column is called on screen, without which moment of a metric it shows.
    [[nodiscard]] QString title(int column) const;

    [[nodiscard]] QModelIndex
    index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// The user typed another note or other tags; the store is to keep them.
    void noteTyped(std::int64_t run, const QString& note);
    void tagsTyped(std::int64_t run, const QStringList& tags);

private:
    struct Group
    {
        QString experiment;
        QString arm;
        QString setting;
        std::size_t armIndex = 0;
        std::vector<std::size_t> rows; ///< places in m_runs

        bool operator==(const Group&) const = default;
    };

    [[nodiscard]] std::vector<Group> groupsOf(const std::vector<RunRow>& runs) const;
    [[nodiscard]] bool isNumeric(int column) const;
    [[nodiscard]] QString text(const RunRow& run, int column) const;
    [[nodiscard]] QString groupText(const Group& group, int column) const;
    [[nodiscard]] QVariant groupData(const Group& group, int column, int role) const;
    [[nodiscard]] QVariant sortValue(const RunRow& run, int column) const;
    [[nodiscard]] std::optional<double> number(const RunRow& run, int column) const;
    [[nodiscard]] const MetricColumn* metricAt(int column) const;
    [[nodiscard]] std::size_t settingAt(int column) const;
    [[nodiscard]] QString meaning(int column) const;
    [[nodiscard]] const std::string* settingText(const RunRow& run, int column) const;
    void updateInPlace(std::vector<RunRow> sorted);
    void allChanged(int first, int last);
    void tellGroupsOfColumns();
    [[nodiscard]] QString lineOf(const RunRow& run) const;

    std::vector<RunRow> m_runs;                                // by ascending id
    mutable std::unordered_map<std::int64_t, QString> m_lines; ///< as long as nothing changes
    std::unordered_map<std::int64_t, RunNumbers> m_numbers;
    Grouping m_grouping = Grouping::None;
    std::vector<Group> m_groups;
    std::shared_ptr<const RunSettings> m_settings;
    std::vector<std::size_t> m_shownSettings;
    std::vector<MetricColumn> m_metrics;
};

/// "Last error %": what a fixed column holds, for its header and for the menu of columns.
[[nodiscard]] QString columnTitle(int column);

} // namespace coterie::ui
