#include "ui/design/canvas/canvas_row_painter.h"

#include "ui/design/canvas/canvas_painter.h"
#include "ui/design/canvas/kind_colours.h"
#include "ui/say.h"
#include "ui/words.h"

#include <QPainter>
#include <QStaticText>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kTextGap = 6;

void paintLanes(QPainter& painter, const CanvasScene& scene)
{
    const PlotTheme& theme = scene.theme;
    for (std::size_t index = 0; index < scene.layout.lanes.size(); ++index) {
        const CanvasLane& lane = scene.layout.lanes[index];
        if (lane.headHeight == 0 || lane.bottom < scene.scroll
            || lane.top > scene.scroll + scene.layout.frame.height)
            continue;
        const bool onLane =
            scene.hover.kind == CanvasHit::Kind::LaneHead || scene.hover.client >= 0;
        const bool target = scene.isDropping() && onLane && scene.hover.lane == index
                            && scene.gesture.kind == CanvasGesture::Kind::Move;
        const QRectF all(4, lane.top, scene.layout.frame.width - 8, lane.bottom - lane.top);
        painter.setPen(QPen(target ? scene.highlight : theme.grid, target ? 2 : 1));
        painter.setBrush(target ? blend(scene.highlight, theme.background, 0.12)
                                : blend(theme.text, theme.background, 0.025));
        painter.drawRoundedRect(all, 5, 5);
        std::int64_t samples = 0;
        for (const int client : lane.clients)
            samples += scene.sketch.size(client);
        const QString name =
            lane.edge ? toQString(scene.sketch.edges[*lane.edge].name) : say("No edge server");
        const QFontMetricsF metrics(theme.font);
        const QRectF head(12, lane.top, scene.layout.frame.width - 24, lane.headHeight);
        const QString facts = say("%1, %2 samples")
                                  .arg(counted(static_cast<qsizetype>(lane.clients.size()),
                                               say("1 client"),
                                               say("%1 clients")),
                                       countText(samples));
        const double factsWidth = metrics.horizontalAdvance(facts);
        QFont bold = theme.font;
        bold.setWeight(QFont::DemiBold);
        painter.setFont(bold);
        painter.setPen(theme.text);
        painter.drawText(
            head,
            Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(bold).elidedText(name, Qt::ElideRight, head.width() - factsWidth - 16));
        painter.setFont(theme.font);
        painter.setPen(theme.faintText);
        painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, facts);
    }
}

/// What all rows share, so that it is worked out once: laying a text out anew costs more than
/// drawing it.
struct RowTools
{
    explicit RowTools(const CanvasScene& scene)
        : metrics(scene.theme.font)
        , mostEntropy(std::log(double(std::max<std::size_t>(2, scene.sketch.kindNames.size()))))
        , entropyWidth(metrics.horizontalAdvance(QStringLiteral("0.00")))
    {
        for (const QString& name : scene.sketch.kindNames) {
            names.emplace_back(name);
            names.back().setTextFormat(Qt::PlainText);
            names.back().prepare({}, scene.theme.font);
        }
        for (const QColor& colour : scene.colours)
            inks.push_back(inkOn(colour));
    }

    /// A line of text at this place, in the middle of a row; from its left or up to its right.
    void write(QPainter& painter, double x, double middle, const QString& text, bool left) const
    {
        const double from = left ? x : x - metrics.horizontalAdvance(text);
        painter.drawText(
            QPointF(from, std::round(middle + (metrics.ascent() - metrics.descent()) / 2)), text);
    }

    QFontMetricsF metrics;
    std::vector<QStaticText> names;
    std::vector<QColor> inks;
    double mostEntropy;
    double entropyWidth;
};

