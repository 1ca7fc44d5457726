#pragma once

#include <QObject>
#include <QPointer>

#include <optional>

class QMenu;

namespace coterie::ui {

class ActionRegistry;
class PartitionCanvas;
enum class ActionId;

/// The registry's actions of the section "Clients" and their menu: performs them on the canvas and
/// enables those that are possible while it is visible.
class ClientActions final : public QObject
{
    Q_OBJECT

public:
    ClientActions(ActionRegistry& actions, PartitionCanvas& canvas);

    void enable();
    [[nodiscard]] bool isTakingFromOthers() const;
    /// For the selected clients, and for the edge server of a lane. The menu deletes itself.
    [[nodiscard]] QMenu* makeMenu(std::optional<std::size_t> lane);
    /// Opens a field over the head of a lane.
    void renameLane(std::size_t lane);

private:
    [[nodiscard]] bool isPossible(ActionId which) const;
    void trigger(ActionId which);
    void walkEdges(int direction);
    void walkArrival(int direction);
    void addEdgeMenu(QMenu& menu);

    ActionRegistry& m_actions;
    PartitionCanvas& m_canvas;
    QPointer<QWidget> m_name; ///< edits the name of an edge server
};

} // namespace coterie::ui
