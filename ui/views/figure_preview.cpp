#include "ui/views/figure_preview.h"

#include "ui/frame/plot_theme.h"

#include <QPainter>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr int kMargin = 12; ///< pixels round the page

} // namespace

FigurePreview::FigurePreview(const Figure& figure, QWidget* parent)
    : QWidget(parent)
    , m_figure(figure)
{
    setObjectName(QStringLiteral("figurePreview"));
    setAccessibleName(tr("Preview of the figure"));
    setToolTip(tr("Shows the figure as the file will have it"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void FigurePreview::setSettings(const FigureSettings& settings)
{
    m_settings = settings;
    draw();
}

void FigurePreview::draw()
{
    constexpr double kInch = 25.4;
    constexpr double kMostDots = 400; // a small figure need not fill a large screen
    const QSizeF room = (QSizeF(size()) - QSizeF(2 * kMargin, 2 * kMargin)) * devicePixelRatioF();
    const QSizeF inches = figureSize(m_figure, m_settings) / kInch;
    const double dots =
        std::min({room.width() / inches.width(), room.height() / inches.height(), kMostDots});
    m_image = dots > 0 ? figureImage(m_figure, m_settings, dots, &m_fit) : QImage();
    m_image.setDevicePixelRatio(devicePixelRatioF());
    update();
    emit drawn();
}

void FigurePreview::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    draw();
}

void FigurePreview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor ground = palette().color(QPalette::Window);
    painter.fillRect(rect(), blend(palette().color(QPalette::WindowText), ground, 0.12));
    if (m_image.isNull())
        return;
    QRectF page(QPointF(), m_image.deviceIndependentSize());
    page.moveCenter(QRectF(rect()).center());
    page.moveTopLeft(page.topLeft().toPoint()); // sharp
    painter.drawImage(page.topLeft(), m_image);
}

} // namespace coterie::ui
