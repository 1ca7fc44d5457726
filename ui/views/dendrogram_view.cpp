#include "ui/views/dendrogram_view.h"

#include "core/collab/leaf_order.h"
#include "ui/frame/plot_theme.h"
#include "ui/views/axis_ticks.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kRim = 12;
constexpr double kDot = 8;
constexpr double kBeyondCut = 0.45; // opacity
constexpr double kMergeReach = 6; // how near the mouse must be, in pixels

} // namespace

DendrogramView::DendrogramView(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("dendrogram"));
    setAccessibleName(tr("Dendrogram: which clients were joined, in which order and why"));
    setMouseTracking(true);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
}

void DendrogramView::setPicture(DendrogramPicture picture)
{
    if (picture == m_picture)
        return;
    if (picture.clients != m_picture.clients) {
        m_leaves.clear();
        m_cutIsUsers = false;
    }
    m_picture = std::move(picture);
    m_leaves = leafOrder(m_picture.grouping, std::size_t(m_picture.clients), m_leaves);
    m_pointed = {};
    layOut();
}

void DendrogramView::setAxis(MergeAxis axis)
{
    m_axis = axis;
    layOut();
}

void DendrogramView::setSteps(std::optional<int> steps)
{
    m_steps = steps;
    layOut();
}

void DendrogramView::setSelected(std::set<int> clients)
{
    m_selected = std::move(clients);
    update();
}

void DendrogramView::layOut()
{
    const MergeAxis axis = hasCut() ? MergeAxis::Score : m_axis;
    m_layout = layOutDendrogram(m_picture.grouping, m_leaves, axis, m_steps);
    if (m_pointed.what == Hit::What::Merge
        && static_cast<std::size_t>(m_pointed.index) >= m_layout.brackets.size())
        m_pointed = {}; // no longer drawn
    if (!hasCut()) {
        m_cut.reset();
        m_cutIsUsers = m_draggingCut = false;
    } else if (!m_cut || !m_cutIsUsers || *m_cut > m_layout.highest) {
        placeCut();
    }
    findColours();
    update();
}

/// Where the round itself cut: above the last merge that stayed inside a group.
void DendrogramView::placeCut()
{
    m_cutIsUsers = false;
    const std::vector<Merge>& merges = m_picture.grouping.merges;
    const std::size_t groups = m_picture.grouping.groups.size();
    const std::size_t kept = merges.size() - std::min(merges.size(), groups == 0 ? 0 : groups - 1);
    std::vector<double> heights{0};
    for (const Merge& merge : merges)
        heights.push_back(merge.score);
    std::ranges::sort(heights);
    const double below = heights[kept];
    const double above = kept + 1 < heights.size() ? heights[kept + 1] : below * 1.05;
    m_cut = (below + above) / 2;
}

bool DendrogramView::hasCut() const
{
    const std::vector<Merge>& merges = m_picture.grouping.merges;
    return !merges.empty() && merges.front().kind == MergeKind::Distance;
}

int DendrogramView::groupsAtCut() const
{
    if (!m_cut)
        return static_cast<int>(m_picture.grouping.groups.size());
    return static_cast<int>(
        groupsUnderCut(m_picture.grouping, std::size_t(m_picture.clients), *m_cut).size());
}

const std::vector<int>& DendrogramView::coloursShown() const
{
    return isCutMoved() && !m_coloursOfCut.empty() ? m_coloursOfCut : m_picture.colourOfClient;
}

void DendrogramView::setColoursOfCut(std::vector<int> colourOfClient)
{
    if (colourOfClient == m_coloursOfCut)
        return;
    m_coloursOfCut = std::move(colourOfClient);
    findColours();
    update();
}

QRectF DendrogramView::plotArea() const
{
    const QFontMetrics metrics(font());
    const double labels =
        metrics.horizontalAdvance(QString::number(std::max(1, m_picture.clients - 1))) + kDot + 14;
    const double axis = 2.0 * metrics.height() + 14;
    return {kRim + labels,
            kRim,
            std::max(1.0, width() - labels - 3 * kRim),
            std::max(1.0, height() - kRim - axis)};
}

double DendrogramView::rowHeight() const
{
    return plotArea().height() / std::max(1, m_picture.clients);
}

double DendrogramView::yOf(double place) const
{
    return plotArea().top() + (place + 0.5) * rowHeight();
}

double DendrogramView::xOf(double value) const
{
    const QRectF area = plotArea();
    const double span = m_layout.highest - m_layout.lowest;
    return span > 0 ? area.left() + (value - m_layout.lowest) / span * area.width() : area.left();
}

