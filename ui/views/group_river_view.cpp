#include "ui/views/group_river_view.h"

#include "ui/client_texts.h"
#include "ui/frame/plot_theme.h"
#include "ui/views/axis_ticks.h"
#include "ui/views/merge_words.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace coterie::ui {

namespace {

constexpr double kBlockWidth = 5;
constexpr double kGapBeforeName = 4;
constexpr double kShareOfClients = 0.16; ///< of the width, for their names at either end
constexpr int kLinesForTitle = 9;        ///< of text: the height from which the axis has a title

QColor riverColour(int number, const PlotTheme& theme)
{
    QColor colour = groupColour(theme, number);
    colour.setAlphaF(0.85F);
    return colour;
}

} // namespace

GroupRiverView::GroupRiverView(QWidget* parent)
    : ClientView(parent, "groupRiver", tr("Group river: the group of each client, round by round"))
{
    setWhatsThis(tr("Press Up and Down to go through the groups of the round on screen, Left and "
                    "Right to go through the rounds. Press Enter to select the clients of the "
                    "group, Space to add or remove them."));
}

void GroupRiverView::setRounds(std::vector<RiverRound> rounds)
{
    if (rounds == m_rounds)
        return;
    m_rounds = std::move(rounds);
    layOut();
}

void GroupRiverView::addRounds(const std::vector<RiverRound>& rounds)
{
    if (rounds.empty())
        return;
    m_rounds.insert(m_rounds.end(), rounds.begin(), rounds.end());
    layOut();
}

void GroupRiverView::layOut()
{
    // The texts beside the river: measured once, as every point depends on them.
    const QFontMetrics metrics(font());
    const bool haveLines = riverHeight() >= metrics.height() * double(clients());
    std::vector<int> named(haveLines ? clients() : 0);
    std::iota(named.begin(), named.end(), 0);
    m_clientWidth = namedWidth(clientNames(), named, metrics, kShareOfClients * width());
    const double number = metrics.horizontalAdvance(QString::number(clients()));
    m_numberWidth = haveLines ? std::max(number, m_clientWidth) + kGapBeforeName : 0;
    m_wantedNameWidth = 0;
    if (!m_rounds.empty() && !m_rounds.back().colourOfClient.empty()) {
        const int most = std::ranges::max(m_rounds.back().colourOfClient);
        m_wantedNameWidth = metrics.horizontalAdvance(groupName(most, 2, false)) + 8;
    }
    m_layout = layOutRiver(m_rounds, std::size_t(riverArea().width() / (2 * kBlockWidth)));
    update();
}

void GroupRiverView::setColumnNames(QStringList names)
{
    m_columnNames = std::move(names);
    layOut();
}

QString GroupRiverView::columnName(int round) const
{
    const auto place = std::ranges::find(m_rounds, round, &RiverRound::round) - m_rounds.begin();
    return place < m_columnNames.size() ? m_columnNames[place] : tr("Round %1").arg(round);
}

void GroupRiverView::setRoundShown(std::optional<int> round)
{
    m_round = round;
    update();
}

std::size_t GroupRiverView::clients() const
{
    return m_rounds.empty() ? 0 : m_rounds.front().colourOfClient.size();
}

bool GroupRiverView::hasTitle() const
{
    const bool isSet = paper() && !paper()->xName.isEmpty();
    return m_columnNames.isEmpty()
           && (isSet || height() >= kLinesForTitle * QFontMetrics(font()).height());
}

double GroupRiverView::riverHeight() const
{
    const double line = QFontMetrics(font()).height();
    const double axis = line + 12 + (hasTitle() ? line : 0);
    return std::max(1.0, height() - 10 - axis);
}

QRectF GroupRiverView::riverArea() const
{
    const double room = width() - 32.0 - 2 * m_numberWidth - nameWidth();
    return {16 + m_numberWidth, 10, std::max(1.0, room), riverHeight()};
}