void paintSegments(QPainter& painter,
                   const CanvasScene& scene,
                   const RowTools& tools,
                   int client,
                   const QRectF& bar)
{
    const KindCounts& counts = scene.sketch.held[static_cast<std::size_t>(client)];
    const bool letters = bar.height() >= tools.metrics.height() - 2;
    std::int64_t before = 0;
    double left = std::round(bar.left());
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        if (counts[kind] == 0)
            continue;
        before += counts[kind];
        // Whole pixels: sharp, and many times cheaper than shares of them.
        const double right = std::round(xOfSamples(scene.layout, double(before)));
        const QRectF part(left, bar.top(), right - left, bar.height());
        left = right;
        painter.fillRect(part, scene.colours[kind]);
        if (part.width() >= 3 && right < bar.right() - 1) // neighbours of one colour stay two
            painter.fillRect(QRectF(right - 1, bar.top(), 1, bar.height()), scene.theme.background);
        const QSizeF size = tools.names[kind].size();
        if (letters && size.width() > 0 && size.width() + 6 <= part.width()) {
            painter.setPen(tools.inks[kind]);
            painter.drawStaticText(QPointF(std::round(part.center().x() - size.width() / 2),
                                           std::round(part.center().y() - size.height() / 2)),
                                   tools.names[kind]);
        }
    }
}

void paintEntropy(QPainter& painter,
                  const CanvasScene& scene,
                  const RowTools& tools,
                  int client,
                  const QRectF& bar)
{
    const double entropy = entropyOf(scene.sketch.held[static_cast<std::size_t>(client)]);
    const QRectF& head = scene.layout.entropyHead;
    const bool letters = bar.height() >= tools.metrics.height() - 2;
    const double room =
        std::max(0.0, std::round(head.width() - (letters ? tools.entropyWidth + 4 : 0)));
    const double height = std::min(std::floor(bar.height()), 6.0);
    const QRectF track(
        std::round(head.left()), std::round(bar.center().y() - height / 2), room, height);
    painter.fillRect(track, scene.theme.grid);
    if (std::isfinite(entropy))
        painter.fillRect(
            QRectF(track.topLeft(), QSizeF(std::round(room * entropy / tools.mostEntropy), height)),
            scene.theme.crosshair);
    if (!letters)
        return;
    painter.setPen(scene.theme.faintText);
    tools.write(painter,
                head.right(),
                bar.center().y(),
                std::isfinite(entropy) ? QString::number(std::abs(entropy), 'f', 2)
                                       : QStringLiteral("–"),
                false);
}

/// The handles of a bar that the mouse or the keyboard has hold of.
void paintHandles(QPainter& painter, const CanvasScene& scene, int client, const QRectF& bar)
{
    const auto grip = [&](double x) {
        const QRectF handle(x - 2.5, bar.top() - 3, 5, bar.height() + 6); // longer than any piece
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(scene.theme.background, 1));
        painter.setBrush(scene.theme.text);
        painter.drawRoundedRect(handle, 2.5, 2.5);
        painter.setRenderHint(QPainter::Antialiasing, false);
    };
    const bool gripped = scene.gesture.isOn() && scene.gesture.from.client == client;
    const CanvasHit& at = gripped ? scene.gesture.from : scene.hover;
    if (!scene.isDropping() && at.client == client && (gripped || !scene.gesture.isOn())) {
        if (at.kind == CanvasHit::Kind::BarEnd)
            grip(bar.right());
        if (at.kind == CanvasHit::Kind::Border)
            for (const KindBorder& border : bordersOf(scene.layout, scene.sketch, client))
                if (border.left == at.border.left && border.right == at.border.right)
                    grip(border.x);
    }
    if (!scene.hasFocus || scene.current != client || scene.gesture.isOn())
        return;
    const std::vector<KindBorder> borders = bordersOf(scene.layout, scene.sketch, client);
    if (scene.handle && *scene.handle < borders.size())
        grip(borders[*scene.handle].x);
    else
        grip(bar.right());
}

/// How many samples, and when the client joins.
QString rowFacts(const CanvasScene& scene, int client)
{
    const std::optional<int> arrives = arrivalOf(scene.sketch, client);
    const QString count = countText(scene.sketch.size(client));
    return arrives ? say("%1, joins at round %2").arg(count).arg(*arrives) : count;
}

