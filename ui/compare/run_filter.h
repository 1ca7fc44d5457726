#pragma once

#include "ui/compare/run_cells.h"

#include <QSortFilterProxyModel>
#include <QString>
#include <QVariant>

#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

namespace coterie::ui {

/// What is typed above the run table, taken apart: plain words must occur in a run's line;
/// "arm:hcct" looks in one column, "error<20", "seed=3" and "alpha>=10" compare its value. "quoted
/// words" are one. A column goes by its key or by its title, which may be several words: "last
/// error
/// %<20". A word that only looks like a condition on a column there is not is a plain word.
class RunFilter
{
public:
    struct Condition
    {
        enum class Kind
        {
            Contains,
            Equal,
            Less,
            AtMost,
            Greater,
            AtLeast
        };
        QString column; ///< its key or title, in lower case; empty: the whole line
        Kind kind = Kind::Contains;
        QString text;
        double number = 0;

        bool operator==(const Condition&) const = default;
    };

    RunFilter() = default;
    /// `isColumn` says whether there is a column of this name.
    RunFilter(const QString& typed, const std::function<bool(const QString&)>& isColumn);

    [[nodiscard]] const std::vector<Condition>& conditions() const { return m_conditions; }
    [[nodiscard]] bool isEmpty() const { return m_conditions.empty(); }
    /// `line` gives the whole line in words and is asked only if a plain word is looked for;
    /// `value` gives a column's value: a number where it is one, a list where each of several words
    /// will do.
    [[nodiscard]] bool accepts(const std::function<QString()>& line,
                               const std::function<QVariant(const QString&)>& value) const;

private:
    std::vector<Condition> m_conditions;
};

class RunTableModel;

/// Sorts by value, pinned runs first whatever the order, and keeps the runs that the filter
/// accepts; a group stays as long as one of its runs does.
class RunFilterProxy final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RunFilterProxy(RunTableModel& model, QObject* parent = nullptr);

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    void setTyped(const QString& typed);
    /// The runs that are listed, groups or not.
    [[nodiscard]] std::vector<std::int64_t> listedRuns() const;

signals:
    /// By a column that had gone, or whose lines had.
    void orderRestored(int column, Qt::SortOrder order);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    /// What a line is sorted by, looked up once and not at each of its comparisons.
    struct SortKey
    {
        bool pinned = false;
        int rank = 0; ///< 0: a value, 1: NaN, 2: nothing; these stand last
        bool isNumber = false;
        double number = 0;
        QString text;
    };

    [[nodiscard]] int columnOf(const QString& key) const;
    [[nodiscard]] static SortKey keyOf(const QModelIndex& cell);
    [[nodiscard]] const SortKey& keptKeyOf(const QModelIndex& cell) const;
    void forgetKeys() { m_keys.clear(); }
    void findFilterColumns();
    void restoreOrder();

    struct Sorted
    {
        std::optional<ColumnIdentity> by; ///< none: as they come
        Qt::SortOrder order = Qt::AscendingOrder;
    };

    RunTableModel& m_model;
    Sorted m_sorted; ///< what was asked for last
    QString m_typed;
    RunFilter m_filter;
    std::map<QString, int> m_filterColumns; ///< of the filter's conditions, looked up once
    mutable std::unordered_map<quint64, SortKey> m_keys; ///< of the column sorted by
    mutable int m_keysColumn = -1;
};

} // namespace coterie::ui
