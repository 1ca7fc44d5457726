#include "tests/app/cli_fixture.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <array>

namespace tst_python_store {

using namespace coterie::test;

namespace {

/// Matrices, merges and clusters, a sweep, numbers that are none with their events, and models of
/// both precisions with running statistics. The largest seed does not fit a signed number of 32
/// bits.
const char* const kExperiment = R"json({
  "schema": 1, "name": "Python, read", "description": "Something of everything.",
  "data": { "dataset": { "name": "glyphDigits", "samples": 300 },
            "partition": { "scheme": "dirichlet", "clients": 4, "alpha": 0.5 },
            "test": { "share": 0.25 }, "validation": { "share": 0.1 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 20, "localEpochs": 1 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": { "sweep": [1, 80] } } },
            { "name": "FedAvg", "algorithm": { "name": "fedavg" },
              "sampler": { "name": "hicsFl", "count": 2 } },
            { "name": "Double", "algorithm": { "name": "independent" },
              "model": { "name": "layers", "precision": "float64",
                         "layers": [ { "layer": "flatten" }, { "layer": "linear", "units": 4 },
                                     { "layer": "batchNorm" },
                                     { "layer": "linear", "units": "classes" } ] } },
            { "name": "Diverges", "algorithm": { "name": "fedavg" },
              "local": { "optimizer": { "name": "sgd", "learningRate": 3e38 } } } ],
  "rounds": 3, "seeds": [1, 9223372036854775807] })json";

/// Clients with names of their own.
const char* const kNamed = R"json({
  "schema": 1, "name": "Python, names",
  "data": { "dataset": { "name": "csv", "path": "%1", "separator": "semicolon", "client": "site" },
            "partition": { "scheme": "natural" }, "test": { "share": 0.25 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 4, "localEpochs": 1 },
  "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
  "rounds": 1, "seeds": [1] })json";

/// Two clients with eight rows each.
QByteArray tableOfSites()
{
    QByteArray table = "site;dose;ill\n";
    for (int row = 0; row < 16; ++row)
        table += QString("%1;%2;%3\n")
                     .arg(row % 2 == 0 ? "Bern, Insel" : "K\u00f6ln")
                     .arg(row * 0.125)
                     .arg(row / 2 % 2)
                     .toUtf8();
    return table;
}

constexpr std::array kTables{"rounds",
                             "clients",
                             "groups",
                             "merges",
                             "clusters",
                             "clusterMerges",
                             "matrices",
                             "values",
                             "participation",
                             "traffic",
                             "events",
                             "timings",
                             "clientNames",
                             "runs"};

/// One row of A for all, and blocks of some clients beside many that keep their own models.
const char* const kManyClients = R"json({
  "schema": 1, "name": "Many clients",
  "data": { "dataset": { "name": "glyphDigits", "samples": 2600 },
            "partition": { "scheme": "iid", "clients": 1200 }, "test": { "share": 0.4 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 10, "localSteps": 1 },
  "arms": [ { "name": "FedAvg", "algorithm": { "name": "fedavg" },
              "sampler": { "name": "random", "count": 30 } },
            { "name": "Groups", "algorithm": { "name": "groups", "groups": "0,1,2,3|7,8,1199" },
              "sampler": { "name": "random", "count": 600 } } ],
  "rounds": 2, "seeds": [1], "keepModels": "none" })json";

} // namespace

/// coterie.py reads what the exports write.
class TestPythonStore final : public CliFixture
{
    Q_OBJECT

    /// The system's Python, which finds Debian's NumPy and pandas; with "-S" it finds neither.
    [[nodiscard]] Outcome python(const QString& words) const
    {
        return shell("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=" COTERIE_SOURCE_DIR
                     "/resources/python /usr/bin/python3 "
                     + words);
    }

    void execute(const QString& database, const char* sql) const
    {
        const QString program = write("execute.py",
                                      "import sqlite3, sys\n"
                                      "store = sqlite3.connect(sys.argv[1])\n"
                                      "store.executescript(sys.argv[2])\nstore.close()\n");
        const Outcome outcome = python(QString("-S %1 %2 \"%3\"").arg(program, database, sql));
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    }

    /// Of all runs, to out/TABLE.csv.
    void exportTables() const
    {
        QVERIFY(QDir().mkpath(path("out")));
        for (const char* table : kTables)
            QCOMPARE(call({"export",
                           "--all",
                           "--what",
                           table,
                           "--out",
                           path(QString("out/%1.csv").arg(table)),
                           "--db",
                           m_database})
                         .code,
                     0);
    }

