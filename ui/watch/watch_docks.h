#pragma once

#include <QMainWindow>

#include <vector>

namespace coterie::ui {

/// The Watch page's panels as docks that can be moved, floated, tabbed and closed. The layout is
/// remembered; one from another version of the program is left aside.
class WatchDocks final : public QMainWindow
{
    Q_OBJECT

public:
    explicit WatchDocks(QWidget* parent = nullptr);

    /// `name` is what the layout is remembered by and must not change.
    QDockWidget* addPanel(QWidget* panel, const QString& name, const QString& title);
    /// Each dock's own switch, in the order added.
    [[nodiscard]] const std::vector<QDockWidget*>& docks() const { return m_docks; }
    /// The layout a newcomer gets. Always works, whatever was moved, floated or closed before.
    void resetLayout();
    /// Brings this panel to the front in place of the one that is offered in turn with it, as long
    /// as the user has chosen no other tab since the window opened. Tabs that the user left in
    /// front the last time stay there.
    void offer(const char* name);
    void saveLayout() const;
    void restoreLayout();

protected:
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void childEvent(QChildEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void shareRoom();
    void findOffered();
    void bringWanted();

    [[nodiscard]] QDockWidget* dock(const char* name) const;
    [[nodiscard]] bool isInFront(const QDockWidget& dock) const;

    std::vector<QDockWidget*> m_docks;
    QDockWidget* m_offered = nullptr; ///< in front of its tabs, and not because the user wants it
    QDockWidget* m_wanted = nullptr;  ///< what was offered last
    bool m_knowsOffered = true;       ///< not yet of a layout that is remembered
    /// The layout is the newcomer's, whose proportions follow the window until the user moves
    /// something, in this session or an earlier one.
    bool m_asGiven = true;
};

} // namespace coterie::ui
