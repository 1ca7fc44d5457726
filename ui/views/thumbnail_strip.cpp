#include "ui/views/thumbnail_strip.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

constexpr int kThumbnailGap = 5;

/// The picture in the box, as large as it fits, its pixels sharp where they are enlarged.
void paintThumbnail(QPainter& painter, const QRect& box, const QImage& image)
{
    QSizeF size = image.size();
    size.scale(box.size(), Qt::KeepAspectRatio);
    QRectF target(QPointF(0, 0), size);
    target.moveCenter(QRectF(box).center());
    painter.setRenderHint(QPainter::SmoothPixmapTransform,
                          size.width() * painter.device()->devicePixelRatioF() < image.width());
    painter.drawImage(target, image);
}

} // namespace

void paintThumbnails(QPainter& painter, const QRect& line, const std::vector<QImage>& images)
{
    QRect box(line.topLeft(), QSize(kThumbnailSide, kThumbnailSide));
    if (images.size() == 1) {
        box.setWidth(std::min(line.width(), 5 * kThumbnailSide));
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter.drawImage(box, images.front());
        return;
    }
    for (const QImage& image : images) {
        if (box.right() > line.right())
            break;
        paintThumbnail(painter, box, image);
        box.translate(kThumbnailSide + kThumbnailGap, 0);
    }
}

ThumbnailStrip::ThumbnailStrip(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Some of the samples"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ThumbnailStrip::setImages(std::vector<QImage> images)
{
    m_images = std::move(images);
    update();
}

QSize ThumbnailStrip::sizeHint() const
{
    return {10 * (kThumbnailSide + kThumbnailGap), kThumbnailSide};
}

QSize ThumbnailStrip::minimumSizeHint() const
{
    return {kThumbnailSide, kThumbnailSide};
}

void ThumbnailStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintThumbnails(painter, rect(), m_images);
}

} // namespace coterie::ui
