#include "ui/window/run_dialogs.h"

#include "ui/compare/compare_page.h"
#include "ui/compare/difference_dialog.h"
#include "ui/compare/verify_dialog.h"
#include "ui/frame/action_registry.h"
#include "ui/watch/watch_page.h"
#include "ui/window/window_runs.h"

#include <QAction>
#include <QEvent>

#include <algorithm>

namespace coterie::ui {

RunDialogs::RunDialogs(const ComparePage& compare,
                       WatchPage& watch,
                       WindowRuns& windowRuns,
                       ActionRegistry& actions,
                       StoreFiles stores,
                       DataFolders folders,
                       QWidget* window)
    : QObject(window)
    , m_compare(compare)
    , m_watch(watch)
    , m_verify(*actions.action(ActionId::VerifyRuns))
{
    connect(actions.action(ActionId::DiffRuns), &QAction::triggered, this, [=, this, &compare] {
        const std::vector<std::int64_t> runs = compare.chosenRuns();
        if (runs.size() == 2)
            show(new DifferenceDialog(stores, {runs[0], runs[1]}, window), runs);
    });
    const auto verify = [=, this, &windowRuns] {
        const std::vector<std::int64_t> runs = verified();
        if (!runs.empty())
            windowRuns.askAbout(runs, stores, [=, this](std::vector<CommandConsent> commands) {
                show(new VerifyDialog(stores, runs, folders, window, std::move(commands)), runs);
            });
    };
    connect(&m_verify, &QAction::triggered, this, verify);
    connect(&compare, &ComparePage::verifiableChosen, this, [this](bool any) {
        m_canVerifyChosen = any;
        enableVerify();
    });
    connect(&watch, &WatchPage::chosenRunChanged, this, &RunDialogs::enableVerify);
    watch.installEventFilter(this);
    enableVerify();
}

bool RunDialogs::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide) // another page is on screen
        enableVerify();
    return QObject::eventFilter(watched, event);
}

/// What the user sees selected.
std::vector<std::int64_t> RunDialogs::verified() const
{
    if (!m_watch.isVisible())
        return m_compare.chosenRuns();
    const RunCurves* run = m_watch.chosenRun();
    return run ? std::vector{run->title.id} : std::vector<std::int64_t>();
}

void RunDialogs::enableVerify()
{
    if (!m_watch.isVisible())
        return m_verify.setEnabled(m_canVerifyChosen);
    const RunCurves* run = m_watch.chosenRun();
    m_verify.setEnabled(run && run->round >= 0);
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
