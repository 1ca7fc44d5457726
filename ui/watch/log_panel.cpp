#include "ui/watch/log_panel.h"

#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/runs/run_view_model.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <QEvent>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QResizeEvent>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

constexpr int kMostNamed = 6;   ///< clients of one change
constexpr int kMostChanges = 4; ///< of one round

/// "client 3", "clients 3, 4 and 7", "12 clients".
QString clientsInWords(const std::vector<int>& clients)
{
    if (clients.size() == 1)
        return say("client %1").arg(clients.front());
    if (clients.size() > kMostNamed)
        return say("%1 clients").arg(countText(static_cast<qint64>(clients.size())));
    QStringList numbers;
    for (const int client : clients)
        numbers << QString::number(client);
    const QString last = numbers.takeLast();
    return say("clients %1 and %2").arg(numbers.join(QStringLiteral(", ")), last);
}

} // namespace

QString GroupChanges::tell(const RoundGroups& formed)
{
    QStringList changes;
    std::size_t moved = 0;
    std::map<int, std::vector<int>> left; // by the number of the group
    for (std::size_t group = 0; group < formed.groups.size(); ++group) {
        const std::vector<int>& members = formed.groups[group];
        const int colour = formed.colours[group];
        const bool isAlone = members.size() == 1;
        std::vector<int> joined;
        for (const int client : members) {
            const auto was = m_places.find(client);
            const bool wasInOne = was != m_places.end() && !was->second.isAlone;
            if (isAlone && wasInOne)
                left[was->second.colour].push_back(client);
            else if (!isAlone && !(wasInOne && was->second.colour == colour))
                joined.push_back(client);
        }
        if (joined.empty())
            continue;
        moved += joined.size();
        const QString name = groupName(colour, members.size(), false);
        changes << (joined.size() == members.size()
                        ? say("%1 formed %2").arg(clientsInWords(joined), name)
                        : say("%1 joined %2").arg(clientsInWords(joined), name));
    }
    for (const auto& [colour, clients] : left) {
        moved += clients.size();
        changes << say("%1 left %2").arg(clientsInWords(clients), groupName(colour, 2, false));
    }
    for (std::size_t group = 0; group < formed.groups.size(); ++group)
        for (const int client : formed.groups[group])
            m_places[client] = {.colour = formed.colours[group],
                                .isAlone = formed.groups[group].size() == 1};
    if (changes.size() > kMostChanges)
        return say("%1 changed groups; there are now %2")
            .arg(counted(static_cast<qsizetype>(moved), say("1 client"), say("%1 clients")),
                 groupsText(static_cast<qsizetype>(formed.groups.size())));
    return changes.join(QStringLiteral("; "));
}

namespace {

/// Lines that are added or measured at once: a run may have thousands.
constexpr int kAtOnce = 200;

enum LogRole
{
    RoundRole = Qt::UserRole,
    PlainRole ///< the text with minus signs that programs can read, for files
};

constexpr int kInset = 8; // of a line, at both sides

} // namespace

/// Marks the lines of the round on screen.
class LogPanel::Delegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    int shownRound = std::numeric_limits<int>::max();

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        constexpr int kMark = 3;
        QStyleOptionViewItem line = option;
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, softSelection(option.palette));
        line.state &= ~(QStyle::State_Selected | QStyle::State_MouseOver);
        const int round = index.data(RoundRole).toInt();
        if (round == shownRound)
            painter->fillRect(
                QRect(option.rect.left(), option.rect.top(), kMark, option.rect.height()),
                option.palette.color(QPalette::Highlight));
        if (round > shownRound)
            line.palette.setColor(QPalette::Text, option.palette.color(QPalette::PlaceholderText));
        line.rect.adjust(kInset, 0, -kInset, 0);
        QStyledItemDelegate::paint(painter, line, index);
    }
};

