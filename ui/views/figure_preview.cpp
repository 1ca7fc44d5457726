#include "ui/views/figure_preview.h"

#include "ui/frame/plot_theme.h"

#include <QPainter>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr int kPageMargin = 12; ///< pixels round the page

} // namespace

FigurePreview::FigurePreview(const Figure& figure, QWidget* parent)
    : QWidget(parent)
    , m_figure(figure)
{
    setObjectName(QStringLiteral("figurePreview"));
    setAccessibleName(tr("Preview of the figure"));
    setToolTip(tr("Shows the figure as the file will have it"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    constexpr int kPauseMilliseconds = 20; // between keys and steps of a resize there is less
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMilliseconds);
    connect(&m_pause, &QTimer::timeout, this, &FigurePreview::draw);
}

void FigurePreview::setSettings(const FigureSettings& settings)
{
    m_settings = settings;
    m_pause.start();
}

QSizeF FigurePreview::room() const
{
    return QSizeF(size()) - QSizeF(2 * kPageMargin, 2 * kPageMargin);
}

void FigurePreview::draw()
{
    constexpr double kInch = 25.4;
    constexpr double kMostDots = 400; // a small figure need not fill a large screen
    const QSizeF pixels = room() * devicePixelRatioF();
    const QSizeF inches = figureSize(m_figure, m_settings) / kInch;
    const double dots =
        std::min({pixels.width() / inches.width(), pixels.height() / inches.height(), kMostDots});
    m_image = dots > 0 ? figureImage(m_figure, m_settings, dots, &m_fit) : QImage();
    m_image.setDevicePixelRatio(devicePixelRatioF());
    m_drawnAt = size();
    update();
    emit drawn();
}

void FigurePreview::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_pause.start();
}

void FigurePreview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor ground = palette().color(QPalette::Window);
    painter.fillRect(rect(), blend(palette().color(QPalette::WindowText), ground, 0.12));
    if (m_image.isNull())
        return;
    QRectF page(QPointF(), m_image.deviceIndependentSize());
    const bool isResized = m_drawnAt != size(); // the image is drawn anew in a moment
    if (isResized)
        page.setSize(page.size().scaled(room(), Qt::KeepAspectRatio));
    page.moveCenter(QRectF(rect()).center());
    page.moveTopLeft(page.topLeft().toPoint()); // sharp
    if (isResized)
        painter.drawImage(page, m_image);
    else
        painter.drawImage(page.topLeft(), m_image);
}

} // namespace coterie::ui
