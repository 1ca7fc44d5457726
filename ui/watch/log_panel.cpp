#include "ui/watch/log_panel.h"

#include "ui/frame/icons.h"
#include "ui/words.h"

#include <QListWidget>

namespace coterie::ui {

LogPanel::LogPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_list(new QListWidget(this))
{
    m_list->setObjectName(QStringLiteral("log"));
    m_list->setAccessibleName(tr("What happened in this run"));
    m_list->setToolTip(tr("Press Enter on a line, or double-click it, to look at its round"));
    m_list->setWordWrap(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    setTableView(m_list, QStringLiteral("log"));
    connect(m_list, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        emit roundChosen(item->data(Qt::UserRole).toInt());
    });
}

PlainTable LogPanel::table() const
{
    PlainTable table;
    table.header = {tr("Round"), tr("What happened")};
    for (int row = 0; row < m_list->count(); ++row)
        table.rows.push_back(
            {m_list->item(row)->data(Qt::UserRole).toInt(), m_list->item(row)->text()});
    return table;
}

void LogPanel::addLine(const QString& text, Severity severity, int round)
{
    auto* item = new QListWidgetItem(text, m_list);
    item->setData(Qt::UserRole, round);
    if (severity != Severity::Information)
        item->setIcon(icon(QStringLiteral("warning")));
}

void LogPanel::show(const RunCurves* run, const RoundReport*)
{
    const std::optional<std::int64_t> id = run ? std::optional(run->title.id) : std::nullopt;
    const QString end = run && run->status != RunStatus::Running && !run->reason.isEmpty()
                            ? tr("%1. %2").arg(statusText(run->status), run->reason)
                            : QString();
    const bool restart = id != m_shownRun || (run && run->events.size() < m_shownEvents)
                         || (!m_shownEnd.isEmpty() && m_shownEnd != end);
    if (restart) {
        m_list->clear();
        m_shownEvents = 0;
        m_shownEnd.clear();
        m_shownRun = id;
    }
    if (!run)
        return;
    for (; m_shownEvents < run->events.size(); ++m_shownEvents) {
        const RunEvent& event = run->events[m_shownEvents];
        addLine(event.sentence(), event.event.severity, event.round);
    }
    if (end != m_shownEnd) {
        m_shownEnd = end;
        addLine(end,
                run->status == RunStatus::Failed ? Severity::Failure : Severity::Information,
                run->round);
    }
}

} // namespace coterie::ui
