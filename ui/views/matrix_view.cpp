#include "ui/views/matrix_view.h"

#include "ui/frame/plot_theme.h"
#include "ui/words.h"

#include <QEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kLegendWidth = 12;

} // namespace

MatrixView::MatrixView(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("matrix"));
    setAccessibleName(tr("Matrix of clients, one coloured cell for each pair"));
    setMouseTracking(true);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
}

void MatrixView::setPicture(MatrixPicture picture)
{
    m_nothing.clear();
    m_picture = std::move(picture);
    drawImage();
}

void MatrixView::setNothing(const QString& sentence)
{
    m_nothing = sentence;
    m_picture = {};
    drawImage();
}

void MatrixView::setSelected(std::set<int> clients)
{
    m_selected = std::move(clients);
    update();
}

void MatrixView::drawImage()
{
    const Matrix& matrix = m_picture.matrix;
    m_scale = ColourScale(m_picture.scale, matrix.values, isDark(palette()));
    m_image = QImage(static_cast<int>(m_picture.columns.size()),
                     static_cast<int>(m_picture.rows.size()),
                     QImage::Format_RGB32);
    for (int y = 0; y < m_image.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        const auto row = static_cast<std::size_t>(m_picture.rows[static_cast<std::size_t>(y)]);
        for (int x = 0; x < m_image.width(); ++x)
            line[x] = m_scale.colour(matrix.at(
                row, static_cast<std::size_t>(m_picture.columns[static_cast<std::size_t>(x)])));
    }
    update();
}

QRectF MatrixView::cellArea() const
{
    const QFontMetrics metrics(font());
    const double left = metrics.horizontalAdvance(QStringLiteral("0000")) + 14;
    const double right = kLegendWidth + metrics.horizontalAdvance(QStringLiteral("-0.0000")) + 26;
    const double top = 10;
    const double bottom = metrics.height() + 12;
    QRectF area(
        left, top, std::max(1.0, width() - left - right), std::max(1.0, height() - top - bottom));
    if (m_picture.columnsAreClients) { // cells are squares
        const double side = std::min(area.width(), area.height());
        area.setSize({side, side});
    }
    return area;
}

std::optional<MatrixView::Cell> MatrixView::cellAt(const QPointF& point) const
{
    const QRectF area = cellArea();
    if (m_image.isNull() || !area.contains(point))
        return std::nullopt;
    const auto place = [](double from, double length, double at, std::size_t count) {
        return std::min(static_cast<std::size_t>((at - from) / length * static_cast<double>(count)),
                        count - 1);
    };
    return Cell{
        m_picture.rows[place(area.top(), area.height(), point.y(), m_picture.rows.size())],
        m_picture.columns[place(area.left(), area.width(), point.x(), m_picture.columns.size())]};
}

QString MatrixView::explanation(const Cell& cell) const
{
    const auto column = static_cast<std::size_t>(cell.column);
    const int columnName =
        column < m_picture.columnNames.size() ? m_picture.columnNames[column] : cell.column;
    return tr("%1 %2, %3 %4: %5 %6")
        .arg(m_picture.rowWord)
        .arg(cell.row)
        .arg(m_picture.columnWord)
        .arg(columnName)
        .arg(m_picture.valueWord,
             QString::number(
                 m_picture.matrix.at(static_cast<std::size_t>(cell.row), column), 'g', 9));
}

void MatrixView::paintEvent(QPaintEvent*)
{
    const PlotTheme theme = PlotTheme::of(*this);
    QPainter painter(this);
    painter.setFont(theme.font);
    if (m_image.isNull()) {
        painter.setPen(theme.faintText);
        painter.drawText(
            rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, m_nothing);
        return;
    }
    const QRectF area = cellArea();
    painter.drawImage(area, m_image); // nearest neighbour: cells stay sharp
    paintBreaks(painter, area, theme);
    paintSelected(painter, area);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.axisLine, 1));
    painter.drawRect(area);
    paintNumbers(painter, area, theme);
    paintLegend(painter, area, theme);
}

