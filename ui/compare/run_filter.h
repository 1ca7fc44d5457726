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

/// The parsed filter of the run table. Plain words must occur in a run's row; "arm:hcct" searches
/// one column; "error<20", "seed=3" and "alpha>=10" compare its value; "quoted words" are one word.
/// A column is named by its key or by its title, which can be several words, as in
/// "last error %<20". A condition on an unknown column is a plain word.
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
        QString column; ///< its key or title, in lower case; empty: the whole row
        Kind kind = Kind::Contains;
        QString text;
        double number = 0;

        bool operator==(const Condition&) const = default;
    };

    RunFilter() = default;
    /// `isColumn` returns whether a column has this name.
    RunFilter(const QString& typed, const std::function<bool(const QString&)>& isColumn);

    [[nodiscard]] const std::vector<Condition>& conditions() const { return m_conditions; }
    [[nodiscard]] bool isEmpty() const { return m_conditions.empty(); }
    /// `line` returns the whole row as text and is called for plain words only; `value` returns a
    /// column's value: a number, a text, or a list of texts of which one must match.
    [[nodiscard]] bool accepts(const std::function<QString()>& line,
                               const std::function<QVariant(const QString&)>& value) const;

private:
    std::vector<Condition> m_conditions;
};

class RunTableModel;

/// Sorts by value, with pinned runs first in both orders, and shows the runs that the filter
/// accepts; a group is shown if one of its runs is.
class RunFilterProxy final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RunFilterProxy(RunTableModel& model, QObject* parent = nullptr);

    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    void setTyped(const QString& typed);
    /// The listed runs, grouped or not.
    [[nodiscard]] std::vector<std::int64_t> listedRuns() const;

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

    [[nodiscard]] int columnOf(const QString& key) const;
    [[nodiscard]] const SortKey& keyOf(const QModelIndex& cell) const;
    void forgetKeys() { m_keys.clear(); }
    void findFilterColumns();
    void restoreOrder();

    struct Sorted
    {
        std::optional<ColumnIdentity> by; ///< none: unsorted
        Qt::SortOrder order = Qt::AscendingOrder;
    };

    RunTableModel& m_model;
    Sorted m_sorted; ///< the last request
    QString m_typed;
    RunFilter m_filter;
    std::map<QString, int> m_filterColumns;              ///< of the filter's conditions
    mutable std::unordered_map<quint64, SortKey> m_keys; ///< of the sort column
    mutable int m_keysColumn = -1;
};

} // namespace coterie::ui
