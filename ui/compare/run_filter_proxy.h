#pragma once

#include "ui/compare/run_cells.h"
#include "ui/compare/run_filter.h"

#include <QSortFilterProxyModel>

#include <map>
#include <unordered_map>

namespace coterie::ui {

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
