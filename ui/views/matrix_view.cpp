#include "ui/views/matrix_view.h"

#include "ui/client_texts.h"
#include "ui/frame/plot_theme.h"
#include "ui/numbers.h"
#include "ui/views/axis_ticks.h"
#include "ui/views/figure.h"
#include "ui/words.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kBarWidth = 12;
constexpr double kBesideCells = 14;
constexpr double kAboveCells = 10;
constexpr double kRightOfNumbers = 8;
constexpr double kLeastCellLines = 9; ///< of text: the size from which cells have titles

/// Of the columns' numbers or names.
double columnTextHeight(const MatrixMeasures& measures)
{
    return std::max(measures.lineHeight, measures.columnNames);
}

QRectF cellsOf(const QSizeF& size, const MatrixMeasures& measures, bool squares, double title)
{
    const double left = measures.numberWidth + kBesideCells + title;
    const double bar = kBarWidth + kBesideBar + measures.valueWidth + kRightOfNumbers + title;
    const double right = kBesideCells + (measures.hasBar ? bar : 0);
    const double bottom = columnTextHeight(measures) + 12 + title;
    QRectF cells(left,
                 kAboveCells,
                 std::max(1.0, size.width() - left - right),
                 std::max(1.0, size.height() - kAboveCells - bottom));
    if (squares) {
        const double side = std::min(cells.width(), cells.height());
        cells.setSize({side, side});
    }
    return cells;
}

constexpr int kMostBarSteps = 5;
constexpr int kMostBlocks = 6; ///< of a bar whose every number has a block of its own

QString titled(const QString& words)
{
    return words.left(1).toUpper() + words.mid(1);
}

QString withPart(const QString& words, const QString& part)
{
    return part.isEmpty() ? words : words + QStringLiteral(" (") + part + QLatin1Char(')');
}

/// Turned to be read upwards; on the right is at the top.
void paintUpwards(QPainter& painter,
                  const QRectF& box,
                  const QString& text,
                  Qt::Alignment alignment = Qt::AlignCenter)
{
    painter.save();
    painter.translate(box.center());
    painter.rotate(-90);
    painter.drawText(QRectF(-box.height() / 2, -box.width() / 2, box.height(), box.width()),
                     int(alignment | Qt::TextDontClip),
                     text);
    painter.restore();
}

/// The place of a row or column of the matrix.
std::optional<int> placeOf(const std::vector<int>& order, int number)
{
    const auto found = std::ranges::find(order, number);
    return found == order.end() ? std::nullopt : std::optional(int(found - order.begin()));
}

/// Neighbours in the order, drawn as one.
struct Stretch
{
    std::size_t first = 0;
    std::size_t count = 0;
};

std::vector<Stretch> stretchesOf(const std::vector<int>& order, const std::set<int>& picked)
{
    std::vector<Stretch> stretches;
    for (std::size_t place = 0; place < order.size(); ++place) {
        if (!picked.contains(order[place]))
            continue;
        if (stretches.empty() || stretches.back().first + stretches.back().count < place)
            stretches.push_back({.first = place});
        ++stretches.back().count;
    }
    return stretches;
}

} // namespace

MatrixLayout layOutMatrix(const QSizeF& size, const MatrixMeasures& measures, bool squares)
{
    MatrixLayout layout;
    const double line = measures.lineHeight;
    const QRectF titled = cellsOf(size, measures, squares, line + 2);
    const bool hasTitles = std::min(titled.width(), titled.height()) >= kLeastCellLines * line;
    layout.cells = hasTitles ? titled : cellsOf(size, measures, squares, 0);
    const QRectF& cells = layout.cells;
    if (measures.hasBar)
        layout.bar = QRectF(cells.right() + kBesideCells, cells.top(), kBarWidth, cells.height());
    if (!hasTitles)
        return layout;
    layout.rowTitle = QRectF(4, cells.top(), line, cells.height());
    layout.columnTitle =
        QRectF(cells.left(), cells.bottom() + columnTextHeight(measures) + 6, cells.width(), line);
    if (measures.hasBar)
        layout.valueTitle = QRectF(layout.bar.right() + kBesideBar + measures.valueWidth + 4,
                                   cells.top(),
                                   line,
                                   cells.height());
    return layout;
}

MatrixView::MatrixView(QWidget* parent)
    : ClientView(parent, "matrix", tr("Matrix of clients, one coloured cell for each pair"))
{
    setWhatsThis(tr("Press the arrow keys to go from cell to cell and read each value. Press Enter "
                    "to select the clients of the cell, Space to add or remove them."));
}

void MatrixView::setPicture(MatrixPicture picture)
{
    m_nothing.clear();
    m_picture = std::move(picture);
    drawImage();
}

