#include "tests/sections.h"
#include "tests/ui/compare/run_rows.h"
#include "ui/compare/filter_query.h"
#include "ui/compare/run_choice.h"
#include "ui/compare/run_filter.h"
#include "ui/compare/run_table_model.h"
#include "ui/numbers.h"

#include <QTest>

#include <memory>

namespace tst_filter_query {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// Runs of HCCT with an α of their own and of their partition; the fourth is of FedAvg.
std::vector<RunRow> sweep()
{
    std::vector<RunRow> all = rows(4);
    for (RunRow& row : all) {
        const std::string id = std::to_string(row.id);
        row.experimentName = "digits " + id; // else its α would tell it from the others
        row.arm = row.id == 4 ? "FedAvg" : "HCCT";
        const std::string own =
            row.id == 4 ? R"("name":"fedavg","share":0.5)" : R"("name":"hcct","alpha":)" + id + "0";
        row.planJson = R"({"data":{"dataset":{"name":"glyphDigits"},"partition":{"alpha":0.)" + id
                       + R"(,"scheme":"dirichlet"},"test":{"share":0.2}},)"
                       + R"("local":{"optimizer":{"name":"sgd","learningRate":0.1},"batch":16},)"
                       + R"("sampler":{"name":"random","share":0.5},"algorithm":{)" + own + "}}";
    }
    all[3].planJson.replace(all[3].planJson.rfind(R"(,"share":0.5)"), 12, "");
    return all;
}

struct Table
{
    Table()
    {
        const std::vector<RunRow> all = sweep();
        model.setRuns(all);
        model.setSettings(std::make_shared<const RunSettings>(all), {}); // no column for any
        proxy.sort(RunTableModel::Number);
    }
    [[nodiscard]] QString listed() { return column(proxy, RunTableModel::Number); }
    RunTableModel model;
    RunFilterProxy proxy{model};
};

} // namespace

/// The query language of the run table's filter.
class FilterQueryTest final : public QObject
{
    Q_OBJECT

private slots:
    void settingsAreFoundByTheEndOfTheirPath_data();
    void settingsAreFoundByTheEndOfTheirPath();
    void aProblemStandsAtItsWord_data();
    void aProblemStandsAtItsWord();
    void theLastGoodQueryStaysInForceWhileOneTypes();
    void aFilterWaitsForTheSettings();
    void valuesChangedByHandAreFoundBeforeAndAfter();
    void namesAndValuesAreCompleted_data();
    void namesAndValuesAreCompleted();
    void aNumberIsOfferedAsItIsShown();
    void aCompletionIsOfTheWholeWord_data();
    void aCompletionIsOfTheWholeWord();
};

void FilterQueryTest::settingsAreFoundByTheEndOfTheirPath_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("runs");
    const auto row = [](const char* typed, const char* found) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromLatin1(found);
    };
    row("alpha>=10", "1 2 3"); // the algorithm's, though the partition has one too
    row("alpha>=20", "2 3");
    row("alpha >= 20", "2 3");
    row("alpha≥20 alpha<30", "2");
    row("ALPHA=30", "3");
    row("partition/alpha<0.3", "1 2");
    row("partition alpha<0.3", "1 2");
    row("algorithm/alpha>20", "3");
    row("α>20", "3");
    row("hcct alpha>20", "3");
    row("learningRate=0.1 arm:fed", "4");
    row("learning rate=0.1 arm:fed", "4");
    row("name=hcct", "1 2 3");
    row("name:\"HCCT\"", "1 2 3"); // as it stands on the screen
    row("scheme:dirichlet", "1 2 3 4");
    row("sampler/share=0.5", "1 2 3 4");
    row("sampler/share=0,5", "1 2 3 4");
    row("sampler/share<0,6", "1 2 3 4");
    row("sampler/share<0,5", "");
    row("\"alpha>=10\"", ""); // a text, which no run has
}

void FilterQueryTest::settingsAreFoundByTheEndOfTheirPath()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, runs);
    Table table;
    table.proxy.setTyped(typed);
    QVERIFY2(!table.proxy.problem(),
             qPrintable(table.proxy.problem().value_or(FilterProblem{}).sentence));
    QCOMPARE(table.listed(), runs);
}

void FilterQueryTest::aProblemStandsAtItsWord_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* typed, const char* word, const char* sentence) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(word)
                             << QString::fromUtf8(sentence);
    };
    row("hcct share>3", "share", "“share” can mean test/share, sampler/share. Type more");
    row("hcct aplha>3", "aplha", "Did you mean “alpha”?");
    row("hcct rate>3", "rate", "Did you mean “learningRate”?");
    row("hcct qqqqqq>3 seed=1", "qqqqqq", "is not a column or a setting of these runs");
    row("error<abc", "abc", "“abc” is not a number; “<” compares numbers.");
    row("hcct alpha>=", ">=", "“>=” needs a value after it");
    row(">=3", ">=", "“>=” needs a name before it");
    row("groupCount<3", "groupCount", "has no column yet. Add it with Columns");
}

void FilterQueryTest::aProblemStandsAtItsWord()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, word);
    QFETCH(const QString, sentence);
    Table table;
    table.proxy.setTyped(typed);
    QVERIFY(table.proxy.problem().has_value());
    const FilterProblem& problem = *table.proxy.problem();
    QCOMPARE(typed.mid(problem.begin, problem.length), word);
    QVERIFY2(problem.sentence.contains(sentence), qPrintable(problem.sentence));
    QCOMPARE(table.listed(), QStringLiteral("1 2 3 4"));
}

