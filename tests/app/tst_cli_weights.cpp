#include "core/data/formats/safetensors.h"
#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <fstream>

namespace tst_cli_weights {

using namespace coterie;
using namespace coterie::test;

/// An experiment that begins with a file of weights, which commands about its stored runs find or
/// can do without.
class TestCliWeights final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void commandsOnStoredRunsAreToldWhereItIs();
    void aMissingFileIsTheOneThatRunsBeganWith();

private:
    /// In a folder of data; returns the folder.
    QString weights(const QString& folder, float bias) const
    {
        QDir(m_folder->path()).mkpath(folder);
        const std::vector<NamedTensor> tensors{
            {.name = "1.weight", .shape = {10, 784}, .values = std::vector<float>(7840, 0.5F)},
            {.name = "1.bias", .shape = {10}, .values = std::vector<float>(10, bias)}};
        std::ofstream out(path(folder + "/start.safetensors").toStdString(), std::ios::binary);
        writeSafetensors(tensors, out);
        return path(folder);
    }
    [[nodiscard]] QString experiment() const
    {
        QByteArray text(kSmall);
        text.replace("{ \"name\": \"mlr\" }",
                     "{ \"name\": \"mlr\", \"initial\": { \"path\": \"start.safetensors\" } }");
        return write("begun.json", text);
    }
    /// Each command that looks for the stored runs of an experiment.
    [[nodiscard]] QList<QStringList> commands(const QString& file) const
    {
        return {{"report", file, "--db", m_database},
                {"export", file, "--what", "rounds", "--out", "-", "--db", m_database},
                {"html", file, "--out", path("page.html"), "--db", m_database}};
    }
};

void TestCliWeights::commandsOnStoredRunsAreToldWhereItIs()
{
    const QString file = experiment();
    const QString own = weights("own", 0.25F);
    const QString others = weights("others", 0.75F);
    QCOMPARE(call({"run", file, "--data", own, "--db", m_database}).code, 0);
    for (const QStringList& command : commands(file)) {
        const Outcome found = call(command + QStringList{"--data", own});
        QVERIFY2(found.code == 0, qPrintable(found.out + found.err));
        const Outcome changed = call(command + QStringList{"--data", others});
        QCOMPARE(changed.code, 2);
        QVERIFY2((changed.out + changed.err).contains("has no run of this experiment"),
                 qPrintable(changed.out + changed.err));
    }
}

void TestCliWeights::aMissingFileIsTheOneThatRunsBeganWith()
{
    const QString file = experiment();
    const QString own = weights("own", 0.25F);
    QCOMPARE(call({"run", file, "--data", own, "--db", m_database}).code, 0);
    const QString there = call(commands(file)[1] + QStringList{"--data", own}).out;
    for (const QStringList& command : commands(file)) {
        const Outcome found = call(command);
        QVERIFY2(found.code == 0, qPrintable(found.out + found.err));
    }
    QCOMPARE(call(commands(file)[1]).out, there);
    // Also where it stood beside the experiment.
    QVERIFY(QFile::copy(own + "/start.safetensors", path("start.safetensors")));
    QCOMPARE(call({"run", file, "--db", path("beside.sqlite")}).code, 0);
    QVERIFY(QFile::remove(path("start.safetensors")));
    const QStringList beside{"report", file, "--db", path("beside.sqlite")};
    const Outcome found = call(beside);
    QVERIFY2(found.code == 0, qPrintable(found.out + found.err));
    // No run began with a file of this name.
    QCOMPARE(call({"run", m_file, "--db", path("drawn.sqlite")}).code, 0);
    const Outcome none = call({"report", file, "--db", path("drawn.sqlite")});
    QCOMPARE(none.code, 2);
    QVERIFY2((none.out + none.err).contains("/model/initial/path: "),
             qPrintable(none.out + none.err));
}

COTERIE_SECTION(TestCliWeights)

} // namespace tst_cli_weights

#include "tst_cli_weights.moc"