LogPanel::LogPanel(const WatchSubject& subject, QWidget* parent)
    : StructurePanel(subject, parent)
    , m_list(new QListWidget(this))
{
    m_list->setObjectName(QStringLiteral("log"));
    m_list->setAccessibleName(tr("Events of this run"));
    m_list->setToolTip(tr("Press Enter on a line, or double-click it, to look at its round"));
    m_list->setWordWrap(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_delegate = new Delegate(m_list);
    m_list->setItemDelegate(m_delegate);
    m_nothing =
        new QLabel(tr("No events so far. This log lists warnings, losses that are not finite, "
                      "groups that form or split, and settings that were changed during the run."),
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
    table.header = {tr("Round"), tr("Event")};
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
}

/// Stored with the line: the list would measure all its lines again whenever one is added.
void LogPanel::fitLine(QListWidgetItem& item) const
{
    constexpr int kAir = 3;
    const int frame = m_list->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
    const int iconSide = m_list->style()->pixelMetric(QStyle::PM_ListViewIconSize);
    const int sign = item.icon().isNull() ? 0 : iconSide + 2 * frame;
    const int width = std::max(40, m_list->viewport()->width() - 2 * (frame + kInset) - sign);
    const QRect words = m_list->fontMetrics().boundingRect(
        QRect(0, 0, width, 100'000), Qt::TextWordWrap, item.text());
    item.setSizeHint({width + 2 * kInset, words.height() + 2 * kAir});
}

bool LogPanel::fitLines()
{
    for (int fitted = 0; m_toFit < m_list->count(); ++m_toFit, ++fitted) {
        if (fitted == kAtOnce)
            return false;
        fitLine(*m_list->item(m_toFit));
    }
    return true;
}

bool LogPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list->viewport() && event->type() == QEvent::Resize) {
        keepMarkedInView(static_cast<const QResizeEvent*>(event)->oldSize());
        if (m_fittedWidth != m_list->viewport()->width()) {
            m_fittedWidth = m_list->viewport()->width();
            m_toFit = 0;
            if (!fitLines()) // the first ones now
                markDirty();
        }
    }
    return StructurePanel::eventFilter(watched, event);
}

void LogPanel::changeEvent(QEvent* event)
{
    StructurePanel::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        m_toFit = 0;
        markDirty();
    }
}

/// "Round 7: stopped. The disk is full."
QString LogPanel::endOf(const RunCurves& run)
{
    const QString status =
        tr("Round %1: %2").arg(std::max(0, run.round)).arg(statusText(run.status));
    return run.reason.isEmpty() ? status : tr("%1. %2").arg(status, run.reason);
}

/// Scrolls to the newest line up to that round only when it changes, so that a user can read
/// earlier ones.
void LogPanel::markRound(int round)
{
    if (m_delegate->shownRound != round)
        m_list->viewport()->update();
    m_delegate->shownRound = round;
    int first = 0; // line after that round
    for (int count = m_list->count(); count > 0;) {
        const int half = count / 2;
        if (m_list->item(first + half)->data(RoundRole).toInt() <= round) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    if (std::exchange(m_markedRow, first - 1) != first - 1 && first > 0)
        m_list->scrollToItem(m_list->item(first - 1));
}

/// A narrower or lower list may hide the line that was in view.
void LogPanel::keepMarkedInView(QSize before)
{
    const QListWidgetItem* marked = m_list->item(m_markedRow);
    if (!marked || !m_list->visualItemRect(marked).intersects(QRect(QPoint(), before)))
        return;
    m_markedRow = -1;
    markDirty();
}

void LogPanel::show(const RunCurves* run, const RoundReport* report)
{
    const std::optional<std::int64_t> id = run ? std::optional(run->title.id) : std::nullopt;
    const QString end = run && run->status >= RunStatus::Finished ? endOf(*run) : QString();
    const bool restart = id != m_shownRun || (run && run->events.size() < m_shownEvents)
                         || (run && run->groups.size() < m_shownGroups)
                         || (!m_shownEnd.isEmpty() && m_shownEnd != end);
    if (restart) {
        m_list->clear();
        m_toFit = 0;
        m_markedRow = -1;
        m_shownEvents = 0;
        m_shownGroups = 0;
        m_groupChanges = {};
        m_shownEnd.clear();
        m_shownRun = id;
    }
    m_nothing->hide();
    if (!run)
        return;
    const bool isComplete = addNews(*run);
    if (!fitLines() || !isComplete)
        return markDirty();
    if (end != m_shownEnd) {
        m_shownEnd = end;
        addLine(end,
                run->status == RunStatus::Failed ? Severity::Failure : Severity::Information,
                run->round);
        fitLines();
    }
    m_nothing->setVisible(m_list->count() == 0);
    markRound(roundOf(*run, report));
}

bool LogPanel::addNews(const RunCurves& run)
{
    for (int told = 0; told < kAtOnce; ++told) {
        const bool hasGroups = m_shownGroups < run.groups.size();
        const bool hasEvent = m_shownEvents < run.events.size();
        if (!hasGroups && !hasEvent)
            return true;
        // In one round, events come before groups.
        if (hasEvent
            && (!hasGroups || run.events[m_shownEvents].round <= run.groups[m_shownGroups].round)) {
            const RunEvent& event = run.events[m_shownEvents++];
            addLine(event.sentence(), event.event.severity, event.round);
            continue;
        }
        const RoundGroups& now = run.groups[m_shownGroups++];
        if (const QString change = m_groupChanges.tell(now); !change.isEmpty())
            addLine(
                tr("Round %1: %2").arg(now.round).arg(change), Severity::Information, now.round);
    }
    return false;
}

} // namespace coterie::ui