void FilterQueryTest::theLastGoodQueryStaysInForceWhileOneTypes()
{
    Table table;
    table.proxy.setTyped(QStringLiteral("arm:hcct"));
    const QString query = QStringLiteral("arm:hcct alpha>=20");
    for (qsizetype end = QStringLiteral("arm:hcct").size(); end < query.size() - 2; ++end) {
        table.proxy.setTyped(query.left(end));
        QVERIFY2(table.listed() == QStringLiteral("1 2 3"), qPrintable(query.left(end)));
    }
    table.proxy.setTyped(query);
    QCOMPARE(table.listed(), QStringLiteral("2 3"));
    // A word that is being typed may become a name; Enter says that it is a word.
    table.proxy.setTyped(QStringLiteral("alph"));
    QVERIFY(!table.proxy.isInForce());
    QCOMPARE(table.listed(), QStringLiteral("2 3"));
    table.proxy.setTyped(QStringLiteral("arm:fed alph")); // what stands before it holds
    QCOMPARE(table.listed(), QStringLiteral("4"));
    table.proxy.setTyped(QStringLiteral("alph"), true);
    QCOMPARE(table.listed(), QString());
    table.proxy.setTyped(QStringLiteral("no such run")); // words that no run has
    QCOMPARE(table.listed(), QString());
    table.proxy.setTyped({});
    QCOMPARE(table.listed(), QStringLiteral("1 2 3 4"));
}

void FilterQueryTest::aFilterWaitsForTheSettings()
{
    RunTableModel model;
    RunFilterProxy proxy(model);
    const std::vector<RunRow> all = sweep();
    model.setRuns(all);
    proxy.setTyped(QStringLiteral("alpha>20"));
    QVERIFY(proxy.problem().has_value());
    model.setSettings(std::make_shared<const RunSettings>(all), {});
    proxy.readSettings();
    QVERIFY(!proxy.problem());
    QCOMPARE(column(proxy, RunTableModel::Number), QStringLiteral("3"));
}

void FilterQueryTest::valuesChangedByHandAreFoundBeforeAndAfter()
{
    std::vector<RunRow> all = sweep();
    all[0].changes = {{.round = 3, .change = {.place = "/algorithm/alpha", .value = 70}}};
    RunTableModel model;
    RunFilterProxy proxy(model);
    model.setRuns(all);
    model.setSettings(std::make_shared<const RunSettings>(all), {});
    for (const auto& [typed, runs] : {std::pair("alpha=70", "1"),
                                      std::pair("alpha=10", "1"),
                                      std::pair("alpha>50", "1"),
                                      std::pair("alpha=20", "2")}) {
        proxy.setTyped(QLatin1String(typed));
        QCOMPARE(column(proxy, RunTableModel::Number), QLatin1String(runs));
    }
}

void FilterQueryTest::namesAndValuesAreCompleted_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("begin");
    QTest::addColumn<QString>("offered");
    const auto row = [](const char* typed, int begin, const char* offered) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << begin << QString::fromUtf8(offered);
    };
    row("alph", 0, "alpha|partition/alpha");
    row("hcct sche", 5, "scheme");
    row("learn", 0, "learningRate");
    row("arm:", 4, "FedAvg|HCCT");
    row("arm:f", 4, "FedAvg");
    row("seed=1 arm = h", 13, "HCCT");
    row("alpha=", 6, "10|20|30");
    row("alpha>=", -1, ""); // any number
    row("nothing:", -1, "");
    row("\"alph", -1, "");
}

void FilterQueryTest::namesAndValuesAreCompleted()
{
    QFETCH(const QString, typed);
    QFETCH(const int, begin);
    QFETCH(const QString, offered);
    Table table;
    const FilterCompletion found = table.proxy.completions(typed, int(typed.size()));
    QCOMPARE(found.texts.join(u'|'), offered);
    if (begin >= 0)
        QCOMPARE(found.begin, begin);
    QVERIFY(table.proxy.completions({}, 0).texts.contains(QStringLiteral("partition/alpha")));
}

/// Once, though the file's text finds it too.
void FilterQueryTest::aNumberIsOfferedAsItIsShown()
{
    const QLocale before = numberLocale();
    setNumberLocale(QLocale(QLocale::German));
    Table table;
    const QString typed = QStringLiteral("sampler/share=");
    const QStringList offered = table.proxy.completions(typed, int(typed.size())).texts;
    setNumberLocale(before);
    QCOMPARE(offered, QStringList{QStringLiteral("0,5")});
}

void FilterQueryTest::aCompletionIsOfTheWholeWord_data()
{
    QTest::addColumn<QString>("typed"); // with | at the cursor
    QTest::addColumn<QString>("word");
    const auto row = [](const char* typed, const char* word) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(word);
    };
    row("al|xx>=3", "alxx");
    row("hcct al| seed=1", "al");
    row("arm:h|xx seed=1", "hxx");
    row("arm:\"h| x\" seed=1", "\"h x\"");
    row("alpha=|10", "10");
    row("hcct | seed=1", "");
    row("hcct |=1", "");
    row("hcct |seed=1", "seed");
}

void FilterQueryTest::aCompletionIsOfTheWholeWord()
{
    QFETCH(QString, typed);
    QFETCH(const QString, word);
    Table table;
    const auto place = typed.indexOf(u'|');
    typed.remove(place, 1);
    const FilterCompletion found = table.proxy.completions(typed, int(place));
    QVERIFY(!found.texts.isEmpty());
    QCOMPARE(typed.mid(found.begin, found.end - found.begin), word);
}

COTERIE_WIDGET_SECTION(FilterQueryTest)

} // namespace tst_filter_query

#include "tst_filter_query.moc"
