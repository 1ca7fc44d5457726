#include "ui/window/run_on_slurm.h"

#include "core/experiment/experiment_json.h"
#include "core/experiment/external_command.h"
#include "ui/compare/compare_page.h"
#include "ui/design/data_presence.h"
#include "ui/design/design_page.h"
#include "ui/design/experiment_document.h"
#include "ui/design/experiment_list.h"
#include "ui/design/template_hints.h"
#include "ui/frame/action_registry.h"
#include "ui/watch/queue_panel.h"
#include "ui/watch/watch_page.h"
#include "ui/window/run_starter.h"
#include "ui/window/slurm_dialog.h"
#include "ui/window/status_strip.h"
#include "ui/window/window_runs.h"
#include "ui/words.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include <system_error>
#include <utility>

namespace coterie::ui {

RunOnSlurm::RunOnSlurm(
    const Parts& parts, QueueOptions queue, DataFolders folders, QString shipped, QWidget* window)
    : QObject(window)
    , m_parts(parts)
    , m_queue(std::move(queue))
    , m_folders(std::move(folders))
    , m_shipped(std::move(shipped))
    , m_window(window)
    , m_isThere(!QStandardPaths::findExecutable(QStringLiteral("sbatch")).isEmpty())
    , m_link(parts.watch.queue().remote())
{
    connect(
        m_parts.actions.action(ActionId::RunOnSlurm), &QAction::triggered, this, &RunOnSlurm::open);
    connect(&m_link, &SlurmLink::workingChanged, this, [this] {
        if (m_dialog)
            m_dialog->setWorking(m_link.isWorking());
    });
    connect(&m_link, &SlurmLink::submitted, this, [this](const QString& sentence) {
        if (m_submitting)
            m_submitting->accept();
        m_parts.status.setMessage(sentence);
        m_parts.watch.openQueue();
    });
    connect(&m_link, &SlurmLink::refused, this, [this](const QString& sentence) {
        if (m_submitting && m_submitting->isVisible())
            return m_submitting->refuse(sentence);
        m_parts.watch.showTrouble(sentence);
        m_parts.watch.openQueue();
    });
    connect(&m_link, &SlurmLink::merged, &m_parts.compare, &ComparePage::refreshSoon);
}

QString fileNameFor(const QString& title)
{
    static const QRegularExpression unusual(QStringLiteral("[^\\w.-]+"),
                                            QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression before(QStringLiteral("^[ .]+")); // a dot would hide it
    const QString plain =
        QString(title).replace(unusual, QStringLiteral(" ")).remove(before).trimmed();
    return plain.isEmpty() ? QStringLiteral("experiment") : QString(plain).replace(u' ', u'_');
}

void RunOnSlurm::showState()
{
    QAction* run = m_parts.actions.action(ActionId::RunOnSlurm);
    run->setEnabled(m_isThere && m_parts.starter.mayRun());
    const std::optional<MissingData>& missing = m_parts.design.dataPresence().missing();
    setToolTip(*run,
               !m_isThere
                   ? tr("Slurm is not on this machine: its program sbatch was not found. Other "
                        "schedulers can start “coterie-cli run” with --share.")
               : missing ? missing->sentence()
                         : tr("Let a cluster with Slurm compute the open experiment"));
}

/// Beside the experiment's file, as `submit` names it. Those that come with the program stand where
/// nobody writes.
std::filesystem::path RunOnSlurm::usualFolder() const
{
    const QString path = m_parts.document.path();
    const bool isOwn = !path.isEmpty() && !isTemplate(path, m_shipped);
    QString name = path.isEmpty()
                       ? fileNameFor(toQString(m_parts.document.checked().experiment->name))
                       : QFileInfo(path).completeBaseName();
    for (const QChar sign : QStringLiteral("/%\\"))
        name.replace(sign, u'_');
    const QDir folder(isOwn ? QFileInfo(path).absolutePath() : QDir::homePath());
    return toPath(folder.filePath(name + QStringLiteral(".tasks")));
}

SlurmWish RunOnSlurm::wish() const
{
    std::error_code problem;
    const auto absolute = [&problem](const std::filesystem::path& path) {
        return std::filesystem::absolute(path, problem).lexically_normal();
    };
    SlurmWish wish{.experiment = std::make_shared<const Experiment>(
                       withoutOutlivedHints(*m_parts.document.checked().experiment,
                                            m_parts.design.templateHints(),
                                            m_parts.document.registry())),
                   .dataFolders = m_folders,
                   .options = {},
                   .request = {}};
    wish.file = m_parts.document.path();
    if (!commandsOf(*m_parts.document.checked().plans).empty())
        wish.commands = CommandConsent{.given = true, .folder = folderOfFile(wish.file)};
    wish.request.folder = usualFolder();
    wish.request.store = absolute(m_queue.storeFile);
    wish.request.program = m_queue.rankStart.program;
    wish.request.words = m_queue.rankStart.options; // they load the same methods
    wish.request.place = absolute(".");
    return wish;
}

void RunOnSlurm::open()
{
    if (!m_isThere || !m_parts.starter.mayRun())
        return;
    if (m_dialog)
        m_dialog->reject(); // it has the experiment as it was
    m_dialog = new SlurmDialog(wish(), m_window);
    m_dialog->setWorking(m_link.isWorking() || m_isAsking);
    connect(m_dialog, &SlurmDialog::submitRequested, this, [this] {
        if (m_isAsking)
            return;
        m_submitting = m_dialog;
        submit(m_dialog->wish());
    });
    m_dialog->show();
}

void RunOnSlurm::submit(const SlurmWish& wish)
{
    m_isAsking = true;
    m_submitting->setWorking(true);
    const auto answered = [this] {
        m_isAsking = false;
        if (m_dialog)
            m_dialog->setWorking(m_link.isWorking());
    };
    const auto refuse = [this, answered](const QString& sentence) {
        answered();
        if (!m_submitting)
            return;
        m_submitting->setWorking(m_link.isWorking());
        m_submitting->refuse(sentence.isEmpty() ? tr("Nothing was submitted, because its program "
                                                     "was not allowed.")
                                                : sentence);
    };
    const auto go = [this, wish, refuse, answered](const CommandConsent& allowed) {
        if (m_link.isWorking())
            return refuse(tr("Slurm is at work for this window. Submit again when it has ended."));
        answered();
        if (!m_submitting)
            return; // closed while the question was open
        SlurmWish agreed = wish;
        if (agreed.commands) {
            agreed.commands->agreed = allowed.agreed;
            if (!allowed.folder.empty())
                agreed.commands->folder = allowed.folder;
        }
        m_link.submit(agreed);
    };
    m_parts.runs.askToStart({.experiment = *wish.experiment,
                             .plans = expand(*wish.experiment, m_parts.document.registry()),
                             .file = wish.file,
                             .isOnCluster = true},
                            go,
                            refuse);
}

} // namespace coterie::ui
