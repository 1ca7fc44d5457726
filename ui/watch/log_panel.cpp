#include "ui/watch/log_panel.h"

#include "ui/frame/icons.h"
#include "ui/true_minus.h"
#include "ui/words.h"

#include <QEvent>
#include <QLabel>
#include <QListWidget>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace coterie::ui {

namespace {

enum LogRole
{
    RoundRole = Qt::UserRole,
    PlainRole ///< what happened as the run told it: files hold minus signs that can be read
};

} // namespace

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
    m_nothing =
        new QLabel(tr("Nothing out of the ordinary so far. Warnings, losses that are no "
                      "numbers, groups that form or part, and settings changed while the run "
                      "went on are listed here."),
                   m_list->viewport());
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->setAttribute(Qt::WA_TransparentForMouseEvents); // it lies over the list
    m_nothing->setContentsMargins(30, 10, 30, 10);
    auto* over = new QVBoxLayout(m_list->viewport());
    over->addWidget(m_nothing);
    m_list->viewport()->installEventFilter(this);
    setTableView(m_list, QStringLiteral("log"));
    connect(m_list, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        emit roundChosen(item->data(RoundRole).toInt());
    });
}

PlainTable LogPanel::table() const
{
    PlainTable table;
    table.header = {tr("Round"), tr("What happened")};
    for (int row = 0; row < m_list->count(); ++row)
        table.rows.push_back(
            {m_list->item(row)->data(RoundRole).toInt(), m_list->item(row)->data(PlainRole)});
    return table;
}

void LogPanel::addLine(const QString& text, Severity severity, int round)
{
    auto* item = new QListWidgetItem(withTrueMinus(text), m_list);
    item->setData(RoundRole, round);
    item->setData(PlainRole, text);
    if (severity != Severity::Information)
        item->setIcon(icon(QStringLiteral("warning")));
    fitLine(*item);
}

/// Kept with the line: the list would measure all of its lines anew whenever one is added, of which
/// a run may have thousands.
void LogPanel::fitLine(QListWidgetItem& item) const
{
    constexpr int kAir = 3;
    const int frame = m_list->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
    const int iconSide = m_list->style()->pixelMetric(QStyle::PM_ListViewIconSize);
    const int sign = item.icon().isNull() ? 0 : iconSide + 2 * frame;
    const int width = std::max(40, m_list->viewport()->width() - 2 * frame - sign);
    const QRect words = m_list->fontMetrics().boundingRect(
        QRect(0, 0, width, 100'000), Qt::TextWordWrap, item.text());
    item.setSizeHint({width, words.height() + 2 * kAir});
}

void LogPanel::fitLines()
{
    if (m_fittedWidth == m_list->viewport()->width())
        return;
    m_fittedWidth = m_list->viewport()->width();
    for (int row = 0; row < m_list->count(); ++row)
        fitLine(*m_list->item(row));
}

bool LogPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list->viewport() && event->type() == QEvent::Resize)
        fitLines();
    return StructurePanel::eventFilter(watched, event);
}

/// "Round 7: stopped. The disk is full."
QString LogPanel::endOf(const RunCurves& run)
{
    const QString status =
        tr("Round %1: %2").arg(std::max(0, run.round)).arg(statusText(run.status));
    return run.reason.isEmpty() ? status : tr("%1. %2").arg(status, run.reason);
}

void LogPanel::show(const RunCurves* run, const RoundReport*)
{
    const std::optional<std::int64_t> id = run ? std::optional(run->title.id) : std::nullopt;
    const QString end = run && run->status >= RunStatus::Finished ? endOf(*run) : QString();
    const bool restart = id != m_shownRun || (run && run->events.size() < m_shownEvents)
                         || (run && run->groups.size() < m_shownGroups)
                         || (!m_shownEnd.isEmpty() && m_shownEnd != end);
    if (restart) {
        m_list->clear();
        m_shownEvents = 0;
        m_shownGroups = 0;
        m_groupChanges = {};
        m_shownEnd.clear();
        m_shownRun = id;
    }
    if (!run)
        return m_nothing->hide();
    if (!addNews(*run))
        return markDirty();
    if (end != m_shownEnd) {
        m_shownEnd = end;
        addLine(end,
                run->status == RunStatus::Failed ? Severity::Failure : Severity::Information,
                run->round);
    }
    m_nothing->setVisible(m_list->count() == 0);
}

bool LogPanel::addNews(const RunCurves& run)
{
    constexpr int kAtOnce = 200; // records; a run may have thousands
    const auto addEventsUntil = [&](int round) {
        for (; m_shownEvents < run.events.size() && run.events[m_shownEvents].round <= round;
             ++m_shownEvents) {
            const RunEvent& event = run.events[m_shownEvents];
            addLine(event.sentence(), event.event.severity, event.round);
        }
    };
    for (int told = 0; m_shownGroups < run.groups.size(); ++m_shownGroups, ++told) {
        if (told == kAtOnce)
            return false;
        const RoundGroups& now = run.groups[m_shownGroups];
        const QString change = m_groupChanges.tell(now);
        if (change.isEmpty())
            continue;
        addEventsUntil(now.round);
        addLine(tr("Round %1: %2").arg(now.round).arg(change), Severity::Information, now.round);
    }
    addEventsUntil(std::numeric_limits<int>::max());
    return true;
}

} // namespace coterie::ui
