#include "ui/views/topology_view.h"

#include "ui/client_texts.h"
#include "ui/frame/plot_theme.h"
#include "ui/numbers.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace coterie::ui {

namespace {

constexpr double kNumberedRadius = 7; ///< smaller discs are too close for numbers
/// From here on lines have no dots, and from four times as many on no smooth edges: both would cost
/// more time than all the rest and nobody would see them.
constexpr std::size_t kManyLines = 60;

} // namespace

QString bytesText(double bits)
{
    const double bytes = bits / 8;
    for (const auto& [size, unit] :
         {std::pair(1e9, "GB"), std::pair(1e6, "MB"), std::pair(1e3, "kB")})
        if (bytes >= size)
            return QStringLiteral("%1 %2").arg(digitsText(bytes / size, 3),
                                               QString::fromLatin1(unit));
    return QStringLiteral("%1 B").arg(digitsText(bytes, 3));
}

TopologyView::TopologyView(QWidget* parent)
    : ClientView(parent,
                 "topology",
                 tr("Topology: server, edge servers and clients, and the traffic between them"))
{
    setWhatsThis(tr("Press the arrow keys to go from client to client and to the edge servers, and "
                    "read the accuracy and traffic of each. Press Enter to select the client, or "
                    "all clients of the edge server, Space to add or remove them."));
}

void TopologyView::setPicture(TopologyPicture picture)
{
    if (picture == m_picture)
        return;
    m_picture = std::move(picture);
    m_mostBits = 0;
    for (const std::vector<TopologyNode>* nodes : {&m_picture.clients, &m_picture.edges})
        for (const TopologyNode& node : *nodes)
            m_mostBits = std::max(m_mostBits, node.bits);
    layOut();
}

void TopologyView::layOut()
{
    // Room for two lines of text and a gap above them.
    const double below = 3.2 * QFontMetrics(font()).height();
    m_layout = layOutTopology(QRectF(rect()).adjusted(14, 8, -14, -below),
                              int(m_picture.clients.size()),
                              m_picture.clientsOfEdge,
                              m_picture.order);
    update();
}

std::unique_ptr<PaintedView> TopologyView::copied() const
{
    auto copy = std::make_unique<TopologyView>();
    copy->setPicture(m_picture);
    copy->setSelected(selected());
    copy->setClientNames(clientNames());
    return copy;
}

FigureParts TopologyView::figureParts() const
{
    std::vector<int> colours;
    for (const std::vector<int>& members : m_picture.groups)
        if (members.size() > 1 && std::size_t(members.front()) < m_picture.clients.size())
            colours.push_back(m_picture.clients[std::size_t(members.front())].colour);
    FigureParts parts{.hasLines = true, .legend = groupLegend(colours, m_picture.areForSampling)};
    if (!parts.legend.empty())
        parts.legendPlaces = besideDrawing();
    return parts;
}

QString TopologyView::emptyText() const
{
    return m_picture.clients.empty() ? tr("No rounds yet. The first finished round is shown here.")
                                     : QString();
}

void TopologyView::paint(QPainter& painter, const PlotTheme& theme)
{
    paintHulls(painter, theme);
    paintLinks(painter, theme);
    paintEdges(painter, theme);
    const int clients = int(m_picture.clients.size());
    for (int client = 0; client < clients; ++client)
        paintNode(painter, theme, {Client, client});
    const QFontMetrics metrics(theme.font);
    if (m_layout.clientRadius >= kNumberedRadius) {
        painter.setPen(theme.faintText);
        const QPointF below(0, m_layout.clientRadius + 6);
        const double names = clientNameWidth();
        for (std::size_t client = 0; client < m_layout.clients.size(); ++client) {
            const QPointF at = m_layout.clients[client] + below;
            drawTextAt(painter,
                       at,
                       Qt::AlignHCenter,
                       namedInWidth(clientNames(), int(client), metrics, names));
        }
    }
    if (!paper() || paper()->legend == FigureLegend::None)
        paintGroupNames(painter, theme);
    painter.setPen(QPen(theme.axisLine, 1.4));
    painter.setBrush(theme.background);
    const double width = metrics.horizontalAdvance(m_picture.server) + 22;
    const QRectF box(m_layout.cloud.x() - width / 2, m_layout.cloud.y() - 13, width, 26);
    painter.drawRoundedRect(box, 13, 13);
    painter.setPen(theme.text);
    painter.drawText(box, Qt::AlignCenter, m_picture.server);
    painter.setPen(theme.faintText);
    const double high = legendLines() * metrics.height();
    const int room = this->width() - 20;
    painter.drawText(QRectF(10, height() - high - 4, room, high),
                     Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap,
                     legendLines() > 1 ? legend()
                                       : metrics.elidedText(legend(), Qt::ElideRight, room));
}

