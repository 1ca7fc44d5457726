#pragma once

#include "core/data/sample_pictures.h"

#include <QImage>
#include <QWidget>

#include <cstddef>
#include <vector>

namespace coterie::ui {

/// For the screen. With a mask, everything but class 0 is tinted.
[[nodiscard]] QImage imageOf(const SamplePicture& picture);

inline constexpr std::size_t kThumbnails = 10; ///< of one data set, at most

/// Some samples of a data set, spread over its classes or domains; of a table one picture.
[[nodiscard]] std::vector<QImage> thumbnailsOf(const Dataset& dataset, std::size_t count);

inline constexpr int kThumbnailSide = 34;

/// Draws as many as fit, side by side from the left. A single one is a table, drawn as one wide
/// picture.
void paintThumbnails(QPainter& painter, const QRect& line, const std::vector<QImage>& images);

/// Some samples of a data set in one line.
class ThumbnailStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit ThumbnailStrip(QWidget* parent = nullptr);

    void setImages(std::vector<QImage> images);
    [[nodiscard]] const std::vector<QImage>& images() const { return m_images; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {kThumbnailSide, kThumbnailSide};
    }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<QImage> m_images;
};

} // namespace coterie::ui