double DendrogramView::valueAt(double x) const
{
    const QRectF area = plotArea();
    return m_layout.lowest
           + (x - area.left()) / area.width() * (m_layout.highest - m_layout.lowest);
}

DendrogramView::Hit DendrogramView::hitAt(const QPointF& point) const
{
    if (m_picture.clients == 0)
        return {};
    if (m_cut && std::abs(point.x() - xOf(*m_cut)) < kMergeReach)
        return {Hit::What::Cut, -1};
    Hit best;
    double nearest = kMergeReach;
    const auto measure = [&](const DendrogramBracket& bracket, Hit hit) {
        const double x = xOf(bracket.value);
        const double top = yOf(std::min(bracket.leftPlace, bracket.rightPlace));
        const double bottom = yOf(std::max(bracket.leftPlace, bracket.rightPlace));
        const double beyond = std::max({0.0, top - point.y(), point.y() - bottom});
        double distance = std::hypot(point.x() - x, beyond);
        for (const auto& [place, value] : {std::pair(bracket.leftPlace, bracket.leftValue),
                                           std::pair(bracket.rightPlace, bracket.rightValue)}) {
            const double from = std::min(xOf(value), x);
            const double to = std::max(xOf(value), x);
            const double aside = std::max({0.0, from - point.x(), point.x() - to});
            distance = std::min(distance, std::hypot(aside, point.y() - yOf(place)));
        }
        if (distance < nearest) {
            nearest = distance;
            best = hit;
        }
    };
    for (std::size_t index = 0; index < m_layout.brackets.size(); ++index)
        measure(m_layout.brackets[index], {Hit::What::Merge, static_cast<int>(index)});
    if (m_layout.refused)
        measure(*m_layout.refused, {Hit::What::Refused, -1});
    if (best.what != Hit::What::Nothing)
        return best;
    const QRectF area = plotArea();
    if (point.x() < area.left() + kMergeReach && area.top() <= point.y() && point.y() < area.bottom()) {
        const auto place = static_cast<std::size_t>((point.y() - area.top()) / rowHeight());
        if (place < m_layout.leaves.size())
            return {Hit::What::Leaf, m_layout.leaves[place]};
    }
    return {};
}

std::vector<int> DendrogramView::membersOf(const Hit& hit) const
{
    const Grouping& grouping = m_picture.grouping;
    const auto below = [&](int node) {
        return membersBelow(grouping, std::size_t(m_picture.clients), node);
    };
    switch (hit.what) {
    case Hit::What::Leaf:
        return {hit.index};
    case Hit::What::Merge:
        return below(m_picture.clients
                     + m_layout.brackets[static_cast<std::size_t>(hit.index)].merge);
    case Hit::What::Refused: {
        std::vector<int> members = below(grouping.refused->left);
        const std::vector<int> others = below(grouping.refused->right);
        members.insert(members.end(), others.begin(), others.end());
        return members;
    }
    case Hit::What::Cut:
    case Hit::What::Nothing:
        break;
    }
    return {};
}

QString DendrogramView::explanation(const Hit& hit) const
{
    switch (hit.what) {
    case Hit::What::Leaf:
        return tr("Client %1").arg(hit.index);
    case Hit::What::Merge: {
        const int merge = m_layout.brackets[static_cast<std::size_t>(hit.index)].merge;
        return tr("Merge %1 of %2\n%3")
            .arg(merge + 1)
            .arg(m_picture.grouping.merges.size())
            .arg(mergeText(m_picture.grouping, m_picture.clients, merge));
    }
    case Hit::What::Refused:
        return tr("The best merge that was not done\n%1")
            .arg(mergeText(m_picture.grouping, m_picture.clients, -1));
    case Hit::What::Cut:
        return tr("Cut at %1: %2. Drag it to see the groups of another height; a double click "
                  "puts it back to where the round cut")
            .arg(numberText(*m_cut), cutText());
    case Hit::What::Nothing:
        break;
    }
    return {};
}

/// A cut that was moved says that its groups are not the run's.
QString DendrogramView::cutText() const
{
    const QString groups = counted(groupsAtCut(), tr("1 group"), tr("%1 groups"));
    return isCutMoved() ? tr("%1 here, %2 in the run")
                              .arg(groups)
                              .arg(m_picture.grouping.groups.size())
                        : groups;
}

