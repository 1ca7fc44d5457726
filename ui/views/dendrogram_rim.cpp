#include "ui/frame/plot_theme.h"
#include "ui/views/dendrogram_drawing.h"
#include "ui/words.h"

#include <QPainter>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr double kGroupBar = 3;
constexpr double kGroupBarRoom = 16; ///< the bar and the gaps on both its sides

} // namespace

/// The rim takes at most a share of the width. In order of preference it has the groups' names with
/// the rounds in which they formed, and each client's own round; where there is little room the
/// colours name the groups, so the rounds stay longer than the names.
void DendrogramDrawing::fitRim()
{
    constexpr double kRimShare = 0.36;
    const QFontMetrics metrics(m_font);
    double nameWidth = 0;
    double sinceWidth = 0;
    for (const DendrogramGroup& group : m_scene->groups()) {
        nameWidth = std::max<double>(nameWidth, metrics.horizontalAdvance(m_scene->nameOf(group)));
        sinceWidth =
            std::max<double>(sinceWidth, metrics.horizontalAdvance(m_scene->sinceText(group)));
    }
    if (nameWidth <= 0)
        return;
    const double names = nameWidth + kGroupBarRoom;
    const double both = std::max(nameWidth, sinceWidth) + kGroupBarRoom;
    const bool hasRows = m_area.height() >= m_scene->picture().clients * metrics.ascent();
    const QStringList title{say("joined in"), say("round")};
    const QStringList brief{say("since"), say("round")};
    const auto widthOf = [&](const QStringList& lines) {
        double widest = 0;
        for (const QString& line : lines)
            widest = std::max<double>(widest, metrics.horizontalAdvance(line));
        return widest + kMargin;
    };
    std::vector<Rim> rims;
    if (m_scene->knowsJoined() && hasRows)
        rims = {
            {.names = both, .joined = widthOf(title), .title = title, .tellsSince = true},
            {.names = names, .joined = widthOf(title), .title = title},
            {.names = names, .joined = widthOf(brief), .title = brief},
            {.names = kGroupBarRoom, .joined = widthOf(brief), .title = brief, .hasNames = false}};
    rims.push_back({.names = both, .tellsSince = true});
    rims.push_back({.names = names});
    if (m_paper && m_paper->legend != FigureLegend::None) { // it names the groups
        std::erase_if(rims, [](const Rim& rim) { return rim.hasNames; });
        rims.push_back({.names = kGroupBarRoom, .hasNames = false});
    }
    const auto fits = [&](const Rim& rim) {
        return rim.names + rim.joined <= kRimShare * m_size.width();
    };
    if (const auto rim = std::ranges::find_if(rims, fits); rim != rims.end())
        m_rim = *rim;
}

QRectF DendrogramDrawing::rimBox(const DendrogramGroup& group) const
{
    const double left = m_size.width() - m_rim.names - 4;
    const double top = yOf(double(group.first)) - rowHeight() / 2;
    return {left, top, m_size.width() - left, yOf(double(group.last)) + rowHeight() / 2 - top};
}

/// The groups' names, and since when they have trained together.
void DendrogramDrawing::paintGroups(QPainter& painter, const PlotTheme& theme) const
{
    if (m_rim.names <= 0)
        return;
    constexpr double kNotYet = 0.45; // opacity, until the player reaches the last merge
    const QFontMetrics metrics(theme.font);
    const double gap = std::min(3.0, rowHeight() / 4);
    for (const DendrogramGroup& group : m_scene->groups()) {
        const QRectF whole = rimBox(group);
        painter.setOpacity(m_scene->steps() ? kNotYet : 1);
        painter.fillRect(
            QRectF(whole.left(), whole.top() + gap, kGroupBar, whole.height() - 2 * gap),
            groupColour(theme, group.colour));
        painter.setOpacity(1);
        const QRectF box = whole.adjusted(9, 0, 0, 0);
        if (!m_rim.hasNames || box.height() < metrics.height())
            continue;
        const QString since = !m_rim.tellsSince  ? QString()
                              : m_scene->steps() ? say("after all merges")
                                                 : m_scene->sinceText(group);
        const QString name = m_scene->nameOf(group);
        painter.setPen(m_scene->steps() ? theme.faintText : theme.text);
        const QPointF middle(box.left(), box.center().y());
        if (since.isEmpty() || box.height() < 2 * metrics.height()) {
            drawTextAt(painter, middle, Qt::AlignVCenter, name);
            continue;
        }
        drawTextAt(painter, middle - QPointF(0, metrics.height()), Qt::AlignLeft, name);
        painter.setPen(theme.faintText);
        drawTextAt(painter, middle, Qt::AlignLeft, since);
    }
}

/// The round in which each client joined its group; those of the round on screen stand out.
void DendrogramDrawing::paintJoined(QPainter& painter, const PlotTheme& theme) const
{
    if (m_rim.joined <= 0)
        return;
    const DendrogramPicture& picture = m_scene->picture();
    const QFontMetrics metrics(theme.font);
    QFont bold = theme.font;
    bold.setBold(true);
    const double middle = m_area.right() + (kMargin + m_rim.joined) / 2;
    painter.setPen(theme.text);
    double top = m_area.bottom() + 3;
    for (const QString& line : m_rim.title) {
        drawTextAt(painter, {middle, top}, Qt::AlignHCenter, line);
        top += metrics.height() + 2;
    }
    for (const DendrogramGroup& group : m_scene->groups()) {
        if (m_scene->isAlone(group))
            continue;
        for (std::size_t place = group.first; place <= group.last; ++place) {
            const auto client = std::size_t(m_scene->layout().leaves[place]);
            const int joined = picture.joinedOfClient[client];
            if (joined < 0)
                continue; // a damaged record
            const bool isNew = joined == picture.round;
            painter.setFont(isNew ? bold : theme.font);
            painter.setPen(isNew ? theme.text : theme.faintText);
            const QPointF at(middle, yOf(double(place)));
            drawTextAt(painter, at, Qt::AlignCenter, QString::number(joined));
        }
    }
    painter.setFont(theme.font);
}

} // namespace coterie::ui
