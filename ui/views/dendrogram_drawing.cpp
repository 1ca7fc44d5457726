#include "ui/views/dendrogram_drawing.h"

#include "ui/client_texts.h"
#include "ui/frame/plot_theme.h"
#include "ui/views/axis_ticks.h"
#include "ui/views/merge_words.h"
#include "ui/words.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kDot = 8;   ///< pixels: of a client, before its line
constexpr double kReach = 6; ///< how near the mouse must be

/// On a ground that covers the lines behind it.
void paintLabel(QPainter& painter, const PlotTheme& theme, const QRectF& box, const QString& text)
{
    painter.fillRect(box, theme.background);
    painter.drawText(box, Qt::AlignCenter, text);
}

} // namespace

DendrogramDrawing::DendrogramDrawing(const DendrogramScene& scene,
                                     const QSizeF& size,
                                     const QFont& font,
                                     const FigureStyle* paper,
                                     std::span<const std::string> names)
    : m_scene(&scene)
    , m_paper(paper)
    , m_names(names)
    , m_size(size)
    , m_font(font)
{
    const QFontMetrics metrics(font);
    const int clients = scene.picture().clients;
    const double top = kMargin + (scene.picture().isWhatIf ? metrics.height() : 0); // for its label
    const double axis = 2.0 * metrics.height() + 14;
    const double high = std::max(1.0, size.height() - top - axis);
    constexpr double kNameShare = 0.25; // of the width
    if (high >= double(clients) * metrics.ascent())
        m_namesWidth = namedWidth(names, scene.layout().leaves, metrics, kNameShare * size.width());
    const double numbers = metrics.horizontalAdvance(QString::number(std::max(1, clients - 1)));
    const double labels = std::max(numbers, m_namesWidth) + kDot + 14;
    m_area = {kMargin + labels, top, 1, high};
    fitRim();
    m_area.setWidth(
        std::max(1.0, size.width() - labels - 3 * kMargin - m_rim.joined - m_rim.names));
}

double DendrogramDrawing::rowHeight() const
{
    return m_area.height() / std::max(1, m_scene->picture().clients);
}

double DendrogramDrawing::yOf(double place) const
{
    return m_area.top() + (place + 0.5) * rowHeight();
}

double DendrogramDrawing::xOf(double value) const
{
    const DendrogramLayout& layout = m_scene->layout();
    const double span = layout.highest - layout.lowest;
    if (span <= 0)
        return m_area.left();
    const double share = std::clamp((value - layout.lowest) / span, 0.0, 1.0);
    return m_area.left() + share * m_area.width();
}

bool DendrogramDrawing::isSeen(double value) const
{
    return value >= m_scene->layout().lowest && value <= m_scene->layout().highest;
}

double DendrogramDrawing::lineWidth(double onScreen) const
{
    return lineWidthOn(m_paper, onScreen);
}

double DendrogramDrawing::valueAt(double x) const
{
    const DendrogramLayout& layout = m_scene->layout();
    return layout.lowest + (x - m_area.left()) / m_area.width() * (layout.highest - layout.lowest);
}

ViewPart DendrogramDrawing::partAt(const QPointF& point) const
{
    const DendrogramLayout& layout = m_scene->layout();
    if (m_scene->picture().clients == 0)
        return {};
    if (m_scene->cut() && std::abs(point.x() - xOf(*m_scene->cut())) < kReach)
        return {Scene::CutPart, -1};
    Part best;
    double nearest = kReach;
    const auto measure = [&](const DendrogramBracket& bracket, Part part) {
        for (const QRectF& line : linesOf(bracket)) {
            const double aside = std::max({0.0, line.left() - point.x(), point.x() - line.right()});
            const double beyond =
                std::max({0.0, line.top() - point.y(), point.y() - line.bottom()});
            if (const double distance = std::hypot(aside, beyond); distance < nearest) {
                nearest = distance;
                best = part;
            }
        }
    };
    for (std::size_t index = 0; index < layout.brackets.size(); ++index)
        measure(layout.brackets[index], {Scene::MergePart, int(index)});
    if (layout.refused)
        measure(*layout.refused, {Scene::RefusedPart, -1});
    if (best)
        return best;
    if (point.x() < m_area.left() + kReach && m_area.top() <= point.y()
        && point.y() < m_area.bottom()) {
        const auto place = std::size_t((point.y() - m_area.top()) / rowHeight());
        if (place < layout.leaves.size())
            return {Scene::LeafPart, layout.leaves[place]};
    }
    for (std::size_t group = 0; m_rim.names > 0 && group < m_scene->groups().size(); ++group)
        if (rimBox(m_scene->groups()[group]).contains(point))
            return {Scene::GroupPart, int(group)};
    return {};
}