double GroupRiverView::nameWidth() const
{
    constexpr double kShare = 0.2;
    if (paper() && paper()->legend != FigureLegend::None)
        return 0;
    return m_wantedNameWidth <= kShare * width() ? m_wantedNameWidth : 0;
}

double GroupRiverView::xOf(int round) const
{
    const QRectF area = riverArea();
    const double first = m_rounds.empty() ? 0 : m_rounds.front().round;
    const double last = m_rounds.empty() ? 0 : m_rounds.back().round;
    return last > first ? area.left() + (round - first) / (last - first) * area.width()
                        : area.center().x();
}

double GroupRiverView::yOf(double place) const
{
    const QRectF area = riverArea();
    return area.top() + place / std::max<double>(1, double(clients())) * area.height();
}

std::unique_ptr<PaintedView> GroupRiverView::copied() const
{
    auto copy = std::make_unique<GroupRiverView>();
    copy->m_rounds = m_rounds;
    copy->m_columnNames = m_columnNames;
    copy->m_round = m_round;
    copy->setSelected(selected());
    copy->setClientNames(clientNames());
    return copy;
}

FigureParts GroupRiverView::figureParts() const
{
    FigureParts parts;
    if (m_rounds.empty())
        return parts;
    std::vector<int> colours; // of groups: a client alone is none
    for (const RiverRound& round : m_rounds) {
        std::vector<int> sorted = round.colourOfClient;
        std::ranges::sort(sorted);
        for (std::size_t place = 1; place < sorted.size(); ++place)
            if (sorted[place] == sorted[place - 1])
                colours.push_back(sorted[place]);
    }
    parts.legend = groupLegend(colours, false);
    if (!parts.legend.empty())
        parts.legendPlaces = besideDrawing();
    if (m_columnNames.isEmpty())
        parts.x = {.name = tr("Round"),
                   .whole = limitsOf(m_rounds.front().round, m_rounds.back().round)};
    return parts;
}

/// Its limits leave rounds out.
void GroupRiverView::takeStyle()
{
    if (m_allRounds.empty())
        m_allRounds = m_rounds;
    m_rounds = m_allRounds;
    if (m_columnNames.isEmpty())
        std::erase_if(m_rounds, [this](const RiverRound& round) {
            return round.round < paper()->limits[0].value_or(round.round)
                   || round.round > paper()->limits[1].value_or(round.round);
        });
}

QString GroupRiverView::emptyText() const
{
    if (!m_layout.columns.empty())
        return {};
    if (m_rounds.empty() && !m_allRounds.empty())
        return tr("No round lies within these limits.");
    return m_columnNames.isEmpty() ? tr(
               "No round of this run has formed groups. The matrix shows who learns from whom.")
                                   : m_nothing;
}

void GroupRiverView::paint(QPainter& painter, const PlotTheme& theme)
{
    if (m_layout.columns.empty()) // and nothing to say about it
        return;
    paintAxis(painter, theme);
    paintBands(painter, theme);
    paintBlocks(painter, theme);
    paintNames(painter, theme);
    if (m_round && *m_round >= m_rounds.front().round && *m_round <= m_rounds.back().round) {
        // On both sides of the round's bar, so that the bar stays visible.
        const QRectF area = riverArea();
        painter.setPen(QPen(theme.text, 1));
        for (const double aside : {-1.0, 1.0}) {
            const double x = xOf(*m_round) + aside * (kBlockWidth / 2 + 2);
            painter.drawLine(QPointF(x, area.top() - 3), QPointF(x, area.bottom() + 3));
        }
    }
}

