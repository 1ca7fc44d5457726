#pragma once

#include "core/data/catalog.h"
#include "core/store/store_files.h"

#include <QDialog>
#include <QObject>
#include <QPointer>

#include <cstdint>
#include <vector>

class QAction;

namespace coterie::ui {

class ActionRegistry;
class ComparePage;
class WatchPage;
class WindowRuns;

/// Opens the dialogs about the runs that are selected in Compare. While Watch is on screen, the run
/// that is selected there is verified instead.
class RunDialogs final : public QObject
{
    Q_OBJECT

public:
    /// `runs` asks about the programs that runs start.
    RunDialogs(const ComparePage& compare,
               WatchPage& watch,
               WindowRuns& runs,
               ActionRegistry& actions,
               StoreFiles stores,
               DataFolders folders,
               QWidget* window);

    /// Closes those that show a run of the store in this place, which has been closed.
    void dropStore(std::int64_t place);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] std::vector<std::int64_t> verified() const;
    void enableVerify();
    void show(QDialog* dialog, const std::vector<std::int64_t>& runs);

    struct Shown
    {
        QPointer<QDialog> dialog;
        std::vector<std::int64_t> runs;
    };
    std::vector<Shown> m_shown;
    const ComparePage& m_compare;
    const WatchPage& m_watch;
    QAction& m_verify;
    bool m_canVerifyChosen = false; ///< of those in Compare
};

} // namespace coterie::ui
