#pragma once

#include <QObject>
#include <QPalette>
#include <QString>

namespace coterie::ui {

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
