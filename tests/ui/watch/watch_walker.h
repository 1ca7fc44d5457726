#pragma once

#include "core/base/random_stream.h"
#include "ui/frame/action_registry.h"

#include <QAction>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <cstdint>
#include <limits>
#include <set>

class QWidget;

namespace coterie::ui {

class ComparePage;
class MainWindow;
class WatchPage;

} // namespace coterie::ui

namespace coterie::ui::test {

/// Does one thing after another that a user could do on the Watch and Compare pages: every action
/// of the window but the one that ends it, and whatever can be clicked, dragged, chosen and typed.
class Walker final : public QObject
{
public:
    Walker(MainWindow& window, const QString& folder, std::uint64_t seed);
    /// Those of these pages that have not been possible so far.
    [[nodiscard]] QStringList neverDone() const;
    [[nodiscard]] int dismissed() const { return m_dismissed; }
    /// From now on, the window discards the changes that the walk made to an experiment.
    void dropEdits() { m_dropsEdits = true; }
    void step();

private:
    [[nodiscard]] qsizetype pick(qsizetype count);
    void show(ActionId id);
    [[nodiscard]] QWidget& page();
    /// One that the user could reach now.
    template <typename Widget>
    [[nodiscard]] Widget* any();
    /// The actions one after another in an order of its own each time round, so that none is left
    /// out for long.
    void playCard();
    void chooseRow();
    void drag();
    void click();
    void chooseFromMenu();
    /// Presses, drags, wheels or points at any place of anything drawn.
    void pointSomewhere();
    void typeSomewhere();
    void exportSomething();
    void handleDock();
    void play();
    void dismiss();

    MainWindow& m_window;
    WatchPage& m_watch;
    ComparePage& m_compare;
    QString m_folder;
    RandomStream m_random;
    QList<QAction*> m_deck;
    qsizetype m_next = std::numeric_limits<qsizetype>::max();
    std::set<const QAction*> m_done;
    QTimer m_dismisser;
    int m_dismissed = 0;
    bool m_dropsEdits = false;
    int m_bundles = 0;
};

} // namespace coterie::ui::test
