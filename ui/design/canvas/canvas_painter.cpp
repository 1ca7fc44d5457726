#include "ui/design/canvas/canvas_painter.h"

#include "ui/client_texts.h"
#include "ui/design/canvas/canvas_brush.h"
#include "ui/design/canvas/kind_colours.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QPainter>
#include <QStaticText>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

/// Draws a scene. Text is laid out once for all rows, because that costs more than drawing.
struct ScenePainter : CanvasBrush
{
    std::vector<QStaticText> names = laidOut(sketch.kindNames, theme.font);
    std::vector<QColor> inks = inksOn(scene.colours);
    double mostEntropy = std::log(double(std::max<std::size_t>(2, sketch.kindNames.size())));
    double entropyWidth = metrics.horizontalAdvance(QStringLiteral("0.00"));

    static std::vector<QStaticText> laidOut(const std::vector<QString>& words, const QFont& font)
    {
        std::vector<QStaticText> texts;
        for (const QString& word : words) {
            texts.emplace_back(word);
            texts.back().setTextFormat(Qt::PlainText);
            texts.back().prepare({}, font);
        }
        return texts;
    }

    void paint()
    {
        painter.setFont(theme.font);
        painter.setRenderHint(QPainter::Antialiasing);
        paintCanvasHead(*this);
        paintRows();
        if (!scene.rubberBand.isNull()) {
            QColor fill = scene.highlight;
            fill.setAlphaF(0.15F);
            paintFrame(scene.rubberBand, 0, false, QPen(scene.highlight, 1), fill);
        }
        paintNewEdge();
        paintDragBubble(*this);
    }

    /// A line of text at the middle of a row, aligned left or right at x.
    void writeInRow(double x, double middle, const QString& text, bool left) const
    {
        const double from = left ? x : x - metrics.horizontalAdvance(text);
        painter.drawText(
            QPointF(from, std::round(middle + (metrics.ascent() - metrics.descent()) / 2)), text);
    }

    [[nodiscard]] bool fitsText(const QRectF& bar) const
    {
        return bar.height() >= metrics.height() - 2;
    }

    void paintNewEdge() const
    {
        if (scene.newEdgeHeight <= 0)
            return;
        const QRectF strip(6,
                           layout.frame.height - scene.newEdgeHeight + 4,
                           layout.frame.width - 12,
                           scene.newEdgeHeight - 10);
        const bool target = scene.hover.kind == CanvasHit::Kind::NewEdge;
        paintFrame(strip,
                   5,
                   target,
                   QPen(theme.axisLine, 1, Qt::DashLine),
                   blend(scene.highlight, theme.background, target ? 0.3 : 0.08));
        write(strip, Qt::AlignCenter, say("Drop here for a new edge server"), theme.text);
    }

    void paintLane(const CanvasLane& lane, bool target) const
    {
        const QRectF all(4, lane.top, layout.frame.width - 8, lane.bottom - lane.top);
        paintFrame(all,
                   5,
                   target,
                   QPen(theme.grid, 1),
                   target ? blend(scene.highlight, theme.background, 0.12)
                          : blend(theme.text, theme.background, 0.025));
        std::int64_t samples = 0;
        for (const int client : lane.clients)
            samples += sketch.size(client);
        const QString name =
            lane.edge ? toQString(sketch.edges[*lane.edge].name) : say("No edge server");
        const QRectF head(12, lane.top, layout.frame.width - 24, lane.headHeight);
        const QString facts =
            say("%1, %2 samples").arg(clientCountText(lane.clients.size()), countText(samples));
        const double room = head.width() - metrics.horizontalAdvance(facts) - 16;
        QFont bold = theme.font;
        bold.setWeight(QFont::DemiBold);
        painter.setFont(bold);
        write(head,
              Qt::AlignLeft | Qt::AlignVCenter,
              QFontMetricsF(bold).elidedText(name, Qt::ElideRight, room),
              theme.text);
        painter.setFont(theme.font);
        write(head, Qt::AlignRight | Qt::AlignVCenter, facts, theme.faintText);
    }

    void paintLanes() const
    {
        const bool onLane =
            scene.hover.kind == CanvasHit::Kind::LaneHead || scene.hover.client >= 0;
        const bool drops =
            scene.isDropping() && onLane && scene.gesture.kind == CanvasGesture::Kind::Move;
        for (std::size_t index = 0; index < layout.lanes.size(); ++index) {
            const CanvasLane& lane = layout.lanes[index];
            if (lane.headHeight != 0 && lane.bottom >= scene.scroll
                && lane.top <= scene.scroll + layout.frame.height)
                paintLane(lane, drops && scene.hover.lane == index);
        }
    }

    void paintSegments(int client, const QRectF& bar) const
    {
        const KindCounts& counts = sketch.heldBy(client);
        std::int64_t before = 0;
        double left = std::round(bar.left());
        for (std::size_t kind = 0; kind < counts.size(); ++kind) {
            if (counts[kind] == 0)
                continue;
            before += counts[kind];
            // Whole pixels are sharp, and many times faster to draw.
            const double right = std::round(xOfSamples(layout, double(before)));
            const QRectF part(left, bar.top(), right - left, bar.height());
            left = right;
            painter.fillRect(part, scene.colours[kind]);
            if (part.width() >= 3 && right < bar.right() - 1) // separates neighbours of one colour
                painter.fillRect(QRectF(right - 1, bar.top(), 1, bar.height()), theme.background);
            const QSizeF size = names[kind].size();
            if (fitsText(bar) && size.width() > 0 && size.width() + 6 <= part.width()) {
                painter.setPen(inks[kind]);
                painter.drawStaticText(QPointF(std::round(part.center().x() - size.width() / 2),
                                               std::round(part.center().y() - size.height() / 2)),
                                       names[kind]);
            }
        }
    }

