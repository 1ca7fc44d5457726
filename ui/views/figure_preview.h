#pragma once

#include "ui/views/figure_drawing.h"

#include <QWidget>

namespace coterie::ui {

/// A figure as its file will show it, as large as there is room.
class FigurePreview final : public QWidget
{
    Q_OBJECT

public:
    explicit FigurePreview(const Figure& figure, QWidget* parent = nullptr);

    void setSettings(const FigureSettings& settings);
    /// With as many dots as the screen can show.
    [[nodiscard]] const QImage& image() const { return m_image; }
    [[nodiscard]] const FigureFit& fit() const { return m_fit; }
    [[nodiscard]] QSize sizeHint() const override { return {480, 400}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 160}; }

signals:
    /// Another fit, or another scale.
    void drawn();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void draw();

    const Figure& m_figure;
    FigureSettings m_settings;
    QImage m_image;
    FigureFit m_fit;
};

} // namespace coterie::ui
