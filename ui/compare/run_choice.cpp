#include "ui/compare/run_choice.h"

#include "ui/compare/run_filter.h"
#include "ui/compare/run_table_model.h"
#include "ui/words.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <functional>

namespace coterie::ui {

namespace {

/// Calls `work` for every row that is a run, also inside groups.
void forEachRun(const RunFilterProxy& proxy,
                const std::function<void(const QModelIndex&, std::int64_t)>& work)
{
    const std::function<void(const QModelIndex&)> look = [&](const QModelIndex& parent) {
        for (int row = 0; row < proxy.rowCount(parent); ++row) {
            const QModelIndex line = proxy.index(row, 0, parent);
            if (const QVariant run = line.data(RunTableModel::RunRole); run.isValid())
                work(line, run.toLongLong());
            else
                look(line);
        }
    };
    look({});
}

} // namespace

RunChoice::RunChoice(RunFilterProxy& proxy, RunLines& lines, QObject* parent)
    : QObject(parent)
    , m_proxy(proxy)
    , m_lines(lines)
{
    connect(&lines, &RunLines::replaced, this, &RunChoice::dropHidden);
    connect(&lines, &QItemSelectionModel::selectionChanged, this, &RunChoice::readLines);
}

std::vector<std::int64_t> RunChoice::listed() const
{
    std::vector<std::int64_t> runs;
    for (const std::int64_t run : m_proxy.listedRuns())
        if (m_runs.contains(run))
            runs.push_back(run);
    std::ranges::sort(runs);
    return runs;
}

std::size_t RunChoice::hidden() const
{
    return m_runs.size() - listed().size();
}

QString RunChoice::withHidden(const QString& sentence) const
{
    const auto count = static_cast<qsizetype>(hidden());
    if (count == 0)
        return sentence;
    return inOneText(sentence,
                     counted(count,
                             tr("1 selected run that is not listed was left out"),
                             tr("%1 selected runs that are not listed were left out")));
}

void RunChoice::choose(std::set<std::int64_t> runs)
{
    if (runs == m_runs)
        return;
    m_runs = std::move(runs);
    mark();
    emit changed();
}

void RunChoice::mark()
{
    const QScopedValueRollback keeping(m_keeping, true);
    // Ranges, not single rows: Qt compares every range with every other.
    QItemSelection selection;
    QModelIndex first;
    QModelIndex last;
    const auto flush = [&] {
        if (first.isValid())
            selection.append(
                QItemSelectionRange(first, last.siblingAtColumn(m_proxy.columnCount() - 1)));
        first = {};
    };
    forEachRun(m_proxy, [&](const QModelIndex& line, std::int64_t run) {
        const bool chosen = m_runs.contains(run);
        const bool continues =
            first.isValid() && last.parent() == line.parent() && last.row() + 1 == line.row();
        if (!chosen || !continues)
            flush();
        if (chosen && !first.isValid())
            first = line;
        last = line;
    });
    flush();
    m_lines.select(selection, QItemSelectionModel::ClearAndSelect);
}

void RunChoice::dropHidden()
{
    if (m_keeping || hidden() == 0)
        return;
    const std::vector<std::int64_t> seen = listed();
    m_runs = {seen.begin(), seen.end()};
    emit changed();
}

/// Takes the user's selection of the listed rows; hidden runs stay selected unless others take the
/// place of the selection. A selected group
/// selects all of its listed runs.
void RunChoice::readLines()
{
    if (m_keeping)
        return;
    std::set<std::int64_t> runs;
    if (!m_lines.replaces())
        runs = m_runs;
    forEachRun(m_proxy, [&](const QModelIndex& line, std::int64_t run) {
        const bool chosen = m_lines.isSelected(line)
                            || (line.parent().isValid() && m_lines.isSelected(line.parent()));
        if (chosen)
            runs.insert(run);
        else
            runs.erase(run);
    });
    if (runs == m_runs)
        return;
    m_runs = std::move(runs);
    emit changed();
}

} // namespace coterie::ui
