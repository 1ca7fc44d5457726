#pragma once

#include "core/store/run_looks.h"
#include "ui/compare/run_cells.h"
#include "ui/compare/run_tree.h"

#include <QAbstractItemModel>

#include <functional>
#include <set>

class QMimeData;

namespace coterie::ui {

/// All stored runs, one per row, optionally grouped by experiment or arm; a group's row summarises
/// its runs.
class RunTableModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    using enum RunColumns::Column;
    using Grouping = RunGrouping;

    enum Role
    {
        SortRole = Qt::UserRole + 1, ///< numbers as numbers
        RunRole,                     ///< the run's id; invalid for a group
        StatusRole,                  ///< RunStatus as int
        PinnedRole,
        ExactRole, ///< the value for files: numbers in full, invalid if there is none
    };

    using QAbstractItemModel::QAbstractItemModel;

    /// Takes the store's present rows. Rows that remain keep their place, so selection and scroll
    /// position survive unless the groups changed.
    void setRuns(SharedRuns runs);
    /// The same of a list of its own, in any order.
    void setRuns(std::vector<RunRow> runs);
    void setNumbers(const std::vector<RunNumbers>& numbers);
    void setGrouping(Grouping grouping);
    /// The settings with a column, by their index in `settings`.
    void setSettings(std::shared_ptr<const RunSettings> settings, std::vector<std::size_t> shown);
    void setMetricColumns(std::vector<MetricColumn> columns);
    /// Marks the arms of these runs as the plots below do; others look as they do alone.
    void setShownTogether(const std::set<std::int64_t>& runs);

    [[nodiscard]] const std::vector<RunRow>& runs() const { return *m_runs; }
    [[nodiscard]] Grouping grouping() const { return m_grouping; }
    /// The run of a row; null for a group.
    [[nodiscard]] const RunRow* runAt(const QModelIndex& index) const;
    /// The run with this id; null if there is none.
    [[nodiscard]] const RunRow* find(std::int64_t run) const;
    [[nodiscard]] const RunCells& cells() const { return m_cells; }
    /// The runs of a group's row.
    [[nodiscard]] const RunGroup& groupAt(const QModelIndex& index) const
    {
        return m_groups[static_cast<std::size_t>(index.row())];
    }
    /// The cell of a group, which may be a part of one here.
    [[nodiscard]] QVariant groupData(const RunGroup& group, int column, int role) const;

    [[nodiscard]] QModelIndex
    index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QStringList mimeTypes() const override;
    /// The runs of these rows, those of a group too.
    [[nodiscard]] QMimeData* mimeData(const QModelIndexList& indexes) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// The user edited a note or tags.
    void noteTyped(std::int64_t run, const QString& note);
    void tagsTyped(std::int64_t run, const QStringList& tags);

private:
    [[nodiscard]] QVariant runData(const RunRow& run, int column, int role) const;
    /// Of a group that of its first run that is shown with others, if one is.
    [[nodiscard]] ArmLook lookOf(const RunGroup& group) const;
    [[nodiscard]] ArmLook lookOf(const RunRow& run) const;
    void updateInPlace(const SharedRuns& sorted);
    /// Of the list that the rows change in.
    void removeGone(std::vector<RunRow>& runs, const std::vector<RunRow>& now);
    void insertNew(std::vector<RunRow>& runs, const std::vector<RunRow>& now);
    void allChanged(int first, int last);
    void announceLooks(const QModelIndex& parent, const std::function<bool(std::size_t)>& isOther);
    template <typename Set>
    void replaceColumns(int first, int before, int now, Set set);

    SharedRuns m_runs = std::make_shared<const std::vector<RunRow>>(); // by ascending id
    RunCells m_cells;
    Grouping m_grouping = Grouping::None;
    std::vector<RunGroup> m_groups;
    RunLooks m_looks; ///< of the runs that are shown together
};

} // namespace coterie::ui