void MatrixView::setNothing(const QString& text)
{
    m_nothing = text;
    m_picture = {};
    drawImage();
}

std::unique_ptr<PaintedView> MatrixView::copied() const
{
    auto copy = std::make_unique<MatrixView>();
    copy->setPalette(figurePalette());
    copy->m_picture = m_picture;
    copy->m_nothing = m_nothing;
    copy->drawImage();
    copy->setSelected(selected());
    copy->setClientNames(clientNames());
    return copy;
}

FigureParts MatrixView::figureParts() const
{
    return {
        .x = {.name = titled(m_picture.columnWord)},
        .y = {.name = titled(m_picture.rowWord), .whole = limitsOf(m_scale.low(), m_scale.high())},
        .limitsAreColours = true,
        .legendPlaces = {FigureLegend::Right, FigureLegend::None}};
}

void MatrixView::drawImage()
{
    m_scale = ColourScale(m_picture.scale, m_picture.matrix.values, isDark(palette()));
    if (paper())
        m_scale.setRange(paper()->limits[2].value_or(m_scale.low()),
                         paper()->limits[3].value_or(m_scale.high()));
    m_image =
        QImage(int(m_picture.columns.size()), int(m_picture.rows.size()), QImage::Format_RGB32);
    for (int y = 0; y < m_image.height(); ++y) {
        auto* pixel = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        const int row = m_picture.rows[std::size_t(y)];
        for (const int column : m_picture.columns)
            *pixel++ = m_scale.colour(m_picture.valueAt(row, column));
    }
    update();
}

std::vector<double> MatrixView::barTicks(int most) const
{
    return axisTicks(
        m_scale.low(), m_scale.high(), most, m_picture.scale == ColourScale::Kind::Counts);
}

double MatrixView::rowNamesWidth() const
{
    constexpr double kShare = 0.25; // of the width
    const QFontMetrics metrics(font());
    const bool hasRows = double(m_picture.rows.size()) * metrics.ascent() <= height();
    return hasRows ? namedWidth(clientNames(), m_picture.rows, metrics, kShare * width()) : 0;
}

double MatrixView::columnNamesLength() const
{
    constexpr double kShare = 0.35; // of the height; a name of some words is whole in a low dock
    const QFontMetrics metrics(font());
    const bool hasRoom =
        m_picture.columnsAreClients
        && double(m_picture.columns.size()) * metrics.height() <= std::min(width(), height());
    return hasRoom ? namedWidth(clientNames(), m_picture.columns, metrics, kShare * height()) : 0;
}

MatrixLayout MatrixView::places() const
{
    const QFontMetrics metrics(font());
    // The widest number that the bar may need: how many it has depends on its height, and the
    // height on this width.
    int widest = 0;
    for (int most = 1; most <= kMostBarSteps; ++most)
        for (const QString& text : tickTexts(barTicks(most)))
            widest = std::max(widest, metrics.horizontalAdvance(text));
    return layOutMatrix(size(),
                        {.lineHeight = double(metrics.height()),
                         .numberWidth = std::max<double>(
                             metrics.horizontalAdvance(QStringLiteral("0000")), rowNamesWidth()),
                         .valueWidth = double(widest),
                         .hasBar = !paper() || paper()->legend != FigureLegend::None,
                         .columnNames = columnNamesLength()},
                        m_picture.columnsAreClients);
}

ViewPart MatrixView::partAt(const QPointF& point) const
{
    const QRectF area = places().cells;
    if (m_image.isNull() || !area.contains(point))
        return {};
    const auto place = [](double from, double length, double at, std::size_t count) {
        return std::min(std::size_t((at - from) / length * double(count)), count - 1);
    };
    return {
        m_picture.rows[place(area.top(), area.height(), point.y(), m_picture.rows.size())],
        m_picture.columns[place(area.left(), area.width(), point.x(), m_picture.columns.size())]};
}

QString MatrixView::textOf(const ViewPart& part) const
{
    if (!part)
        return {};
    return tr("%1 %2, %3 %4, %5: %6")
        .arg(m_picture.rowWord)
        .arg(part.kind)
        .arg(m_picture.columnWord)
        .arg(m_picture.nameOfColumn(part.index))
        .arg(m_picture.valueWord, digitsText(m_picture.valueAt(part.kind, part.index), 9));
}

void MatrixView::paint(QPainter& painter, const PlotTheme& theme)
{
    if (m_image.isNull())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false); // all lines are straight
    const MatrixLayout layout = places();
    const QRectF& area = layout.cells;
    painter.drawImage(area, m_image); // nearest neighbour: cells stay sharp
    paintBreaks(painter, area, theme);
    paintSelected(painter, area);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.axisLine, 1));
    painter.drawRect(area);
    paintRowNumbers(painter, area, theme);
    paintColumnNumbers(painter, area, theme);
    if (!layout.bar.isNull())
        paintBar(painter, layout.bar, theme);
    paintTitles(painter, layout, theme);
}

