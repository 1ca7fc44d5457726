#include "core/base/result.h"
#include "tests/sections.h"

#include <QtTest>

#include <array>
#include <memory>

namespace tst_result {

using namespace coterie;

class tst_Result : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void holdsAValue();
    void holdsAnError();
    void movesItsValueOut();
    void tellsDoneFromFailedWithoutAValue();
    void sentenceNamesPlaceValueRangeAndNearestWord_data();
    void sentenceNamesPlaceValueRangeAndNearestWord();
    void problemsAreToldOnePerLine();
};

void tst_Result::holdsAValue()
{
    const Result<int> result(7);
    QVERIFY(result);
    QVERIFY(result.has_value());
    QCOMPARE(*result, 7);
    QCOMPARE(result.value(), 7);
}

void tst_Result::holdsAnError()
{
    const Result<int> result = notAllowed("/rounds", {}, "at least 1");
    QVERIFY(!result);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().place, std::string("/rounds"));
    QCOMPARE(result.error().allowed, std::string("at least 1"));
    QVERIFY(result.error().found.empty());
}

void tst_Result::movesItsValueOut()
{
    Result<std::unique_ptr<int>> result(std::make_unique<int>(3));
    const std::unique_ptr<int> taken = *std::move(result);
    QVERIFY(taken);
    QCOMPARE(*taken, 3);
}

void tst_Result::tellsDoneFromFailedWithoutAValue()
{
    const Result<void> done;
    QVERIFY(done);
    const Result<void> failed = fail("/tmp/x.db", "the disk is full");
    QVERIFY(!failed);
    QCOMPARE(failed.error().sentence(), std::string("/tmp/x.db: the disk is full"));
}

void tst_Result::sentenceNamesPlaceValueRangeAndNearestWord_data()
{
    QTest::addColumn<Error>("error");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("range") << notAllowed("/arms/1/algorithm/alpha", "-2", "at least 0").error
                           << "/arms/1/algorithm/alpha: must be at least 0 (is -2)";
    const std::array<std::string_view, 2> names{"fedavg", "hcct"};
    QTest::newRow("typo") << unknownName("/a", "fedvag", names).error
                          << "/a: must be one of: fedavg, hcct (is \"fedvag\"; did you mean "
                             "\"fedavg\"?)";
    QTest::newRow("missing") << Error{.kind = ErrorKind::Missing, .place = "/a", .allowed = "text"}
                             << "/a: is missing; must be text";
    QTest::newRow("unknown key") << Error{.kind = ErrorKind::UnknownKey,
                                          .place = "/nmae",
                                          .allowed = "one of: name",
                                          .nearest = "name"}
                                 << "/nmae: unknown key; must be one of: name (did you mean "
                                    "\"name\"?)";
    QTest::newRow("message") << fail("x.json", "there is no such file").error
                             << "x.json: there is no such file";
    QTest::newRow("no place") << fail({}, "line 1, column 2: a colon is missing").error
                              << "line 1, column 2: a colon is missing";
}

void tst_Result::sentenceNamesPlaceValueRangeAndNearestWord()
{
    QFETCH(const Error, error);
    QFETCH(const QString, sentence);
    QCOMPARE(QString::fromStdString(error.sentence()), sentence);
}

void tst_Result::problemsAreToldOnePerLine()
{
    QCOMPARE(sentences({}), std::string());
    const Problems problems{notAllowed("/a", {}, "text").error, notAllowed("/b", {}, "text").error};
    QCOMPARE(sentences(problems), std::string("/a: must be text\n/b: must be text"));
}

COTERIE_SECTION(tst_Result)

} // namespace tst_result

#include "tst_result.moc"
