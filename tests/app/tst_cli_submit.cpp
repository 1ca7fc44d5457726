#include "tests/app/cli_fixture.h"
#include "tests/build_folder.h"
#include "tests/patience.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <csignal>

namespace tst_cli_submit {

using namespace coterie::test;

/// Array jobs of Slurm, with stand-ins for its programs. tests/cluster/run.sh asks Slurm itself.
class TestCliSubmit final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void tasksComputeTheWhole();
    void onlyWhatIsMissingIsSubmittedAgain();
    void anInterruptedRunIsResumed();
    void whatTheStoreHoldsIsLeftOut();
    void ranksThreadsAndOptionsArePassedOn();
    void noShellReadsWhatTheUserTyped();
    void anExperimentMayComeFromAPipe();
    void refusalsAreOneSentence_data();
    void refusalsAreOneSentence();
    void theClusterThatTookAJobIsAskedAboutIt_data();
    void theClusterThatTookAJobIsAskedAboutIt();
    void jobsOfTwoClustersStandBesideEachOther();
    void aFolderKeepsItsRuns();
    void withoutAnAnswerNothingIsSubmitted();

private:
    [[nodiscard]] QString slurm(const QString& name) const { return path("slurm/" + name); }
    [[nodiscard]] QStringList words(const QStringList& more, const QString& out) const
    {
        return QStringList{"submit", m_file, "--db", m_database, "--out", path(out)} + more;
    }
    /// Where no task of it is computed.
    [[nodiscard]] Outcome asked(const QStringList& more = {}, const QString& out = "tasks") const
    {
        return call(words(more, out));
    }
    /// The program itself, which its tasks start again.
    [[nodiscard]] Outcome submit(const QStringList& more = {}, const QString& out = "tasks") const
    {
        QProcess process;
        prepare(process);
        process.start(coterie::tests::builtFile("app/coterie-cli"), words(more, out));
        if (!process.waitForFinished(10 * kTryMilliseconds))
            process.kill();
        return {.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                .out = QString::fromUtf8(process.readAllStandardOutput()),
                .err = QString::fromUtf8(process.readAllStandardError())};
    }
    /// The words that sbatch got.
    [[nodiscard]] QStringList wordsOf(int job) const
    {
        return QString::fromUtf8(contents(slurm("job_" + QString::number(job)))).split(QChar(0));
    }
    void play(int job, int task) const
    {
        const Outcome played =
            shell("slurm/bin/play " + QString::number(job) + ' ' + QString::number(task));
        QCOMPARE(played.err, QString());
    }
    [[nodiscard]] QJsonObject status() const
    {
        return jsonLines(call({"status", path("tasks"), "--json"}).out).value(0);
    }
    /// "finished 2/2", "pending -/2"
    [[nodiscard]] QStringList taskTexts() const
    {
        QStringList texts;
        for (const QJsonValue task : status()["tasks"].toArray())
            texts << task["state"].toString() + ' '
                         + (task["finished"].isDouble() ? QString::number(task["finished"].toInt())
                                                        : QString("-"))
                         + '/' + QString::number(task["runs"].toInt());
        return texts;
    }
    void forgetJobs() const { write("slurm/queue", {}); }

    QByteArray m_search;
};

void TestCliSubmit::init()
{
    begin();
    QVERIFY(QDir(m_folder->path()).mkpath("slurm/bin"));
    for (const char* name : {"sbatch", "squeue", "scancel", "play"})
        QVERIFY(QFile::link(QStringLiteral(COTERIE_SOURCE_DIR) + "/tests/app/slurm_stand_in.sh",
                            slurm("bin/") + name));
    forgetJobs();
    m_search = qgetenv("PATH");
    qputenv("PATH", slurm("bin").toUtf8() + ':' + m_search);
    qputenv("SLURM_STAND_IN", slurm("").toUtf8());
    qputenv("SQUEUE_STATES", "RUNNING"); // what a user may have set does not hide tasks
}

void TestCliSubmit::cleanup()
{
    qputenv("PATH", m_search);
    qunsetenv("SLURM_STAND_IN");
    qunsetenv("SQUEUE_STATES");
    qunsetenv("SBATCH_CLUSTERS");
    qunsetenv("SLURM_CLUSTERS");
    m_folder.reset();
}