void MatrixView::paintBreaks(QPainter& painter, const QRectF& area, const PlotTheme& theme) const
{
    // The middle of a diverging scale is close to the background's colour.
    const bool diverges = m_picture.scale == ColourScale::Kind::Diverging;
    painter.setPen(QPen(diverges ? theme.faintText : theme.background, diverges ? 1 : 1.5));
    const auto draw = [&](const QRectF& line) {
        painter.drawLine(line.topLeft(), line.bottomRight());
    };
    for (const int place : m_picture.rowBreaks)
        draw(rowsOf(area, place, 0));
    for (const int place : m_picture.columnBreaks)
        draw(columnsOf(area, place, 0));
}

QRectF MatrixView::rowsOf(const QRectF& area, double first, double count) const
{
    const double height = area.height() / double(m_picture.rows.size());
    return {area.left(), area.top() + height * first, area.width(), height * count};
}

QRectF MatrixView::columnsOf(const QRectF& area, double first, double count) const
{
    const double width = area.width() / double(m_picture.columns.size());
    return {area.left() + width * first, area.top(), width * count, area.height()};
}

/// A mark beside the matrix, and a frame of a light line in a dark one, which is visible on every
/// colour of a scale.
void MatrixView::paintSelected(QPainter& painter, const QRectF& area) const
{
    constexpr double kMark = 3;
    const QColor highlight = palette().color(QPalette::Highlight);
    painter.setBrush(Qt::NoBrush);
    constexpr double kLeastFramed = 5; // a frame would hide a narrower band
    const auto frame = [&](const QRectF& band) {
        if (std::min(band.width(), band.height()) < kLeastFramed)
            return;
        for (const QPen& pen : {QPen(QColor(0, 0, 0, 190), 3), QPen(Qt::white, 1)}) {
            painter.setPen(pen);
            painter.drawRect(band);
        }
    };
    for (const Stretch& rows : stretchesOf(m_picture.rows, selected())) {
        const QRectF band = rowsOf(area, double(rows.first), double(rows.count));
        frame(band);
        painter.fillRect(QRectF(area.left() - kMark - 2, band.top(), kMark, band.height()),
                         highlight);
    }
    if (!m_picture.columnsAreClients)
        return;
    for (const Stretch& columns : stretchesOf(m_picture.columns, selected())) {
        const QRectF band = columnsOf(area, double(columns.first), double(columns.count));
        frame(band);
        painter.fillRect(QRectF(band.left(), area.bottom() + 2, band.width(), kMark), highlight);
    }
}

void MatrixView::paintRowNumbers(QPainter& painter,
                                 const QRectF& area,
                                 const PlotTheme& theme) const
{
    const QFontMetrics metrics(theme.font);
    painter.setPen(theme.faintText);
    const double names = rowNamesWidth();
    const std::size_t everyRow = niceStep(metrics.height() / rowsOf(area, 0, 1).height());
    for (std::size_t place = 0; place < m_picture.rows.size(); place += everyRow) {
        const QPointF at(area.left() - 6, rowsOf(area, double(place), 1).center().y());
        const QString name = namedInWidth(clientNames(), m_picture.rows[place], metrics, names);
        drawTextAt(painter, at, Qt::AlignRight | Qt::AlignVCenter, name);
    }
}

void MatrixView::paintColumnNumbers(QPainter& painter,
                                    const QRectF& area,
                                    const PlotTheme& theme) const
{
    const QFontMetrics metrics(theme.font);
    painter.setPen(theme.faintText);
    if (const double names = columnNamesLength(); names > 0) {
        const std::size_t every = niceStep(metrics.height() / columnsOf(area, 0, 1).width());
        for (std::size_t place = 0; place < m_picture.columns.size(); place += every) {
            const double middle = columnsOf(area, double(place), 1).center().x();
            const QRectF below(
                middle - metrics.height() / 2.0, area.bottom() + 4, metrics.height(), names);
            paintUpwards(painter,
                         below,
                         namedInWidth(clientNames(), m_picture.columns[place], metrics, names),
                         Qt::AlignRight | Qt::AlignVCenter);
        }
        return;
    }
    const auto nameAt = [this](std::size_t place) {
        return QString::number(m_picture.nameOfColumn(m_picture.columns[place]));
    };
    int widest = 0;
    for (std::size_t place = 0; place < m_picture.columns.size(); ++place)
        widest = std::max(widest, metrics.horizontalAdvance(nameAt(place)));
    const double needed = widest + metrics.horizontalAdvance(QLatin1Char('0'));
    const std::size_t everyColumn = niceStep(needed / columnsOf(area, 0, 1).width());
    for (std::size_t place = 0; place < m_picture.columns.size(); place += everyColumn) {
        const QPointF at(columnsOf(area, double(place), 1).center().x(), area.bottom() + 4);
        drawTextAt(painter, at, Qt::AlignHCenter, nameAt(place));
    }
}

