#include "ui/window/menus.h"

#include "ui/frame/action_registry.h"
#include "ui/watch/dock_table.h"
#include "ui/words.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>

namespace coterie::ui {

QMenu* fillMenuBar(QMenuBar& bar, const ActionRegistry& actions)
{
    QMenu* recent = nullptr;
    for (const ActionSection section : {ActionSection::File,
                                        ActionSection::Edit,
                                        ActionSection::Design,
                                        ActionSection::Clients,
                                        ActionSection::Run,
                                        ActionSection::View,
                                        ActionSection::Watch,
                                        ActionSection::Compare,
                                        ActionSection::Help}) {
        // Clients and Compare start with the same letter.
        const qsizetype letter = section == ActionSection::Compare ? 1 : 0;
        QMenu* menu = bar.addMenu(sectionTitle(section).insert(letter, QLatin1Char('&')));
        menu->setToolTipsVisible(true);
        for (QAction* action : actions.section(section)) {
            if (action == actions.action(ActionId::ThemeSystem)
                || action == actions.action(ActionId::ImportDataFile)
                || action == actions.action(ActionId::AddArm)
                || action == actions.action(ActionId::SelectAllClients)
                || action == actions.action(ActionId::NewEdge)
                || action == actions.action(ActionId::ArriveEarlier)
                || action == actions.action(ActionId::SaveClientsPicture)
                || action == actions.action(actionNameOf(dockTable().front()))
                || action == actions.action(ActionId::Quit))
                menu->addSeparator();
            menu->addAction(action);
            if (action == actions.action(ActionId::OpenFile))
                recent = menu->addMenu(say("Open &recent"));
        }
    }
    return recent;
}

bool mayStopRun(QWidget* window)
{
    return QMessageBox::question(window,
                                 say("A run is in progress"),
                                 say("Stop the run and close the window? It stops at a safe point "
                                     "and can be resumed later."),
                                 QMessageBox::Close | QMessageBox::Cancel)
           == QMessageBox::Close;
}

void showAbout(QWidget* window)
{
    QMessageBox::about(window,
                       say("About Coterie"),
                       say("<h3>Coterie %1</h3><p>A desktop workbench for one question: who should "
                           "collaborate with whom in federated learning?</p><p>Free software under "
                           "the GNU General Public License, version 3 or later.</p>")
                           .arg(QCoreApplication::applicationVersion()));
}

} // namespace coterie::ui
