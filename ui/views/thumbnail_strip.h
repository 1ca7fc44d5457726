#pragma once

#include <QImage>
#include <QWidget>

#include <vector>

namespace coterie::ui {

inline constexpr int kThumbnailSide = 34;

/// Draws as many as there is room for, one beside the other from the line's left. One alone is a
/// table, its numbers as one wide picture.
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
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<QImage> m_images;
};

} // namespace coterie::ui