/// Right of the bar, and of the bar's former end where that is still drawn.
double rowFactsLeft(const CanvasScene& scene, int client)
{
    const auto end = [&](const PartitionSketch& sketch) {
        return xOfSamples(scene.layout, double(sketch.size(client)));
    };
    return std::max(std::round(end(scene.sketch)), end(scene.before)) + kTextGap + 2;
}

void paintFacts(QPainter& painter,
                const CanvasScene& scene,
                const RowTools& tools,
                int client,
                const QRectF& bar)
{
    painter.setPen(scene.theme.faintText);
    tools.write(
        painter, rowFactsLeft(scene, client), bar.center().y(), rowFacts(scene, client), true);
}

/// Where a bar ended before the drag.
void paintFormerEnd(QPainter& painter, const CanvasScene& scene, int client, const QRectF& bar)
{
    if (!scene.gesture.isOn() || scene.gesture.kind != CanvasGesture::Kind::Resize)
        return;
    const double was = xOfSamples(scene.layout, double(scene.before.size(client)));
    if (std::abs(was - bar.right()) < 1)
        return;
    painter.setPen(QPen(scene.theme.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(was, bar.top() - 2), QPointF(was, bar.bottom() + 2));
}

void paintRow(QPainter& painter,
              const CanvasScene& scene,
              const RowTools& tools,
              const CanvasRow& row,
              bool numbered)
{
    const PlotTheme& theme = scene.theme;
    const double rowHeight = scene.layout.frame.rowHeight;
    const bool selected = scene.selected.contains(row.client);
    const QRectF whole(6, row.top, scene.layout.frame.width - 12, rowHeight);
    if (selected) {
        painter.fillRect(whole, blend(scene.highlight, theme.background, 0.22));
        painter.fillRect(QRectF(whole.left(), whole.top(), 3, whole.height()), scene.highlight);
    }
    QRectF bar = barOf(scene.layout, scene.sketch, row.client);
    bar.setRight(std::round(bar.right()));
    if (numbered) {
        painter.setPen(selected ? theme.text : theme.faintText);
        tools.write(painter,
                    scene.layout.barsLeft - kTextGap,
                    bar.center().y(),
                    QString::number(row.client),
                    false);
    }
    const bool spills = bar.right() + 60 > scene.layout.barsRight; // into the next column
    if (spills) {
        painter.save();
        painter.setClipRect(
            QRectF(0, row.top - 2, scene.layout.barsRight + kTextGap, rowHeight + 4),
            Qt::IntersectClip);
    }
    paintSegments(painter, scene, tools, row.client, bar);
    paintFormerEnd(painter, scene, row.client, bar);
    if (rowHeight >= scene.layout.frame.lineHeight - 3)
        paintFacts(painter, scene, tools, row.client, bar);
    paintHandles(painter, scene, row.client, bar);
    if (spills)
        painter.restore();
    if (scene.sketch.kind != HoldingKind::Sample)
        paintEntropy(painter, scene, tools, row.client, bar);
    if (scene.hasFocus && row.client == scene.current) {
        painter.setPen(QPen(scene.highlight, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(whole.adjusted(0, 0, -1, -1));
    }
}

} // namespace

void paintRows(QPainter& painter, const CanvasScene& scene)
{
    const CanvasLayout& layout = scene.layout;
    painter.save();
    painter.setClipRect(QRectF(0, layout.rowsTop, layout.frame.width, layout.frame.height));
    painter.translate(0, layout.rowsTop - scene.scroll);
    paintLanes(painter, scene);
    // Rows lower than a line of text are numbered only now and then.
    const auto every = static_cast<std::size_t>(
        std::max(1.0, std::ceil(layout.frame.lineHeight * 0.85 / layout.frame.rowHeight)));
    const auto [first, end] = visibleRows(layout, scene.scroll);
    const RowTools tools(scene);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t index = first; index < end; ++index)
        paintRow(painter, scene, tools, layout.rows[index], index % every == 0);
    painter.restore();
}

double rowFactsRight(const CanvasScene& scene, int client)
{
    return rowFactsLeft(scene, client)
           + QFontMetricsF(scene.theme.font).horizontalAdvance(rowFacts(scene, client));
}

} // namespace coterie::ui
