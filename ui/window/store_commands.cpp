#include "ui/window/store_commands.h"

#include "ui/frame/action_registry.h"
#include "ui/remembered_folder.h"
#include "ui/runs/opened_stores.h"
#include "ui/words.h"

#include <QAction>
#include <QFileDialog>
#include <QMenu>

namespace coterie::ui {

StoreCommands::StoreCommands(OpenedStores& stores, const ActionRegistry& actions, QWidget* window)
    : QObject(window)
    , m_stores(stores)
    , m_window(window)
{
    connect(actions.action(ActionId::OpenStore),
            &QAction::triggered,
            this,
            &StoreCommands::chooseFiles);
    connect(&stores, &OpenedStores::changed, this, &StoreCommands::showStores);
}

void StoreCommands::chooseFiles()
{
    auto* dialog = new QFileDialog(
        m_window, tr("Open another store"), {}, tr("Run stores (*.sqlite);;All files (*)"));
    dialog->setObjectName(QStringLiteral("openStoreDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    rememberFolder(*dialog, FolderFor::Stores);
    connect(dialog, &QFileDialog::filesSelected, &m_stores, &OpenedStores::open);
    dialog->open();
}

void StoreCommands::fillMenu(QMenu* menu)
{
    m_menu = menu;
    showStores();
}

void StoreCommands::showStores()
{
    if (!m_menu)
        return;
    m_menu->clear();
    for (const OtherStore& store : m_stores.stores()) {
        QString name = toQString(store.name);
        name.replace(u'&', QStringLiteral("&&"));
        QAction* entry =
            m_menu->addAction(name, this, [this, place = store.place] { m_stores.close(place); });
        entry->setToolTip(pathText(store.file));
    }
    m_menu->setToolTipsVisible(true);
    m_menu->setEnabled(!m_menu->isEmpty());
}

} // namespace coterie::ui