void GroupRiverView::paintBands(QPainter& painter, const PlotTheme& theme) const
{
    painter.setPen(Qt::NoPen);
    for (const RiverBand& band : m_layout.bands) {
        const double left = xOf(m_layout.columns[band.column].round) + kBlockWidth / 2;
        const double right = xOf(m_layout.columns[band.column + 1].round) - kBlockWidth / 2;
        if (right <= left)
            continue;
        const double middle = (left + right) / 2;
        const double fromTop = yOf(band.fromFirst);
        const double fromBottom = yOf(band.fromFirst + band.count);
        const double toTop = yOf(band.toFirst);
        const double toBottom = yOf(band.toFirst + band.count);
        QPainterPath path(QPointF(left, fromTop));
        path.cubicTo({middle, fromTop}, {middle, toTop}, {right, toTop});
        path.lineTo(right, toBottom);
        path.cubicTo({middle, toBottom}, {middle, fromBottom}, {left, fromBottom});
        path.closeSubpath();
        QColor colour = riverColour(band.colour, theme);
        colour.setAlphaF(selected().empty() ? 0.4F : 0.14F);
        painter.fillPath(path, colour);
        // The selected clients' own part of the band.
        for (std::size_t i = 0; i < band.clients.size(); ++i) {
            if (!selected().contains(band.clients[i]))
                continue;
            const double from = yOf(band.fromFirst + double(i) + 0.5);
            const double to = yOf(band.toFirst + double(i) + 0.5);
            QPainterPath line(QPointF(left, from));
            line.cubicTo({middle, from}, {middle, to}, {right, to});
            painter.setBrush(Qt::NoBrush);
            painter.setPen(
                QPen(riverColour(band.colour, theme), std::clamp(yOf(1) - yOf(0), 1.0, 6.0)));
            painter.drawPath(line);
            painter.setPen(Qt::NoPen);
        }
    }
}

void GroupRiverView::paintBlocks(QPainter& painter, const PlotTheme& theme) const
{
    painter.setPen(Qt::NoPen);
    for (const RiverColumn& column : m_layout.columns) {
        const double x = xOf(column.round);
        for (const RiverBlock& block : column.blocks) {
            const double top = yOf(block.first);
            const double height = yOf(block.first + block.count) - top;
            const double gap = std::min(1.5, height / 4);
            painter.fillRect(QRectF(x - kBlockWidth / 2, top + gap / 2, kBlockWidth, height - gap),
                             riverColour(block.colour, theme));
        }
    }
}

/// The clients at both ends, and the groups' names at the right.
void GroupRiverView::paintNames(QPainter& painter, const PlotTheme& theme) const
{
    const QRectF area = riverArea();
    const double line = QFontMetrics(theme.font).height();
    constexpr auto kEnds = Qt::AlignRight | Qt::AlignVCenter;
    const double right = area.right() + kBlockWidth;
    if (m_numberWidth > 0) {
        const QFontMetrics metrics(theme.font);
        painter.setPen(theme.faintText);
        const std::vector<int>& enters = m_layout.columns.front().placeOfClient;
        const std::vector<int>& leaves = m_layout.columns.back().placeOfClient;
        for (std::size_t client = 0; client < enters.size(); ++client) {
            const QString number = namedInWidth(clientNames(), int(client), metrics, m_clientWidth);
            drawTextAt(
                painter, {area.left() - kBlockWidth, yOf(enters[client] + 0.5)}, kEnds, number);
            const double leaving = yOf(leaves[client] + 0.5);
            if (m_clientWidth > 0)
                drawTextAt(painter, {right, leaving}, Qt::AlignVCenter, number);
            else
                drawTextAt(
                    painter, {right + m_numberWidth - kGapBeforeName, leaving}, kEnds, number);
        }
    }
    if (nameWidth() <= 0)
        return;
    painter.setPen(theme.text);
    double lowest = area.top() - line; // a name may be higher than its band, but hides no other
    for (const RiverBlock& block : m_layout.columns.back().blocks) {
        const double middle = yOf(block.first + block.count / 2.0);
        if (block.colour < 0 || middle - line / 2 < lowest)
            continue;
        lowest = middle + line / 2;
        const QString name = groupName(block.colour, std::size_t(block.count), false);
        drawTextAt(painter, {right + m_numberWidth, middle}, Qt::AlignVCenter, name);
    }
}

