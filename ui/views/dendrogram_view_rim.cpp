// The right rim of the dendrogram: the groups' names, and when each client joined its own.
#include "ui/frame/plot_theme.h"
#include "ui/views/dendrogram_view.h"
#include "ui/views/merge_words.h"

#include <QPainter>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr double kRimShare = 0.36;   // of the width: the drawing is worth more than names
constexpr double kGroupBar = 3;      // beside the names
constexpr double kGroupBarRoom = 16; // the bar, and what is left free on both its sides
constexpr double kNotYet = 0.45;     // opacity, while the player is on its way to the groups

/// Under the column of the clients' rounds, in two lines.
QStringList joinedTitle(bool isShort)
{
    return {isShort ? DendrogramView::tr("since") : DendrogramView::tr("joined in"),
            DendrogramView::tr("round")};
}

} // namespace

/// A moved cut leaves groups that were never formed.
bool DendrogramView::knowsJoined() const
{
    return !isCutMoved()
           && m_picture.joinedOfClient.size() >= static_cast<std::size_t>(m_picture.clients);
}

QString DendrogramView::nameOf(const DendrogramGroup& group) const
{
    return groupName(group.colour, group.size(), m_picture.samples);
}

bool DendrogramView::isAlone(const DendrogramGroup& group) const
{
    return group.size() == 1 && !m_picture.samples;
}

std::vector<int> DendrogramView::membersOf(const DendrogramGroup& group) const
{
    std::vector<int> members;
    for (std::size_t place = group.first; place <= group.last; ++place)
        members.push_back(m_layout.leaves[place]);
    std::ranges::sort(members);
    return members;
}

/// "joined in round 4", or "joined in rounds 2–5" of one whose clients came one after another.
QString DendrogramView::sinceText(const DendrogramGroup& group) const
{
    if (!knowsJoined())
        return {};
    std::vector<int> joined;
    for (const int client : membersOf(group))
        joined.push_back(m_picture.joinedOfClient[static_cast<std::size_t>(client)]);
    const auto [first, last] = std::ranges::minmax(joined);
    if (isAlone(group))
        return tr("since round %1").arg(first);
    return first == last ? tr("joined in round %1").arg(first)
                         : tr("joined in rounds %1–%2").arg(first).arg(last);
}

QString DendrogramView::groupText(const DendrogramGroup& group) const
{
    QString text = nameOf(group);
    if (const QString since = sinceText(group); !since.isEmpty())
        text += (isAlone(group) ? QStringLiteral(" ") : QStringLiteral(", ")) + since;
    text += QStringLiteral(": ") + membersText(membersOf(group));
    return group.size() == 1
               ? text
               : text + QLatin1Char('\n')
                     + tr("A group keeps its number as long as most of its clients stay together, "
                          "so numbers may have gaps.");
}

/// "Client 3, in group 2 since round 4"
QString DendrogramView::leafText(int client) const
{
    const QString absent = takesPart(client) ? QString() : tr("; takes no part in this round");
    const auto place = static_cast<std::size_t>(std::ranges::find(m_layout.leaves, client)
                                                - m_layout.leaves.begin());
    const auto group = std::ranges::find_if(m_groups, [place](const DendrogramGroup& each) {
        return each.first <= place && place <= each.last;
    });
    if (group == m_groups.end() || !knowsJoined())
        return tr("Client %1").arg(client) + absent;
    const QString words = isAlone(*group) ? tr("Client %1, %2 since round %3")
                                          : tr("Client %1, in %2 since round %3");
    return words.arg(client)
               .arg(nameOf(*group))
               .arg(m_picture.joinedOfClient[static_cast<std::size_t>(client)])
           + absent;
}

void DendrogramView::measureRim()
{
    const QFontMetrics metrics(font());
    m_nameWidth = m_sinceWidth = 0;
    for (const DendrogramGroup& group : m_groups) {
        m_nameWidth = std::max(m_nameWidth, double(metrics.horizontalAdvance(nameOf(group))));
        m_sinceWidth = std::max(m_sinceWidth, double(metrics.horizontalAdvance(sinceText(group))));
    }
    fit();
}

void DendrogramView::fit()
{
    m_rim = fittingRim();
    m_area = fittingArea();
}

void DendrogramView::resizeEvent(QResizeEvent* event)
{
    PaintedView::resizeEvent(event);
    fit();
}