void MatrixView::paintBreaks(QPainter& painter, const QRectF& area, const PlotTheme& theme) const
{
    painter.setPen(QPen(theme.background, 1.5));
    for (const int place : m_picture.rowBreaks) {
        const double y = area.top() + area.height() * place / double(m_picture.rows.size());
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    for (const int place : m_picture.columnBreaks) {
        const double x = area.left() + area.width() * place / double(m_picture.columns.size());
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
}

void MatrixView::paintSelected(QPainter& painter, const QRectF& area) const
{
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.setBrush(Qt::NoBrush);
    const double rowHeight = area.height() / double(m_picture.rows.size());
    for (std::size_t place = 0; place < m_picture.rows.size(); ++place)
        if (m_selected.contains(m_picture.rows[place]))
            painter.drawRect(QRectF(
                area.left(), area.top() + rowHeight * double(place), area.width(), rowHeight));
    if (!m_picture.columnsAreClients)
        return;
    const double columnWidth = area.width() / double(m_picture.columns.size());
    for (std::size_t place = 0; place < m_picture.columns.size(); ++place)
        if (m_selected.contains(m_picture.columns[place]))
            painter.drawRect(QRectF(
                area.left() + columnWidth * double(place), area.top(), columnWidth, area.height()));
}

void MatrixView::paintNumbers(QPainter& painter, const QRectF& area, const PlotTheme& theme) const
{
    const QFontMetrics metrics(theme.font);
    painter.setPen(theme.faintText);
    const double rowHeight = area.height() / double(m_picture.rows.size());
    const auto everyRow =
        static_cast<std::size_t>(std::max(1.0, std::ceil(metrics.height() / rowHeight)));
    for (std::size_t place = 0; place < m_picture.rows.size(); place += everyRow)
        painter.drawText(
            QRectF(0,
                   area.top() + rowHeight * (double(place) + 0.5) - metrics.height() / 2.0,
                   area.left() - 6,
                   metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter,
            QString::number(m_picture.rows[place]));
    const double columnWidth = area.width() / double(m_picture.columns.size());
    const double needed = metrics.horizontalAdvance(QStringLiteral("0000"));
    const auto everyColumn =
        static_cast<std::size_t>(std::max(1.0, std::ceil(needed / columnWidth)));
    for (std::size_t place = 0; place < m_picture.columns.size(); place += everyColumn) {
        const auto column = static_cast<std::size_t>(m_picture.columns[place]);
        const int name = column < m_picture.columnNames.size() ? m_picture.columnNames[column]
                                                               : m_picture.columns[place];
        painter.drawText(QRectF(area.left() + columnWidth * (double(place) + 0.5) - 40,
                                area.bottom() + 4,
                                80,
                                metrics.height()),
                         Qt::AlignHCenter,
                         QString::number(name));
    }
}

void MatrixView::paintLegend(QPainter& painter, const QRectF& area, const PlotTheme& theme) const
{
    const QRectF bar(area.right() + 14, area.top(), kLegendWidth, area.height());
    const int steps = std::max(2, static_cast<int>(bar.height()));
    for (int step = 0; step < steps; ++step) {
        const double share = 1 - double(step) / (steps - 1);
        const double value = m_scale.low() + share * (m_scale.high() - m_scale.low());
        painter.fillRect(QRectF(bar.left(), bar.top() + step, bar.width(), 1.5),
                         QColor(m_scale.colour(value)));
    }
    painter.setPen(theme.faintText);
    const QFontMetrics metrics(theme.font);
    const int marks = bar.height() > 8 * metrics.height()   ? 4
                      : bar.height() > 3 * metrics.height() ? 2
                                                            : 1;
    for (int mark = 0; mark <= marks; ++mark) {
        const double share = double(mark) / marks;
        const double y = bar.bottom() - share * (bar.height() - metrics.height());
        painter.drawText(
            QRectF(bar.right() + 5, y - metrics.height(), 90, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter,
            QString::number(m_scale.low() + share * (m_scale.high() - m_scale.low()), 'g', 3));
    }
}

void MatrixView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    std::set<int> chosen;
    if (event->modifiers() & Qt::ControlModifier)
        chosen = m_selected;
    if (const std::optional<Cell> cell = cellAt(event->position())) {
        chosen.insert(cell->row);
        if (m_picture.columnsAreClients)
            chosen.insert(cell->column);
    }
    emit clientsChosen(chosen);
}

void MatrixView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_image.isNull())
        drawImage();
}

bool MatrixView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const std::optional<Cell> cell = cellAt(help->pos());
        QToolTip::showText(help->globalPos(), cell ? explanation(*cell) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace coterie::ui
