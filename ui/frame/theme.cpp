#include "ui/frame/theme.h"

#include "ui/frame/plot_theme.h"

#include <QApplication>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

namespace coterie::ui {

namespace {

constexpr qreal kCorner = 2; ///< as in Fusion

/// Fusion draws edges darker than the window, which cannot be seen in a dark one.
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

/// Fusion, adapted to our palettes: visible edges on dark fields, handles that stand out from their
/// groove, and narrow tabs, so that six fit over a dock of a small window.
class AppStyle final : public QProxyStyle
{
public:
    AppStyle()
        : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
    {}

    [[nodiscard]] int pixelMetric(PixelMetric metric,
                                  const QStyleOption* option,
                                  const QWidget* widget) const override
    {
        constexpr int kTabPadding = 14; // both sides together
        switch (metric) {
        case PM_TabBarTabHSpace:
            return kTabPadding;
        case PM_MenuPanelWidth:
            return 1; // with 0, menus have no edge
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
        }
    }

    void drawPrimitive(PrimitiveElement element,
                       const QStyleOption* option,
                       QPainter* painter,
                       const QWidget* widget) const override
    {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_FrameLineEdit || element == PE_FrameMenu
            || element == PE_IndicatorCheckBox)
            paintEdge(*painter, *option);
    }

    void drawControl(ControlElement element,
                     const QStyleOption* option,
                     QPainter* painter,
                     const QWidget* widget) const override
    {
        QProxyStyle::drawControl(element, option, painter, widget);
        if (element == CE_ProgressBarGroove)
            paintEdge(*painter, *option);
    }

    void drawComplexControl(ComplexControl control,
                            const QStyleOptionComplex* option,
                            QPainter* painter,
                            const QWidget* widget) const override
    {
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (control == CC_Slider && bar && isDark(bar->palette)) {
            QStyleOptionSlider slider = *bar;
            slider.palette.setColor(QPalette::Button, bar->palette.color(QPalette::Mid));
            slider.palette.setColor(QPalette::Window, bar->palette.color(QPalette::Midlight));
            return QProxyStyle::drawComplexControl(control, &slider, painter, widget);
        }
        if (control == CC_ScrollBar && bar) {
            constexpr int kDarker = 112; // percent; Fusion's gradient starts lighter
            const QColor mid = bar->palette.color(QPalette::Mid);
            QStyleOptionSlider part = *bar;
            part.subControls &= ~SubControls(SC_ScrollBarSlider);
            QProxyStyle::drawComplexControl(control, &part, painter, widget);
            part.subControls = bar->subControls & SC_ScrollBarSlider;
            part.palette.setColor(QPalette::Button,
                                  isDark(bar->palette) ? mid : mid.darker(kDarker));
            return QProxyStyle::drawComplexControl(control, &part, painter, widget);
        }
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        if (control == CC_SpinBox && box && box->frame)
            paintEdge(*painter, *option);
    }
};

struct Shades
{
    QRgb window;
    QRgb base;
    QRgb alternate;
    QRgb text;
    QRgb faint;
    QRgb disabled;
    QRgb button;
    QRgb light;
    QRgb midlight;
    QRgb mid;
    QRgb dark;
    QRgb shadow;
    QRgb accent;
    QRgb link;
    QRgb onAccent;
    QRgb note;
};

constexpr Shades kLight{.window = 0xf3f4f7,
                        .base = 0xffffff,
                        .alternate = 0xf7f8fa,
                        .text = 0x1d232b,
                        .faint = 0x57606b,
                        .disabled = 0xa3abb5,
                        .button = 0xf8f9fb,
                        .light = 0xffffff,
                        .midlight = 0xe6e9ee,
                        .mid = 0xcdd3db,
                        .dark = 0xa9b1bb,
                        .shadow = 0x6c7682,
                        .accent = 0x1f5fbf,
                        .link = 0x1f5fbf,
                        .onAccent = 0xffffff,
                        .note = 0xfff3dc};

constexpr Shades kDark{.window = 0x1e2126,
                       .base = 0x16181c,
                       .alternate = 0x1b1e23,
                       .text = 0xe6e9ee,
                       .faint = 0xa3adb9,
                       .disabled = 0x646d78,
                       .button = 0x2a2e35,
                       .light = 0x4a515c,
                       .midlight = 0x363c45,
                       .mid = 0x3a4049,
                       .dark = 0x121417,
                       .shadow = 0x0a0b0d,
                       .accent = 0x3d7edb,
                       .link = 0x78aef2,
                       .onAccent = 0xffffff,
                       .note = 0x3a3120};

QPalette paletteOf(const Shades& shades)
{
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, QRgb rgb) {
        palette.setColor(role, QColor::fromRgb(rgb));
    };
    set(QPalette::Window, shades.window);
    set(QPalette::WindowText, shades.text);
    set(QPalette::Base, shades.base);
    set(QPalette::AlternateBase, shades.alternate);
    set(QPalette::Text, shades.text);
    set(QPalette::PlaceholderText, shades.faint);
    set(QPalette::Button, shades.button);
    set(QPalette::ButtonText, shades.text);
    set(QPalette::BrightText, shades.onAccent);
    set(QPalette::Light, shades.light);
    set(QPalette::Midlight, shades.midlight);
    set(QPalette::Mid, shades.mid);
    set(QPalette::Dark, shades.dark);
    set(QPalette::Shadow, shades.shadow);
    set(QPalette::Highlight, shades.accent);
    set(QPalette::HighlightedText, shades.onAccent);
    set(QPalette::Link, shades.link);
    set(QPalette::LinkVisited, shades.link);
    set(QPalette::ToolTipBase, shades.note);
    set(QPalette::ToolTipText, shades.text);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, QColor::fromRgb(shades.disabled));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor::fromRgb(shades.mid));
    palette.setColor(
        QPalette::Disabled, QPalette::HighlightedText, QColor::fromRgb(shades.disabled));
    return palette;
}

} // namespace

QString toWord(ThemeChoice choice)
{
    switch (choice) {
    case ThemeChoice::Light:
        return QStringLiteral("light");
    case ThemeChoice::Dark:
        return QStringLiteral("dark");
    case ThemeChoice::System:
        break;
    }
    return QStringLiteral("system");
}

ThemeChoice themeFromWord(const QString& word)
{
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark})
        if (word == toWord(choice))
            return choice;
    return ThemeChoice::System;
}

QPalette lightPalette()
{
    return paletteOf(kLight);
}

QPalette darkPalette()
{
    return paletteOf(kDark);
}

Theme::Theme(QObject* parent)
    : QObject(parent)
    , m_systemIsDark(isDark(QApplication::palette()))
{
    QApplication::setStyle(new AppStyle); // taken over
    choose(ThemeChoice::System);
}

void Theme::choose(ThemeChoice choice)
{
    m_choice = choice;
    QApplication::setPalette(isDarkNow() ? darkPalette() : lightPalette());
    emit chosen();
}

void Theme::followDesktop()
{
    QApplication::setPalette(QPalette()); // back to the desktop's
    m_systemIsDark = isDark(QApplication::palette());
    choose(m_choice);
}

bool Theme::isDarkNow() const
{
    return m_choice == ThemeChoice::Dark || (m_choice == ThemeChoice::System && m_systemIsDark);
}

} // namespace coterie::ui
