#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "tests/sections.h"
#include "ui/design/experiment_list.h"
#include "ui/design/template_hints.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>

namespace tst_template_hints {

using namespace coterie;
using namespace coterie::ui;

class TemplateHintsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aShippedExperimentKeepsItsTexts();
    void anEditedOneLosesThem();
    void seedsAndTheMachineChangeNothing();
    void ownTextsStay();
    void numbersOfAPaperStayWithItsData();
    void noTextSendsToTheCommandLine();

private:
    Experiment m_shipped;
    std::vector<TemplateHint> m_hints;
};

void TemplateHintsTest::initTestCase()
{
    const auto read = readExperiment(COTERIE_SOURCE_DIR "/experiments/quickstart.json", registry());
    QVERIFY(read.has_value());
    m_shipped = *read;
    m_hints = {hintOf(m_shipped, registry())};
    QVERIFY(!m_shipped.lookFor.empty());
}

void TemplateHintsTest::aShippedExperimentKeepsItsTexts()
{
    QCOMPARE(withoutOutlivedHints(m_shipped, m_hints, registry()), m_shipped);
}

void TemplateHintsTest::anEditedOneLosesThem()
{
    Experiment edited = m_shipped;
    edited.arms.pop_back();
    const Experiment kept = withoutOutlivedHints(edited, m_hints, registry());
    QVERIFY(kept.lookFor.empty());
    QVERIFY(kept.description.empty());
    edited.lookFor.clear();
    edited.description.clear();
    QCOMPARE(kept, edited); // and nothing else
}

void TemplateHintsTest::seedsAndTheMachineChangeNothing()
{
    Experiment edited = m_shipped;
    edited.seeds = {1, 2, 3};
    edited.name = "Mine";
    edited.device = "cpu";
    QCOMPARE(withoutOutlivedHints(edited, m_hints, registry()), edited);
}

void TemplateHintsTest::ownTextsStay()
{
    Experiment edited = m_shipped;
    edited.arms.pop_back();
    edited.lookFor = "The single arm falls.";
    const Experiment kept = withoutOutlivedHints(edited, m_hints, registry());
    QCOMPARE(kept.lookFor, edited.lookFor);
    QVERIFY(kept.description.empty());
}

void TemplateHintsTest::numbersOfAPaperStayWithItsData()
{
    const auto heart = readExperiment(
        COTERIE_SOURCE_DIR "/experiments/papers/allForOne/table2_heart.json", registry());
    QVERIFY(heart.has_value());
    QVERIFY(heart->references.size() > 1 && heart->figures.size() > 1);
    const std::vector<TemplateHint> hints{m_hints.front(), hintOf(*heart, registry())};
    QCOMPARE(withoutOutlivedHints(*heart, hints, registry()), *heart);
    Experiment edited = *heart;
    edited.rounds += 1; // the paper's numbers are still those of these data
    edited.description = "Mine.";
    edited.lookFor.clear();
    QCOMPARE(withoutOutlivedHints(edited, hints, registry()), edited);
    edited.data.dataset = m_shipped.data.dataset;
    const Reference own{.source = "My notes",
                        .metric = "meanTestError",
                        .unit = "%",
                        .values = {{"FedAvg", {.mean = 20, .deviation = {}}}}};
    const FigureDesign drawing{.title = "Mine", .arms = {}};
    edited.references.push_back(own);
    edited.figures.push_back(drawing);
    const Experiment kept = withoutOutlivedHints(edited, hints, registry());
    QCOMPARE(kept.references, std::vector<Reference>{own});
    QCOMPARE(kept.figures, std::vector<FigureDesign>{drawing});
    edited.references = kept.references;
    edited.figures = kept.figures;
    QCOMPARE(kept, edited); // and nothing else
}

/// The window shows these texts, and whoever uses it need not know the command line.
void TemplateHintsTest::noTextSendsToTheCommandLine()
{
    QDirIterator files(QStringLiteral(COTERIE_SOURCE_DIR "/experiments"),
                       {QStringLiteral("*.json")},
                       QDir::Files,
                       QDirIterator::Subdirectories);
    int read = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(!file.readAll().contains("coterie-cli"), qPrintable(file.fileName()));
        ++read;
    }
    QVERIFY(read > 50);
}

COTERIE_SECTION(TemplateHintsTest)

} // namespace tst_template_hints

#include "tst_template_hints.moc"
