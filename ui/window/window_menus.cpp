#include "ui/frame/action_registry.h"
#include "ui/frame/small_widgets.h"
#include "ui/watch/dock_table.h"
#include "ui/window/help_menu.h"
#include "ui/window/window_actions.h"
#include "ui/words.h"

#include <QMenu>
#include <QMenuBar>

namespace coterie::ui {

ListMenus fillMenuBar(QMenuBar& bar, const ActionRegistry& actions)
{
    const auto id = [&](ActionId of) { return actions.action(of); };
    const QList<QAction*> firstOfGroup{id(ActionId::SufficientClusters),
                                       id(ActionId::ThemeSystem),
                                       id(ActionId::Preferences),
                                       id(ActionId::OpenStore),
                                       id(ActionId::ImportDataFile),
                                       id(ActionId::AddArm),
                                       id(ActionId::SelectAllClients),
                                       id(ActionId::NewEdge),
                                       id(ActionId::ArriveEarlier),
                                       id(ActionId::SaveClientsPicture),
                                       actions.action(actionNameOf(dockTable().front())),
                                       id(ActionId::Quit)};
    ListMenus lists;
    QMenu* reports = nullptr; // so that each entry of the menu has a letter
    for (int place = 0; place <= static_cast<int>(ActionSection::Help); ++place) {
        const auto section = static_cast<ActionSection>(place);
        QMenu* menu = bar.addMenu(menuTitle(section));
        menu->setToolTipsVisible(true);
        if (section == ActionSection::Help) {
            fillHelpMenu(*menu, actions);
            continue;
        }
        for (QAction* action : actions.section(section)) {
            if (action == id(ActionId::RedoRunEdit))
                continue; // Edit has it; no letter is left in this menu
            if (firstOfGroup.contains(action))
                menu->addSeparator();
            if (action == id(ActionId::ExportReport))
                reports = menu->addMenu(say("Wr&itten reports"));
            const bool isReport =
                action == id(ActionId::ExportReport) || action == id(ActionId::ExportTalk);
            (isReport ? reports : menu)->addAction(action);
            if (action == id(ActionId::OpenFile))
                lists.recent = menu->addMenu(say("Open &recent"));
            if (action == id(ActionId::OpenStore))
                lists.stores = named(menu->addMenu(say("C&lose a store")), "openStores");
        }
    }
    return lists;
}

} // namespace coterie::ui
