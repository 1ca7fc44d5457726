#include "core/base/side_job.h"
#include "core/nn/module_file.h"
#include "core/nn/module_trial.h"
#include "core/nn/script_module.h"
#include "tests/damage.h"
#include "tests/sections.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <ATen/Parallel.h>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_damaged_modules {

using namespace coterie;
using coterie::tests::damaged;
using coterie::tests::timesOr;

namespace {

struct Good
{
    const char* name;
    SampleShape input;
    std::size_t classes;
};

constexpr std::array kGood{
    Good{"lenet", {.channels = 1, .height = 28, .width = 28}, 10},
    Good{"vit", {.channels = 1, .height = 28, .width = 28}, 10},
    Good{"lstm", {.channels = 12}, 32},
};

std::string readAll(int from, char end)
{
    std::string text;
    for (char letter = 0; letter != end;) {
        const ssize_t count = ::read(from, &letter, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        text += letter;
    }
    return text;
}

void writeAll(int to, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t count = ::write(to, text.data(), text.size());
        if (count <= 0)
            ::_exit(125);
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

/// What the process of a trial does, in one that is forked: to start a program with LibTorch anew
/// takes longer than most trials.
[[noreturn]] void becomeTrial(const std::array<int, 2>& question, const std::array<int, 2>& answer)
{
    ::dup2(question[0], STDIN_FILENO);
    ::dup2(answer[1], STDOUT_FILENO);
    for (const int end : {question[0], question[1], answer[0], answer[1]})
        ::close(end);
    std::string name = "trial";
    std::string job = "--try-module";
    std::array<char*, 3> words{name.data(), job.data(), nullptr};
    const std::optional<int> done = doneSideJob(2, words.data());
    ::_exit(done.value_or(125));
}

std::string fileOf(const Good& good)
{
    return std::string(COTERIE_SOURCE_DIR "/tests/core/nn/modules/") + good.name + ".pt";
}

/// What LibTorch prepares at its first module and first pass, most of the time of a trial, is there
/// when a trial is forked. On one thread, which can fork.
bool preparedLibTorch()
{
    at::set_num_threads(1);
    for (const Good& good : kGood) {
        const Result<std::string> bytes = moduleBytes(fileOf(good));
        if (!bytes)
            return false;
        const auto module = ScriptModule::load(*bytes, "");
        if (!module || !(*module)->fit(good.input, good.classes))
            return false;
    }
    return true;
}

/// Each line of standard input is a question to a trial; a line answers it: what the trial says, or
/// how it ended without a word. It starts no thread of its own, so that it can fork.
int serve(int /*argc*/, char** /*argv*/)
{
    if (!preparedLibTorch())
        return 1;
    for (std::string line = readAll(STDIN_FILENO, '\n'); line.ends_with('\n');
         line = readAll(STDIN_FILENO, '\n')) {
        std::array<int, 2> question{};
        std::array<int, 2> answer{};
        if (::pipe(question.data()) != 0 || ::pipe(answer.data()) != 0)
            return 1;
        const pid_t child = ::fork();
        if (child == 0)
            becomeTrial(question, answer);
        ::close(question[0]);
        ::close(answer[1]);
        writeAll(question[1], line);
        ::close(question[1]);
        std::string said = readAll(answer[0], '\n');
        ::close(answer[0]);
        int status = 0;
        if (child < 0 || ::waitpid(child, &status, 0) != child)
            return 1;
        if (!said.ends_with('\n'))
            said = "{\"ended\": " + std::to_string(status) + "}\n";
        writeAll(STDOUT_FILENO, said);
    }
    return 0;
}

const tests::Section kServer = tests::Section::companion("module_trials", &serve);

} // namespace

/// Files .pt that LibTorch may not survive: the program always does, and says why it refuses one.
class TestDamagedModules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<QProcess>();
        m_server->setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_server->start(QCoreApplication::applicationFilePath(), {"module_trials"});
        QVERIFY(m_server->waitForStarted(kTryMilliseconds));
    }
    void cleanup()
    {
        m_server->closeWriteChannel();
        if (!m_server->waitForFinished(kTryMilliseconds))
            m_server->kill();
        m_server.reset();
    }

    void modulesNeverEndTheProgram_data()
    {
        QTest::addColumn<int>("place");
        for (std::size_t i = 0; i < kGood.size(); ++i)
            QTest::newRow(kGood[i].name) << static_cast<int>(i);
    }

    void modulesNeverEndTheProgram()
    {
        QFETCH(const int, place);
        const Good& good = kGood[static_cast<std::size_t>(place)];
        QFile file(QString::fromStdString(fileOf(good)));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(answerTo(bytes, good).contains("sha256"));
        constexpr int kWithTheProgramItself = 2;
        std::mt19937 random(1); // NOLINT: the same damage every time
        int loaded = 0;
        int refused = 0;
        int ended = 0;
        for (int i = 0; i < timesOr(40); ++i) {
            const QJsonObject answer = answerTo(damaged(bytes, i % 3 == 0, random), good);
            const QString problem = answer["problem"].toString();
            const bool isLoaded = answer["sha256"].toString().size() == 64;
            const bool hasEnded = answer.contains("ended");
            loaded += isLoaded ? 1 : 0;
            refused += problem.isEmpty() ? 0 : 1;
            ended += hasEnded ? 1 : 0;
            QVERIFY2(isLoaded || hasEnded || problem.size() > 10,
                     QJsonDocument(answer).toJson().constData());
            if (i >= kWithTheProgramItself && !hasEnded)
                continue;
            // In a process that is started for it.
            const auto tried = tryModule(
                {.file = path().toStdString(), .input = good.input, .classes = good.classes});
            const std::string said = tried ? std::string() : tried.error().message;
            if (hasEnded) { // another process may find memory in another state
                QVERIFY2(tried || (said.size() > 10 && !said.ends_with(": ")), said.c_str());
            } else {
                QCOMPARE(tried.has_value(), isLoaded);
                QCOMPARE(QString::fromStdString(said), problem);
            }
        }
        qInfo("%s: %d loaded, %d refused, %d ended the process that tried them",
              good.name,
              loaded,
              refused,
              ended);
        QVERIFY(refused > 0);
    }

private:
    [[nodiscard]] QString path() const { return m_folder.filePath("net.pt"); }

    /// Of the server to a file with these bytes; empty: it has none.
    [[nodiscard]] QJsonObject answerTo(const QByteArray& bytes, const Good& good) const
    {
        QFile file(path());
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(path()));
        file.close();
        const auto number = [](std::size_t value) { return static_cast<qint64>(value); };
        const QJsonObject question{{"file", path()},
                                   {"output", ""},
                                   {"channels", number(good.input.channels)},
                                   {"height", number(good.input.height)},
                                   {"width", number(good.input.width)},
                                   {"depth", number(good.input.depth)},
                                   {"classes", number(good.classes)}};
        m_server->write(QJsonDocument(question).toJson(QJsonDocument::Compact) + '\n');
        while (!m_server->canReadLine())
            if (!m_server->waitForReadyRead(10 * kTryMilliseconds))
                return {};
        return QJsonDocument::fromJson(m_server->readLine()).object();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<QProcess> m_server;
};

COTERIE_SECTION(TestDamagedModules)

} // namespace tst_damaged_modules

#include "tst_damaged_modules.moc"