void TestCliSubmit::tasksComputeTheWhole()
{
    const Outcome submitted = submit({"--tasks", "3"});
    QCOMPARE(submitted.err, QString());
    QCOMPARE(submitted.out, "Submitted job 1: 3 tasks with 4 runs in " + path("tasks") + ".\n");
    QVERIFY(wordsOf(1).contains("--array=1-3"));
    QCOMPARE(taskTexts(), QStringList({"pending -/2", "pending -/1", "pending -/1"}));
    const Outcome told = call({"status", path("tasks")});
    QVERIFY2(told.out.contains("1_2  pending (JobHeldUser)"), qPrintable(told.out));
    QVERIFY2(
        told.out.contains("0 of 4 runs finished, without those of the tasks that wait or run."),
        qPrintable(told.out));

    play(1, 1);
    QCOMPARE(taskTexts(), QStringList({"finished 2/2", "pending -/1", "pending -/1"}));
    QCOMPARE(call({"merge", path("tasks")}).out,
             QString("Merged as runs 1, 2.\nLeft for later: 2 tasks that wait or run.\n"));
    play(1, 2);
    play(1, 3);
    forgetJobs(); // as Slurm does after some minutes
    QCOMPARE(taskTexts(), QStringList({"finished 2/2", "finished 1/1", "finished 1/1"}));
    QCOMPARE(call({"merge", path("tasks")}).out,
             QString("Merged as runs 3, 4.\nStored already, with the same numbers: runs 1, 2.\n"));

    QCOMPARE(call({"run", m_file, "--db", path("whole.sqlite")}).code, 0);
    const auto ofExperiment = [this](const QString& store, const QString& table) {
        return call({"export", m_file, "--what", table, "--db", store, "--out", "-"}).out;
    };
    for (const char* table : {"rounds", "clients", "matrices", "runs"}) {
        const QString merged = ofExperiment(m_database, table);
        QVERIFY2(merged.count('\n') > 4, qPrintable(merged));
        QCOMPARE(merged, ofExperiment(path("whole.sqlite"), table));
    }
}

void TestCliSubmit::onlyWhatIsMissingIsSubmittedAgain()
{
    QCOMPARE(submit({"--tasks", "20"}).code, 0); // of four runs
    const Outcome early = asked();
    QCOMPARE(early.out, QString("Nothing else to submit: 4 tasks wait or run.\n"));
    play(1, 2);
    QCOMPARE(call({"cancel", path("tasks")}).out,
             QString("Cancelled 3 tasks of job 1. What is computed stays; `submit` computes the "
                     "rest.\n"));
    QCOMPARE(call({"cancel", path("tasks")}).out, QString("No task waits or runs.\n"));
    QCOMPARE(taskTexts(),
             QStringList({"incomplete, cancelled 0/1",
                          "finished 1/1",
                          "incomplete, cancelled 0/1",
                          "incomplete, cancelled 0/1"}));

    const Outcome again = submit({"--tasks", "20", "--at-once", "2"});
    QCOMPARE(again.out, "Submitted job 2: 3 tasks with 3 runs in " + path("tasks") + ".\n");
    QVERIFY(wordsOf(2).contains("--array=1,3-4%2"));
    play(2, 1);
    forgetJobs();
    QCOMPARE(taskTexts(),
             QStringList({"finished 1/1", "finished 1/1", "incomplete 0/1", "incomplete 0/1"}));
    QCOMPARE(submit().out, "Submitted job 3: 2 tasks with 2 runs in " + path("tasks") + ".\n");
    play(3, 3);
    play(3, 4);
    const Outcome done = asked();
    QVERIFY2(done.out.startsWith("All runs of these tasks are finished."), qPrintable(done.out));
    QVERIFY(!QFile::exists(slurm("job_4")));
}