QRectF DendrogramDrawing::areaOf(const Part& part) const
{
    if (part.kind == Scene::LeafPart) {
        const std::vector<int>& leaves = m_scene->layout().leaves;
        const auto at = std::ranges::find(leaves, part.index) - leaves.begin();
        return {2, yOf(double(at)) - rowHeight() / 2, m_area.left() - 2, rowHeight()};
    }
    const DendrogramBracket* bracket = m_scene->bracketOf(part);
    if (!bracket)
        return {};
    constexpr double kBeside = 4; // of the vertical line
    return linesOf(*bracket).back().adjusted(-kBeside, -kBeside, kBeside, kBeside);
}

void DendrogramDrawing::paint(QPainter& painter, const PlotTheme& theme, const Marks& marks) const
{
    const Grouping& grouping = m_scene->picture().grouping;
    if (!grouping.merges.empty() || grouping.refused) // else there is nothing to count
        paintAxis(painter, theme);
    // From each leaf's dot to where its tree begins. First: they would hide a refused merge.
    painter.setPen(QPen(theme.grid, 1));
    for (std::size_t place = 0; place < m_scene->layout().leaves.size(); ++place) {
        const double y = yOf(double(place));
        painter.drawLine(QPointF(m_area.left(), y), QPointF(xOf(0), y));
    }
    paintMerges(painter, theme, marks.lit);
    paintRefused(painter, theme, marks.lit.kind == Scene::RefusedPart);
    paintLeaves(painter, theme, marks);
    paintGroups(painter, theme);
    paintJoined(painter, theme);
    paintCut(painter, theme, marks.isCutLit);
    if (m_scene->picture().isWhatIf)
        paintWhatIf(painter, theme);
}