    /// What the module says of a store that it refuses.
    [[nodiscard]] QString refusal(const QString& store) const
    {
        const Outcome outcome =
            python("-S -c 'import coterie, sys\ntry:\n    coterie.open(sys.argv[1])\n"
                   "except coterie.StoreError as problem:\n    print(problem)' "
                   + store);
        return outcome.out.trimmed() + outcome.err;
    }

private Q_SLOTS:
    void itReadsWhatExportsWrite()
    {
        if (!QFile::exists("/usr/bin/python3"))
            QSKIP("/usr/bin/python3 is not installed");
        const QString experiment = write("python.json", kExperiment);
        // The last arm does not come to its end.
        QCOMPARE(call({"run", experiment, "--db", m_database}).code, 3);
        const QString named =
            write("named.json", QString(kNamed).arg(write("sites.csv", tableOfSites())).toUtf8());
        QCOMPARE(call({"run", named, "--db", m_database}).code, 0);
        // As early versions stored a free choice of participants.
        execute(m_database,
                "INSERT INTO value_series SELECT 1, 1, 'client', count(*), 'selectionSamples' "
                "FROM value_series WHERE run = 1 AND round = 1 AND scope = 'client';"
                "INSERT INTO client_value SELECT 1, 1, series, client, 0 FROM value_series AS name "
                "JOIN federation_client AS of ON of.run = 1 WHERE name.run = 1 "
                "AND name.round = 1 AND name.name = 'selectionSamples'");
        exportTables();
        QVERIFY(!contents(path("out/values.csv")).contains("selectionSamples"));
        for (const char* table : kTables)
            QVERIFY2(contents(path(QString("out/%1.csv").arg(table))).count('\n') > 1, table);
        for (const char* run : {"1", "5", "7"})
            QCOMPARE(call({"export",
                           run,
                           "--what",
                           "models",
                           "--out",
                           path(QString("out/models-%1").arg(run)),
                           "--db",
                           m_database})
                         .code,
                     0);
        const QString check =
            COTERIE_SOURCE_DIR "/tests/app/check_store.py " + m_database + ' ' + path("out");
        const Outcome plain = python("-S " + check);
        QVERIFY2(plain.code == 0, qPrintable(plain.err));
        QVERIFY2(plain.out.startsWith("no NumPy, no pandas\n"), qPrintable(plain.out));
        QVERIFY2(plain.out.contains("models of run 7 4\n"), qPrintable(plain.out));
        QVERIFY2(plain.out.contains("names of run 11 ['Bern, Insel', 'K\u00f6ln']\n"),
                 qPrintable(plain.out));
        if (python("-c 'import numpy'").code != 0)
            QSKIP("python3-numpy is not installed");
        const Outcome whole = python(check);
        QVERIFY2(whole.code == 0, qPrintable(whole.err));
        QVERIFY2(whole.out.startsWith("NumPy"), qPrintable(whole.out));
        if (python("-c 'import pandas'").code != 0)
            QSKIP("python3-pandas is not installed");
        QVERIFY2(whole.out.contains("frames 14\n"), qPrintable(whole.out));
    }

    void anAOfManyClientsIsReadByItsRows()
    {
        if (!QFile::exists("/usr/bin/python3"))
            QSKIP("/usr/bin/python3 is not installed");
        const QString experiment = write("many.json", kManyClients);
        QCOMPARE(call({"run", experiment, "--db", m_database}).code, 0);
        exportTables();
        const QString check =
            COTERIE_SOURCE_DIR "/tests/app/check_store.py " + m_database + ' ' + path("out");
        const Outcome plain = python("-S " + check);
        QVERIFY2(plain.code == 0, qPrintable(plain.err));
        QVERIFY2(plain.out.contains("\n1 different rows of 1200\n")
                     && plain.out.contains("\n2 different rows of 1200\n"),
                 qPrintable(plain.out));
        const bool hasNumPy = python("-c 'import numpy'").code == 0;
        if (hasNumPy) {
            const Outcome whole = python(check);
            QVERIFY2(whole.code == 0, qPrintable(whole.err));
        }
        // A row of a client that there is not: 12 bytes of the head, then the clients' rows.
        const QString damage =
            write("damage.py",
                  "import sqlite3, sys, zlib\n"
                  "store = sqlite3.connect(sys.argv[1])\n"
                  "whole = zlib.decompress(store.execute('SELECT bytes FROM matrix WHERE run = 2"
                  " AND round = 1').fetchone()[0])\n"
                  "wrong = whole[:12] + bytes([9, 0, 0, 0]) + whole[16:]\n"
                  "store.execute('UPDATE matrix SET bytes = ? WHERE run = 2 AND round = 1',"
                  " (zlib.compress(wrong),))\nstore.commit()\nstore.close()\n");
        QCOMPARE(python("-S " + damage + ' ' + m_database).code, 0);
        const QString read =
            " -c 'import coterie, sys\ncoterie.open(sys.argv[1]).matrix(2, 1)' " + m_database;
        for (const QString& how : hasNumPy ? QStringList{"-S", "-B"} : QStringList{"-S"}) {
            const Outcome damaged = python(how + read);
            QVERIFY2(damaged.err.endsWith(
                         ": the run store is damaged: the rows of A of round 1 are none\n"),
                     qPrintable(damaged.err));
        }
        if (!hasNumPy)
            QSKIP("python3-numpy is not installed");
    }

