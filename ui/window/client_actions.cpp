#include "ui/window/client_actions.h"

#include "ui/frame/action_registry.h"
#include "ui/say.h"

#include <QAction>

namespace coterie::ui {

namespace {

struct Row
{
    ActionId id;
    const char* name;
    QString text;
    QString tooltip;
    QKeySequence keys = {};
    bool checkable = false;
};

std::vector<Row> holdingRows()
{
    return {
        {ActionId::CopyClients,
         "clients.copy",
         say("&Copy"),
         say("New clients with as many samples of each kind as the picked ones"),
         QKeySequence(Qt::CTRL | Qt::Key_D)},
        {ActionId::SplitClients,
         "clients.split",
         say("&Split"),
         say("Each picked client gives half of what it holds to a new client"),
         QKeySequence(Qt::CTRL | Qt::Key_T)},
        {ActionId::MergeClients,
         "clients.merge",
         say("&Merge"),
         say("The first of the picked clients gets what all of them hold"),
         QKeySequence(Qt::CTRL | Qt::Key_M)},
        {ActionId::DeleteClients,
         "clients.delete",
         say("&Delete"),
         say("The picked clients go; nobody holds their samples then"),
         QKeySequence(Qt::Key_Delete)},
        {ActionId::ResetClients,
         "clients.reset",
         say("&Revert"),
         say("The picked clients hold again what the scheme gives them"),
         QKeySequence(Qt::Key_Backspace)},
        {ActionId::SelectAllClients,
         "clients.selectAll",
         say("Select &all"),
         say("Pick every client"),
         QKeySequence(Qt::CTRL | Qt::Key_A)},
        {ActionId::TakeFromOthers,
         "clients.takeFromOthers",
         say("&Take from others"),
         say("Samples that nobody holds are soon used up: what is missing then comes from all "
             "other clients, in proportion to what they hold. Holding Shift while dragging does "
             "the same."),
         QKeySequence(Qt::CTRL | Qt::Key_J),
         true},
    };
}

std::vector<Row> placeRows()
{
    return {
        {ActionId::NewEdge,
         "clients.newEdge",
         say("New &edge server"),
         say("The picked clients talk to an edge server of their own"),
         QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)},
        {ActionId::EdgeAbove,
         "clients.edgeAbove",
         say("Move to the edge server a&bove"),
         say("The picked clients talk to the edge server drawn above theirs"),
         QKeySequence(Qt::ALT | Qt::Key_Up)},
        {ActionId::EdgeBelow,
         "clients.edgeBelow",
         say("Move to the edge server belo&w"),
         say("The picked clients talk to the edge server drawn below theirs; below the last one "
             "they talk to none"),
         QKeySequence(Qt::ALT | Qt::Key_Down)},
        {ActionId::RenameEdge,
         "clients.renameEdge",
         say("Re&name the edge server"),
         say("Type another name for the edge server of the client that has the focus"),
         QKeySequence(Qt::Key_F2)},
        {ActionId::RemoveEdge,
         "clients.removeEdge",
         say("Remo&ve the edge server"),
         say("The edge server of the client that has the focus goes; its clients talk to none "
             "then")},
        {ActionId::ArriveEarlier,
         "clients.earlier",
         say("Join a round ear&lier"),
         say("The picked clients join one round earlier"),
         QKeySequence(Qt::ALT | Qt::Key_Left)},
        {ActionId::ArriveLater,
         "clients.later",
         say("&Join a round later"),
         say("The picked clients join one round later"),
         QKeySequence(Qt::ALT | Qt::Key_Right)},
        {ActionId::ArriveAtStart,
         "clients.fromStart",
         say("&From the start"),
         say("The picked clients are there from the first round"),
         QKeySequence(Qt::ALT | Qt::Key_Home)},
    };
}

std::vector<Row> pictureRows()
{
    return {
        {ActionId::SaveClientsPicture,
         "clients.savePicture",
         say("Save the &picture…"),
         say("The drawing of all clients, with what its colours mean, as PNG, SVG or PDF")},
        {ActionId::CopyClientsPicture,
         "clients.copyPicture",
         say("Copy the p&icture"),
         say("The drawing of all clients, with what its colours mean, to be pasted elsewhere")},
    };
}

} // namespace

void addClientActions(ActionRegistry& registry)
{
    for (const std::vector<Row>& rows : {holdingRows(), placeRows(), pictureRows()})
        for (const Row& row : rows)
            registry
                .add({row.id,
                      ActionSection::Clients,
                      QString::fromLatin1(row.name),
                      row.text,
                      row.tooltip,
                      {},
                      row.keys,
                      row.checkable,
                      Qt::WidgetWithChildrenShortcut})
                ->setEnabled(false); // until the drawing says otherwise
}

} // namespace coterie::ui
