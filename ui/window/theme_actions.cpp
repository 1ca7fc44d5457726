#include "ui/window/theme_actions.h"

#include "ui/frame/action_registry.h"
#include "ui/frame/theme.h"

#include <QAction>
#include <QSettings>

#include <array>

namespace coterie::ui {

namespace {

constexpr std::array kThemes{std::pair{ActionId::ThemeSystem, ThemeChoice::System},
                             std::pair{ActionId::ThemeLight, ThemeChoice::Light},
                             std::pair{ActionId::ThemeDark, ThemeChoice::Dark}};

QString settingsKey()
{
    return QStringLiteral("theme");
}

} // namespace

void connectThemeActions(const ActionRegistry& actions, Theme& theme)
{
    const ThemeChoice last = themeFromWord(QSettings().value(settingsKey()).toString());
    theme.choose(last);
    for (const auto& [id, choice] : kThemes) {
        QAction* action = actions.action(id);
        action->setChecked(choice == last);
        QObject::connect(action, &QAction::triggered, &theme, [&theme, chosen = choice] {
            theme.choose(chosen);
            QSettings().setValue(settingsKey(), toWord(chosen));
        });
    }
}

} // namespace coterie::ui