/// As much as leaves the drawing its share: names, when each client joined, and the same once more
/// of each group as a whole. Where there is little room colours say who is together, so the rounds
/// stay longer than the names.
DendrogramView::Rim DendrogramView::fittingRim() const
{
    if (m_nameWidth <= 0)
        return {};
    const QFontMetrics metrics(font());
    const double room = kRimShare * width();
    const double names = m_nameWidth + kGroupBarRoom;
    const double both = std::max(m_nameWidth, m_sinceWidth) + kGroupBarRoom;
    const bool hasRows = plotHeight() >= m_picture.clients * metrics.ascent();
    const auto joined = [&](bool isShort) {
        double widest = 0;
        for (const QString& word : joinedTitle(isShort))
            widest = std::max(widest, double(metrics.horizontalAdvance(word)));
        return widest + kMargin;
    };
    std::vector<Rim> wishes;
    if (knowsJoined() && hasRows)
        wishes = {
            {.names = both, .joined = joined(false), .tellsSince = true},
            {.names = names, .joined = joined(false)},
            {.names = names, .joined = joined(true), .isShort = true},
            {.names = kGroupBarRoom, .joined = joined(true), .hasNames = false, .isShort = true}};
    wishes.push_back({.names = both, .tellsSince = true});
    wishes.push_back({.names = names});
    for (const Rim& wish : wishes)
        if (wish.names + wish.joined <= room)
            return wish;
    return {};
}

QRectF DendrogramView::rimBox(const DendrogramGroup& group) const
{
    const double left = width() - m_rim.names - 4;
    const double top = yOf(double(group.first)) - rowHeight() / 2;
    return {left, top, width() - left, yOf(double(group.last)) + rowHeight() / 2 - top};
}

/// Who trains together, and since when.
void DendrogramView::paintGroups(QPainter& painter, const PlotTheme& theme) const
{
    const Rim shown = m_rim;
    if (shown.names <= 0)
        return;
    const QFontMetrics metrics(theme.font);
    const double gap = std::min(3.0, rowHeight() / 4);
    for (const DendrogramGroup& group : m_groups) {
        const QRectF whole = rimBox(group);
        painter.setOpacity(m_steps ? kNotYet : 1);
        painter.fillRect(
            QRectF(whole.left(), whole.top() + gap, kGroupBar, whole.height() - 2 * gap),
            theme.armColour(static_cast<std::size_t>(group.colour)));
        painter.setOpacity(1);
        const QRectF box = whole.adjusted(9, 0, 0, 0);
        if (!shown.hasNames || box.height() < metrics.height())
            continue;
        const QString since = !shown.tellsSince ? QString()
                              : m_steps         ? tr("after all merges")
                                                : sinceText(group);
        painter.setPen(m_steps ? theme.faintText : theme.text);
        if (since.isEmpty() || box.height() < 2 * metrics.height()) {
            painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, nameOf(group));
            continue;
        }
        const double middle = box.center().y();
        const QRectF upper(box.left(), middle - metrics.height(), box.width(), metrics.height());
        painter.drawText(upper, Qt::AlignLeft | Qt::AlignVCenter, nameOf(group));
        painter.setPen(theme.faintText);
        painter.drawText(
            upper.translated(0, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, since);
    }
}

/// In which round each client joined its group; who did so in this one stands out.
void DendrogramView::paintJoined(QPainter& painter, const PlotTheme& theme) const
{
    const Rim shown = m_rim;
    if (shown.joined <= 0)
        return;
    const QFontMetrics metrics(theme.font);
    const double width = shown.joined - kMargin;
    const double left = plotArea().right() + kMargin;
    const auto line = [&](double top) { return QRectF(left, top, width, metrics.height()); };
    painter.setPen(theme.text);
    double top = plotArea().bottom() + 3;
    for (const QString& word : joinedTitle(shown.isShort)) {
        painter.drawText(line(top), Qt::AlignCenter, word);
        top += metrics.height() + 2;
    }
    QFont bold = theme.font;
    bold.setBold(true);
    for (const DendrogramGroup& group : m_groups) {
        if (isAlone(group))
            continue; // it joined nobody
        for (std::size_t place = group.first; place <= group.last; ++place) {
            const int joined =
                m_picture.joinedOfClient[static_cast<std::size_t>(m_layout.leaves[place])];
            if (joined < 0)
                continue; // a damaged record
            const bool isNew = joined == m_picture.round;
            painter.setFont(isNew ? bold : theme.font);
            painter.setPen(isNew ? theme.text : theme.faintText);
            painter.drawText(line(yOf(static_cast<double>(place)) - metrics.height() / 2.0),
                             Qt::AlignCenter,
                             QString::number(joined));
        }
    }
    painter.setFont(theme.font);
}

} // namespace coterie::ui
