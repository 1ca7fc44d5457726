#include "core/store/run_store.h"
#include "tests/app/loaded_cli.h"
#include "tests/sections.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_whatif {

using namespace coterie;

namespace {

constexpr const char* kHcct = R"json({
  "schema": 1, "name": "Small groups",
  "data": { "dataset": { "name": "glyphDigits", "samples": 500 },
            "partition": { "scheme": "dirichlet", "clients": 5, "alpha": 0.3, "minimum": 10 },
            "test": { "share": 0.25 } },
  "model": { "name": "mlr" },
  "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 20, "localEpochs": 1 },
  "arms": [ { "name": "HCCT", "algorithm": { "name": "hcct", "alpha": 30 } } ],
  "rounds": 4, "seeds": [1] })json";

} // namespace

/// Asks about a run that it has made itself.
class TestWhatIf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QFile file(m_folder.filePath("hcct.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kHcct);
        file.close();
        QCOMPARE(call({"run", file.fileName(), "--db", m_database}).first, 0);
        const Result<std::unique_ptr<RunStore>> store =
            RunStore::open(m_database.toStdString(), RunStore::Mode::ReadOnly);
        QVERIFY(store.has_value());
        const Result<std::vector<RoundReport>> reports = (*store)->reports(1);
        QVERIFY(reports.has_value());
        m_reports = *reports;
    }

    void recordedGroupsComeOutAtTheRecordedAlpha()
    {
        QCOMPARE(m_reports.size(), std::size_t{5});
        for (int round = 2; round <= 4; ++round) {
            const Grouping& recorded = *m_reports[static_cast<std::size_t>(round)].grouping;
            const QJsonObject plain = json({"--round", QString::number(round)});
            QCOMPARE(groupsOf(plain), recorded.groups);
            QCOMPARE(plain["stopReason"].toString().toStdString(), recorded.stopReason);
            const QJsonArray merges = plain["merges"].toArray();
            QCOMPARE(static_cast<std::size_t>(merges.size()), recorded.merges.size());
            for (int m = 0; m < merges.size(); ++m) {
                const Merge& merge = recorded.merges[static_cast<std::size_t>(m)];
                QCOMPARE(merges[m].toObject()["benefit"].toDouble(), merge.score);
                QCOMPARE(merges[m].toObject()["left"].toInt(), merge.left);
            }
            QCOMPARE(json({"--round", QString::number(round), "--alpha", "30"}), plain);
        }
    }

    void otherSettingsGiveOtherGroups()
    {
        QCOMPARE(groupsOf(json({"--round", "3", "--alpha", "0"})).size(), std::size_t{5});
        QCOMPARE(groupsOf(json({"--round", "3", "--alpha", "1e9"})).size(), std::size_t{1});
        QCOMPARE(groupsOf(json({"--round", "3", "--groups", "2"})).size(), std::size_t{2});
    }

    void textNamesGroupsAndMerges()
    {
        const auto [code, out] =
            call({"whatif", "1", "--round", "3", "--alpha", "1e9", "--db", m_database});
        QCOMPARE(code, 0);
        QVERIFY(out.contains("0 1 2 3 4"));
        QVERIFY(out.contains("from similarity"));
        QVERIFY(out.contains("merge 3"));
        QVERIFY(out.contains("Everybody is in one group."));
    }

    void wrongQuestionsGetASentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("first round")
            << QStringList{"--round", "1"} << "round 1: this round formed no groups";
        QTest::newRow("later round")
            << QStringList{"--round", "9"} << "run 1 has no round 9 yet; it has done 4";
        QTest::newRow("negative alpha") << QStringList{"--round", "3", "--alpha", "-1"}
                                        << "--alpha: must be a number, at least 0 (is \"-1\")";
        QTest::newRow("no round") << QStringList{} << "--round";
    }

    void wrongQuestionsGetASentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, sentence);
        const auto [code, out] = call(QStringList{"whatif", "1", "--db", m_database} + arguments);
        QCOMPARE(code, 2);
        QVERIFY2(out.contains(sentence), qPrintable(out));
    }

private:
    [[nodiscard]] std::pair<int, QString> call(const QStringList& arguments) const
    {
        const test::Outcome outcome =
            m_cli.call(arguments, m_folder.path(), QProcessEnvironment::systemEnvironment());
        return {outcome.code, outcome.out + outcome.err};
    }

    [[nodiscard]] QJsonObject json(const QStringList& arguments) const
    {
        const auto [code, out] =
            call(QStringList{"whatif", "1", "--db", m_database, "--json"} + arguments);
        return code == 0 ? QJsonDocument::fromJson(out.toUtf8()).object() : QJsonObject();
    }

    static std::vector<std::vector<int>> groupsOf(const QJsonObject& object)
    {
        std::vector<std::vector<int>> groups;
        for (const QJsonValue& group : object["groups"].toArray()) {
            groups.emplace_back();
            for (const QJsonValue& client : group.toArray())
                groups.back().push_back(client.toInt());
        }
        return groups;
    }

    mutable test::LoadedCli m_cli;
    QTemporaryDir m_folder;
    const QString m_database = m_folder.filePath("runs.sqlite");
    std::vector<RoundReport> m_reports;
};

COTERIE_SECTION(TestWhatIf)

} // namespace tst_whatif

#include "tst_whatif.moc"