void TestCliSubmit::anInterruptedRunIsResumed()
{
    const QStringList longer{"--set", "/rounds=60"};
    QCOMPARE(submit(longer + QStringList{"--tasks", "1"}).code, 0);
    QProcess task;
    startUntil(task,
               {"run",
                path("tasks/experiment.json"),
                "--resume",
                "--only",
                path("tasks/task_1.runs"),
                "--db",
                path("tasks/task_1.sqlite")},
               2);
    task.terminate();
    QCOMPARE(end(task).code, 130);
    QCOMPARE(call({"cancel", path("tasks")}).code, 0);
    QVERIFY(taskTexts().value(0).startsWith("incomplete, cancelled "));
    QVERIFY(submit(longer).out.startsWith("Submitted job 2: 1 task with "));
    play(2, 1);
    QCOMPARE(taskTexts(), QStringList("finished 4/4"));
    // Not one run was begun anew, and none is different for the stop.
    QCOMPARE(call({"list", "--db", path("tasks/task_1.sqlite"), "--json"}).out.count('\n'), 4);
    QCOMPARE(call(QStringList{"run", m_file, "--db", path("whole.sqlite")} + longer).code, 0);
    QCOMPARE(exported(path("tasks/task_1.sqlite"), "rounds"),
             exported(path("whole.sqlite"), "rounds"));
}

void TestCliSubmit::whatTheStoreHoldsIsLeftOut()
{
    QCOMPARE(call({"run", m_file, "--arm", "FedAvg", "--db", m_database}).code, 0);
    QCOMPARE(asked().out, "Submitted job 1: 2 tasks with 2 runs in " + path("tasks") + ".\n");
    // What is merged later does not change the tasks.
    QCOMPARE(call({"run", m_file, "--db", m_database}).code, 0);
    QCOMPARE(asked().out, QString("Nothing else to submit: 2 tasks wait or run.\n"));
    QCOMPARE(asked({}, "others").out, "All of these runs are finished in " + m_database + ".\n");
}

void TestCliSubmit::ranksThreadsAndOptionsArePassedOn()
{
    QCOMPARE(
        submit({"--arm", "FedAvg", "--seed", "7", "--ranks", "2", "--rank-timeout", "300"}).err,
        QString());
    const QString ranked = wordsOf(1).join(' ');
    QVERIFY2(ranked.contains(" 2  /"), qPrintable(ranked)); // ranks, and no threads
    QVERIFY2(ranked.contains("--ranks 2 --seed 7 --rank-timeout 300"), qPrintable(ranked));
    play(1, 1);
    QCOMPARE(taskTexts(), QStringList("finished 1/1"));

    QVERIFY(QDir(m_folder->path()).mkdir("data"));
    QCOMPARE(asked({"--threads",
                    "3",
                    "--device",
                    "cpu",
                    "--data",
                    "data",
                    "--slurm",
                    "-p gpu -H --time 5 --mem=2G"},
                   "others")
                 .err,
             QString());
    const QString plain = wordsOf(2).join(' ');
    QVERIFY2(plain.contains(" 1 3 /"), qPrintable(plain));
    QVERIFY2(plain.contains("--device cpu --data " + path("data")), qPrintable(plain));
    QVERIFY2(plain.contains(" -pgpu -H --time=5 --mem=2G "), qPrintable(plain));
    QVERIFY2(!plain.contains("--ranks"), qPrintable(plain)); // the cards of a node decide

    // But not against a number that somebody has said.
    QCOMPARE(asked({"--ranks", "1"}, "single").err, QString());
    const QString single = wordsOf(3).join(' ');
    QVERIFY2(single.contains(" 1  /") && single.contains(" --ranks 1"), qPrintable(single));
}

void TestCliSubmit::noShellReadsWhatTheUserTyped()
{
    const QString folder = "it's $(touch owned) `touch owned` \"a\"; touch owned";
    QVERIFY(QDir(m_folder->path()).mkdir(folder));
    write("text.json", QByteArray(kSmall).replace("Small", "$(touch owned)'; touch owned"));
    m_file = path("text.json");
    const Outcome submitted =
        submit({"--tasks", "1", "--slurm", "--comment 'two words; $(touch owned)' --account=a\\ b"},
               folder + "/tasks");
    QCOMPARE(submitted.err, QString());
    const QStringList words = wordsOf(1);
    QVERIFY(words.contains("--comment=two words; $(touch owned)"));
    QVERIFY(words.contains("--account=a b"));
    play(1, 1);
    const QString tasks = path(folder + "/tasks");
    const Outcome told = call({"status", tasks});
    QVERIFY2(told.out.contains("4 of 4 runs finished."), qPrintable(told.out + told.err));
    QVERIFY2(contents(tasks + "/task_1.log").contains("FedAvg"), "the log is in the folder");
    QCOMPARE(call({"merge", tasks}).out, QString("Merged as runs 1, 2, 3, 4.\n"));
    QCOMPARE(shell("find . -name owned | wc -l").out.trimmed(), QString("0"));
}

