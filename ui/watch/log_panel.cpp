#include "ui/watch/log_panel.h"

#include "core/report/client_names.h"
#include "ui/client_texts.h"
#include "ui/frame/delegates.h"
#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/merge_words.h"
#include "ui/views/picture_export.h"
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
#include <ranges>
#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

constexpr int kMostClientsNamed = 6; ///< clients of one change
constexpr int kMostChanges = 4;      ///< of one round

/// "client 3", "clients 3, 4 and 7", "12 clients".
QString clientsInWords(const std::vector<int>& clients, std::span<const std::string> names)
{
    if (clients.size() == 1)
        return clientText(names, clients.front());
    if (clients.size() > kMostClientsNamed)
        return say("%1 clients").arg(countText(qint64(clients.size())));
    QStringList butLast;
    for (const int client : std::span(clients).first(clients.size() - 1))
        butLast << toQString(numberedClient(names, client));
    return say("clients %1 and %2")
        .arg(butLast.join(QStringLiteral(", ")), toQString(numberedClient(names, clients.back())));
}

/// Lines that are added or measured at once: a run may have thousands.
constexpr int kAtOnce = 200;

enum LogRole
{
    RoundRole = Qt::UserRole,
    PlainRole ///< the text with minus signs that programs can read, for files
};

constexpr int kInset = 8; // of a line, at both sides

} // namespace

QString GroupChanges::tell(const RoundGroups& formed, std::span<const std::string> names)
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
            const auto was = m_groupOf.find(client);
            const bool wasInOne = was != m_groupOf.end();
            if (isAlone && wasInOne)
                left[was->second].push_back(client);
            else if (!isAlone && !(wasInOne && was->second == colour))
                joined.push_back(client);
        }
        if (joined.empty())
            continue;
        moved += joined.size();
        const QString name = groupName(colour, members.size(), false);
        changes << (joined.size() == members.size()
                        ? say("%1 formed %2").arg(clientsInWords(joined, names), name)
                        : say("%1 joined %2").arg(clientsInWords(joined, names), name));
    }
    for (const auto& [colour, clients] : left) {
        moved += clients.size();
        changes
            << say("%1 left %2").arg(clientsInWords(clients, names), groupName(colour, 2, false));
    }
    for (std::size_t group = 0; group < formed.groups.size(); ++group)
        for (const int client : formed.groups[group])
            if (formed.groups[group].size() == 1)
                m_groupOf.erase(client);
            else
                m_groupOf[client] = formed.colours[group];
    if (changes.size() > kMostChanges)
        return say("%1 changed groups; there are now %2")
            .arg(counted(qsizetype(moved), say("1 client"), say("%1 clients")),
                 groupsText(std::ssize(formed.groups)));
    return changes.join(QStringLiteral("; "));
}

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
    , m_list(named(new QListWidget(this), "log", tr("Events of this run")))
{
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
    (new QVBoxLayout(m_list->viewport()))->addWidget(m_nothing);
    m_list->viewport()->installEventFilter(this);
    setView(m_list, {.name = QStringLiteral("log")});
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
bool LogPanel::fitLines()
{
    constexpr int kAir = 3;
    const int frame = m_list->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
    const int iconSide = m_list->style()->pixelMetric(QStyle::PM_ListViewIconSize);
    for (int fitted = 0; m_toFit < m_list->count(); ++m_toFit, ++fitted) {
        if (fitted == kAtOnce)
            return false;
        QListWidgetItem& item = *m_list->item(m_toFit);
        const int sign = item.icon().isNull() ? 0 : iconSide + 2 * frame;
        const int width = std::max(40, m_list->viewport()->width() - 2 * (frame + kInset) - sign);
        const QRect words = m_list->fontMetrics().boundingRect(
            QRect(0, 0, width, 100'000), Qt::TextWordWrap, item.text());
        item.setSizeHint({width + 2 * kInset, words.height() + 2 * kAir});
    }
    return true;
}

bool LogPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list->viewport() && event->type() == QEvent::Resize) {
        const QRect before(QPoint(), static_cast<const QResizeEvent*>(event)->oldSize());
        const QListWidgetItem* marked = m_list->item(m_markedRow);
        if (marked && m_list->visualItemRect(marked).intersects(before)) {
            m_markedRow = -1; // a narrower or lower list may hide the line that was in view
            markDirty();
        }
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

/// Scrolls to the newest line up to that round only when it changes, so that a user can read
/// earlier ones.
void LogPanel::markRound(int round)
{
    if (m_delegate->shownRound != round)
        m_list->viewport()->update();
    m_delegate->shownRound = round;
    const auto rows = std::views::iota(0, m_list->count());
    const auto isUpToIt = [&](int row) {
        return m_list->item(row)->data(RoundRole).toInt() <= round;
    };
    const auto after = std::ranges::partition_point(rows, isUpToIt);
    const int marked = int(after - rows.begin()) - 1;
    if (std::exchange(m_markedRow, marked) != marked && marked >= 0)
        m_list->scrollToItem(m_list->item(marked));
}

void LogPanel::show(const RunCurves* run, const RoundReport* report)
{
    const std::optional<std::int64_t> id = run ? std::optional(run->title.id) : std::nullopt;
    QString end; // "Round 7: stopped. The disk is full."
    if (run && run->status >= RunStatus::Finished)
        end = run->stateWords();
    if (!end.isEmpty() && end != run->reason)
        end = tr("Round %1: %2").arg(std::max(0, run->round)).arg(end);
    const bool restart = id != m_shown.run || (run && run->events.size() < m_shown.events)
                         || (run && run->groups.size() < m_shown.groups)
                         || (!m_shown.end.isEmpty() && m_shown.end != end);
    if (restart) {
        m_list->clear();
        m_toFit = 0;
        m_markedRow = -1;
        m_shown = {};
        m_shown.run = id;
    }
    m_nothing->hide();
    if (!run)
        return;
    const bool isComplete = addNews(*run);
    if (!fitLines() || !isComplete)
        return markDirty();
    if (end != m_shown.end) {
        m_shown.end = end;
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
        const bool hasGroups = m_shown.groups < run.groups.size();
        const bool hasEvent = m_shown.events < run.events.size();
        if (!hasGroups && !hasEvent)
            return true;
        // In one round, events come before groups.
        if (hasEvent
            && (!hasGroups
                || run.events[m_shown.events].round <= run.groups[m_shown.groups].round)) {
            const RunEvent& event = run.events[m_shown.events++];
            const int client = event.event.client.value_or(-1);
            const QString name = wholeNames(run.facts.clientNames, std::span(&client, 1));
            addLine(
                event.sentence()
                    + (name.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(name.simplified())),
                event.event.severity,
                event.round);
            continue;
        }
        const RoundGroups& now = run.groups[m_shown.groups++];
        if (const QString change = m_shown.changes.tell(now, run.facts.clientNames);
            !change.isEmpty())
            addLine(
                tr("Round %1: %2").arg(now.round).arg(change), Severity::Information, now.round);
    }
    return false;
}

} // namespace coterie::ui
