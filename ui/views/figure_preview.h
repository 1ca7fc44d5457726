#pragma once

#include "ui/views/figure_drawing.h"

#include <QTimer>
#include <QWidget>

namespace coterie::ui {

/// A figure as its file will show it, as large as there is room. A large one takes long to draw, so
/// it is drawn when the user pauses.
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
    /// Another image, and perhaps another fit.
    void drawn();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void draw();
    /// Round the page is a margin.
    [[nodiscard]] QSizeF room() const;

    const Figure& m_figure;
    FigureSettings m_settings;
    QImage m_image;
    FigureFit m_fit;
    QSize m_drawnAt; ///< of the widget
    QTimer m_pause;
};

} // namespace coterie::ui