void GroupRiverView::paintAxis(QPainter& painter, const PlotTheme& theme) const
{
    const QRectF area = riverArea();
    const int most = std::max(1, int(area.width() / 60));
    painter.setPen(theme.faintText);
    for (qsizetype column = 0; column < m_columnNames.size(); ++column) {
        const bool isFirst = column == 0;
        const QPointF below(isFirst ? area.left() : area.right(), area.bottom() + 4);
        drawTextAt(painter, below, isFirst ? Qt::AlignLeft : Qt::AlignRight, m_columnNames[column]);
    }
    if (!m_columnNames.isEmpty())
        return;
    for (const double tick : axisTicks(m_rounds.front().round, m_rounds.back().round, most, true)) {
        const QPointF below(xOf(int(tick)), area.bottom() + 4);
        drawTextAt(painter, below, Qt::AlignHCenter, QString::number(tick, 'f', 0));
    }
    if (!hasTitle())
        return;
    painter.setPen(theme.text);
    const QString title = paper() && !paper()->xName.isEmpty() ? paper()->xName : tr("Round");
    const double below = area.bottom() + 5 + QFontMetrics(theme.font).height();
    drawTextAt(painter, {area.center().x(), below}, Qt::AlignHCenter, title);
}

ViewPart GroupRiverView::partAt(const QPointF& point) const
{
    const double row = yOf(1) - yOf(0);
    for (std::size_t index = 0; index < m_layout.columns.size(); ++index) {
        const RiverColumn& column = m_layout.columns[index];
        if (std::abs(point.x() - xOf(column.round)) > kBlockWidth)
            continue;
        for (std::size_t block = 0; block < column.blocks.size(); ++block) {
            const double top = yOf(column.blocks[block].first);
            if (point.y() >= top && point.y() < top + row * column.blocks[block].count)
                return {Block + int(index), int(block)};
        }
    }
    for (std::size_t index = 0; index < m_layout.bands.size(); ++index) {
        const RiverBand& band = m_layout.bands[index];
        const double left = xOf(m_layout.columns[band.column].round);
        const double right = xOf(m_layout.columns[band.column + 1].round);
        if (point.x() < left || point.x() > right || right <= left)
            continue;
        // The height of the band's edge, a cubic with level ends, at a share s of the way.
        const double s = (point.x() - left) / (right - left);
        const double eased = s * s * (3 - 2 * s);
        const double top = yOf(band.fromFirst + eased * (band.toFirst - band.fromFirst));
        if (point.y() >= top && point.y() < top + row * band.count)
            return {Band, int(index)};
    }
    return {};
}

QPointF GroupRiverView::positionOf(int round, int client) const
{
    const auto later = std::ranges::upper_bound(m_layout.columns, round, {}, &RiverColumn::round);
    const RiverColumn& column = later == m_layout.columns.begin() ? *later : *std::prev(later);
    return {xOf(column.round), yOf(column.placeOfClient[std::size_t(client)] + 0.5)};
}

std::pair<const RiverColumn*, const RiverBlock*> GroupRiverView::blockOf(const ViewPart& part) const
{
    if (part.kind >= Block) {
        const RiverColumn& column = m_layout.columns[std::size_t(part.kind - Block)];
        return {&column, &column.blocks[std::size_t(part.index)]};
    }
    const RiverColumn* column = columnShown();
    if (part.kind != GroupOf || !column || std::size_t(part.index) >= clients())
        return {};
    return {column, column->blockAt(column->placeOfClient[std::size_t(part.index)])};
}

std::vector<int> GroupRiverView::clientsOf(const ViewPart& part) const
{
    if (part.kind == Band)
        return m_layout.bands[std::size_t(part.index)].clients;
    const auto [column, block] = blockOf(part);
    return block ? column->membersOf(*block) : std::vector<int>{};
}