/// A frame and a label, so that nobody takes it for a record, not even in an exported file.
void DendrogramDrawing::paintWhatIf(QPainter& painter, const PlotTheme& theme) const
{
    painter.setPen(QPen(theme.warning, 2, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(QPointF(), m_size).adjusted(1.5, 1.5, -1.5, -1.5));
    QFont bold = theme.font;
    bold.setBold(true);
    painter.setFont(bold);
    const QString label = say("what if, not recorded");
    const QFontMetrics metrics = painter.fontMetrics();
    const QSizeF size(metrics.horizontalAdvance(label) + 12, metrics.height() + 4);
    painter.setPen(theme.warning);
    paintLabel(painter, theme, QRectF(QPointF(m_size.width() - size.width() - 6, 6), size), label);
    painter.setFont(theme.font);
}

void DendrogramDrawing::paintAxis(QPainter& painter, const PlotTheme& theme) const
{
    const bool order = m_scene->axis() == MergeAxis::Order;
    const QFontMetrics metrics(theme.font);
    // Numbers of merges are short, so their ticks may stand closer.
    const double apart = order ? metrics.horizontalAdvance(QStringLiteral("0000")) : 70;
    const int most = std::max(2, int(m_area.width() / apart));
    const DendrogramLayout& layout = m_scene->layout();
    const std::vector<double> ticks = axisTicks(layout.lowest, layout.highest, most, order);
    const QStringList texts = tickTexts(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double x = xOf(ticks[i]);
        painter.setPen(QPen(ticks[i] == 0 && !order ? theme.axisLine : theme.grid, 1));
        painter.drawLine(QPointF(x, m_area.top()), QPointF(x, m_area.bottom()));
        painter.setPen(theme.faintText);
        drawTextAt(painter, {x, m_area.bottom() + 3}, Qt::AlignHCenter, texts[qsizetype(i)]);
    }
    painter.setPen(QPen(theme.axisLine, 1));
    painter.drawLine(m_area.bottomLeft(), m_area.bottomRight());
    painter.setPen(theme.text);
    const bool isNamed = m_paper && !m_paper->xName.isEmpty();
    const QString title = isNamed ? m_paper->xName : m_scene->axisTitle();
    const QPointF below(m_area.center().x(), m_area.bottom() + 5 + metrics.height());
    drawTextAt(painter, below, Qt::AlignHCenter, title);
}

void DendrogramDrawing::paintMerges(QPainter& painter,
                                    const PlotTheme& theme,
                                    const Part& lit) const
{
    constexpr double kBeyondCut = 0.7; // opacity
    constexpr double kGap = 3;         // pixels on each side of a line
    const bool showsGains = m_scene->axis() == MergeAxis::Score && !m_scene->hasCut();
    const std::vector<DendrogramBracket>& brackets = m_scene->layout().brackets;
    for (std::size_t index = 0; index < brackets.size(); ++index) {
        const DendrogramBracket& bracket = brackets[index];
        if (!isSeen(bracket.value))
            continue;
        const bool isLit = lit == Part{Scene::MergePart, int(index)};
        // Merges beyond the cut join clients of several groups.
        const bool beyond = m_scene->cut() && bracket.value > *m_scene->cut();
        painter.setOpacity(beyond && !isLit ? kBeyondCut : 1);
        // On an axis of gains lines cross others. A gap in the line behind shows which is which.
        const QRectF gap = linesOf(bracket).back().adjusted(-kGap, kGap, kGap, -kGap);
        if (showsGains && gap.height() > 2 * kGap)
            painter.fillRect(gap, theme.background);
        const QColor colour = groupColour(theme, m_scene->colourOfBracket(index));
        painter.setPen(QPen(colour, lineWidth(isLit ? 3 : kMainLine)));
        paintBracket(painter, bracket);
        painter.setPen(isLit ? theme.text : theme.faintText);
        paintGain(painter, bracket);
    }
    painter.setOpacity(1);
}

void DendrogramDrawing::paintLeaves(QPainter& painter,
                                    const PlotTheme& theme,
                                    const Marks& marks) const
{
    constexpr double kHollowPen = 1.5;
    const QFontMetrics metrics(theme.font);
    const double row = rowHeight();
    const auto every = std::size_t(std::max(1.0, std::ceil(metrics.height() / row)));
    const std::vector<int> lit = m_scene->membersOf(marks.lit);
    const std::vector<int>& colours = m_scene->coloursShown();
    const std::vector<bool> isMerged = m_scene->mergedClients();
    QColor band = marks.highlight;
    band.setAlpha(50);
    painter.setPen(theme.text);
    const QPointF below(m_area.left() + 2, m_area.bottom() + 5 + metrics.height());
    drawTextAt(painter, below, Qt::AlignRight, say("Client"));
    const std::vector<int>& leaves = m_scene->layout().leaves;
    for (std::size_t place = 0; place < leaves.size(); ++place) {
        const int client = leaves[place];
        const double y = yOf(double(place));
        const auto index = std::size_t(client);
        // Before the player has reached its first merge, a client is alone.
        const int number = index < colours.size() && isMerged[index] ? colours[index] : -1;
        const bool chosen =
            marks.selected.contains(client) || std::ranges::binary_search(lit, client);
        if (chosen)
            painter.fillRect(QRectF(0, y - row / 2, m_size.width(), row), band);
        const QColor colour = groupColour(theme, number);
        const bool isHollow = !m_scene->takesPart(client);
        painter.setPen(isHollow ? QPen(colour, kHollowPen) : QPen(Qt::NoPen));
        painter.setBrush(isHollow ? theme.background : colour);
        const double dot = std::min(kDot, std::max(2.0, row)) - (isHollow ? kHollowPen : 0);
        painter.drawEllipse(QPointF(m_area.left() - 4 - kDot / 2, y), dot / 2, dot / 2);
        painter.setBrush(Qt::NoBrush);
        if (place % every != 0)
            continue;
        painter.setPen(chosen ? theme.text : theme.faintText);
        const QPointF end(m_area.left() - kDot - 8, y);
        drawTextAt(painter,
                   end,
                   Qt::AlignRight | Qt::AlignVCenter,
                   namedInWidth(m_names, client, metrics, m_namesWidth));
    }
}

void DendrogramDrawing::paintBracket(QPainter& painter, const DendrogramBracket& bracket) const
{
    const double x = xOf(bracket.value);
    QPainterPath path(QPointF(xOf(bracket.leftValue), yOf(bracket.leftPlace)));
    path.lineTo(x, yOf(bracket.leftPlace));
    path.lineTo(x, yOf(bracket.rightPlace));
    path.lineTo(xOf(bracket.rightValue), yOf(bracket.rightPlace));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

/// Left or right of its bracket's tip, where no line is. On an axis of gains the place already says
/// the gain, so the text is the merge's number.
void DendrogramDrawing::paintGain(QPainter& painter, const DendrogramBracket& bracket) const
{
    const auto& merge = m_scene->picture().grouping.merges[std::size_t(bracket.merge)];
    if (merge.kind == MergeKind::Distance)
        return;
    const QStringList texts = m_scene->axis() == MergeAxis::Order
                                  ? gainTexts(merge.score)
                                  : QStringList{say("merge %1").arg(bracket.merge + 1),
                                                QString::number(bracket.merge + 1)};
    constexpr double kAside = 4;
    const QFontMetrics metrics(painter.font());
    if (yOf(bracket.bottom()) - yOf(bracket.top()) < metrics.height())
        return;
    const double x = xOf(bracket.value);
    for (const QString& text : texts) {
        const double width = metrics.horizontalAdvance(text);
        for (const double left : {x - kAside - width, x + kAside}) {
            const QRectF box(
                left, yOf(bracket.place()) - metrics.height() / 2.0, width, metrics.height());
            if (m_area.contains(box) && !hidesMerge(box, true))
                return painter.drawText(box, Qt::AlignCenter, text);
        }
    }
}

std::array<QRectF, 3> DendrogramDrawing::linesOf(const DendrogramBracket& bracket) const
{
    const QPointF left(xOf(bracket.value), yOf(bracket.leftPlace));
    const QPointF right(left.x(), yOf(bracket.rightPlace));
    return {QRectF({xOf(bracket.leftValue), left.y()}, left).normalized(),
            QRectF({xOf(bracket.rightValue), right.y()}, right).normalized(),
            QRectF(left, right).normalized()};
}

bool DendrogramDrawing::hidesMerge(const QRectF& box, bool orRefused) const
{
    const auto isHidden = [&](const DendrogramBracket& bracket) {
        return std::ranges::any_of(linesOf(bracket), [&](const QRectF& line) {
            return box.intersects(line.adjusted(-1, -1, 1, 1));
        });
    };
    const DendrogramLayout& layout = m_scene->layout();
    return std::ranges::any_of(layout.brackets, isHidden)
           || (orRefused && layout.refused && isHidden(*layout.refused));
}

void DendrogramDrawing::paintRefused(QPainter& painter, const PlotTheme& theme, bool isLit) const
{
    if (!m_scene->layout().refused || !isSeen(m_scene->layout().refused->value))
        return;
    const DendrogramPicture& picture = m_scene->picture();
    const DendrogramBracket& bracket = *m_scene->layout().refused;
    painter.setPen(QPen(theme.warning, lineWidth(isLit ? 2.4 : 1.2), Qt::DashLine));
    paintBracket(painter, bracket);
    const QFontMetrics metrics(theme.font);
    const double half = metrics.height() / 2.0;
    const double upper = yOf(bracket.top());
    const double lower = yOf(bracket.bottom());
    QString text;
    QRectF box;
    // The longest text that fits: in the middle of the line, or at one of its ends where it would
    // hide a merge otherwise.
    const auto place = [&] {
        for (const QString& words :
             refusedTexts(picture.grouping, picture.clients, m_scene->coloursShown())) {
            const double width = metrics.horizontalAdvance(words) + 8;
            const double left = std::max(
                m_area.left(), std::min(xOf(bracket.value) - width - 4, m_area.right() - width));
            text = words;
            for (const double y : {(upper + lower) / 2, lower - half - 2, upper + half + 2}) {
                box = QRectF(left, y - half, width, metrics.height());
                if (box.right() <= m_area.right() && !hidesMerge(box, false))
                    return;
            }
        }
        box.moveTop((upper + lower) / 2 - half);
    };
    place();
    painter.setPen(theme.warning);
    paintLabel(painter, theme, box, text);
}

void DendrogramDrawing::paintCut(QPainter& painter, const PlotTheme& theme, bool isLit) const
{
    if (!m_scene->cut() || !isSeen(*m_scene->cut()))
        return;
    const double x = xOf(*m_scene->cut());
    painter.setPen(QPen(theme.crosshair, lineWidth(isLit ? 2.4 : kMainLine), Qt::DashLine));
    painter.drawLine(QPointF(x, m_area.top()), QPointF(x, m_area.bottom()));
    const QStringList texts = m_scene->cutTexts();
    painter.setPen(theme.text);
    // The longest text that fits on one side of the line.
    const QFontMetrics metrics(theme.font);
    for (const QString& text : texts) {
        const double width = metrics.horizontalAdvance(text) + 10;
        const bool isLeft = x + width > m_area.right();
        if (isLeft && x - width - 3 < m_area.left() && text != texts.back())
            continue;
        const double from = isLeft ? x - width - 3 : x + 3;
        return paintLabel(
            painter, theme, {from, m_area.top(), width, metrics.height() + 2.0}, text);
    }
}

} // namespace coterie::ui
