#include "ui/views/thumbnail_strip.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

constexpr QRgb kTint = 0xffe69f00; // orange stands out from grey, for colour-blind eyes too
constexpr int kTintPercent = 45;
constexpr std::size_t kTableRows = 24;

QRgb tinted(QRgb pixel)
{
    const auto mixed = [](int below, int above) {
        return (below * (100 - kTintPercent) + above * kTintPercent) / 100;
    };
    return qRgb(mixed(qRed(pixel), qRed(kTint)),
                mixed(qGreen(pixel), qGreen(kTint)),
                mixed(qBlue(pixel), qBlue(kTint)));
}

/// Of each domain in turn, or of each class, so that neighbours differ.
std::vector<std::int32_t> variedSamples(const Dataset& dataset, std::size_t count)
{
    const Samples& samples = dataset.train;
    const bool byDomain = dataset.domainNames.size() > 1;
    const std::size_t kinds = byDomain ? dataset.domainNames.size() : dataset.classes;
    std::vector<std::int32_t> chosen;
    if (kinds < 2)
        return spreadOver(matchingSamples(samples, {}), count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto kind = std::int32_t(i % kinds);
        const std::vector<std::int32_t> matching = matchingSamples(
            samples, byDomain ? SampleFilter{.domain = kind} : SampleFilter{.label = kind});
        if (matching.empty())
            continue;
        // Different digits show the styles of the domains better than one digit.
        const std::size_t place = (i / kinds * 37 + i * 11) % matching.size();
        chosen.push_back(matching[place]);
    }
    return chosen;
}

constexpr int kThumbnailGap = 5;

} // namespace

QImage imageOf(const SamplePicture& picture)
{
    QImage image(int(picture.width), int(picture.height), QImage::Format_RGB32);
    for (std::size_t y = 0; y < picture.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(int(y)));
        for (std::size_t x = 0; x < picture.width; ++x) {
            const std::size_t pixel = y * picture.width + x;
            const std::uint8_t* rgb = picture.rgb.data() + 3 * pixel;
            const QRgb plain = qRgb(rgb[0], rgb[1], rgb[2]);
            line[x] = !picture.mask.empty() && picture.mask[pixel] > 0 ? tinted(plain) : plain;
        }
    }
    return image;
}

std::vector<QImage> thumbnailsOf(const Dataset& dataset, std::size_t count)
{
    std::vector<QImage> images;
    if (lookOf(dataset.train.shape) == SampleLook::Table) {
        const auto rows = dataset.streams > 0 ? firstOfStreams(dataset, kTableRows)
                                              : matchingSamples(dataset.train, {});
        return {imageOf(tablePicture(dataset.train, spreadOver(rows, kTableRows)))};
    }
    for (const SamplePicture& picture :
         samplePictures(dataset.train, variedSamples(dataset, count), {.largestSide = 64}))
        images.push_back(imageOf(picture));
    return images;
}

void paintThumbnails(QPainter& painter, const QRect& line, const std::vector<QImage>& images)
{
    // A little smaller where all of them then fit: one of each class is missed if it is not there.
    constexpr int kLeastSide = 20;
    const int count = std::max(1, int(images.size()));
    const int fitting = (line.width() + kThumbnailGap) / count - kThumbnailGap;
    const int side = std::clamp(fitting, kLeastSide, kThumbnailSide);
    QRect box(line.topLeft(), QSize(side, side));
    if (images.size() == 1) {
        box.setHeight(kThumbnailSide);
        box.setWidth(std::min(line.width(), 5 * kThumbnailSide));
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter.drawImage(box, images.front());
        return;
    }
    for (const QImage& image : images) {
        if (box.right() > line.right())
            break;
        // As large as fits in the box; enlarged pixels stay sharp.
        QSizeF size = image.size();
        size.scale(box.size(), Qt::KeepAspectRatio);
        QRectF target(QPointF(0, 0), size);
        target.moveCenter(QRectF(box).center());
        painter.setRenderHint(QPainter::SmoothPixmapTransform,
                              size.width() * painter.device()->devicePixelRatioF() < image.width());
        painter.drawImage(target, image);
        box.translate(side + kThumbnailGap, 0);
    }
}

ThumbnailStrip::ThumbnailStrip(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Examples of the samples"));
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

void ThumbnailStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintThumbnails(painter, rect(), m_images);
}

} // namespace coterie::ui
