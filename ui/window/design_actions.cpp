#include "ui/window/design_actions.h"

#include "ui/design/design_section.h"
#include "ui/frame/action_registry.h"
#include "ui/say.h"

#include <QAction>

#include <array>

namespace coterie::ui {

namespace {

void addSectionActions(ActionRegistry& registry)
{
    struct Entry
    {
        const char* name;
        qsizetype letter = 0; ///< which one of the title chooses it in the menu
    };
    constexpr std::array kEntries{Entry{"design.overview"},
                                  Entry{"design.data"},
                                  Entry{"design.clients"},
                                  Entry{"design.model"},
                                  Entry{"design.local"},
                                  Entry{"design.arms"},
                                  Entry{"design.rounds"},
                                  Entry{"design.output", 1},
                                  Entry{"design.json"}};
    static_assert(kEntries.size() == kDesignSections);
    for (int place = 0; place < kDesignSections; ++place) {
        const auto section = static_cast<DesignSection>(place);
        const SectionWords words = wordsOf(section);
        const Entry& entry = kEntries[static_cast<std::size_t>(place)];
        registry.add({sectionAction(section),
                      ActionSection::Design,
                      QString::fromLatin1(entry.name),
                      QString(words.title).insert(entry.letter, QLatin1Char('&')),
                      words.tip,
                      words.icon,
                      QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + place))});
    }
}

void addArmActions(ActionRegistry& registry)
{
    const auto add = [&registry](ActionId id,
                                 const char* name,
                                 const QString& text,
                                 const QString& tip,
                                 const char* icon) {
        registry.add({id,
                      ActionSection::Design,
                      QString::fromLatin1(name),
                      text,
                      tip,
                      QString::fromLatin1(icon)});
    };
    add(ActionId::AddArm,
        "design.addArm",
        say("Add a&n arm"),
        say("Add an arm behind the others"),
        "add");
    add(ActionId::CopyArm,
        "design.copyArm",
        say("Cop&y the arm"),
        say("Copy the chosen arm"),
        "copy");
    add(ActionId::ArmUp,
        "design.armUp",
        say("Move the arm u&p"),
        say("Move the chosen arm up"),
        "up");
    add(ActionId::ArmDown,
        "design.armDown",
        say("Move the arm do&wn"),
        say("Move the chosen arm down"),
        "down");
    add(ActionId::RemoveArm,
        "design.removeArm",
        say("D&elete the arm"),
        say("Delete the chosen arm"),
        "delete");
}

} // namespace

void addDesignActions(ActionRegistry& registry)
{
    addSectionActions(registry);
    addArmActions(registry);
    for (QAction* action : registry.section(ActionSection::Design))
        action->setEnabled(false);
}

} // namespace coterie::ui
