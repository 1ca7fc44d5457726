#pragma once

#include "ui/watch/dock_table.h"

#include <QMainWindow>

#include <functional>
#include <vector>

namespace coterie::ui {

/// The Watch page's panels as docks that can be moved, floated, tabbed and closed. The layout is
/// remembered; a layout of another version of the program is ignored.
class WatchDocks final : public QMainWindow
{
    Q_OBJECT

public:
    /// One dock for each entry of the table, around what `make` returns for it.
    explicit WatchDocks(const std::function<QWidget*(const DockEntry&)>& make,
                        QWidget* parent = nullptr);

    /// In the order of the table.
    [[nodiscard]] const std::vector<QDockWidget*>& docks() const { return m_docks; }
    /// Restores the first layout, whatever was moved, floated or closed, with the docks in front
    /// that a first start would have there.
    void resetLayout();
    /// Brings this panel to the front, if one that takes turns with it is there and the user has
    /// chosen no other tab since the window opened. A tab that the user left in front in an earlier
    /// session stays there.
    void offer(const char* name);
    /// Whether another panel lies over this one.
    [[nodiscard]] bool isBehind(const QDockWidget& dock) const;
    /// Opens this panel, if it is closed, and brings it to the front.
    void bring(const char* name);
    void saveLayout() const;
    void restoreLayout();

protected:
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void childEvent(QChildEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void putInFront();
    void finishReset();
    void shareRoom();
    /// The room that the docks of this place need, their tabs not counted.
    [[nodiscard]] QSize leastOf(DockPlace place) const;
    void findOffered();
    void bringWanted();

    /// The one that is in front of its place in the first layout.
    [[nodiscard]] QDockWidget* first(DockPlace place) const;
    [[nodiscard]] bool isInFront(const QDockWidget& dock) const;

    std::vector<QDockWidget*> m_docks;
    QDockWidget* m_offered = nullptr; ///< in front of its tabs, and not by the user's choice
    QDockWidget* m_wanted = nullptr;  ///< the last that was offered
    bool m_knowsOffered = true;       ///< false: in a restored layout m_offered is not yet found
    bool m_frontIsDue = false;        ///< the docks of a reset layout are still to come forward
    /// The proportions of the first layout follow the window's size until the user moves something,
    /// in this session or an earlier one.
    bool m_asGiven = true;
};

} // namespace coterie::ui