    /// It sees whole rounds of a run that stands still, and the run goes on as if nobody had
    /// looked.
    void aRunIsReadWhileItIsComputed()
    {
        if (!QFile::exists("/usr/bin/python3"))
            QSKIP("/usr/bin/python3 is not installed");
        QProcess running;
        startUntil(running,
                   {"run",
                    m_file,
                    "--db",
                    m_database,
                    "--arm",
                    "FedAvg",
                    "--seed",
                    "1",
                    "--set",
                    "/rounds=60"},
                   1);
        const Outcome read = python(
            "-S -c 'import coterie, sys\nstore = coterie.open(sys.argv[1])\n"
            "run = dict(zip(store.runs().columns, store.runs()[0]))\n"
            "whole = run[\"rounds_count\"] == max(0, len(store.rounds()) - 1)\n"
            "print(run[\"status\"], whole)\n"
            "try:\n    store.models(1)\nexcept coterie.StoreError as problem:\n    print(problem)' "
            + m_database);
        QVERIFY2(read.code == 0, qPrintable(read.err));
        QCOMPARE(read.out,
                 "running True\n" + m_database
                     + ": run 1 has no models (`coterie-cli export 1 --what models` says why)\n");
        QCOMPARE(end(running).code, 0);
        const Outcome after =
            python("-S -c 'import coterie, sys\nprint(len(coterie.open(sys.argv[1]).rounds()))' "
                   + m_database);
        QCOMPARE(after.out, QString("61\n"));
    }

    void otherFilesAreRefused()
    {
        if (!QFile::exists("/usr/bin/python3"))
            QSKIP("/usr/bin/python3 is not installed");
        const QString none = path("none.sqlite");
        QCOMPARE(refusal(none), none + ": there is no such file");
        QVERIFY2(refusal(m_file).startsWith(m_file + ": file is not a database"),
                 qPrintable(refusal(m_file)));
        const QString other = path("other.sqlite");
        execute(other, "CREATE TABLE other (id)");
        QCOMPARE(refusal(other),
                 other
                     + ": this is no run store of Coterie (its application_id is 0; a store's is "
                       "1131377765)");
        QCOMPARE(call({"run", m_file, "--db", m_database, "--seed", "1"}).code, 0);
        QCOMPARE(refusal(m_database), QString());
        execute(m_database, "CREATE VIEW extra AS SELECT 1");
        QCOMPARE(refusal(m_database),
                 m_database + ": the view 'extra' does not belong in a run store");
        execute(m_database, "DROP VIEW extra; UPDATE kept_model_piece SET bytes = x'00'");
        const Outcome damaged = python(
            "-S -c 'import coterie, sys\ncoterie.open(sys.argv[1]).models(1)' " + m_database);
        QVERIFY2(damaged.err.endsWith(m_database + ": the kept models of run 1 are damaged\n"),
                 qPrintable(damaged.err));
        execute(m_database, "PRAGMA user_version = 9");
        QVERIFY2(refusal(m_database)
                     .startsWith(m_database
                                 + ": the store has format 9, and this coterie.py reads format "),
                 qPrintable(refusal(m_database)));
        QVERIFY2(refusal(m_database).contains("; open it once with this version of Coterie"),
                 qPrintable(refusal(m_database)));
        execute(m_database, "PRAGMA user_version = 999");
        QVERIFY2(refusal(m_database).contains("; take coterie.py of the Coterie that wrote it"),
                 qPrintable(refusal(m_database)));
    }
};

COTERIE_SECTION(TestPythonStore)

} // namespace tst_python_store

#include "tst_python_store.moc"
