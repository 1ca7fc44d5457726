// How the dendrogram is drawn.
#include "ui/frame/plot_theme.h"
#include "ui/views/axis_ticks.h"
#include "ui/views/dendrogram_view.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <ranges>

namespace coterie::ui {

namespace {

constexpr double kBeyondCut = 0.7; // opacity
constexpr double kHollowPen = 1.5; // of the dot of a client that takes no part

} // namespace

void DendrogramView::paintEvent(QPaintEvent*)
{
    fit(); // a cut that was moved, another font
    const PlotTheme theme = PlotTheme::of(*this);
    QPainter painter(this);
    painter.setFont(theme.font);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_picture.clients == 0) {
        painter.setPen(theme.faintText);
        painter.drawText(
            rect().adjusted(20, 20, -20, -20),
            Qt::AlignCenter | Qt::TextWordWrap,
            m_picture.neverGroups
                ? tr("No clients were joined so far, so there are no merges to draw. Who "
                     "learns from whom is seen in the matrix. (HCCT and HiCS-FL's "
                     "sampling show here who was joined with whom, and why.)")
                : tr("No clients were joined in this round; others of this run show "
                     "who was joined with whom, and why."));
        return;
    }
    const bool merged = !m_picture.grouping.merges.empty() || m_picture.grouping.refused;
    if (merged) // else there is nothing to count
        paintAxis(painter, theme);
    paintLeafLines(painter, theme);
    for (std::size_t index = 0; index < m_layout.brackets.size(); ++index) {
        const bool pointed = lit() == Hit{Hit::What::Merge, static_cast<int>(index)};
        const int number = m_colourOfBracket[index];
        const QColor colour =
            number < 0 ? theme.faintText : theme.armColour(static_cast<std::size_t>(number));
        // Joins beyond the cut are no group's: they stand back behind those that hold.
        const bool beyond = m_cut && m_layout.brackets[index].value > *m_cut;
        painter.setOpacity(beyond && !pointed ? kBeyondCut : 1);
        if (m_axis == MergeAxis::Score && !hasCut())
            paintBridge(painter, theme, m_layout.brackets[index]);
        painter.setPen(QPen(colour, pointed ? 3 : 1.4));
        paintBracket(painter, m_layout.brackets[index]);
        painter.setPen(pointed ? theme.text : theme.faintText);
        paintGain(painter, m_layout.brackets[index]);
    }
    painter.setOpacity(1);
    paintRefused(painter, theme);
    paintLeaves(painter, theme);
    paintGroups(painter, theme);
    paintJoined(painter, theme);
    paintCut(painter, theme);
    if (m_picture.isWhatIf)
        paintWhatIf(painter, theme);
    paintRing(painter);
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
    // Numbers of merges are short: each has its mark as long as they stand apart.
    const double apart = order ? metrics.horizontalAdvance(QStringLiteral("0000")) : 70;
    const int most = std::max(2, static_cast<int>(area.width() / apart));
    const std::vector<double> ticks = axisTicks(m_layout.lowest, m_layout.highest, most, order);
    const QStringList texts = tickTexts(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double x = xOf(ticks[i]);
        painter.setPen(QPen(ticks[i] == 0 && !order ? theme.axisLine : theme.grid, 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(theme.faintText);
        painter.drawText(QRectF(x - 40, area.bottom() + 3, 80, metrics.height()),
                         Qt::AlignHCenter,
                         texts[static_cast<qsizetype>(i)]);
    }
    painter.setPen(QPen(theme.axisLine, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(theme.text);
    const QString title = hasCut() ? tr("Distance")
                          : order  ? tr("Merge number")
                                   : tr("Gain of the merge");
    painter.drawText(
        QRectF(
            area.left(), area.bottom() + 5 + metrics.height(), area.width(), metrics.height() + 2),
        Qt::AlignHCenter,
        title);
}

/// What lies behind the line gives way to it: on an axis of gains lines lead back and forth and
/// cross others, and a bridge is read where a crossing is not.
void DendrogramView::paintBridge(QPainter& painter,
                                 const PlotTheme& theme,
                                 const DendrogramBracket& bracket) const
{
    constexpr double kGap = 3; // on each side
    const double x = xOf(bracket.value);
    const double upper = yOf(std::min(bracket.leftPlace, bracket.rightPlace));
    const double lower = yOf(std::max(bracket.leftPlace, bracket.rightPlace));
    const auto clear = [&](const QPointF& from, const QPointF& to) {
        const QRectF strip = QRectF(from, to).normalized().adjusted(-kGap, -kGap, kGap, kGap);
        painter.fillRect(strip, theme.background);
    };
    if (lower - upper > 4 * kGap)
        clear({x, upper + 2 * kGap}, {x, lower - 2 * kGap});
}

/// From each leaf's dot to where its tree begins: behind everything, or a merge that was refused
/// would be hidden by the line of its leaf.
void DendrogramView::paintLeafLines(QPainter& painter, const PlotTheme& theme) const
{
    painter.setPen(QPen(theme.grid, 1));
    for (std::size_t place = 0; place < m_layout.leaves.size(); ++place) {
        const double y = yOf(static_cast<double>(place));
        painter.drawLine(QPointF(plotArea().left(), y), QPointF(xOf(0), y));
    }
}

bool DendrogramView::takesPart(int client) const
{
    return m_picture.participants.empty()
           || std::ranges::binary_search(m_picture.participants, client);
}

/// Of each client whether a merge that is drawn joins it to another; all, where they all are.
std::vector<bool> DendrogramView::mergedClients() const
{
    const auto clients = static_cast<std::size_t>(m_picture.clients);
    std::vector<bool> merged(clients, !m_steps);
    const auto drawn = m_picture.grouping.merges | std::views::take(m_steps.value_or(0));
    for (const Merge& merge : drawn)
        for (const int node : {merge.left, merge.right})
            if (node >= 0 && node < m_picture.clients)
                merged[static_cast<std::size_t>(node)] = true;
    return merged;
}

void DendrogramView::paintLeaves(QPainter& painter, const PlotTheme& theme) const
{
    const QRectF area = plotArea();
    const QFontMetrics metrics(theme.font);
    const double row = rowHeight();
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(metrics.height() / row)));
    const std::vector<int> pointed = membersOf(lit());
    const std::vector<int>& colours = coloursShown();
    const std::vector<bool> isMerged = mergedClients();
    painter.setPen(theme.text);
    painter.drawText(
        QRectF(0, area.bottom() + 5 + metrics.height(), area.left() + 2, metrics.height()),
        Qt::AlignRight | Qt::AlignVCenter,
        tr("Client"));
    for (std::size_t place = 0; place < m_layout.leaves.size(); ++place) {
        const int client = m_layout.leaves[place];
        const double y = yOf(static_cast<double>(place));
        const auto index = static_cast<std::size_t>(client);
        // The player has not come to its first merge yet: it stands alone.
        const int number = index < colours.size() && isMerged[index] ? colours[index] : -1;
        const bool chosen =
            m_selected.contains(client) || std::ranges::binary_search(pointed, client);
        if (chosen) {
            QColor band = palette().color(QPalette::Highlight);
            band.setAlpha(50);
            painter.fillRect(QRectF(0, y - row / 2, width(), row), band);
        }
        const QColor colour =
            number < 0 ? theme.faintText : theme.armColour(static_cast<std::size_t>(number));
        const bool isHollow = !takesPart(client);
        painter.setPen(isHollow ? QPen(colour, kHollowPen) : QPen(Qt::NoPen));
        painter.setBrush(isHollow ? theme.background : colour);
        const double dot = std::min(kDot, std::max(2.0, row)) - (isHollow ? kHollowPen : 0);
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

/// Before or behind its bracket's tip, where no line is: on an axis of gains those of what it joins
/// and of what it is joined with may lead either way. There the place says how much, so it is the
/// order that is told.
void DendrogramView::paintGain(QPainter& painter, const DendrogramBracket& bracket) const
{
    const auto& merge = m_picture.grouping.merges[static_cast<std::size_t>(bracket.merge)];
    if (merge.kind == MergeKind::Distance)
        return;
    const QStringList texts = m_axis == MergeAxis::Order
                                  ? gainTexts(merge.score)
                                  : QStringList{tr("merge %1").arg(bracket.merge + 1),
                                                QString::number(bracket.merge + 1)};
    constexpr double kAside = 4;
    const QFontMetrics metrics(painter.font());
    if (std::abs(yOf(bracket.rightPlace) - yOf(bracket.leftPlace)) < metrics.height())
        return;
    const double x = xOf(bracket.value);
    for (const QString& text : texts) {
        const double width = metrics.horizontalAdvance(text);
        for (const double left : {x - kAside - width, x + kAside}) {
            const QRectF box(
                left, yOf(bracket.place()) - metrics.height() / 2.0, width, metrics.height());
            const bool isFree =
                !hidesMerge(box) && !(m_layout.refused && crosses(*m_layout.refused, box));
            if (plotArea().contains(box) && isFree)
                return painter.drawText(box, Qt::AlignCenter, text);
        }
    }
}

bool DendrogramView::crosses(const DendrogramBracket& bracket, const QRectF& box) const
{
    const double right = xOf(bracket.value);
    const double top = yOf(bracket.leftPlace);
    const double bottom = yOf(bracket.rightPlace);
    const auto isHidden = [&](double x, double y, double width, double height) {
        return box.intersects(QRectF(x, y, width, height).normalized().adjusted(-1, -1, 1, 1));
    };
    const double fromLeft = xOf(bracket.leftValue);
    const double fromRight = xOf(bracket.rightValue);
    return isHidden(fromLeft, top, right - fromLeft, 0)
           || isHidden(fromRight, bottom, right - fromRight, 0)
           || isHidden(right, top, 0, bottom - top);
}

bool DendrogramView::hidesMerge(const QRectF& box) const
{
    return std::ranges::any_of(
        m_layout.brackets, [&](const DendrogramBracket& bracket) { return crosses(bracket, box); });
}

void DendrogramView::paintRefused(QPainter& painter, const PlotTheme& theme) const
{
    if (!m_layout.refused)
        return;
    painter.setPen(QPen(theme.warning, lit().what == Hit::What::Refused ? 2.4 : 1.2, Qt::DashLine));
    paintBracket(painter, *m_layout.refused);
    const QFontMetrics metrics(theme.font);
    const double half = metrics.height() / 2.0;
    const double upper = yOf(std::min(m_layout.refused->leftPlace, m_layout.refused->rightPlace));
    const double lower = yOf(std::max(m_layout.refused->leftPlace, m_layout.refused->rightPlace));
    QString text;
    QRectF box;
    // In the middle of its line, or at either end if there it would hide what was merged; with the
    // clients where that hides nothing.
    const auto place = [&] {
        for (const QString& words :
             refusedTexts(m_picture.grouping, m_picture.clients, coloursShown())) {
            const double width = metrics.horizontalAdvance(words) + 8;
            const double left = std::max(
                plotArea().left(),
                std::min(xOf(m_layout.refused->value) - width - 4, plotArea().right() - width));
            text = words;
            for (const double y : {(upper + lower) / 2, lower - half - 2, upper + half + 2}) {
                box = QRectF(left, y - half, width, metrics.height());
                if (box.right() <= plotArea().right() && !hidesMerge(box))
                    return;
            }
        }
        box.moveTop((upper + lower) / 2 - half);
    };
    place();
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
    // Beside the line where there is room; in a narrow dock in fewer words.
    const QFontMetrics metrics(theme.font);
    QStringList wordings{cutText()};
    if (isCutMoved()) {
        const auto recorded = m_picture.grouping.groups.size();
        wordings
            << tr("%1 (was %2)").arg(groupsText(groupsAtCut(), m_picture.samples)).arg(recorded)
            << tr("%1 (was %2)").arg(groupsAtCut()).arg(recorded);
    }
    QString text;
    double width = 0;
    bool left = false;
    for (const QString& words : wordings) {
        text = words;
        width = metrics.horizontalAdvance(words) + 10;
        left = x + width > area.right();
        if (!left || x - width - 3 >= area.left())
            break;
    }
    const QRectF box(left ? x - width - 3 : x + 3, area.top(), width, metrics.height() + 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.background);
    painter.drawRect(box);
    painter.setPen(theme.text);
    painter.drawText(box, Qt::AlignCenter, text);
}

} // namespace coterie::ui