/// Which can be read once.
void TestCliSubmit::anExperimentMayComeFromAPipe()
{
    const Outcome submitted =
        shell(QStringLiteral("\"$COTERIE_CLI\" submit <(cat '%1') --tasks 1 --db '%2' --out '%3'")
                  .arg(m_file, m_database, path("tasks")));
    QCOMPARE(submitted.err, QString());
    QCOMPARE(submitted.out, "Submitted job 1: 1 task with 4 runs in " + path("tasks") + ".\n");
    play(1, 1);
    QCOMPARE(taskTexts(), QStringList("finished 4/4"));
}

void TestCliSubmit::refusalsAreOneSentence_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("sentence");
    const auto slurm = [](const char* typed, const char* sentence) {
        QTest::newRow(typed) << QStringList{"--slurm", typed} << "--slurm: " + QString(sentence);
    };
    for (const char* own :
         {"--array=1-9", "--arr=1-9", "--wrap=x", "--output=x", "-o", "-Ha", "-Q", "--quiet"})
        QTest::newRow(own) << QStringList{"--slurm", own}
                           << QString("--slurm: submit itself decides about \"") + own + '"';
    slurm("gpu", "\"gpu\" is no option of sbatch");
    slurm("--mem=2G x.sh", "\"x.sh\" is no option of sbatch");
    slurm("-H x.sh", "\"x.sh\" is no option of sbatch");
    slurm("-p gpu x.sh", "\"x.sh\" is no option of sbatch");
    slurm("--comment 'x", "a quote (') is not closed");
    QTest::newRow("ranks of others")
        << QStringList{"--ranks", "env"} << QString("--ranks: must be a number with submit");
    QTest::newRow("no ranks") << QStringList{"--ranks", "0"}
                              << QString("--ranks: must be a number");
    QTest::newRow("no tasks") << QStringList{"--tasks", "0"} << QString("--tasks: must be ");
    QTest::newRow("no such arm") << QStringList{"--arm", "FedAgv"} << QString("FedAvg");
    QTest::newRow("no such data") << QStringList{"--data", "nowhere"}
                                  << QString("--data: \"nowhere\" is not a folder");
}

void TestCliSubmit::refusalsAreOneSentence()
{
    QFETCH(QStringList, options);
    QFETCH(QString, sentence);
    const Outcome refused = asked(options);
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains(sentence), qPrintable(refused.err));
    QCOMPARE(refused.err.count('\n'), 1);
    QVERIFY(!QFile::exists(path("tasks")));
    QVERIFY(!QFile::exists(slurm("job_1")));
}

void TestCliSubmit::theClusterThatTookAJobIsAskedAboutIt_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("variable");
    QTest::newRow("an option") << QStringList{"--slurm", "--clusters=north"} << QByteArray();
    QTest::newRow("its letter") << QStringList{"--slurm", "-M north"} << QByteArray();
    QTest::newRow("sbatch's variable") << QStringList{} << QByteArray("SBATCH_CLUSTERS");
    QTest::newRow("everybody's variable") << QStringList{} << QByteArray("SLURM_CLUSTERS");
}

void TestCliSubmit::theClusterThatTookAJobIsAskedAboutIt()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, variable);
    if (!variable.isEmpty())
        qputenv(variable, "north");
    QCOMPARE(asked(QStringList{"--tasks", "2"} + options).err, QString());
    QCOMPARE(contents(slurm("cluster_1")), QByteArray("north"));
    // Whatever the user's variables name later.
    qunsetenv("SBATCH_CLUSTERS");
    qputenv("SLURM_CLUSTERS", "south");
    QCOMPARE(taskTexts(), QStringList({"pending -/2", "pending -/2"}));
    QCOMPARE(status()["tasks"][0]["cluster"].toString(), QString("north"));
    QVERIFY(call({"status", path("tasks")}).out.contains("1_2 on north"));
    QCOMPARE(call({"cancel", path("tasks")}).err, QString());
    QCOMPARE(taskTexts(), QStringList(2, "incomplete, cancelled 0/2"));
}

