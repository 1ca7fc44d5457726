#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"
#include "tests/ui/design/model_bench.h"

#include <QComboBox>
#include <QFile>
#include <QTemporaryDir>
#include <QToolButton>

namespace tst_own_layers_shown {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// A file whose network is a list of layers: other edits of it lose none.
class OwnLayersShownTest final : public QObject
{
    Q_OBJECT

private slots:
    void theListIsAChoiceOfItsOwn();
    void editsElsewhereKeepTheList();
    void anotherModelTakesItsPlace();
    void itsFactsFollowTheClients();
    void aLayerIsAddedFromTheMenuOfTheList();

private:
    /// The quickstart with a list of its own, in a file of its own.
    [[nodiscard]] QString fileWithLayers() const;

    QTemporaryDir m_folder;
};

namespace {

const char* const kLayers =
    R"([{"layer":"flatten"},{"layer":"linear","units":"classes","bias":true}])";

} // namespace

QString OwnLayersShownTest::fileWithLayers() const
{
    ExperimentDocument document{registry()};
    QSignalSpy checked(&document, &ExperimentDocument::checkedChanged);
    document.open(kQuickstart);
    if (!checked.wait(kTryMilliseconds))
        return {};
    const auto list = parseJson(kLayers);
    if (!list
        || !document.apply(QStringLiteral("Layers"),
                           {{.pointer = "/model",
                             .value = jsonObject({{"name", "layers"}, {"layers", list->root}})}}))
        return {};
    const QString path = m_folder.filePath(QStringLiteral("layers.json"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write(document.text().toUtf8());
    return path;
}

void OwnLayersShownTest::theListIsAChoiceOfItsOwn()
{
    DesignBench bench;
    QVERIFY(bench.open(fileWithLayers()));
    bench.page->showSection(DesignSection::Model);
    QVERIFY(bench.document.isRunnable());
    auto* choice = bench.find<QComboBox>(QStringLiteral("part:/model"));
    QVERIFY(choice);
    QVERIFY(choice->findData(QStringLiteral("mlr")) >= 0);
    QCOMPARE(choice->currentData().toString(), QStringLiteral("layers"));
    QCOMPARE(choice->currentText(), QStringLiteral("Layers of your own"));
}

void OwnLayersShownTest::editsElsewhereKeepTheList()
{
    const QString path = fileWithLayers();
    DesignBench bench;
    QVERIFY(bench.open(path));
    bench.page->showSection(DesignSection::Model);
    auto* precision = bench.editor<QComboBox>("/model/precision");
    QVERIFY(precision);
    precision->setCurrentIndex(precision->findText(QStringLiteral("64-bit floats")));
    emit precision->activated(precision->currentIndex());
    QCOMPARE(bench.said("/model/precision"), std::string("\"float64\""));
    QVERIFY(bench.document.apply(QStringLiteral("Change rounds"),
                                 {{.pointer = "/rounds", .value = JsonNode::fromWhole(3)}}));
    QCOMPARE(bench.said("/model/layers"), std::string(kLayers));

    QSignalSpy saved(&bench.document, &ExperimentDocument::saved);
    bench.document.save(path, true);
    QTRY_COMPARE(saved.count(), 1);
    DesignBench again;
    QVERIFY(again.open(path));
    QCOMPARE(again.said("/model/layers"), std::string(kLayers));
    QCOMPARE(again.said("/rounds"), std::string("3"));
    QVERIFY(again.document.isRunnable());
    QCOMPARE(again.document.checked().experiment->model.layers.size(), std::size_t{2});
}

void OwnLayersShownTest::anotherModelTakesItsPlace()
{
    DesignBench bench;
    QVERIFY(bench.open(fileWithLayers()));
    bench.page->showSection(DesignSection::Model);
    auto* choice = bench.find<QComboBox>(QStringLiteral("part:/model"));
    QVERIFY(choice);
    const int mlr = choice->findData(QStringLiteral("mlr"));
    choice->setCurrentIndex(mlr);
    emit choice->activated(mlr);
    QCOMPARE(bench.said("/model/layers"), std::string("–"));
    QTRY_VERIFY(bench.document.isRunnable());
    bench.document.undoStack().undo();
    QCOMPARE(bench.said("/model/layers"), std::string(kLayers));
}

void OwnLayersShownTest::itsFactsFollowTheClients()
{
    ModelBench bench;
    QVERIFY(bench.openWith(R"({"name": "mlr"})"));
    const auto put = [&bench](const char* pointer, const JsonNode& value) {
        return bench.document.apply(QStringLiteral("Put"), {{.pointer = pointer, .value = value}});
    };
    const auto facts = [&bench] { return bench.label("layerFacts"); };
    QVERIFY2(facts().endsWith(QStringLiteral("for the models of 8 clients")), qPrintable(facts()));
    QVERIFY(put("/data/partition/clients", JsonNode::fromWhole(5)));
    QTRY_VERIFY2(facts().endsWith(QStringLiteral("for the models of 5 clients")),
                 qPrintable(facts()));
    QVERIFY(put("/data/partition", jsonObject({{"scheme", "natural"}}))); // the data decide
    QTRY_VERIFY2(facts().endsWith(QStringLiteral(" per model")), qPrintable(facts()));
    QVERIFY(put("/data/dataset", jsonObject({{"name", "noSuchData"}})));
    QTRY_COMPARE(bench.cell(0, LayerTree::OutputColumn), QStringLiteral("–"));
    QVERIFY2(facts().contains(QStringLiteral("when the settings of the data have no problems")),
             qPrintable(facts()));
}

void OwnLayersShownTest::aLayerIsAddedFromTheMenuOfTheList()
{
    ModelBench bench;
    QVERIFY(bench.openWith(R"({"name": "mlr"})"));
    const auto* insert = bench.tree().findChild<QAction*>(QStringLiteral("insertLayer"));
    QVERIFY(insert && bench.tree().actions().contains(insert));
    QVERIFY(!insert->isVisible());
    bench.editor().findChild<QToolButton*>(QStringLiteral("editLayers"))->click();
    QVERIFY(insert->isVisible());
    for (const QAction* action : bench.tree().actions())
        QVERIFY(!action->text().isEmpty());
}

COTERIE_WIDGET_SECTION(OwnLayersShownTest)

} // namespace tst_own_layers_shown

#include "tst_own_layers_shown.moc"
