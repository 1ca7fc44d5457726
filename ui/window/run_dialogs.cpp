#include "ui/window/run_dialogs.h"

#include "ui/compare/compare_page.h"
#include "ui/compare/difference_dialog.h"
#include "ui/compare/verify_dialog.h"
#include "ui/frame/action_registry.h"
#include "ui/window/window_runs.h"

#include <QAction>

namespace coterie::ui {

RunDialogs::RunDialogs(const ComparePage& compare,
                       WindowRuns& windowRuns,
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
    const auto verify = [=, &compare, &windowRuns] {
        const std::vector<std::int64_t> runs = compare.chosenRuns();
        if (!runs.empty())
            windowRuns.askAbout(runs, store, [=](std::vector<CommandConsent> commands) {
                (new VerifyDialog(store, runs, folders, window, std::move(commands)))->show();
            });
    };
    connect(actions.action(ActionId::VerifyRuns), &QAction::triggered, this, verify);
}

} // namespace coterie::ui
