#pragma once

#include "ui/compare/filter_query.h"
#include "ui/compare/run_tree.h"

#include <QSortFilterProxyModel>
#include <QString>

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace coterie::ui {

class RunTableModel;

/// Sorts by value, with pinned runs first in both orders, and shows the runs that the filter
/// accepts; a group is shown if one of its runs is, and counts and summarises only those. While a
/// query has a problem, or its last word may become a name and matches nothing yet, the last good
/// one stays in force.
class RunFilterProxy final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RunFilterProxy(RunTableModel& model, QObject* parent = nullptr);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    /// Of a group its listed runs.
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    /// `isDone`: the user has finished typing.
    void setTyped(const QString& typed, bool isDone = false);
    /// Lists only the runs in this folder and in those within it; "": those in none; nothing: all.
    void setFolder(const std::optional<std::string>& folder);
    [[nodiscard]] const std::optional<std::string>& folder() const { return m_folder; }
    /// By a column that may come later.
    void sortBy(const ColumnIdentity& column, Qt::SortOrder order);
    /// The column that was asked for last, and its order.
    struct Sorted
    {
        std::optional<ColumnIdentity> by; ///< none: unsorted
        Qt::SortOrder order = Qt::AscendingOrder;
    };
    [[nodiscard]] const Sorted& sorted() const { return m_sorted; }
    [[nodiscard]] const QString& typed() const { return m_typed; }
    /// The runs' settings have been read again: names may mean more, and values may be others.
    /// Returns whether other runs may be listed now.
    bool readSettings();
    /// Columns have come or gone, and names with them.
    void readNames();
    /// Why the typed query is not in force.
    [[nodiscard]] const std::optional<FilterProblem>& problem() const { return m_problem; }
    [[nodiscard]] bool isInForce() const { return m_isInForce; }
    /// The settings that the query in force asks for.
    [[nodiscard]] std::vector<std::size_t> filterSettings() const;
    /// What can be typed at this place.
    [[nodiscard]] FilterCompletion completions(const QString& typed, int place) const;
    /// The listed runs, grouped or not; kept until the list changes.
    [[nodiscard]] const std::vector<std::int64_t>& listedRuns() const;
    /// Grows whenever other runs are listed, or in another order.
    [[nodiscard]] std::size_t listing() const { return m_listing; }
    /// How often the list was walked and a cell of a group summed so far: with ten thousand runs,
    /// that is what a click and painting cost.
    [[nodiscard]] std::size_t walks() const { return m_walks; }
    [[nodiscard]] std::size_t summedCells() const { return m_summedCells; }

signals:
    /// The sort column is back, or its rows are.
    void orderRestored(int column, Qt::SortOrder order);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    /// The sort key of a row, read once instead of at each comparison.
    struct SortKey
    {
        bool pinned = false;
        int rank = 0; ///< 0: a value, 1: NaN, 2: nothing
        bool isNumber = false;
        double number = 0;
        QString text;
    };

    /// A group's listed runs, and its cells by column and role.
    struct ShownGroup
    {
        RunGroup runs;
        std::map<std::pair<int, int>, QVariant> cells;
    };

    [[nodiscard]] bool accepts(const FilterQuery& query, const RunRow& run) const;
    [[nodiscard]] bool acceptsAny(const FilterQuery& query) const;
    [[nodiscard]] QVariant valueOf(const RunRow& run, const ColumnIdentity& column) const;
    [[nodiscard]] QStringList valuesOf(const ColumnIdentity& column) const;
    bool parse();
    [[nodiscard]] const SortKey& keyOf(const QModelIndex& cell) const;
    /// The value that a row of the source is sorted by.
    [[nodiscard]] QVariant sortValueOf(const QModelIndex& cell) const;
    /// Lists other runs.
    void filterAnew();
    void forgetValues();
    void forgetList();
    /// All of a group's runs where none is listed.
    [[nodiscard]] RunGroup listedOf(const QModelIndex& line) const;
    void restoreOrder();

    [[nodiscard]] bool isInFolder(const RunRow& run) const;

    RunTableModel& m_model;
    Sorted m_sorted; ///< the last request
    QString m_typed;
    bool m_isDone = false; ///< typing
    FilterQuery m_query;   ///< in force
    std::optional<std::string> m_folder;
    std::optional<FilterProblem> m_problem;
    bool m_isInForce = true;                             ///< what is typed
    mutable std::unordered_map<quint64, SortKey> m_keys; ///< of the sort column
    mutable int m_keysColumn = -1;
    mutable std::unordered_map<int, ShownGroup> m_shownGroups; ///< by their rows in the source
    mutable std::optional<std::vector<std::int64_t>> m_listed; ///< none: not walked yet
    std::size_t m_listing = 0;
    mutable std::size_t m_walks = 0;
    mutable std::size_t m_summedCells = 0;
};

} // namespace coterie::ui