void DendrogramView::findColours()
{
    std::vector<int> colourOfNode = coloursShown();
    colourOfNode.resize(static_cast<std::size_t>(m_picture.clients), -1);
    const auto colourOf = [&](int node) {
        const auto index = static_cast<std::size_t>(node);
        return node >= 0 && index < colourOfNode.size() ? colourOfNode[index] : -1;
    };
    for (const Merge& merge : m_picture.grouping.merges) {
        const int left = colourOf(merge.left);
        colourOfNode.push_back(left == colourOf(merge.right) ? left : -1);
    }
    m_colourOfBracket.clear();
    for (const DendrogramBracket& bracket : m_layout.brackets)
        m_colourOfBracket.push_back(colourOf(m_picture.clients + bracket.merge));
}

void DendrogramView::paintEvent(QPaintEvent*)
{
    const PlotTheme theme = PlotTheme::of(*this);
    QPainter painter(this);
    painter.setFont(theme.font);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_picture.clients == 0) {
        painter.setPen(theme.faintText);
        painter.drawText(rect().adjusted(20, 20, -20, -20),
                         Qt::AlignCenter | Qt::TextWordWrap,
                         tr("No groups in this round. A method that joins clients (HCCT, HiCS-FL's "
                            "sampling) shows here who was joined with whom, and why."));
        return;
    }
    paintAxis(painter, theme);
    for (std::size_t index = 0; index < m_layout.brackets.size(); ++index) {
        const bool pointed = m_pointed == Hit{Hit::What::Merge, static_cast<int>(index)};
        const int number = m_colourOfBracket[index];
        const QColor colour =
            number < 0 ? theme.faintText : theme.armColour(static_cast<std::size_t>(number));
        // Joins beyond the cut are no group's: they stand back behind those that hold.
        const bool beyond = m_cut && m_layout.brackets[index].value > *m_cut;
        painter.setOpacity(beyond && !pointed ? kBeyondCut : 1);
        painter.setPen(QPen(colour, pointed ? 3 : 1.4));
        paintBracket(painter, m_layout.brackets[index]);
    }
    painter.setOpacity(1);
    paintRefused(painter, theme);
    paintLeaves(painter, theme);
    paintCut(painter, theme);
    if (m_picture.isWhatIf)
        paintWhatIf(painter, theme);
}

/// A frame and a word, so that a picture of what did not happen cannot pass for a record, not even
/// as an exported file.
void DendrogramView::paintWhatIf(QPainter& painter, const PlotTheme& theme) const
{
    painter.setPen(QPen(theme.warning, 2, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5));
    QFont font = theme.font;
    font.setBold(true);
    painter.setFont(font);
    const QString word = tr("what if, not recorded");
    const QFontMetrics metrics(font);
    const QSizeF size(metrics.horizontalAdvance(word) + 12, metrics.height() + 4);
    const QRectF box(QPointF(width() - size.width() - 6, 6), size);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.background);
    painter.drawRect(box);
    painter.setPen(theme.warning);
    painter.drawText(box, Qt::AlignCenter, word);
    painter.setFont(theme.font);
}

