#include "core/run/machine_room.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace tst_machine_room {

using namespace coterie;

/// What a machine has left, read from files of the system that the test makes up.
class TestMachineRoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }
    void cleanup() { qunsetenv("COTERIE_ANYWAY"); }

    void theSystemTells();
    void nothingIsKnownWhereNothingIsTold();
    void aGroupAllowsLess();
    void aGroupAroundItCounts();
    void groupsOfTheFirstVersionCount();
    void aContainerSeesOnlyItsOwnGroup();
    void thisMachineHasSome();
    void theDiskOfAFolderThatIsNotThereYet();
    void whatIsTooMuchIsSaidWithItsNumbers();
    void theDataAreThereAlready();
    void whoInsistsMayRun();
    void sizesReadWell();

private:
    void write(const char* name, const QByteArray& text) const
    {
        const QString path = m_folder->filePath(QString::fromLatin1(name));
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), qint64(text.size()));
    }
    [[nodiscard]] std::optional<double> available() const
    {
        return memoryAvailable(m_folder->path().toStdString());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestMachineRoom::theSystemTells()
{
    write("proc/meminfo", "MemTotal:  2000 kB\nMemFree:  10 kB\nMemAvailable:   1000 kB\n");
    QCOMPARE(available(), std::optional(1024000.0));
}

void TestMachineRoom::nothingIsKnownWhereNothingIsTold()
{
    QVERIFY(!available());
    write("proc/meminfo", "MemTotal:  2000 kB\nMemAvailable: many kB\n");
    write("proc/self/cgroup", "nonsense\n0::\n:\n");
    QVERIFY(!available());
}

void TestMachineRoom::aGroupAllowsLess()
{
    write("proc/meminfo", "MemAvailable:   1000 kB\n");
    write("proc/self/cgroup", "0::/job\n");
    write("sys/fs/cgroup/job/memory.max", "500000\n");
    write("sys/fs/cgroup/job/memory.current", "300000\n");
    write(
        "sys/fs/cgroup/job/memory.stat",
        "anon 100000\ninactive_file 50000\nactive_file 30000\nslab_reclaimable 7000\nslab 9000\n");
    QCOMPARE(available(),
             std::optional(287000.0)); // files and what is known of them can be dropped
    write("sys/fs/cgroup/job/memory.current", "900000\n");
    QCOMPARE(available(), std::optional(0.0));
    write("sys/fs/cgroup/job/memory.max", "max\n");
    QCOMPARE(available(), std::optional(1024000.0));
}

void TestMachineRoom::aGroupAroundItCounts()
{
    write("proc/meminfo", "MemAvailable:   1000 kB\n");
    write("proc/self/cgroup", "0::/all/job\n");
    write("sys/fs/cgroup/all/job/memory.max", "max\n");
    write("sys/fs/cgroup/all/job/memory.current", "7000\n");
    write("sys/fs/cgroup/all/memory.max", "50000\n");
    write("sys/fs/cgroup/all/memory.current", "8000\n");
    QCOMPARE(available(), std::optional(42000.0));
}

void TestMachineRoom::groupsOfTheFirstVersionCount()
{
    write("proc/meminfo", "MemAvailable:   1000 kB\n");
    write("proc/self/cgroup", "8:cpu,cpuacct:/x\n5:hugetlb,memory:/job\n0::/\n");
    write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "60000\n");
    write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "50000\n");
    write("sys/fs/cgroup/memory/job/memory.stat",
          "inactive_file 1\ntotal_inactive_file 20000\ntotal_active_file 0\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    write("sys/fs/cgroup/memory/memory.usage_in_bytes", "70000\n");
    QCOMPARE(available(), std::optional(30000.0));
}

/// Its path is that of the machine around it.
void TestMachineRoom::aContainerSeesOnlyItsOwnGroup()
{
    write("proc/meminfo", "MemAvailable:   1000 kB\n");
    write("proc/self/cgroup", "0::/../../docker/1f2e\n");
    write("sys/fs/cgroup/memory.max", "40000\n");
    write("sys/fs/cgroup/memory.current", "10000\n");
    QCOMPARE(available(), std::optional(30000.0));
}

