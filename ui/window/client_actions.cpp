#include "ui/window/client_actions.h"

#include "ui/frame/action_registry.h"

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

QString tr(const char* text)
{
    return ActionRegistry::tr(text);
}

std::vector<Row> holdingRows()
{
    return {
        {ActionId::CopyClients,
         "clients.copy",
         tr("&Copy"),
         tr("New clients with as many samples of each kind as the picked ones"),
         QKeySequence(Qt::CTRL | Qt::Key_D)},
        {ActionId::SplitClients,
         "clients.split",
         tr("&Split"),
         tr("Each picked client gives half of what it holds to a new client"),
         QKeySequence(Qt::CTRL | Qt::Key_T)},
        {ActionId::MergeClients,
         "clients.merge",
         tr("&Merge"),
         tr("The first of the picked clients gets what all of them hold"),
         QKeySequence(Qt::CTRL | Qt::Key_M)},
        {ActionId::DeleteClients,
         "clients.delete",
         tr("&Delete"),
         tr("The picked clients go; nobody holds their samples then"),
         QKeySequence(Qt::Key_Delete)},
        {ActionId::ResetClients,
         "clients.reset",
         tr("&Reset"),
         tr("The picked clients hold again what the scheme gives them"),
         QKeySequence(Qt::Key_Backspace)},
        {ActionId::SelectAllClients,
         "clients.selectAll",
         tr("Select &all"),
         tr("Pick every client"),
         QKeySequence(Qt::CTRL | Qt::Key_A)},
        {ActionId::TakeFromOthers,
         "clients.takeFromOthers",
         tr("&Take from others"),
         tr("Samples that nobody holds are soon used up: what is missing then comes from all other "
            "clients, in proportion to what they hold. Holding Shift while dragging does the "
            "same."),
         QKeySequence(Qt::CTRL | Qt::Key_J),
         true},
    };
}

std::vector<Row> placeRows()
{
    return {
        {ActionId::NewEdge,
         "clients.newEdge",
         tr("New &edge server"),
         tr("The picked clients talk to an edge server of their own"),
         QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)},
        {ActionId::EdgeAbove,
         "clients.edgeAbove",
         tr("Move to the edge server a&bove"),
         tr("The picked clients talk to the edge server drawn above theirs"),
         QKeySequence(Qt::ALT | Qt::Key_Up)},
        {ActionId::EdgeBelow,
         "clients.edgeBelow",
         tr("Move to the edge server belo&w"),
         tr("The picked clients talk to the edge server drawn below theirs; below the last one "
            "they "
            "talk to none"),
         QKeySequence(Qt::ALT | Qt::Key_Down)},
        {ActionId::RenameEdge,
         "clients.renameEdge",
         tr("Re&name the edge server"),
         tr("Type another name for the edge server of the client that has the focus"),
         QKeySequence(Qt::Key_F2)},
        {ActionId::RemoveEdge,
         "clients.removeEdge",
         tr("Remo&ve the edge server"),
         tr("The edge server of the client that has the focus goes; its clients talk to none "
            "then")},
        {ActionId::ArriveEarlier,
         "clients.earlier",
         tr("Join a round ear&lier"),
         tr("The picked clients join one round earlier"),
         QKeySequence(Qt::ALT | Qt::Key_Left)},
        {ActionId::ArriveLater,
         "clients.later",
         tr("&Join a round later"),
         tr("The picked clients join one round later"),
         QKeySequence(Qt::ALT | Qt::Key_Right)},
        {ActionId::ArriveAtStart,
         "clients.fromStart",
         tr("&From the start"),
         tr("The picked clients are there from the first round"),
         QKeySequence(Qt::ALT | Qt::Key_Home)},
    };
}

} // namespace

void addClientActions(ActionRegistry& registry)
{
    for (const std::vector<Row>& rows : {holdingRows(), placeRows()})
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
