#pragma once

#include <QObject>

class QMenu;
class QWidget;

namespace coterie::ui {

class ActionRegistry;
class OpenedStores;

/// Opens stores beside one's own from a file dialog, and closes them from a menu.
class StoreCommands final : public QObject
{
    Q_OBJECT

public:
    /// `window` is the owner and the parent of the dialog.
    StoreCommands(OpenedStores& stores, const ActionRegistry& actions, QWidget* window);

    /// Lists the open stores in this menu, to be closed, and keeps it up to date.
    void fillMenu(QMenu* menu);

private:
    void chooseFiles();
    void showStores();

    OpenedStores& m_stores;
    QWidget* m_window;
    QMenu* m_menu = nullptr;
};

} // namespace coterie::ui
