#include "ui/fetch/fetch_command.h"

#include "core/base/printable.h"
#include "ui/fetch/dataset_fetch.h"
#include "ui/words.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <csignal>
#include <cstdio>
#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace coterie::ui {

namespace {

enum ExitCode : int
{
    kDone = 0,
    kBadInput = 2,
    kFailed = 3,
    kInterrupted = 130
};

/// Turns SIGINT, SIGTERM and SIGHUP into an event of the loop. The signals are blocked, also in
/// threads started later.
class Interrupts
{
public:
    template <typename Use>
    explicit Interrupts(Use use)
    {
        sigset_t caught;
        sigemptyset(&caught);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP})
            sigaddset(&caught, signal);
        pthread_sigmask(SIG_BLOCK, &caught, nullptr);
        m_descriptor = signalfd(-1, &caught, SFD_CLOEXEC | SFD_NONBLOCK);
        if (m_descriptor < 0)
            return;
        m_notifier = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Read);
        QObject::connect(m_notifier.get(), &QSocketNotifier::activated, [this, use] {
            signalfd_siginfo info{};
            if (read(m_descriptor, &info, sizeof info) == sizeof info)
                use();
        });
    }
    ~Interrupts()
    {
        m_notifier.reset();
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

private:
    int m_descriptor = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

/// Folders, servers' words and Qt's, none of which may command the terminal.
std::string shown(const QString& text)
{
    return printable(text.toStdString(), LineEnds::Escape);
}

/// Writes lines to the terminal; the last one can be replaced. A file gets only complete lines.
class Output
{
public:
    void line(const QString& text)
    {
        clear();
        std::fprintf(stdout, "%s\n", shown(text).c_str());
        std::fflush(stdout);
    }
    void passing(const QString& text)
    {
        if (!m_isTerminal)
            return;
        clear();
        std::fprintf(stdout, "%s", shown(text).c_str());
        std::fflush(stdout);
        m_passing = true;
    }
    void complain(const QString& text)
    {
        clear();
        std::fprintf(stderr, "coterie: %s\n", shown(text).c_str());
    }

private:
    void clear()
    {
        if (std::exchange(m_passing, false))
            std::fprintf(stdout, "\r\033[K");
        std::fflush(stdout);
    }

    bool m_isTerminal = isatty(STDOUT_FILENO) != 0;
    bool m_passing = false;
};

QString headText(const FetchPlan& plan)
{
    QString what = counted(qsizetype(plan.files.size()), say("1 file"), say("%1 files"));
    if (plan.bytes() > 0)
        what += plan.knowsAllSizes() ? say(", %1").arg(sizeText(plan.bytes()))
                                     : say(", more than %1").arg(sizeText(plan.bytes()));
    return say("Downloading %1 to %2 (%3)").arg(plan.title, plan.folder, what);
}

} // namespace

int runFetch(const QString& dataset, const DataFolders& folders, const FetchPatience& patience)
{
    Output output;
    const Result<FetchPlan> plan = fetchPlan(dataset, folders);
    if (!plan) {
        output.complain(toQString(plan.error().sentence()));
        return kBadInput;
    }
    if (!plan->elsewhere.isEmpty()) {
        output.line(say("%1 is already in %2. Experiments call it \"%3\".")
                        .arg(plan->title, plan->elsewhere, plan->dataset));
        return kDone;
    }
    output.line(headText(*plan));
    DatasetFetch fetch(*plan, patience);
    int code = kFailed;
    QObject::connect(&fetch, &DatasetFetch::progressed, [&](const FetchProgress& progress) {
        output.passing(QStringLiteral("  %1: %2").arg(progress.file, progressText(progress)));
    });
    QObject::connect(
        &fetch, &DatasetFetch::fileEnded, [&](const QString& file, const FileOutcome& outcome) {
            if (outcome.end == FetchEnd::Done || outcome.end == FetchEnd::AlreadyThere)
                output.line(QStringLiteral("  %1: %2").arg(file, outcome.sentence));
        });
    QObject::connect(&fetch, &DatasetFetch::ended, [&](const FileOutcome& outcome) {
        if (outcome.end == FetchEnd::Failed || outcome.end == FetchEnd::Cancelled) {
            output.complain(outcome.sentence);
            code = outcome.end == FetchEnd::Failed ? kFailed : kInterrupted;
        } else {
            output.line(
                say("%1 is complete. Experiments call it \"%2\".").arg(plan->title, plan->dataset));
            code = kDone;
        }
        QCoreApplication::exit(code);
    });
    const Interrupts interrupts([&fetch] { fetch.cancel(); });
    QMetaObject::invokeMethod(&fetch, &DatasetFetch::start, Qt::QueuedConnection);
    QCoreApplication::exec();
    return code;
}

} // namespace coterie::ui
