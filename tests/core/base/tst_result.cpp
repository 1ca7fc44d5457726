#include "core/base/result.h"

#include <QtTest>

#include <memory>

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
    const Result<int> result = fail("/rounds", "at least 1 needed");
    QVERIFY(!result);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().place, std::string("/rounds"));
    QCOMPARE(result.error().needed, std::string("at least 1 needed"));
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
    QTest::addColumn<QStringList>("parts");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("range") << QStringList{"/arms/1/algorithm/alpha", "-2", "at least 0 needed", ""}
                           << "/arms/1/algorithm/alpha: -2 found, at least 0 needed";
    QTest::newRow("typo") << QStringList{"/a",
                                         "\"fedvag\"",
                                         "one of: fedavg, hcct needed",
                                         "fedavg"}
                          << "/a: \"fedvag\" found, one of: fedavg, hcct needed; did you mean "
                             "\"fedavg\"?";
    QTest::newRow("nothing to quote") << QStringList{"x.json", "", "there is no such file", ""}
                                      << "x.json: there is no such file";
    QTest::newRow("no place") << QStringList{"", "", "line 1, column 2: a value needed", ""}
                              << "line 1, column 2: a value needed";
}

void tst_Result::sentenceNamesPlaceValueRangeAndNearestWord()
{
    QFETCH(const QStringList, parts);
    QFETCH(const QString, sentence);
    const Error error{.place = parts[0].toStdString(),
                      .found = parts[1].toStdString(),
                      .needed = parts[2].toStdString(),
                      .nearest = parts[3].toStdString()};
    QCOMPARE(QString::fromStdString(error.sentence()), sentence);
}

void tst_Result::problemsAreToldOnePerLine()
{
    QCOMPARE(sentences({}), std::string());
    const Problems problems{fail("/a", "text needed").error, fail("/b", "text needed").error};
    QCOMPARE(sentences(problems), std::string("/a: text needed\n/b: text needed"));
}

QTEST_GUILESS_MAIN(tst_Result)
#include "tst_result.moc"