    void paintEntropy(int client, const QRectF& bar) const
    {
        const double entropy = entropyOf(sketch.heldBy(client));
        const QRectF& head = layout.entropyHead;
        const bool letters = fitsText(bar);
        const double room =
            std::max(0.0, std::round(head.width() - (letters ? entropyWidth + 4 : 0)));
        const double height = std::min(std::floor(bar.height()), 6.0);
        const QRectF track(
            std::round(head.left()), std::round(bar.center().y() - height / 2), room, height);
        painter.fillRect(track, theme.grid);
        if (std::isfinite(entropy))
            painter.fillRect(
                QRectF(track.topLeft(), QSizeF(std::round(room * entropy / mostEntropy), height)),
                theme.crosshair);
        if (!letters)
            return;
        painter.setPen(theme.faintText);
        writeInRow(head.right(),
                   bar.center().y(),
                   std::isfinite(entropy) ? fixedText(std::abs(entropy), 2) : QStringLiteral("–"),
                   false);
    }

    void paintGrip(double x, const QRectF& bar) const
    {
        const QRectF handle(
            x - 2.5, bar.top() - 3, 5, bar.height() + 6); // longer than the bar is high
        painter.setRenderHint(QPainter::Antialiasing);
        paintFrame(handle, 2.5, false, QPen(theme.background, 1), theme.text);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }

    /// The handles of the bar that mouse or keyboard act on.
    void paintHandles(int client, const QRectF& bar) const
    {
        const bool gripped = scene.gesture.isOn() && scene.gesture.from.client == client;
        const CanvasHit& at = gripped ? scene.gesture.from : scene.hover;
        if (!scene.isDropping() && at.client == client && (gripped || !scene.gesture.isOn())) {
            if (at.kind == CanvasHit::Kind::BarEnd)
                paintGrip(bar.right(), bar);
            if (at.kind == CanvasHit::Kind::Border)
                for (const KindBorder& border : bordersOf(layout, sketch, client))
                    if (border.left == at.border.left && border.right == at.border.right)
                        paintGrip(border.x, bar);
        }
        if (!scene.hasFocus || scene.current != client || scene.gesture.isOn())
            return;
        const std::vector<KindBorder> borders = bordersOf(layout, sketch, client);
        const bool byBorder = scene.handle && *scene.handle < borders.size();
        paintGrip(byBorder ? borders[*scene.handle].x : bar.right(), bar);
    }

    void paintFormerEnd(int client, const QRectF& bar) const
    {
        if (!scene.gesture.is(CanvasGesture::Kind::Resize))
            return;
        const double was = xOfSamples(layout, double(scene.before.size(client)));
        if (std::abs(was - bar.right()) < 1)
            return;
        painter.setPen(QPen(theme.text, 1, Qt::DashLine));
        painter.drawLine(QPointF(was, bar.top() - 2), QPointF(was, bar.bottom() + 2));
    }

    [[nodiscard]] QString rowTitle(int client) const
    {
        return namedInWidth(
            scene.clientNames, client, QFontMetrics(theme.font), layout.frame.nameWidth);
    }

    void paintRow(const CanvasRow& row, bool numbered) const
    {
        const double rowHeight = layout.frame.rowHeight;
        const bool selected = scene.selected.contains(row.client);
        const QRectF whole(6, row.top, layout.frame.width - 12, rowHeight);
        if (selected) {
            painter.fillRect(whole, blend(scene.highlight, theme.background, 0.22));
            painter.fillRect(QRectF(whole.left(), whole.top(), 3, whole.height()), scene.highlight);
        }
        QRectF bar = barOf(layout, sketch, row.client);
        bar.setRight(std::round(bar.right()));
        const double middle = bar.center().y();
        if (numbered) {
            painter.setPen(selected ? theme.text : theme.faintText);
            writeInRow(layout.barsLeft - kTextGap, middle, rowTitle(row.client), false);
        }
        const bool spills = bar.right() + 60 > layout.barsRight; // into the next column
        if (spills) {
            painter.save();
            painter.setClipRect(QRectF(0, row.top - 2, layout.barsRight + kTextGap, rowHeight + 4),
                                Qt::IntersectClip);
        }
        paintSegments(row.client, bar);
        paintFormerEnd(row.client, bar);
        if (hasRowTexts(layout.frame)) {
            painter.setPen(theme.faintText);
            writeInRow(rowFactsLeft(scene, row.client), middle, rowFacts(scene, row.client), true);
        }
        paintHandles(row.client, bar);
        if (spills)
            painter.restore();
        if (sketch.kind != HoldingKind::Sample)
            paintEntropy(row.client, bar);
        if (scene.hasFocus && row.client == scene.current)
            paintFrame(whole.adjusted(0, 0, -1, -1), 0, false, QPen(scene.highlight, 1), {});
    }

    void paintRows() const
    {
        painter.save();
        painter.setClipRect(QRectF(0, layout.rowsTop, layout.frame.width, layout.frame.height));
        painter.translate(0, layout.rowsTop - scene.scroll);
        paintLanes();
        // Rows lower than a line of text are numbered at intervals.
        const auto every = std::size_t(
            std::max(1.0, std::ceil(layout.frame.lineHeight * 0.85 / layout.frame.rowHeight)));
        const auto [first, end] = visibleRows(layout, scene.scroll);
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (std::size_t index = first; index < end; ++index)
            paintRow(layout.rows[index], index % every == 0);
        painter.restore();
    }
};

} // namespace

void paintCanvas(QPainter& painter, const CanvasScene& scene)
{
    ScenePainter{{painter, scene}}.paint();
}

} // namespace coterie::ui
