#include "tests/app/cli_fixture.h"
#include "tests/core/fixtures/zip_files.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTest>

#include <string>
#include <utility>
#include <vector>

namespace tst_cli_import {

using namespace coterie::test;

/// import, and the bundles of export.
class TestCliImport final : public CliFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aBundleGoesToAnotherStoreAndBack();
    void importedRunsAreComputedAgain();
    void damagedAndForeignFilesAreRefused();
    void namesOfStrangersCannotCommandTheTerminal();

private:
    /// A bundle of two runs, of both arms with seed 1, in the folder "bundle".
    void makeBundle();
    [[nodiscard]] QStringList into(const QString& bundle) const
    {
        return {"import", bundle, "--db", path("other.sqlite")};
    }
};

void TestCliImport::makeBundle()
{
    QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
    const Outcome exported =
        call({"export", "--all", "--what", "bundle", "--out", path("bundle"), "--db", m_database});
    QVERIFY2(exported.code == 0, qPrintable(exported.err));
    QCOMPARE(exported.out, QString());
}

void TestCliImport::aBundleGoesToAnotherStoreAndBack()
{
    makeBundle();
    const QString other = path("other.sqlite");
    const Outcome first = call(into(path("bundle")));
    QVERIFY2(first.code == 0, qPrintable(first.err));
    QCOMPARE(first.out, QString("Imported as runs 1, 2.\n"));
    const Outcome again = call(into(path("bundle/")));
    QCOMPARE(again.code, 0);
    QCOMPARE(again.out,
             QString("Stored already, with the same numbers: runs 1, 2. Nothing was changed.\n"));
    const QList<QJsonObject> json = jsonLines(call(into(path("bundle")) << "--json").out);
    QCOMPARE(json.size(), 1);
    QCOMPARE(json[0].value("added").toArray().size(), 0);
    QCOMPARE(json[0].value("known").toArray().size(), 2);

    // The other commands take them as runs.
    for (const char* table : {"rounds", "clients", "matrices", "values", "traffic", "smoothed"})
        QCOMPARE(exported(other, table), exported(m_database, table));
    QCOMPARE(call({"report", m_file, "--db", other}).out,
             call({"report", m_file, "--db", m_database}).out);
    const Outcome list = call({"list", "--db", other});
    QVERIFY2(list.out.contains(QRegularExpression("\n +2 .*finished +3 of 3 .* bundle")),
             qPrintable(list.out));
    QCOMPARE(jsonLines(call({"list", "--db", other, "--json"}).out)[0].value("origin").toString(),
             QString("bundle"));
    const Outcome show = call({"show", "2", "--db", other});
    QVERIFY2(show.out.contains(QRegularExpression("\nFrom +bundle\n")), qPrintable(show.out));
    QVERIFY(show.out.contains("4 with 75 training samples"));
    QVERIFY(!call({"show", "2", "--db", m_database}).out.contains("\nFrom "));

    // And a bundle of them is the same again.
    QCOMPARE(
        call({"export", "2", "1", "--what", "bundle", "--out", path("back"), "--db", other}).code,
        0);
    const QStringList names = QDir(path("bundle")).entryList(QDir::Files);
    QVERIFY(names.contains("manifest.json") && names.contains("details.jsonl"));
    QCOMPARE(QDir(path("back")).entryList(QDir::Files), names);
    for (const QString& name : names)
        QVERIFY2(contents(path("back/" + name)) == contents(path("bundle/" + name)),
                 qPrintable(name));
    QCOMPARE(call({"import", path("back"), "--db", m_database}).out,
             QString("Stored already, with the same numbers: runs 1, 2. Nothing was changed.\n"));
}

void TestCliImport::importedRunsAreComputedAgain()
{
    makeBundle();
    QCOMPARE(call(into(path("bundle"))).code, 0);
    const Outcome run =
        call({"run", path("bundle/experiment.json"), "--seed", "1", "--db", path("other.sqlite")});
    QVERIFY2(run.code == 0, qPrintable(run.err));
    QVERIFY2(run.out.contains("Runs: 3, 4\n"), qPrintable(run.out));
    // Which gives the same numbers: after the imported ones stand the own ones, as repetitions.
    const QString both = exported(path("other.sqlite"), "rounds");
    QString own = exported(m_database, "rounds");
    for (const QString& row : own.split('\n', Qt::SkipEmptyParts).mid(1))
        QVERIFY2(both.contains(QString(row).replace(",1,,1,", ",1,,2,")), qPrintable(row));
    const Outcome resume = call({"resume", "1", "--db", path("other.sqlite")});
    QCOMPARE(resume.code, 2);
    QVERIFY(resume.err.contains("is finished; there is nothing to resume"));
}

void TestCliImport::damagedAndForeignFilesAreRefused()
{
    makeBundle();
    const auto refused = [this](const QString& bundle, const char* sentence) {
        const Outcome outcome = call(into(bundle));
        QCOMPARE(outcome.code, 2);
        QCOMPARE(outcome.out, QString());
        QVERIFY2(outcome.err.contains(sentence), qPrintable(outcome.err));
    };
    refused(path("nowhere"), "nowhere: there is no such file or folder");
    refused(m_file, "is neither the folder of a bundle nor a zip archive of one");
    QVERIFY(QDir(m_folder->path()).mkdir("empty"));
    refused(path("empty"), "has no manifest.json");
    QCOMPARE(shell("mkfifo pipe").code, 0);
    refused(path("pipe"), "is neither the folder of a bundle");
    const QByteArray rounds = contents(path("bundle/rounds.csv"));
    static_cast<void>(write("bundle/rounds.csv", rounds.left(rounds.size() / 2)));
    refused(path("bundle"), "bundle/rounds.csv");
    static_cast<void>(write("bundle/rounds.csv", rounds));
    QByteArray manifest = contents(path("bundle/manifest.json"));
    manifest.replace("\"bundle\": 2", "\"bundle\": 1");
    static_cast<void>(write("bundle/manifest.json", manifest));
    refused(path("bundle"), "of format 1, which lacks details.jsonl");
    QCOMPARE(call({"import"}).code, 2);
    QCOMPARE(call({"list", "--db", path("other.sqlite")}).out.left(7), QString("No runs"));
}

void TestCliImport::namesOfStrangersCannotCommandTheTerminal()
{
    makeBundle();
    std::vector<std::pair<std::string, std::string>> files;
    for (const QString& name : QDir(path("bundle")).entryList(QDir::Files))
        files.emplace_back(name.toStdString(), contents(path("bundle/" + name)).toStdString());
    const QString sent = QString::fromUtf8("se\x1b[2Jnt\u202e.zip");
    static_cast<void>(write(sent, QByteArray::fromStdString(zipOf(files))));
    QCOMPARE(call(into(path(sent))).code, 0);
    const QRegularExpression obeyed("[\\x{1b}\\x{9b}\\x{202e}]");
    for (const QStringList& command : {QStringList{"list"}, QStringList{"show", "1"}}) {
        const Outcome shown = call(command + QStringList{"--db", path("other.sqlite")});
        QVERIFY2(shown.out.contains("se\\u001b[2Jnt\\u202e.zip"), qPrintable(shown.out));
        QVERIFY(!shown.out.contains(obeyed));
    }
    files.emplace_back("../\x1b[2J", "x");
    static_cast<void>(write(sent, QByteArray::fromStdString(zipOf(files))));
    const Outcome refused = call(into(path(sent)));
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("which no bundle has") && !refused.err.contains(obeyed),
             qPrintable(refused.err));
}

COTERIE_SECTION(TestCliImport)

} // namespace tst_cli_import

#include "tst_cli_import.moc"
