#include "ui/frame/theme.h"

#include "ui/frame/plot_theme.h"

#include <QApplication>
#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

#include <algorithm>
#include <array>

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

/// Whether the arrow of the button's menu is the one that Qt puts into its lower corner, beside
/// words: there it hangs below them.
bool hasHangingArrow(const QStyleOptionToolButton& button)
{
    const bool hasWords = button.toolButtonStyle == Qt::ToolButtonTextBesideIcon
                          || button.toolButtonStyle == Qt::ToolButtonTextOnly;
    return hasWords && !button.text.isEmpty()
           && button.features.testFlag(QStyleOptionToolButton::HasMenu)
           && !button.features.testFlag(QStyleOptionToolButton::MenuButtonPopup);
}

/// Fusion, adapted to our palettes: visible edges on dark fields, handles that stand out from their
/// groove, narrow tabs, so that six fit over a dock of a small window, and arrows of menus at the
/// height of the words beside them.
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
        if (metric == PM_TabBarTabHSpace)
            return kTabPadding;
        if (metric == PM_MenuPanelWidth)
            return 1; // with 0, menus have no edge
        return QProxyStyle::pixelMetric(metric, option, widget);
    }

    [[nodiscard]] int styleHint(StyleHint hint,
                                const QStyleOption* option,
                                const QWidget* widget,
                                QStyleHintReturn* answer) const override
    {
        if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
            return 0; // Fusion's are pictures of one colour; the cross of Close is black on dark
        return QProxyStyle::styleHint(hint, option, widget, answer);
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
        if (element == CE_DockWidgetTitle && widget)
            painter->setFont(widget->font()); // Qt keeps the one from when the dock was made
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
        const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        if (control == CC_ToolButton && button && hasHangingArrow(*button)) {
            QStyleOptionToolButton part = *button;
            part.features &=
                ~QStyleOptionToolButton::ToolButtonFeatures(QStyleOptionToolButton::HasMenu);
            QProxyStyle::drawComplexControl(control, &part, painter, widget);
            const int size = pixelMetric(PM_MenuButtonIndicator, option, widget) - 6; // Qt's
            const QRect arrow(
                option->rect.right() - size, option->rect.center().y() - size / 2 + 1, size, size);
            part.rect = visualRect(option->direction, option->rect, arrow);
            return drawPrimitive(PE_IndicatorArrowDown, &part, painter, widget);
        }
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        if (control == CC_SpinBox && box && box->frame)
            paintEdge(*painter, *option);
    }
};

struct Shade
{
    QPalette::ColorRole role;
    QRgb light;
    QRgb dark;
};

constexpr std::array kShades{Shade{QPalette::Window, 0xf3f4f7, 0x1e2126},
                             Shade{QPalette::WindowText, 0x1d232b, 0xe6e9ee},
                             Shade{QPalette::Base, 0xffffff, 0x16181c},
                             Shade{QPalette::AlternateBase, 0xf7f8fa, 0x1b1e23},
                             Shade{QPalette::Text, 0x1d232b, 0xe6e9ee},
                             Shade{QPalette::PlaceholderText, 0x57606b, 0xa3adb9},
                             Shade{QPalette::Button, 0xf8f9fb, 0x2a2e35},
                             Shade{QPalette::ButtonText, 0x1d232b, 0xe6e9ee},
                             Shade{QPalette::BrightText, 0xffffff, 0xffffff},
                             Shade{QPalette::Light, 0xffffff, 0x4a515c},
                             Shade{QPalette::Midlight, 0xe6e9ee, 0x363c45},
                             Shade{QPalette::Mid, 0xcdd3db, 0x3a4049},
                             Shade{QPalette::Dark, 0xa9b1bb, 0x121417},
                             Shade{QPalette::Shadow, 0x6c7682, 0x0a0b0d},
                             Shade{QPalette::Highlight, 0x1f5fbf, 0x3272cd},
                             Shade{QPalette::HighlightedText, 0xffffff, 0xffffff},
                             Shade{QPalette::Link, 0x1f5fbf, 0x78aef2},
                             Shade{QPalette::LinkVisited, 0x1f5fbf, 0x78aef2},
                             Shade{QPalette::ToolTipBase, 0xfff3dc, 0x3a3120},
                             Shade{QPalette::ToolTipText, 0x1d232b, 0xe6e9ee}};

constexpr std::array kDisabledShades{Shade{QPalette::WindowText, 0xa3abb5, 0x646d78},
                                     Shade{QPalette::Text, 0xa3abb5, 0x646d78},
                                     Shade{QPalette::ButtonText, 0xa3abb5, 0x646d78},
                                     Shade{QPalette::Highlight, 0xcdd3db, 0x3a4049},
                                     Shade{QPalette::HighlightedText, 0xa3abb5, 0x646d78}};

QPalette paletteOf(QRgb Shade::*theme)
{
    QPalette palette;
    for (const Shade& shade : kShades)
        palette.setColor(shade.role, QColor::fromRgb(shade.*theme));
    for (const Shade& shade : kDisabledShades)
        palette.setColor(QPalette::Disabled, shade.role, QColor::fromRgb(shade.*theme));
    return palette;
}

/// In the order of ThemeChoice.
const std::array kWords{QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")};

} // namespace

QString toWord(ThemeChoice choice)
{
    return kWords[static_cast<std::size_t>(choice)];
}

ThemeChoice themeFromWord(const QString& word)
{
    const auto place = std::ranges::find(kWords, word) - kWords.begin();
    return static_cast<ThemeChoice>(place % std::ssize(kWords)); // an unknown word is System
}

QPalette lightPalette()
{
    return paletteOf(&Shade::light);
}

QPalette darkPalette()
{
    return paletteOf(&Shade::dark);
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
