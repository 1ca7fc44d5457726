#include "ui/window/run_dialogs.h"

#include "ui/compare/compare_page.h"
#include "ui/compare/difference_dialog.h"
#include "ui/compare/verify_dialog.h"
#include "ui/frame/action_registry.h"
#include "ui/window/window_runs.h"

#include <QAction>

#include <algorithm>

namespace coterie::ui {

RunDialogs::RunDialogs(const ComparePage& compare,
                       WindowRuns& windowRuns,
                       ActionRegistry& actions,
                       StoreFiles stores,
                       DataFolders folders,
                       QWidget* window)
    : QObject(window)
{
    connect(actions.action(ActionId::DiffRuns), &QAction::triggered, this, [=, this, &compare] {
        const std::vector<std::int64_t> runs = compare.chosenRuns();
        if (runs.size() == 2)
            show(new DifferenceDialog(stores, {runs[0], runs[1]}, window), runs);
    });
    const auto verify = [=, this, &compare, &windowRuns] {
        const std::vector<std::int64_t> runs = compare.chosenRuns();
        if (!runs.empty())
            windowRuns.askAbout(runs, stores, [=, this](std::vector<CommandConsent> commands) {
                show(new VerifyDialog(stores, runs, folders, window, std::move(commands)), runs);
            });
    };
    connect(actions.action(ActionId::VerifyRuns), &QAction::triggered, this, verify);
}

void RunDialogs::show(QDialog* dialog, const std::vector<std::int64_t>& runs)
{
    std::erase_if(m_shown, [](const Shown& each) { return !each.dialog; });
    m_shown.push_back({.dialog = dialog, .runs = runs});
    dialog->show();
}

void RunDialogs::dropStore(std::int64_t place)
{
    for (const Shown& each : m_shown)
        if (each.dialog && std::ranges::find(each.runs, place, &storePlaceOf) != each.runs.end())
            each.dialog->close();
}

} // namespace coterie::ui
