#pragma once

#include <QObject>

#include <set>
#include <vector>

class QItemSelectionModel;

namespace coterie::ui {

class RunFilterProxy;

/// The selected runs. A run that the filter hides stays selected and is marked again when it is
/// back.
class RunChoice final : public QObject
{
    Q_OBJECT

public:
    RunChoice(RunFilterProxy& proxy, QItemSelectionModel& lines, QObject* parent = nullptr);

    [[nodiscard]] const std::set<std::int64_t>& runs() const { return m_runs; }
    /// Ascending, so that arms are in the order of their experiment.
    [[nodiscard]] std::vector<std::int64_t> list() const { return {m_runs.begin(), m_runs.end()}; }
    /// How many selected runs are not listed.
    [[nodiscard]] std::size_t hidden() const;
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
    void readLines();

    RunFilterProxy& m_proxy;
    QItemSelectionModel& m_lines;
    std::set<std::int64_t> m_runs;
    bool m_keeping = false;
};

} // namespace coterie::ui
