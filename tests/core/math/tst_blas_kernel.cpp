#include "core/math/blas_kernel.h"
#include "tests/build_folder.h"
#include "tests/sections.h"

#include <QProcess>
#include <QTemporaryDir>

namespace tst_blas_kernel {

using namespace coterie;

namespace {

constexpr CpuFeatures kSse{};
constexpr CpuFeatures kAvx{.avx = true};
constexpr CpuFeatures kAvx2{.avx = true, .avx2 = true};
constexpr CpuFeatures kAvx512{.avx = true, .avx2 = true, .avx512 = true};

struct ChildResult
{
    int starts = 0;
    bool sameProcess = true;
    int exitCode = -1;
    QMap<QString, QString> found;
};

/// Starts the child program with a clean slate of variables plus those given.
ChildResult startChild(const QStringList& arguments, const QMap<QString, QString>& variables)
{
    const QTemporaryDir folder;
    const QString log = folder.filePath("starts.txt");
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name :
         {"OPENBLAS_CORETYPE", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"})
        environment.remove(name);
    for (auto variable = variables.begin(); variable != variables.end(); ++variable)
        environment.insert(variable.key(), variable.value());

    QProcess child;
    child.setProcessEnvironment(environment);
    child.start(tests::builtFile("tests/blas_kernel_child"), QStringList{log} + arguments);
    ChildResult result;
    if (!child.waitForFinished(kTryMilliseconds) || child.exitStatus() != QProcess::NormalExit)
        return result;
    result.exitCode = child.exitCode();
    QFile starts(log);
    if (!starts.open(QIODevice::ReadOnly))
        return result;
    const QStringList lines = QString::fromUtf8(starts.readAll()).split('\n', Qt::SkipEmptyParts);
    result.starts = static_cast<int>(lines.size());
    result.sameProcess = !lines.isEmpty() && lines.front() == lines.back();
    const QStringList output =
        QString::fromUtf8(child.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
    for (const QString& line : output)
        result.found.insert(line.section('=', 0, 0), line.section('=', 1));
    return result;
}

} // namespace

class TestBlasKernel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void choosesTheCoreThatFits_data();
    void choosesTheCoreThatFits();
    void asksForARestartOnlyWhenItMay();
    void readsNameAndVersionOfOpenBlas();
    void namesTheWidestInstructions();
    void thisProcessHasTheBestCore();
    void wrongCoreRestartsOnceWithItsArguments();
    void aRequestedCoreStays();
    void oneThreadWhateverTheEnvironmentSays();
};

void TestBlasKernel::choosesTheCoreThatFits_data()
{
    QTest::addColumn<int>("level");
    QTest::addColumn<QString>("current");
    QTest::addColumn<QString>("expected");
    QTest::newRow("older kernel on a new processor") << 3 << "Haswell"
                                                     << "SkylakeX";
    QTest::newRow("Zen name, wide vectors") << 3 << "Zen"
                                            << "SkylakeX";
    QTest::newRow("2004 kernel") << 3 << "Prescott"
                                 << "SkylakeX";
    QTest::newRow("already there") << 3 << "SkylakeX"
                                   << "";
    QTest::newRow("better choice kept") << 3 << "Cooperlake"
                                        << "";
    QTest::newRow("best choice kept") << 3 << "SapphireRapids"
                                      << "";
    QTest::newRow("a core of the future") << 3 << "Zen7"
                                          << "";
    QTest::newRow("no name") << 3 << "Unknown"
                             << "";
    QTest::newRow("avx2, old kernel") << 2 << "Nehalem"
                                      << "Haswell";
    QTest::newRow("avx2, avx kernel") << 2 << "Sandybridge"
                                      << "Haswell";
    QTest::newRow("avx2, Zen") << 2 << "Zen"
                               << "";
    QTest::newRow("avx2, Excavator") << 2 << "Excavator"
                                     << "";
    QTest::newRow("avx2, never lowered") << 2 << "SkylakeX"
                                         << "";
    QTest::newRow("avx, old kernel") << 1 << "Barcelona"
                                     << "Sandybridge";
    QTest::newRow("avx, Piledriver") << 1 << "Piledriver"
                                     << "";
    QTest::newRow("nothing wide") << 0 << "Prescott"
                                  << "";
}

void TestBlasKernel::choosesTheCoreThatFits()
{
    QFETCH(int, level);
    QFETCH(QString, current);
    QFETCH(QString, expected);
    const CpuFeatures features[] = {kSse, kAvx, kAvx2, kAvx512};
    const std::optional<std::string> core = chooseCore(features[level], current.toStdString());
    QCOMPARE(QString::fromStdString(core.value_or("")), expected);
}

void TestBlasKernel::asksForARestartOnlyWhenItMay()
{
    const BlasSituation wrong{.features = kAvx512, .current = "Haswell"};
    QCOMPARE(planRestart(wrong), std::optional<std::string>("SkylakeX"));

    BlasSituation restarted = wrong;
    restarted.restarted = true; // OpenBLAS was built without the kernel it was asked for
    QCOMPARE(planRestart(restarted), std::optional<std::string>());

    BlasSituation otherBlas = wrong;
    otherBlas.current.reset();
    QCOMPARE(planRestart(otherBlas), std::optional<std::string>());

    BlasSituation users = wrong;
    users.requested = "Haswell";
    QCOMPARE(planRestart(users), std::optional<std::string>());
    users.overrideRequest = true;
    QCOMPARE(planRestart(users), std::optional<std::string>("SkylakeX"));
}

void TestBlasKernel::readsNameAndVersionOfOpenBlas()
{
    QCOMPARE(parseBlasConfig(
                 "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY Haswell MAX_THREADS=128"),
             std::string("OpenBLAS 0.3.21"));
    QCOMPARE(parseBlasConfig("  OpenBLAS   0.3.26 "), std::string("OpenBLAS 0.3.26"));
    QCOMPARE(parseBlasConfig("OpenBLAS"), std::string("OpenBLAS"));
    QCOMPARE(parseBlasConfig(""), std::string());
}

void TestBlasKernel::namesTheWidestInstructions()
{
    QCOMPARE(instructionsName(kSse), std::string("baseline"));
    QCOMPARE(instructionsName(kAvx), std::string("avx"));
    QCOMPARE(instructionsName(kAvx2), std::string("avx2"));
    QCOMPARE(instructionsName(kAvx512), std::string("avx512"));
}

void TestBlasKernel::thisProcessHasTheBestCore()
{
    QVERIFY(blasName().starts_with("OpenBLAS 0."));
    QVERIFY(blasCore() != "unknown");
    // Only a core type asked for by name may be a lower one.
    if (chooseCore(detectCpu(), blasCore()))
        QCOMPARE(qgetenv("OPENBLAS_CORETYPE").toStdString(), blasCore());
    QVERIFY(qEnvironmentVariableIsSet("OPENBLAS_NUM_THREADS"));
}

void TestBlasKernel::wrongCoreRestartsOnceWithItsArguments()
{
    if (!detectCpu().avx)
        QSKIP("this processor has nothing better than OpenBLAS's oldest kernel");
    const QStringList words{"override", "two words", "", "--flag=ünïcode", "$HOME"};
    const ChildResult child = startChild(words, {{"OPENBLAS_CORETYPE", "Prescott"}});
    QCOMPARE(child.exitCode, 7);
    QCOMPARE(child.starts, 2);
    QVERIFY(child.sameProcess);
    const QString best = QString::fromStdString(*chooseCore(detectCpu(), "Prescott"));
    QCOMPARE(child.found.value("core"), best);
    QCOMPARE(child.found.value("OPENBLAS_CORETYPE"), best);
    QCOMPARE(child.found.value("COTERIE_BLAS_RESTARTED"), QString());
    QCOMPARE(child.found.value("OPENBLAS_NUM_THREADS"), QString("1"));
    QCOMPARE(child.found.value("argument0"), tests::builtFile("tests/blas_kernel_child"));
    for (qsizetype index = 0; index < words.size(); ++index)
        QCOMPARE(child.found.value(QString("argument%1").arg(index + 2)), words.at(index));
    QVERIFY(!child.found.contains(QString("argument%1").arg(words.size() + 2)));
}

void TestBlasKernel::aRequestedCoreStays()
{
    const ChildResult child = startChild({"respect"}, {{"OPENBLAS_CORETYPE", "Prescott"}});
    QCOMPARE(child.exitCode, 7);
    QCOMPARE(child.starts, 1);
    QCOMPARE(child.found.value("core"), QString("Prescott"));
}

void TestBlasKernel::oneThreadWhateverTheEnvironmentSays()
{
    const ChildResult child =
        startChild({"respect"}, {{"OPENBLAS_NUM_THREADS", "2"}, {"OMP_NUM_THREADS", "3"}});
    QCOMPARE(child.exitCode, 7);
    QCOMPARE(child.found.value("OPENBLAS_NUM_THREADS"), QString("1"));
    QCOMPARE(child.found.value("OMP_NUM_THREADS"), QString("1"));
    QCOMPARE(child.found.value("MKL_NUM_THREADS"), QString("1"));
}

COTERIE_SECTION(TestBlasKernel)

} // namespace tst_blas_kernel

#include "tst_blas_kernel.moc"
