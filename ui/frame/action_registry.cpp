#include "ui/frame/action_registry.h"

#include "ui/frame/icons.h"

#include <QAction>
#include <QApplication>
#include <QStatusTipEvent>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace coterie::ui {

QAction* ActionRegistry::add(const ActionSpec& spec)
{
    Q_ASSERT(!spec.id || !m_actions.contains(*spec.id));
    auto* action = new QAction(spec.text, this);
    action->setObjectName(spec.name);
    action->setShortcut(spec.shortcut);
    action->setShortcutContext(spec.context);
    action->setCheckable(spec.checkable);
    if (!spec.icon.isEmpty())
        action->setIcon(icon(spec.icon));
    setToolTip(*action, spec.tooltip);
    action->setProperty("section", sectionTitle(spec.section));
    if (spec.id)
        m_actions[*spec.id] = action;
    m_sections[spec.section] << action;
    m_all << action;
    return action;
}

QAction* ActionRegistry::action(ActionId id) const
{
    return m_actions.at(id);
}

QAction* ActionRegistry::action(const QString& name) const
{
    const auto found = std::ranges::find(m_all, name, &QObject::objectName);
    Q_ASSERT(found != m_all.end());
    return *found;
}

QList<QAction*> ActionRegistry::section(ActionSection section) const
{
    return m_sections.value(section);
}

void setToolTip(QAction& action, const QString& words)
{
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    action.setToolTip(keys.isEmpty() ? words : ActionRegistry::tr("%1 (%2)").arg(words, keys));
    if (action.statusTip() == words)
        return;
    action.setStatusTip(words);
    if (QApplication::activePopupWidget() || QApplication::activeModalWidget())
        return; // it has words of its own
    // Whoever points at it sees at once what it does now.
    for (QObject* of : action.associatedObjects())
        if (auto* button = qobject_cast<QToolButton*>(of);
            button && button->defaultAction() == &action && button->underMouse()) {
            QStatusTipEvent tip(words);
            QApplication::sendEvent(button, &tip);
        }
}

QString menuTitle(ActionSection section)
{
    const std::array titles{ActionRegistry::tr("&File"),
                            ActionRegistry::tr("&Edit"),
                            ActionRegistry::tr("&Design"),
                            ActionRegistry::tr("&Clients"),
                            ActionRegistry::tr("&Run"),
                            ActionRegistry::tr("&View"),
                            ActionRegistry::tr("&Watch"),
                            ActionRegistry::tr("C&ompare"),
                            ActionRegistry::tr("&Help")};
    return titles[static_cast<std::size_t>(section)];
}

QString sectionTitle(ActionSection section)
{
    return menuTitle(section).remove(QLatin1Char('&'));
}

} // namespace coterie::ui