/// The keys walk through the groups of the round on screen.
ViewPart GroupRiverView::placeFor(const ViewPart& part) const
{
    const std::vector<int> clients = clientsOf(part);
    return clients.empty() ? ViewPart{} : ViewPart{GroupOf, clients.front()};
}

void GroupRiverView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_rounds.empty())
        return;
    const auto nearest = std::ranges::min_element(m_rounds, {}, [&](const RiverRound& round) {
        return std::abs(xOf(round.round) - event->position().x());
    });
    emit roundChosen(nearest->round);
}

/// That of the round on screen, or the last before it.
const RiverColumn* GroupRiverView::columnShown() const
{
    const RiverColumn* shown = nullptr;
    for (const RiverColumn& column : m_layout.columns)
        if (!shown || !m_round || column.round <= *m_round)
            shown = &column;
    return shown;
}

ViewPart GroupRiverView::stepFrom(const ViewPart& part, KeyStep step) const
{
    const RiverColumn* column = columnShown();
    if (!column || step == KeyStep::Left || step == KeyStep::Right)
        return {};
    const RiverBlock* block = blockOf(part).second;
    const auto from = block ? block - column->blocks.data() : -1;
    const auto to = walkList(int(from), step, int(column->blocks.size()));
    if (!to)
        return {};
    return {GroupOf, column->membersOf(column->blocks[std::size_t(*to)]).front()};
}

QRectF GroupRiverView::areaOf(const ViewPart& part) const
{
    const RiverBlock* block = blockOf(part).second;
    if (!block)
        return {};
    const int round = std::clamp(
        m_round.value_or(m_rounds.back().round), m_rounds.front().round, m_rounds.back().round);
    const double top = yOf(block->first);
    return {xOf(round) - kBlockWidth / 2, top, kBlockWidth, yOf(block->first + block->count) - top};
}

int GroupRiverView::togetherSince(const std::vector<int>& members, int group, int round) const
{
    int since = round;
    for (auto past = m_rounds.rbegin(); past != m_rounds.rend(); ++past) {
        if (past->round > round)
            continue;
        const auto isIn = [&](int client) {
            return past->colourOfClient[std::size_t(client)] == group;
        };
        if (std::ranges::count(past->colourOfClient, group) != std::ssize(members)
            || !std::ranges::all_of(members, isIn))
            break;
        since = past->round;
    }
    return since;
}

QString GroupRiverView::bandText(const RiverBand& band) const
{
    const RiverColumn& to = m_layout.columns[band.column + 1];
    const RiverBlock* group = to.blockAt(band.toFirst);
    const int from = m_layout.columns[band.column].round;
    const QString rounds = m_columnNames.isEmpty()
                               ? tr("Rounds %1 to %2").arg(from).arg(to.round)
                               : tr("%1 to %2").arg(columnName(from), columnName(to.round));
    const QString members = membersText(band.clients);
    if (!group || group->colour < 0)
        return tr("%1, to no group: %2").arg(rounds, members);
    const QString name = groupName(group->colour, std::size_t(group->count), false);
    return tr("%1, to %2: %3").arg(rounds, name, members);
}

QString GroupRiverView::textOf(const ViewPart& part) const
{
    if (part.kind == Band)
        return bandText(m_layout.bands[std::size_t(part.index)]);
    const auto [column, block] = blockOf(part);
    if (!block)
        return {};
    const std::vector<int> members = column->membersOf(*block);
    if (block->colour < 0)
        return tr("%1, in no group: %2").arg(columnName(column->round), membersText(members));
    if (!m_columnNames.isEmpty())
        return tr("%1, %2: %3")
            .arg(columnName(column->round),
                 groupName(block->colour, members.size(), false),
                 membersText(members));
    return tr("Round %1, %2 since round %3: %4")
        .arg(column->round)
        .arg(groupName(block->colour, members.size(), false))
        .arg(togetherSince(members, block->colour, column->round))
        .arg(membersText(members));
}

} // namespace coterie::ui
