#include "ui/frame/app_style.h"

#include "ui/frame/plot_theme.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace coterie::ui {

namespace {

constexpr qreal kCorner = 2; ///< as Fusion's own

/// Fusion's edges are darker than the window, which a dark window swallows.
void paintEdge(QPainter& painter, const QStyleOption& option)
{
    if (!isDark(option.palette) || option.state.testFlag(QStyle::State_HasFocus))
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(option.palette.color(QPalette::Mid));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kCorner, kCorner);
    painter.restore();
}

} // namespace

AppStyle::AppStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{}

int AppStyle::pixelMetric(PixelMetric metric,
                          const QStyleOption* option,
                          const QWidget* widget) const
{
    constexpr int kBesideTabText = 14; // both sides together
    switch (metric) {
    case PM_TabBarTabHSpace:
        return kBesideTabText;
    case PM_MenuPanelWidth:
        return 1; // without it menus have no edge at all
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

void AppStyle::drawPrimitive(PrimitiveElement element,
                             const QStyleOption* option,
                             QPainter* painter,
                             const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_FrameLineEdit || element == PE_FrameMenu || element == PE_IndicatorCheckBox)
        paintEdge(*painter, *option);
}

void AppStyle::drawControl(ControlElement element,
                           const QStyleOption* option,
                           QPainter* painter,
                           const QWidget* widget) const
{
    QProxyStyle::drawControl(element, option, painter, widget);
    if (element == CE_ProgressBarGroove)
        paintEdge(*painter, *option);
}

void AppStyle::drawComplexControl(ComplexControl control,
                                  const QStyleOptionComplex* option,
                                  QPainter* painter,
                                  const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control == CC_Slider && bar && isDark(bar->palette)) {
        QStyleOptionSlider slider = *bar;
        slider.palette.setColor(QPalette::Button, bar->palette.color(QPalette::Mid));
        slider.palette.setColor(QPalette::Window, bar->palette.color(QPalette::Midlight));
        return QProxyStyle::drawComplexControl(control, &slider, painter, widget);
    }
    if (control == CC_ScrollBar && bar) {
        constexpr int kDarker = 112; // in percent: Fusion's gradient begins lighter
        const QColor mid = bar->palette.color(QPalette::Mid);
        QStyleOptionSlider part = *bar;
        part.subControls &= ~SubControls(SC_ScrollBarSlider);
        QProxyStyle::drawComplexControl(control, &part, painter, widget);
        part.subControls = bar->subControls & SC_ScrollBarSlider;
        part.palette.setColor(QPalette::Button, isDark(bar->palette) ? mid : mid.darker(kDarker));
        return QProxyStyle::drawComplexControl(control, &part, painter, widget);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (control == CC_SpinBox && box && box->frame)
        paintEdge(*painter, *option);
}

} // namespace coterie::ui