double TopologyView::clientNameWidth() const
{
    constexpr double kBetween = 6; // pixels
    std::vector<int> all(m_layout.clients.size());
    std::iota(all.begin(), all.end(), 0);
    return namedWidth(clientNames(), all, QFontMetrics(font()), m_layout.gap - kBetween);
}

/// Two where one is too short and the drawing is high enough.
int TopologyView::legendLines() const
{
    const QFontMetrics metrics(font());
    return metrics.horizontalAdvance(legend()) > width() - 20 && height() > 14 * metrics.height()
               ? 2
               : 1;
}

/// The meaning of the signs that are drawn.
QString TopologyView::legend() const
{
    QStringList signs{tr("fill: accuracy")};
    const auto anyHasRing = [](const std::vector<TopologyNode>& nodes) {
        return std::ranges::any_of(
            nodes, &std::optional<double>::has_value, &TopologyNode::nonZero);
    };
    if (anyHasRing(m_picture.clients) || anyHasRing(m_picture.edges))
        signs << tr("ring: parameters not zero");
    if (m_mostBits > 0)
        signs << tr("line: bytes, at most %1 per round").arg(bytesText(m_mostBits));
    if (!std::ranges::all_of(m_picture.clients, &TopologyNode::takesPart))
        signs << (m_layout.clients.size() + m_layout.edges.size() <= kManyLines
                      ? tr("dotted: did not take part")
                      : tr("pale: did not take part"));
    return signs.join(QStringLiteral(" · "));
}