void MatrixView::paintBar(QPainter& painter, const QRectF& bar, const PlotTheme& theme) const
{
    const double span = m_scale.high() - m_scale.low();
    // A bar of few counts has one block for each; 0: it is continuous.
    const auto isWhole = [](double end) { return end == std::floor(end); };
    const bool isCounted = m_picture.scale == ColourScale::Kind::Counts && span < kMostBlocks
                           && isWhole(m_scale.low()) && isWhole(m_scale.high());
    const int blocks = isCounted ? int(span) + 1 : 0;
    const int steps = blocks > 0 ? blocks : std::max(2, int(bar.height()));
    const double height = bar.height() / steps;
    for (int step = 0; step < steps; ++step) {
        const double share = steps > 1 ? 1 - double(step) / (steps - 1) : 0;
        painter.fillRect(QRectF(bar.left(),
                                bar.top() + step * height,
                                bar.width(),
                                blocks > 0 ? height : height + 0.5), // no gap between them
                         QColor(m_scale.colour(m_scale.low() + share * span)));
    }
    painter.setPen(theme.faintText);
    const QFontMetrics metrics(theme.font);
    const double line = metrics.height();
    const int most = std::max(1, int(bar.height() / (2 * line)));
    const std::vector<double> ticks = barTicks(std::min(most, kMostBarSteps));
    const QStringList texts = tickTexts(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double above = ticks[i] - m_scale.low();
        const double y = bar.bottom()
                         - (blocks > 0 ? (above + 0.5) * height
                            : span > 0 ? above / span * bar.height()
                                       : 0);
        // No tick: it would look like a minus sign.
        drawTextAt(painter, {bar.right() + kBesideBar, y}, Qt::AlignVCenter, texts[qsizetype(i)]);
    }
}

void MatrixView::paintTitles(QPainter& painter,
                             const MatrixLayout& layout,
                             const PlotTheme& theme) const
{
    if (layout.rowTitle.isEmpty())
        return;
    const QFontMetrics metrics(theme.font);
    const auto fitting = [&](const QString& own, const QString& words, double room) {
        const QString title = own.isEmpty() ? titled(words) : own;
        return metrics.elidedText(title, Qt::ElideRight, int(room));
    };
    const QString xName = paper() ? paper()->xName : QString();
    const QString yName = paper() ? paper()->yName : QString();
    painter.setPen(theme.text);
    paintUpwards(
        painter,
        layout.rowTitle,
        fitting(yName, withPart(m_picture.rowWord, m_picture.part), layout.rowTitle.height()));
    const QString ofColumns = m_picture.columnsAreClients ? m_picture.part : QString();
    painter.drawText(
        layout.columnTitle,
        Qt::AlignCenter,
        fitting(xName, withPart(m_picture.columnWord, ofColumns), layout.columnTitle.width()));
    if (!layout.valueTitle.isNull())
        paintUpwards(painter,
                     layout.valueTitle,
                     fitting({}, m_picture.valueWord, layout.valueTitle.height()));
}

std::vector<int> MatrixView::clientsOf(const ViewPart& part) const
{
    if (!part)
        return {};
    return m_picture.columnsAreClients ? std::vector{part.kind, part.index}
                                       : std::vector{part.kind};
}

std::optional<GridPlace> MatrixView::gridPlace(const ViewPart& part) const
{
    const std::optional<int> row = placeOf(m_picture.rows, part.kind);
    const std::optional<int> column = placeOf(m_picture.columns, part.index);
    return row && column ? std::optional(GridPlace{.row = *row, .column = *column}) : std::nullopt;
}

ViewPart MatrixView::stepFrom(const ViewPart& part, KeyStep step) const
{
    const auto place = walkGrid(gridPlace(part), step, m_image.height(), m_image.width());
    return place ? ViewPart{m_picture.rows[std::size_t(place->row)],
                            m_picture.columns[std::size_t(place->column)]}
                 : ViewPart{};
}

QRectF MatrixView::areaOf(const ViewPart& part) const
{
    const std::optional<GridPlace> place = gridPlace(part);
    if (!place)
        return {};
    const QRectF cells = places().cells;
    return rowsOf(cells, place->row, 1) & columnsOf(cells, place->column, 1);
}

void MatrixView::changeEvent(QEvent* event)
{
    ClientView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_image.isNull())
        drawImage();
}

} // namespace coterie::ui
