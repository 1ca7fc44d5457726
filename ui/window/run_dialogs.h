#pragma once

#include "core/data/catalog.h"
#include "core/store/store_files.h"

#include <QDialog>
#include <QObject>
#include <QPointer>

#include <cstdint>
#include <vector>

namespace coterie::ui {

class ActionRegistry;
class ComparePage;
class WindowRuns;

/// Opens the dialogs about the runs that are selected in Compare.
class RunDialogs final : public QObject
{
    Q_OBJECT

public:
    /// `runs` asks about the programs that runs start.
    RunDialogs(const ComparePage& compare,
               WindowRuns& runs,
               ActionRegistry& actions,
               StoreFiles stores,
               DataFolders folders,
               QWidget* window);

    /// Closes those that show a run of the store in this place, which has been closed.
    void dropStore(std::int64_t place);

private:
    void show(QDialog* dialog, const std::vector<std::int64_t>& runs);

    struct Shown
    {
        QPointer<QDialog> dialog;
        std::vector<std::int64_t> runs;
    };
    std::vector<Shown> m_shown;
};

} // namespace coterie::ui