void TopologyView::paintGroupNames(QPainter& painter, const PlotTheme& theme) const
{
    const QFontMetricsF metrics(theme.font);
    const double line = metrics.height();
    const bool areNumbered = m_layout.clientRadius >= kNumberedRadius;
    const auto widthOf = [&](const QString& text) { return metrics.horizontalAdvance(text); };
    const double legendTop = height() - legendLines() * line - 4;
    painter.setPen(theme.text);
    std::vector<TopologyGroup> untold; // under its clients
    for (TopologyGroup& group :
         topologyGroups(m_picture, m_layout, 8 + (areNumbered ? line : 0), line, widthOf)) {
        if (!group.below.isNull() && group.below.bottom() < legendTop - line)
            painter.drawText(group.below, Qt::AlignCenter, group.name);
        else
            untold.push_back(std::move(group));
    }
    constexpr double kDot = 9;
    double x = 10;
    for (std::size_t index = 0; index < untold.size(); ++index) {
        const TopologyGroup& group = untold[index];
        const std::size_t left = untold.size() - index - 1;
        const QString text = tr("%1, %2 clients").arg(group.name, countText(qint64(group.clients)));
        const double width = kDot + 5 + widthOf(text) + 14;
        const double more = left > 0 ? widthOf(tr("and %1 more").arg(left)) : 0;
        const QRectF box(x, legendTop - line - 3, width, line);
        if (x + width + more > this->width())
            return drawTextAt(painter, {x, box.top()}, {}, tr("and %1 more").arg(left + 1));
        painter.setBrush(theme.armColour(groupLook(group.colour)));
        painter.setPen(Qt::NoPen);
        painter.drawEllipse(QRectF(x, box.center().y() - kDot / 2, kDot, kDot));
        painter.setPen(theme.text);
        painter.drawText(box.adjusted(kDot + 5, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width;
    }
}

void TopologyView::paintEdges(QPainter& painter, const PlotTheme& theme) const
{
    const QFontMetrics metrics(theme.font);
    for (std::size_t edge = 0; edge < m_layout.edges.size(); ++edge) {
        paintNode(painter, theme, {Edge, int(edge)});
        if (edge >= m_picture.edgeNames.size())
            continue;
        // Beside the disc, away from its own line and those of its clients.
        const QString& name = m_picture.edgeNames[edge];
        const double width = metrics.horizontalAdvance(name);
        const QPointF centre = m_layout.edges[edge];
        const double left = centre.x() + m_layout.edgeRadius + 8;
        if (left + width > this->width() - 4)
            continue;
        const QRectF box(left, centre.y() - metrics.height() / 2.0, width, metrics.height());
        painter.fillRect(box.adjusted(-2, 0, 2, 0), theme.background);
        painter.setPen(theme.faintText);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, name);
    }
}

/// A soft shape around each group of two or more: a disc around every client, joined to the next
/// one in its row if that is in the same group. Over clients of another group it would seem to
/// include them.
void TopologyView::paintHulls(QPainter& painter, const PlotTheme& theme) const
{
    const std::vector<QPointF>& places = m_layout.clients;
    const double radius = m_layout.clientRadius + 6;
    std::vector<int> groupOf(places.size(), -1);
    std::vector<QPainterPath> hulls(m_picture.groups.size());
    for (std::size_t group = 0; group < hulls.size(); ++group) {
        hulls[group].setFillRule(Qt::WindingFill);
        if (m_picture.groups[group].size() < 2)
            continue;
        for (const int member : m_picture.groups[group]) {
            if (member < 0 || std::size_t(member) >= places.size())
                continue;
            const auto client = std::size_t(member);
            groupOf[client] = int(group);
            hulls[group].addEllipse(places[client], radius, radius);
        }
    }
    std::vector<std::size_t> inRows(places.size());
    std::iota(inRows.begin(), inRows.end(), std::size_t{0});
    std::ranges::sort(inRows, {}, [&](std::size_t client) {
        return std::pair(places[client].y(), places[client].x());
    });
    for (std::size_t next = 1; next < inRows.size(); ++next) {
        const QPointF& left = places[inRows[next - 1]];
        const QPointF& right = places[inRows[next]];
        const int group = groupOf[inRows[next]];
        if (group >= 0 && groupOf[inRows[next - 1]] == group && left.y() == right.y()
            && right.x() - left.x() < 8 * radius)
            hulls[std::size_t(group)].addRect(
                QRectF(left.x(), left.y() - radius, right.x() - left.x(), 2 * radius));
    }
    for (std::size_t group = 0; group < hulls.size(); ++group) {
        const auto first = std::ranges::find(groupOf, int(group));
        if (first == groupOf.end())
            continue;
        const int colour = m_picture.clients[std::size_t(first - groupOf.begin())].colour;
        QColor fill = groupColour(theme, colour);
        fill.setAlphaF(0.16F);
        painter.fillPath(hulls[group], fill);
    }
}

void TopologyView::paintLinks(QPainter& painter, const PlotTheme& theme) const
{
    std::vector<QPointF> above(m_layout.clients.size(), m_layout.cloud);
    for (std::size_t edge = 0; edge < m_picture.clientsOfEdge.size(); ++edge)
        for (const int client : m_picture.clientsOfEdge[edge])
            if (client >= 0 && std::size_t(client) < above.size())
                above[std::size_t(client)] = m_layout.edges[edge];
    const std::size_t lines = m_layout.clients.size() + m_layout.edges.size();
    const bool smooth = lines <= 4 * kManyLines;
    const Qt::PenStyle absent = lines <= kManyLines ? Qt::DotLine : Qt::SolidLine;
    const QColor busy = blend(theme.text, theme.background, 0.4);
    const QColor idle = blend(theme.text, theme.background, lines <= kManyLines ? 0.34 : 0.2);
    painter.setRenderHint(QPainter::Antialiasing, smooth);
    const auto link = [&](const QPointF& from, const QPointF& to, const TopologyNode& node) {
        const double width = lineWidth(node.bits > 0 ? 0.6 + 3.4 * node.bits / m_mostBits : 0.6);
        painter.setPen(
            QPen(node.takesPart ? busy : idle, width, node.takesPart ? Qt::SolidLine : absent));
        painter.drawLine(from, to);
    };
    // Busy lines are painted over idle ones.
    for (const bool takesPart : {false, true})
        for (std::size_t client = 0; client < m_layout.clients.size(); ++client)
            if (m_picture.clients[client].takesPart == takesPart)
                link(above[client], m_layout.clients[client], m_picture.clients[client]);
    for (std::size_t edge = 0; edge < m_layout.edges.size(); ++edge)
        link(m_layout.cloud, m_layout.edges[edge], m_picture.edges[edge]);
    painter.setRenderHint(QPainter::Antialiasing);
}

void TopologyView::paintNode(QPainter& painter, const PlotTheme& theme, const ViewPart& part) const
{
    const TopologyNode& node = nodeOf(part);
    const bool stands = part.kind == Edge || selected().empty() || selected().contains(part.index);
    QColor colour = groupColour(theme, node.colour);
    if (!stands)
        colour.setAlphaF(0.25F);
    const QRectF box = discOf(part);
    painter.setPen(QPen(colour, 1.2));
    painter.setBrush(theme.background);
    painter.drawEllipse(box);
    if (node.accuracy) { // filled from below; a chord, as clipping a hundred discs took 100 ms
        const double share = std::clamp(*node.accuracy, 0.0, 1.0);
        const double level = std::asin(2 * share - 1) * 180 / std::numbers::pi;
        QColor fill = colour;
        fill.setAlphaF(stands ? 0.75F : 0.2F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawChord(
            box, int(std::lround(16 * (180 - level))), int(std::lround(16 * (180 + 2 * level))));
    }
    if (node.nonZero) {
        painter.setPen(QPen(colour, 2.4, Qt::SolidLine, Qt::FlatCap));
        painter.setBrush(Qt::NoBrush);
        const double share = std::clamp(*node.nonZero, 0.0, 1.0);
        painter.drawArc(box.adjusted(-3.5, -3.5, 3.5, 3.5), 90 * 16, int(-360 * 16 * share));
    }
}

const std::vector<QPointF>& TopologyView::placesOf(int kind) const
{
    return kind == Edge ? m_layout.edges : m_layout.clients;
}

double TopologyView::radiusOf(int kind) const
{
    return kind == Edge ? m_layout.edgeRadius : m_layout.clientRadius;
}

const TopologyNode& TopologyView::nodeOf(const ViewPart& part) const
{
    return (part.kind == Edge ? m_picture.edges : m_picture.clients)[std::size_t(part.index)];
}

QRectF TopologyView::discOf(const ViewPart& part, double beyond) const
{
    const QPointF centre = placesOf(part.kind)[std::size_t(part.index)];
    const double radius = beyond + radiusOf(part.kind);
    return {centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius};
}

ViewPart TopologyView::partAt(const QPointF& point) const
{
    for (const int kind : {Edge, Client}) {
        const auto isNear = [&](const QPointF& place) {
            return std::hypot(place.x() - point.x(), place.y() - point.y()) <= 2 + radiusOf(kind);
        };
        const std::vector<QPointF>& places = placesOf(kind);
        if (const auto hit = std::ranges::find_if(places, isNear); hit != places.end())
            return {kind, int(hit - places.begin())};
    }
    return {};
}

QString TopologyView::titleOf(const ViewPart& part) const
{
    const auto index = std::size_t(part.index);
    if (part.kind == Edge)
        return tr("Edge server %1, %2")
            .arg(index < m_picture.edgeNames.size() ? m_picture.edgeNames[index]
                                                    : QString::number(part.index + 1),
                 counted(
                     std::ssize(m_picture.clientsOfEdge[index]), tr("1 client"), tr("%1 clients")));
    const QString title = tr("Client %1").arg(part.index);
    for (const std::vector<int>& members : m_picture.groups)
        if (std::ranges::find(members, part.index) != members.end())
            return tr("%1, %2").arg(title,
                                    groupName(m_picture.clients[index].colour,
                                              members.size(),
                                              m_picture.areForSampling));
    return title;
}

QString TopologyView::textOf(const ViewPart& part) const
{
    if (!part)
        return {};
    const TopologyNode& node = nodeOf(part);
    QStringList lines{titleOf(part)};
    if (node.accuracy)
        lines << tr("test accuracy %1 %").arg(numberText(100 * *node.accuracy));
    if (node.nonZero)
        lines << tr("%1 % of the parameters are not zero").arg(numberText(100 * *node.nonZero));
    lines << (node.bits > 0 ? tr("%1 sent and received this round").arg(bytesText(node.bits))
                            : tr("nothing sent this round"));
    if (!node.takesPart)
        lines << tr("did not take part");
    return lines.join(QLatin1Char('\n'));
}

bool TopologyView::isDrawn(const ViewPart& part) const
{
    return std::size_t(part.index) < placesOf(part.kind).size();
}

std::vector<int> TopologyView::clientsOf(const ViewPart& part) const
{
    if (part.kind == Edge)
        return m_picture.clientsOfEdge[std::size_t(part.index)];
    return part ? std::vector{part.index} : std::vector<int>();
}

ViewPart TopologyView::stepFrom(const ViewPart& part, KeyStep step) const
{
    // Clients first: Home goes to the first of them, End to the last.
    std::vector<QPointF> points = m_layout.clients;
    if (step != KeyStep::Last)
        points.insert(points.end(), m_layout.edges.begin(), m_layout.edges.end());
    const int clients = int(m_layout.clients.size());
    std::optional<std::size_t> from;
    if (part)
        from = std::size_t(part.index + (part.kind == Edge ? clients : 0));
    const auto to = clients > 0 ? walkPoints(from, step, points) : std::nullopt;
    if (!to)
        return {};
    const int index = int(*to);
    return index < clients ? ViewPart{Client, index} : ViewPart{Edge, index - clients};
}

QRectF TopologyView::areaOf(const ViewPart& part) const
{
    constexpr double kSparsityRing = 4; // around the disc
    return discOf(part, kSparsityRing);
}

} // namespace coterie::ui
