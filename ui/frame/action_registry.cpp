#include "ui/frame/action_registry.h"

#include "ui/frame/icons.h"

#include <QAction>

#include <algorithm>

namespace coterie::ui {

ActionRegistry::ActionRegistry(QObject* parent)
    : QObject(parent)
{}

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
    const auto found = m_actions.find(id);
    Q_ASSERT(found != m_actions.end());
    return found->second;
}

QAction* ActionRegistry::action(const QString& name) const
{
    const auto found = std::ranges::find(m_all, name, &QObject::objectName);
    Q_ASSERT(found != m_all.end());
    return *found;
}

QList<QAction*> ActionRegistry::section(ActionSection section) const
{
    const auto found = m_sections.find(section);
    return found == m_sections.end() ? QList<QAction*>{} : found->second;
}

void setToolTip(QAction& action, const QString& words)
{
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    action.setToolTip(keys.isEmpty() ? words : ActionRegistry::tr("%1 (%2)").arg(words, keys));
    action.setStatusTip(words);
}

QString sectionTitle(ActionSection section)
{
    switch (section) {
    case ActionSection::File:
        return ActionRegistry::tr("File");
    case ActionSection::Edit:
        return ActionRegistry::tr("Edit");
    case ActionSection::Design:
        return ActionRegistry::tr("Design");
    case ActionSection::Clients:
        return ActionRegistry::tr("Clients");
    case ActionSection::Run:
        return ActionRegistry::tr("Run");
    case ActionSection::View:
        return ActionRegistry::tr("View");
    case ActionSection::Watch:
        return ActionRegistry::tr("Watch");
    case ActionSection::Compare:
        return ActionRegistry::tr("Compare");
    case ActionSection::Help:
        return ActionRegistry::tr("Help");
    }
    return {};
}

} // namespace coterie::ui
