#pragma once

#include <QObject>
#include <QPalette>
#include <QProxyStyle>
#include <QString>

namespace coterie::ui {

/// Fusion, adapted to our palettes: visible edges on dark fields, handles that stand out from their
/// groove, and narrow tabs, so that six fit over a dock of a small window.
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

enum class ThemeChoice
{
    System,
    Light,
    Dark
};

/// The word kept in the settings, and back; an unknown word is System.
[[nodiscard]] QString toWord(ThemeChoice choice);
[[nodiscard]] ThemeChoice themeFromWord(const QString& word);

[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

/// Sets the program's style and palette. Keeps whether the desktop is dark, for "System".
class Theme final : public QObject
{
    Q_OBJECT

public:
    explicit Theme(QObject* parent = nullptr);

    void choose(ThemeChoice choice);
    /// The desktop's colours changed: "System" follows them.
    void followDesktop();
    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    [[nodiscard]] bool isDarkNow() const;

signals:
    void chosen();

private:
    bool m_systemIsDark = false;
    ThemeChoice m_choice = ThemeChoice::System;
};

} // namespace coterie::ui
