#include "ui/window/run_dialogs.h"

#include "ui/compare/compare_page.h"
#include "ui/compare/difference_dialog.h"
#include "ui/compare/verify_dialog.h"
#include "ui/frame/action_registry.h"

#include <QAction>

namespace coterie::ui {

RunDialogs::RunDialogs(const ComparePage& compare,
                       ActionRegistry& actions,
                       std::filesystem::path store,
                       DataFolders folders,
                       QWidget* window)
    : QObject(window)
{
    connect(actions.action(ActionId::DiffRuns), &QAction::triggered, this, [=, &compare] {
        const std::vector<std::int64_t> runs = compare.chosenRuns();
        if (runs.size() == 2)
            (new DifferenceDialog(store, {runs[0], runs[1]}, window))->show();
    });
    connect(actions.action(ActionId::VerifyRuns), &QAction::triggered, this, [=, &compare] {
        if (const std::vector<std::int64_t> runs = compare.chosenRuns(); !runs.empty())
            (new VerifyDialog(store, runs, folders, window))->show();
    });
}

} // namespace coterie::ui
