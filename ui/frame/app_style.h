#pragma once

#include <QProxyStyle>

namespace coterie::ui {

/// Fusion with what our palettes need: edges that are seen on dark fields, handles that stand out
/// of their groove, and tabs close enough for six of them to fit over a dock of a small window.
class AppStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    AppStyle();

    [[nodiscard]] int pixelMetric(PixelMetric metric,
                                  const QStyleOption* option,
                                  const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element,
                       const QStyleOption* option,
                       QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element,
                     const QStyleOption* option,
                     QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control,
                            const QStyleOptionComplex* option,
                            QPainter* painter,
                            const QWidget* widget) const override;
};

} // namespace coterie::ui