void TestMachineRoom::thisMachineHasSome()
{
    if (!QFile::exists(QStringLiteral("/proc/meminfo")))
        QSKIP("this system does not tell");
    QCOMPARE_GT(memoryAvailable().value(), 1e6);
    QCOMPARE_GT(MachineRoom::of(m_folder->filePath("runs.sqlite").toStdString()).disk.value(), 0.0);
}

void TestMachineRoom::theDiskOfAFolderThatIsNotThereYet()
{
    const auto there = diskAvailable(m_folder->path().toStdString());
    const auto later = diskAvailable(m_folder->filePath("a/b/c").toStdString());
    QVERIFY(there && later);
    QVERIFY(std::abs(*there - *later) < 0.5 * *there + 1e9); // others write meanwhile
}

void TestMachineRoom::whatIsTooMuchIsSaidWithItsNumbers()
{
    const PlanSize size{.parts = {{.what = "models", .memory = 2e9},
                                  {.what = "pairs", .memory = 5.7e9},
                                  {.what = "results", .disk = 3e9},
                                  {.what = "states", .meanwhile = 4e9}},
                        .data = 0};
    QCOMPARE(lackOfRoom(size, {.memory = 8e9, .disk = 8e9}), std::string());
    QCOMPARE(lackOfRoom(size, {}), std::string()); // the system does not tell
    QCOMPARE(lackOfRoom(size, {.memory = 4.1e9, .disk = 8e9}),
             std::string("needs about 7.7 GB of memory (mostly matrices of all pairs of clients, "
                         "5.7 GB), and 4.1 GB are available"));
    QCOMPARE(lackOfRoom(size, {.memory = 8e9, .disk = 6e9}),
             std::string("needs about 7.0 GB of disk for the run store (mostly checkpoints, 4.0 "
                         "GB), and 6.0 GB are free"));
}

void TestMachineRoom::theDataAreThereAlready()
{
    const PlanSize size{
        .parts = {{.what = "data", .memory = 3e9}, {.what = "models", .memory = 1e9}},
        .data = 2.5e9};
    QCOMPARE(size.memory(), 4e9);
    QCOMPARE(lackOfRoom(size, {.memory = 1.6e9, .disk = {}}), std::string());
    QCOMPARE(lackOfRoom(size, {.memory = 1.4e9, .disk = {}}),
             std::string("needs about 1.5 GB of memory (mostly models, 1.0 GB), and 1.4 GB are "
                         "available"));
}

void TestMachineRoom::whoInsistsMayRun()
{
    const PlanSize size{.parts = {{.what = "models", .memory = 2e9}}, .data = 0};
    const MachineRoom little{.memory = 1e9, .disk = {}};
    const auto refused = checkRoom(size, little);
    QVERIFY(!refused);
    QCOMPARE(refused.error().sentence(),
             std::string("It needs about 2.0 GB of memory (mostly models, 2.0 GB), and 1.0 GB are "
                         "available. Use fewer clients, a smaller model or fewer rounds, or set "
                         "COTERIE_ANYWAY=1 in the environment to run it anyway."));
    qputenv("COTERIE_ANYWAY", "0");
    QVERIFY(!checkRoom(size, little));
    qputenv("COTERIE_ANYWAY", "1");
    QVERIFY(checkRoom(size, little));
}

void TestMachineRoom::sizesReadWell()
{
    QCOMPARE(roomText(0), std::string("0 kB"));
    QCOMPARE(roomText(700), std::string("0.7 kB"));
    QCOMPARE(roomText(19'200), std::string("19.2 kB"));
    QCOMPARE(roomText(60'000), std::string("0.1 MB"));
    QCOMPARE(roomText(1.26e6), std::string("1.3 MB"));
    QCOMPARE(roomText(123.4e6), std::string("123 MB"));
    QCOMPARE(roomText(1e9), std::string("1.0 GB"));
    QCOMPARE(roomText(432e12), std::string("432000 GB"));
}

COTERIE_SECTION(TestMachineRoom)

} // namespace tst_machine_room

#include "tst_machine_room.moc"
