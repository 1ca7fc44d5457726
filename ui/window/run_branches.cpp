#include "ui/window/run_branches.h"

#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/experiment/design_of_run.h"
#include "core/experiment/experiment_json.h"
#include "core/store/run_store.h"
#include "ui/compare/compare_page.h"
#include "ui/frame/action_registry.h"
#include "ui/runs/store_reader.h"
#include "ui/watch/fork_dialog.h"
#include "ui/watch/watch_page.h"
#include "ui/window/file_commands.h"
#include "ui/words.h"

#include <QAction>

namespace coterie::ui {

namespace {

/// The text of an experiment of this run alone.
Result<std::string, Problems> designIn(const StoreFiles& stores, std::int64_t run)
{
    COTERIE_TRY(const auto store, RunStore::openAll(stores));
    COTERIE_TRY(const RunRow row, store->run(run));
    COTERIE_TRY(const std::string experiment, store->experimentJson(row.experiment));
    COTERIE_TRY(const RunPlan plan, parsePlan(row.planJson, registry()));
    return designOfRun(experiment,
                       {.number = run, .arm = row.armIndex, .seed = row.seed, .sweep = plan.sweep},
                       registry());
}

} // namespace

RunBranches::RunBranches(const Pages& pages, ActionRegistry& actions, QWidget* window)
    : QObject(window)
    , m_pages(pages)
    , m_window(window)
    , m_forkTip(actions.action(ActionId::ForkWatched)->statusTip())
{
    const auto inCompare = [&](ActionId id, auto act) {
        connect(actions.action(id), &QAction::triggered, this, [this, act] {
            const std::vector<std::int64_t> runs = m_pages.compare.chosenRuns();
            if (runs.size() == 1)
                act(runs.front());
        });
    };
    inCompare(ActionId::RunAsDesign, [this](std::int64_t run) {
        openAsDesign(run, [this](const QString& sentence) { m_pages.compare.say(sentence); });
    });
    inCompare(ActionId::ForkRun, [this](std::int64_t run) { fork(run, std::nullopt); });
    const auto inWatch = [&](ActionId id, auto act) {
        connect(actions.action(id), &QAction::triggered, this, [this, act] {
            if (const RunCurves* run = m_pages.watch.chosenRun())
                act(*run);
        });
    };
    inWatch(ActionId::WatchedAsDesign, [this](const RunCurves& run) {
        openAsDesign(run.title.id,
                     [this](const QString& sentence) { m_pages.watch.showTrouble(sentence); });
    });
    inWatch(ActionId::ForkWatched,
            [this](const RunCurves& run) { fork(run.title.id, m_pages.watch.chosenRound()); });
    inWatch(ActionId::ShowParent, [this](const RunCurves& run) {
        if (run.branch && run.branch->parent)
            m_pages.reader.readRounds({*run.branch->parent});
    });
    // One key for both, each on its page.
    pages.watch.addAction(actions.action(ActionId::ForkWatched));
    pages.compare.addAction(actions.action(ActionId::ForkRun));
    connect(&pages.watch, &WatchPage::chosenRunChanged, this, [this, &actions] {
        enableInWatch(actions);
    });
    enableInWatch(actions);
}

void RunBranches::enableInWatch(const ActionRegistry& actions)
{
    const RunCurves* run = m_pages.watch.chosenRun();
    actions.action(ActionId::WatchedAsDesign)->setEnabled(run != nullptr);
    // Of a run that is being computed the dialog says why it cannot be forked yet.
    const bool isOther = run && isOfOtherStore(run->title.id);
    QAction& fork = *actions.action(ActionId::ForkWatched);
    fork.setEnabled(run && run->round >= 0 && !isOther);
    setToolTip(fork,
               isOther ? otherStoreText(m_pages.reader.files().nameOf(run->title.id)) : m_forkTip);
    actions.action(ActionId::ShowParent)->setEnabled(run && run->branch && run->branch->parent);
}

void RunBranches::openAsDesign(std::int64_t run, const Teller& tell)
{
    m_job.run([stores = m_pages.reader.files(), run] { return designIn(stores, run); },
              [this, run, tell](const Result<std::string, Problems>& text) {
                  if (!text)
                      return tell(toQString(sentences(text.error())));
                  m_pages.files.replace(tr("Open run %1 as a design")
                                            .arg(toQString(m_pages.reader.files().numberText(run))),
                                        toQString(*text));
              });
}

void RunBranches::fork(std::int64_t run, std::optional<int> round)
{
    auto* dialog = new ForkDialog(m_pages.reader.file(), run, round, m_window);
    connect(dialog, &ForkDialog::forked, this, [this](std::int64_t made) {
        emit resumeRequested({made});
    });
    dialog->open();
}

} // namespace coterie::ui
