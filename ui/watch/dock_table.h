#pragma once

#include "ui/watch/structure_panel.h"

#include <span>

namespace coterie::ui {

/// The first layout has four places; docks of one place share it as tabs.
enum class DockPlace
{
    LeftTop,
    LeftBottom,
    RightTop,
    RightBottom
};

struct DockEntry
{
    const char* name = nullptr;  ///< its object name; layouts are remembered by it, so it stays
    const char* title = nullptr; ///< "De&ndrogram", with the letter that chooses it in the menu
    const char* tip = nullptr;   ///< what its entry in the menu does
    DockPlace place = DockPlace::RightBottom; ///< in the first layout
    QWidget* (*make)(const WatchSubject& subject, QWidget* parent) = nullptr;
    bool takesTurns = false; ///< WatchDocks::offer() may bring it to the front
};

/// The only list of the Watch page's docks. The page, the View menu, the command palette and the
/// remembered layout follow from it.
[[nodiscard]] std::span<const DockEntry> dockTable();

[[nodiscard]] QString titleOf(const DockEntry& entry);
/// The name of the action that shows or closes it: "view.dock.dendrogram".
[[nodiscard]] QString actionNameOf(const DockEntry& entry);

} // namespace coterie::ui
