#pragma once

#include <QItemSelectionModel>
#include <QObject>
#include <QScopedValueRollback>
#include <QString>

#include <set>
#include <vector>

namespace coterie::ui {

class RunFilterProxy;

/// The selected lines of the table, which say when others take their place, as after a plain click.
class RunLines final : public QItemSelectionModel
{
    Q_OBJECT

public:
    using QItemSelectionModel::QItemSelectionModel;
    using QItemSelectionModel::select;

    void select(const QItemSelection& lines, SelectionFlags how) override
    {
        const QScopedValueRollback replacing(m_replaces, how.testFlag(Clear) && !m_adds);
        QItemSelectionModel::select(lines, how);
        if (m_replaces)
            emit replaced();
    }
    /// Whether the selection that is being made takes the place of the one before.
    [[nodiscard]] bool replaces() const { return m_replaces; }
    /// What `work` selects is added to what the filter hides.
    template <typename Work>
    void addWhile(Work work)
    {
        const QScopedValueRollback adding(m_adds, true);
        work();
    }

signals:
    void replaced();

private:
    bool m_replaces = false;
    bool m_adds = false;
};

/// The selected runs. A run that the filter hides stays selected until others take the place of the
/// selection, is compared with the others and is marked again when it is back; but nothing is done
/// to it, nor is it written to a file, because nobody sees it in the table.
class RunChoice final : public QObject
{
    Q_OBJECT

public:
    RunChoice(RunFilterProxy& proxy, RunLines& lines, QObject* parent = nullptr);

    [[nodiscard]] const std::set<std::int64_t>& runs() const { return m_runs; }
    /// Those of them that are listed, which actions are for. Ascending, so that arms are in the
    /// order of their experiment.
    [[nodiscard]] std::vector<std::int64_t> listed() const;
    /// How many selected runs are not listed.
    [[nodiscard]] std::size_t hidden() const;
    /// The sentence about what was done to the listed ones, with one about the others if any.
    [[nodiscard]] QString withHidden(const QString& sentence) const;
    void choose(std::set<std::int64_t> runs);
    /// Changes the rows without changing the selection, then marks the selected rows again.
    template <typename Work>
    void keepWhile(Work work)
    {
        const bool before = m_keeping;
        m_keeping = true;
        work();
        m_keeping = before;
        if (!m_keeping)
            mark();
    }

signals:
    void changed();

private:
    void mark();
    void dropHidden();
    void readLines();

    RunFilterProxy& m_proxy;
    RunLines& m_lines;
    std::set<std::int64_t> m_runs;
    bool m_keeping = false;
};

} // namespace coterie::ui