void TestCliSubmit::jobsOfTwoClustersStandBesideEachOther()
{
    QCOMPARE(submit({"--tasks", "2", "--slurm", "--clusters=north"}).err, QString());
    qputenv("SLURM_CLUSTERS", "south");
    play(1, 1);
    QCOMPARE(call({"cancel", path("tasks")}).err, QString());
    QCOMPARE(taskTexts(), QStringList({"finished 2/2", "incomplete, cancelled 0/2"}));
    QCOMPARE(submit({"--tasks", "2"}).err, QString());
    QCOMPARE(contents(slurm("cluster_2")), QByteArray("south"));
    QCOMPARE(taskTexts(), QStringList({"finished 2/2", "pending -/2"}));
    play(2, 2);
    QCOMPARE(taskTexts(), QStringList({"finished 2/2", "finished 2/2"}));
}

void TestCliSubmit::aFolderKeepsItsRuns()
{
    QVERIFY(QDir(m_folder->path()).mkdir("full"));
    write("full/thesis.tex", "x");
    QString told;
    const auto isRefused =
        [&](const QString& sentence, const QStringList& more, const QString& out = "tasks") {
            const Outcome outcome = asked(more, out);
            told = outcome.code == 2 ? outcome.err : QString("accepted");
            return told.contains(sentence);
        };
    QVERIFY2(isRefused("full: has other files", {}, "full"), qPrintable(told));
    QVERIFY2(isRefused("50%: must be a folder without % and \\ in its name", {}, "50%"),
             qPrintable(told));

    // A job that sbatch refuses settles nothing.
    write("slurm/refusal",
          "sbatch: error: invalid partition specified: gpu\n"
          "sbatch: error: Batch job submission failed: Invalid partition name\n");
    QVERIFY2(isRefused("sbatch: refuses the job: invalid partition specified: gpu; Batch job "
                       "submission failed: Invalid partition name",
                       {"--tasks", "2"}),
             qPrintable(told));
    QVERIFY(QFile::remove(slurm("refusal")));
    QCOMPARE(asked({"--tasks", "3"}).code, 0);

    QVERIFY2(isRefused("--tasks: must stay 3", {"--tasks", "2"}), qPrintable(told));
    for (const QStringList& other : {QStringList{"--set", "/rounds=4"}, QStringList{"--seed", "9"}})
        QVERIFY2(isRefused("tasks: has the tasks of other runs; name another folder", other),
                 qPrintable(told));
    QCOMPARE(call({"status", path("full")}).err,
             "coterie-cli: " + path("full") + ": is no folder that `submit` has made\n");
    for (const char* record :
         {R"({"jobs": 3})",
          R"({"experiment": "", "selection": "", "store": "", "jobs": [], "tasks": [[3]]})",
          R"({"experiment": "", "selection": "", "store": "", "tasks": [["a"]],
              "jobs": [{"job": "1", "tasks": [2]}]})"}) {
        write("tasks/submission.json", record);
        QVERIFY2(call({"status", path("tasks")}).err.contains("is not as `submit` wrote it"),
                 record);
    }
}

void TestCliSubmit::withoutAnAnswerNothingIsSubmitted()
{
    QCOMPARE(asked().code, 0);
    write("slurm/down", "");
    for (const char* command : {"status", "cancel", "merge"}) {
        const Outcome outcome = call({command, path("tasks")});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("squeue: Unable to contact slurm controller"),
                 qPrintable(outcome.err));
    }
    QCOMPARE(asked().code, 2);
    QVERIFY(QFile::remove(slurm("down")));
    write("slurm/queue", "1|1|RUNNING\n"); // not understood, so not guessed
    QVERIFY2(asked().err.contains("squeue: cannot understand its line"), "a line of three");
    qputenv("PATH", slurm("").toUtf8()); // a machine without Slurm
    const Outcome missing = call({"status", path("tasks")});
    QVERIFY2(missing.err.contains("squeue: there is no such program on this machine; Slurm's "),
             qPrintable(missing.err));
    QVERIFY(!QFile::exists(slurm("job_2")));
}

COTERIE_SECTION(TestCliSubmit)

} // namespace tst_cli_submit

#include "tst_cli_submit.moc"
