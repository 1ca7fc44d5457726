#pragma once

#include <QObject>

#include <set>

namespace coterie::ui {

/// Which clients the user has picked, in whatever view; every view shows the same ones. Nothing
/// picked means that all are looked at alike.
class ClientSelection final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void choose(std::set<int> clients);
    /// Adds a client, or takes it out again.
    void toggle(int client);
    void clear() { choose({}); }

    [[nodiscard]] const std::set<int>& clients() const { return m_clients; }
    [[nodiscard]] bool isEmpty() const { return m_clients.empty(); }
    [[nodiscard]] bool contains(int client) const { return m_clients.contains(client); }
    /// False for what should step back: something is picked, and it is not this client.
    [[nodiscard]] bool stands(int client) const { return isEmpty() || contains(client); }

signals:
    void changed();

private:
    std::set<int> m_clients;
};

} // namespace coterie::ui
