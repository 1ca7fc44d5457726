#include "ui/data/sample_images.h"

namespace coterie::ui {

namespace {

constexpr QRgb kTint = 0xffe69f00; // orange stands out from any grey, to colour-blind eyes too
constexpr int kTintPercent = 45;

QRgb tinted(QRgb pixel)
{
    const auto mixed = [](int below, int above) {
        return (below * (100 - kTintPercent) + above * kTintPercent) / 100;
    };
    return qRgb(mixed(qRed(pixel), qRed(kTint)),
                mixed(qGreen(pixel), qGreen(kTint)),
                mixed(qBlue(pixel), qBlue(kTint)));
}

} // namespace

QImage imageOf(const SamplePicture& picture)
{
    QImage image(
        static_cast<int>(picture.width), static_cast<int>(picture.height), QImage::Format_RGB32);
    for (std::size_t y = 0; y < picture.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(y)));
        for (std::size_t x = 0; x < picture.width; ++x) {
            const std::size_t pixel = y * picture.width + x;
            const std::uint8_t* rgb = picture.rgb.data() + 3 * pixel;
            const QRgb plain = qRgb(rgb[0], rgb[1], rgb[2]);
            line[x] = !picture.mask.empty() && picture.mask[pixel] > 0 ? tinted(plain) : plain;
        }
    }
    return image;
}

} // namespace coterie::ui