void DendrogramView::paintAxis(QPainter& painter, const PlotTheme& theme) const
{
    const QRectF area = plotArea();
    const bool order = m_axis == MergeAxis::Order && !hasCut();
    const QFontMetrics metrics(theme.font);
    const int most = std::max(2, static_cast<int>(area.width() / 70));
    for (const double tick : axisTicks(m_layout.lowest, m_layout.highest, most, order)) {
        const double x = xOf(tick);
        painter.setPen(QPen(tick == 0 && !order ? theme.axisLine : theme.grid, 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(theme.faintText);
        painter.drawText(QRectF(x - 40, area.bottom() + 3, 80, metrics.height()),
                         Qt::AlignHCenter,
                         order ? QString::number(tick) : QString::number(tick, 'g', 4));
    }
    painter.setPen(QPen(theme.axisLine, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(theme.text);
    const QString title = hasCut() ? tr("distance")
                          : order  ? tr("merge number")
                                   : tr("gain of the merge");
    painter.drawText(
        QRectF(
            area.left(), area.bottom() + 5 + metrics.height(), area.width(), metrics.height() + 2),
        Qt::AlignHCenter,
        title);
}

void DendrogramView::paintLeaves(QPainter& painter, const PlotTheme& theme) const
{
    const QRectF area = plotArea();
    const QFontMetrics metrics(theme.font);
    const double row = rowHeight();
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(metrics.height() / row)));
    const std::vector<int> pointed = membersOf(m_pointed);
    const std::vector<int>& colours = coloursShown();
    for (std::size_t place = 0; place < m_layout.leaves.size(); ++place) {
        const int client = m_layout.leaves[place];
        const double y = yOf(static_cast<double>(place));
        const auto index = static_cast<std::size_t>(client);
        const int number = index < colours.size() ? colours[index] : -1;
        const bool chosen =
            m_selected.contains(client) || std::ranges::binary_search(pointed, client);
        if (chosen) {
            QColor band = palette().color(QPalette::Highlight);
            band.setAlpha(50);
            painter.fillRect(QRectF(0, y - row / 2, width(), row), band);
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(number < 0 ? theme.faintText
                                    : theme.armColour(static_cast<std::size_t>(number)));
        const double dot = std::min(kDot, std::max(2.0, row));
        painter.drawEllipse(QPointF(area.left() - 4 - kDot / 2, y), dot / 2, dot / 2);
        painter.setBrush(Qt::NoBrush);
        if (place % every == 0) {
            painter.setPen(chosen ? theme.text : theme.faintText);
            painter.drawText(
                QRectF(0, y - metrics.height() / 2.0, area.left() - kDot - 8, metrics.height()),
                Qt::AlignRight | Qt::AlignVCenter,
                QString::number(client));
        }
    }
}

void DendrogramView::paintBracket(QPainter& painter, const DendrogramBracket& bracket) const
{
    const double x = xOf(bracket.value);
    QPainterPath path(QPointF(xOf(bracket.leftValue), yOf(bracket.leftPlace)));
    path.lineTo(x, yOf(bracket.leftPlace));
    path.lineTo(x, yOf(bracket.rightPlace));
    path.lineTo(xOf(bracket.rightValue), yOf(bracket.rightPlace));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

void DendrogramView::paintRefused(QPainter& painter, const PlotTheme& theme) const
{
    if (!m_layout.refused)
        return;
    painter.setPen(
        QPen(theme.warning, m_pointed.what == Hit::What::Refused ? 2.4 : 1.2, Qt::DashLine));
    paintBracket(painter, *m_layout.refused);
    const QFontMetrics metrics(theme.font);
    const QString text =
        tr("gain %1, not merged").arg(numberText(m_picture.grouping.refused->score));
    const double width = metrics.horizontalAdvance(text) + 8;
    const double x = std::min(xOf(m_layout.refused->value) - width - 4, plotArea().right() - width);
    const double y = yOf(m_layout.refused->place());
    const QRectF box(
        std::max(plotArea().left(), x), y - metrics.height() / 2.0, width, metrics.height());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.background);
    painter.drawRect(box);
    painter.setPen(theme.warning);
    painter.drawText(box, Qt::AlignCenter, text);
}

void DendrogramView::paintCut(QPainter& painter, const PlotTheme& theme) const
{
    if (!m_cut)
        return;
    const QRectF area = plotArea();
    const double x = xOf(*m_cut);
    const bool pointed = m_draggingCut || m_pointed.what == Hit::What::Cut;
    painter.setPen(QPen(theme.crosshair, pointed ? 2.4 : 1.4, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const QString text = cutText();
    const QFontMetrics metrics(theme.font);
    const double width = metrics.horizontalAdvance(text) + 10;
    const bool left = x + width > area.right();
    const QRectF box(left ? x - width - 3 : x + 3, area.top(), width, metrics.height() + 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.background);
    painter.drawRect(box);
    painter.setPen(theme.text);
    painter.drawText(box, Qt::AlignCenter, text);
}

void DendrogramView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_draggingCut) {
        m_cutIsUsers = true;
        m_cut = std::clamp(valueAt(event->position().x()), m_layout.lowest, m_layout.highest);
        emit cutMoved();
        update();
        return;
    }
    const Hit hit = hitAt(event->position());
    if (hit == m_pointed)
        return;
    m_pointed = hit;
    setCursor(hit.what == Hit::What::Cut       ? Qt::SplitHCursor
              : hit.what == Hit::What::Nothing ? Qt::ArrowCursor
                                               : Qt::PointingHandCursor);
    update();
}

void DendrogramView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const Hit hit = hitAt(event->position());
    if (hit.what == Hit::What::Cut) {
        m_draggingCut = true;
        return;
    }
    const std::vector<int> members = membersOf(hit);
    std::set<int> chosen(members.begin(), members.end());
    if (event->modifiers() & Qt::ControlModifier)
        chosen.insert(m_selected.begin(), m_selected.end());
    emit clientsChosen(chosen);
}

void DendrogramView::mouseReleaseEvent(QMouseEvent*)
{
    m_draggingCut = false;
}

void DendrogramView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || hitAt(event->position()).what != Hit::What::Cut)
        return QWidget::mouseDoubleClickEvent(event);
    m_draggingCut = false;
    placeCut();
    findColours();
    update();
    emit cutMoved();
}

void DendrogramView::leaveEvent(QEvent*)
{
    m_pointed = {};
    update();
}

bool DendrogramView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), explanation(hitAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace coterie::ui
