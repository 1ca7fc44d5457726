#include "core/summary/reported_experiment.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_report_arms {

using namespace coterie;

/// How a report calls its arms.
class TestReportArms final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sweptSettingsAreWords();
};

void TestReportArms::sweptSettingsAreWords()
{
    QCOMPARE(armWord("FedAvg", ""), std::string("FedAvg"));
    QCOMPARE(armWord("HCCT", "alpha = 10"), std::string("HCCT (alpha = 10)"));
    QCOMPARE(armWord("FedAvg", "optimizer/learningRate = 0.1, localEpochs = 5"),
             std::string("FedAvg (optimizer learning rate = 0.1, local epochs = 5)"));
    QCOMPARE(armWord("FedAvg", "labelShares = [0.5, 0.5], scheme = byHand"),
             std::string("FedAvg (label shares = [0.5, 0.5], scheme = byHand)")); // values stay
}

COTERIE_SECTION(TestReportArms)

} // namespace tst_report_arms

#include "tst_report_arms.moc"
