#pragma once

#include "ui/compare/run_cells.h"
#include "ui/views/plain_table.h"

#include <QSet>
#include <QTreeView>

#include <map>
#include <span>

namespace coterie::ui {

enum class RunGrouping
{
    None,
    Experiment,
    Arm ///< and sweep point and changes by hand: the runs of a group differ by their seed
};

struct RunGroup
{
    bool ofArm = false;            ///< they share arm and sweep point, too
    std::vector<std::size_t> rows; ///< indices of the runs

    bool operator==(const RunGroup&) const = default;
};

/// Groups by the experiments' content, in the order of their first runs; empty without grouping.
[[nodiscard]] std::vector<RunGroup> groupRuns(std::span<const RunRow> runs, RunGrouping grouping);

/// A group's cell: what its runs share, or mean ± sd of their values.
[[nodiscard]] QString
groupText(const RunGroup& group, std::span<const RunRow> runs, const RunCells& cells, int column);
/// The value to sort groups by: the mean.
[[nodiscard]] QVariant groupSortValue(const RunGroup& group,
                                      std::span<const RunRow> runs,
                                      const RunCells& cells,
                                      int column);

class FrozenColumns;
class RunFilterProxy;
class RunLines;
class RunTableModel;

/// The view of the run table: column widths, the first columns staying in sight, open groups, and
/// its content as a table for files.
class RunTree final : public QTreeView
{
    Q_OBJECT

public:
    RunTree(const RunTableModel& model, RunFilterProxy& proxy, QWidget* parent = nullptr);

    [[nodiscard]] RunLines& lines() const { return *m_lines; }

    /// Sets the widths once, when the first runs arrive; then they are the user's. Columns that are
    /// added later are fitted when added, and names that arrive later widen theirs until the user
    /// changes it.
    void fitColumns();
    /// Sets the width of the settings that tell runs apart, once they have been read; later ones,
    /// as of a fork, widen it.
    void fitDesigns();
    /// Hides a column, or shows it as wide as its texts.
    void setShown(int column, bool shown);
    /// Sets the widths again, after grouping.
    void refitColumns();
    /// By the texts of the groups' rows.
    [[nodiscard]] QSet<QString> collapsedGroups() const;
    void expandAllBut(const QSet<QString>& groups);

    /// Keeps the row's cell clear of the columns that stay.
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    /// All that are listed, beside those that the filter hides.
    void selectAll() override;
    /// Scrolls to the run's row and makes it current, without changing the selection.
    void showRun(std::int64_t run);

    /// The columns in their order on screen and all rows outside collapsed groups, or only the
    /// selected ones; numbers in full.
    [[nodiscard]] PlainTable shownTable(bool chosenOnly = false) const;

protected:
    /// F2 is for a cell that can be typed in; elsewhere it names the run.
    bool event(QEvent* event) override;
    void
    drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;

private:
    /// For its header and the first of its texts.
    [[nodiscard]] int wantedWidth(int column) const;
    void fitColumn(int column);
    void widenWords();
    /// Unless its width is the user's.
    void widen(int column);
    /// The titles of the columns of metrics and settings.
    [[nodiscard]] QSet<QString> laterColumns() const;
    [[nodiscard]] QString titleOf(int column) const;
    [[nodiscard]] QString groupName(int row) const;

    const RunTableModel& m_model;
    RunFilterProxy& m_proxy;
    RunLines* m_lines = nullptr;
    FrozenColumns* m_frozen = nullptr;
    std::map<int, int> m_widths; ///< of columns, as they were fitted
    bool m_fitted = false;
    bool m_fittedDesigns = false;
    QSet<QString> m_fittedColumns; ///< titles of the later columns that have a width
};

} // namespace coterie::ui
