#include "ui/window/slurm_link.h"

#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/identify_weights.h"
#include "core/store/run_store.h"
#include "core/train/rank_links.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QSettings>
#include <QTime>

#include <algorithm>
#include <optional>
#include <utility>

namespace coterie::ui {

namespace {

const QString kSlurmFoldersKey = QStringLiteral("slurm/folders");

/// Read each time: another window may have added some, or removed them.
QStringList keptFolders()
{
    return QSettings().value(kSlurmFoldersKey).toStringList();
}

/// Where there is no answer, what was known of the folder stays.
std::vector<RemoteRuns> askAbout(std::vector<RemoteRuns> runs)
{
    for (RemoteRuns& each : runs) {
        const Result<std::vector<TaskReport>> reports =
            [&each]() -> Result<std::vector<TaskReport>> {
            COTERIE_TRY(const Submission submission, Submission::read(each.folder));
            each.experiment = toQString(submission.experiment);
            return reportTasks(submission);
        }();
        each.trouble = reports ? QString() : toQString(reports.error().sentence());
        if (reports)
            each.tasks = *reports;
    }
    return runs;
}

struct MergedTasks
{
    std::filesystem::path store;
    MergedRuns runs;
    std::size_t stores = 0;
    std::size_t live = 0;
};

Result<MergedTasks> mergeTasks(const std::filesystem::path& folder)
{
    COTERIE_TRY(const Submission submission, Submission::read(folder));
    COTERIE_TRY(const EndedTasks ended, endedTasks(submission));
    MergedTasks merged{
        .store = submission.store, .runs = {}, .stores = ended.stores.size(), .live = ended.live};
    if (ended.stores.empty())
        return merged;
    COTERIE_TRY(const std::unique_ptr<RunStore> store, RunStore::open(submission.store));
    COTERIE_TRY(merged.runs, mergeStores(*store, ended.stores));
    return merged;
}

QString sentenceOf(const MergedTasks& merged)
{
    if (merged.stores == 0)
        return SlurmLink::tr("No task has ended yet, so there is nothing to merge.");
    QString text = SlurmLink::tr("%1 into %2; %3 already.")
                       .arg(counted(std::ssize(merged.runs.added),
                                    SlurmLink::tr("Merged 1 run"),
                                    SlurmLink::tr("Merged %1 runs")),
                            pathText(merged.store),
                            counted(std::ssize(merged.runs.known),
                                    SlurmLink::tr("1 run was there"),
                                    SlurmLink::tr("%1 runs were there")));
    std::size_t left = 0;
    for (const auto& [file, count] : merged.runs.left)
        left += count;
    if (left > 0)
        text +=
            u' '
            + counted(static_cast<qsizetype>(left),
                      SlurmLink::tr("1 run that can be resumed stays in its task's store."),
                      SlurmLink::tr("%1 runs that can be resumed stay in their tasks' stores."));
    if (merged.live > 0)
        text += u' '
                + counted(static_cast<qsizetype>(merged.live),
                          SlurmLink::tr("1 task waits or runs."),
                          SlurmLink::tr("%1 tasks wait or run."));
    return text;
}

QString sentenceOf(const Submitted& submitted)
{
    const SubmitPlan& plan = submitted.plan;
    if (plan.submission.tasks.empty())
        return SlurmLink::tr("The run store has all of these runs, finished.");
    if (submitted.job.empty())
        return SlurmLink::tr("Nothing was submitted, because no task is missing.");
    return SlurmLink::tr("Submitted job %1: %2 with %3.")
        .arg(toQString(submitted.job),
             counted(std::ssize(plan.tasks), SlurmLink::tr("1 task"), SlurmLink::tr("%1 tasks")),
             counted(static_cast<qsizetype>(plan.runs()),
                     SlurmLink::tr("1 run"),
                     SlurmLink::tr("%1 runs")));
}

} // namespace

Result<SubmitRequest> requestOf(const SlurmWish& wish)
{
    SubmitRequest request = wish.request;
    if (request.ranks > 1)
        COTERIE_CHECK(checkRanksAvailable());
    COTERIE_TRY(request.options, slurm::optionWords(wish.options.toStdString()));
    std::error_code problem;
    if (!std::filesystem::is_regular_file(request.program, problem))
        return fail(request.program.empty() ? "coterie-cli" : request.program.string(),
                    "the tasks start this program, and it is not there");
    if (!wish.dataFolders.folders.empty()
        && std::filesystem::is_directory(wish.dataFolders.folders.front(), problem))
        request.words.insert(request.words.end(),
                             {"--data", wish.dataFolders.folders.front().string()});
    if (wish.commands) {
        request.words.insert(request.words.end(),
                             {"--allow-external",
                              "--command-folder",
                              wish.commands->folder.empty() ? request.place.string()
                                                            : wish.commands->folder.string()});
        for (const std::string& digest : wish.commands->agreed.value_or(std::vector<std::string>()))
            request.words.insert(request.words.end(), {"--agreed", digest});
    }
    request.experiment = *wish.experiment;
    COTERIE_CHECK(identifyWeights(request.experiment, wish.dataFolders));
    request.plans = expand(request.experiment, registry());
    return request;
}

QString slurmSentence(const Error& error)
{
    const QString complaint = toQString(error.complaint());
    return error.place == "--slurm"   ? SlurmLink::tr("Options for sbatch: %1.").arg(complaint)
           : error.place == "--tasks" ? SlurmLink::tr("Tasks: %1.").arg(complaint)
                                      : toQString(error.sentence());
}

SlurmLink::SlurmLink(RemoteTasks& panel, std::chrono::milliseconds patience, QObject* parent)
    : QObject(parent)
    , m_panel(panel)
{
    m_due.setSingleShot(true);
    m_due.setInterval(patience);
    connect(&m_due, &QTimer::timeout, this, [this] {
        m_isDue = true;
        askIfDue();
    });
    connect(&panel, &RemoteTasks::shown, this, &SlurmLink::askIfDue);
    connect(&panel, &RemoteTasks::askRequested, this, &SlurmLink::ask);
    connect(&panel, &RemoteTasks::cancelRequested, this, &SlurmLink::cancel);
    connect(&panel, &RemoteTasks::mergeRequested, this, &SlurmLink::merge);
    connect(&panel, &RemoteTasks::forgetRequested, this, &SlurmLink::forget);
    for (const std::filesystem::path& folder : folders())
        m_runs.push_back({.folder = folder, .experiment = {}, .trouble = {}, .tasks = {}});
    show();
}

SlurmLink::~SlurmLink()
{
    m_working.finish(); // its answer does not come any more
    if (!m_submitting.empty() && Submission::isIn(m_submitting))
        remember(m_submitting);
}

std::vector<std::filesystem::path> SlurmLink::folders()
{
    std::vector<std::filesystem::path> folders;
    for (const QString& folder : keptFolders())
        folders.push_back(toPath(folder));
    return folders;
}

void SlurmLink::show()
{
    m_panel.showRuns(m_runs, m_asked);
    m_panel.setAsking(m_isAsking);
}

void SlurmLink::setWorking(bool isWorking)
{
    m_isWorking = isWorking;
    m_panel.setBusy(isWorking);
    emit workingChanged();
}

void SlurmLink::askIfDue()
{
    if (m_isDue && m_panel.isVisible() && !m_isAsking && !m_isWorking && !m_runs.empty())
        ask();
}

/// A newer question replaces one that has no answer yet.
void SlurmLink::ask()
{
    m_isDue = false;
    m_isAsking = true;
    m_due.stop();
    m_panel.setAsking(true);
    m_asking.run([runs = m_runs] { return askAbout(runs); },
                 [this](std::vector<RemoteRuns> runs) { take(std::move(runs)); });
}

void SlurmLink::take(std::vector<RemoteRuns> runs)
{
    m_isAsking = false;
    for (RemoteRuns& each : m_runs) // some may have come or gone since the question
        if (const auto told = std::ranges::find(runs, each.folder, &RemoteRuns::folder);
            told != runs.end())
            each = std::move(*told);
    m_asked = numberLocale().toString(QTime::currentTime(), QLocale::ShortFormat);
    const bool isLive = std::ranges::any_of(m_runs, [](const RemoteRuns& each) {
        return !each.trouble.isEmpty() || std::ranges::any_of(each.tasks, &TaskReport::isLive);
    });
    if (isLive)
        m_due.start();
    show();
}

void SlurmLink::remember(const std::filesystem::path& folder)
{
    if (std::ranges::find(m_runs, folder, &RemoteRuns::folder) == m_runs.end())
        m_runs.push_back({.folder = folder, .experiment = {}, .trouble = {}, .tasks = {}});
    QStringList known = keptFolders();
    if (!known.contains(pathText(folder)))
        QSettings().setValue(kSlurmFoldersKey, known << pathText(folder));
}

void SlurmLink::forget(const std::filesystem::path& folder)
{
    std::erase_if(m_runs, [&](const RemoteRuns& runs) { return runs.folder == folder; });
    QStringList known = keptFolders();
    known.removeAll(pathText(folder));
    QSettings().setValue(kSlurmFoldersKey, known);
    m_panel.tell({});
    show();
}

void SlurmLink::submit(const SlurmWish& wish)
{
    if (m_isWorking)
        return;
    m_submitting = wish.request.folder;
    setWorking(true);
    m_panel.tell({});
    m_working.run(
        [wish] {
            auto result = [&wish]() -> Result<Submitted> {
                COTERIE_TRY(const SubmitRequest request, requestOf(wish));
                return submitRuns(request);
            }();
            // Also a job that could not be noted may be there.
            return std::pair(std::move(result), Submission::isIn(wish.request.folder));
        },
        [this, folder = wish.request.folder](const std::pair<Result<Submitted>, bool>& answer) {
            m_submitting.clear();
            setWorking(false);
            const auto& [result, isFolder] = answer;
            if (isFolder) {
                remember(folder);
                ask();
                show();
            } else {
                askIfDue();
            }
            if (!result)
                return emit refused(slurmSentence(result.error()));
            const QString sentence = sentenceOf(*result);
            m_panel.tell(sentence);
            emit submitted(sentence);
        });
}

void SlurmLink::cancel(const std::filesystem::path& folder)
{
    if (m_isWorking)
        return;
    setWorking(true);
    m_panel.tell({});
    m_working.run(
        [folder]() -> Result<CancelledTasks> {
            COTERIE_TRY(const Submission submission, Submission::read(folder));
            return cancelTasks(submission);
        },
        [this](const Result<CancelledTasks>& result) {
            setWorking(false);
            m_panel.tell(!result ? toQString(result.error().sentence())
                                 : counted(static_cast<qsizetype>(result->tasks),
                                           tr("Cancelled 1 task."),
                                           tr("Cancelled %1 tasks.")));
            ask();
        });
}

void SlurmLink::merge(const std::filesystem::path& folder)
{
    if (m_isWorking)
        return;
    setWorking(true);
    m_panel.tell({});
    m_working.run([folder] { return mergeTasks(folder); },
                  [this](const Result<MergedTasks>& result) {
                      setWorking(false);
                      m_panel.tell(result ? sentenceOf(*result)
                                          : toQString(result.error().sentence()));
                      if (result && result->stores > 0)
                          emit merged();
                      ask();
                  });
}

} // namespace coterie::ui
