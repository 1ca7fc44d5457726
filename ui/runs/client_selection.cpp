#include "ui/runs/client_selection.h"

#include <utility>

namespace coterie::ui {

void ClientSelection::choose(std::set<int> clients)
{
    if (clients == m_clients)
        return;
    m_clients = std::move(clients);
    emit changed();
}

void ClientSelection::toggle(int client)
{
    std::set<int> clients = m_clients;
    if (clients.erase(client) == 0)
        clients.insert(client);
    choose(std::move(clients));
}

} // namespace coterie::ui
