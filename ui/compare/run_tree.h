#pragma once

#include "ui/compare/run_cells.h"
#include "ui/views/plain_table.h"

#include <QSet>
#include <QTreeView>

#include <span>

namespace coterie::ui {

/// What the runs of the table are put under.
enum class RunGrouping
{
    None,
    Experiment,
    Arm ///< and its sweep point: the runs differ by their seed
};

/// Runs that stand under one line.
struct RunGroup
{
    QString experiment;
    QString arm;                   ///< of a group by arm only
    std::string sweep = {};        ///< likewise
    std::size_t look = 0;          ///< RunRow::look, likewise
    std::size_t sweepPlace = 0;    ///< RunRow::sweepPlace, if they are grouped by arm
    std::vector<std::size_t> rows; ///< places among the runs

    bool operator==(const RunGroup&) const = default;
};

/// By the experiments' content, in the order in which the groups' first runs were made; none where
/// the runs are not grouped.
[[nodiscard]] std::vector<RunGroup> groupRuns(std::span<const RunRow> runs, RunGrouping grouping);

/// What a group's line says: what its runs share, and mean ± sd of what they came to.
[[nodiscard]] QString
groupText(const RunGroup& group, std::span<const RunRow> runs, const RunCells& cells, int column);
/// What groups are sorted by: the means.
[[nodiscard]] QVariant groupSortValue(const RunGroup& group,
                                      std::span<const RunRow> runs,
                                      const RunCells& cells,
                                      int column);

class RunFilterProxy;
class RunTableModel;

/// The table of runs as it is looked at: how wide its columns are, which groups are open, and what
/// of it a file is given. The strip before a chosen line is as soft as the line itself.
class RunTree final : public QTreeView
{
    Q_OBJECT

public:
    RunTree(const RunTableModel& model, RunFilterProxy& proxy, QWidget* parent = nullptr);

    /// Once, when the first runs arrive: afterwards the widths are the user's. Columns that come
    /// later get their own when they come.
    void fitColumns();
    /// The same anew: a group's line says more than a run's.
    void refitColumns();
    /// Groups are known by what their lines say, whatever their place.
    [[nodiscard]] QSet<QString> collapsedGroups() const;
    void expandAllBut(const QSet<QString>& groups);

    /// Scrolls to the run's line and makes it the current one; what is chosen stays as it is.
    void showRun(std::int64_t run);

    /// What it shows: the columns in the order in which they stand, and every line but those inside
    /// collapsed groups. Numbers are given in full.
    [[nodiscard]] PlainTable shownTable() const;
    /// Of these the chosen lines.
    [[nodiscard]] PlainTable chosenTable() const;

protected:
    void
    drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;

private:
    void fitColumn(int column);
    /// The titles of the columns that come and go.
    [[nodiscard]] QSet<QString> laterColumns() const;
    [[nodiscard]] QString groupName(int row) const;
    [[nodiscard]] PlainTable tableOfLines(bool chosenOnly) const;

    const RunTableModel& m_model;
    RunFilterProxy& m_proxy;
    bool m_fitted = false;
    QSet<QString> m_fittedColumns; ///< titles of columns of metrics and settings that have a width
};

} // namespace coterie::ui
