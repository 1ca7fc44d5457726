#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"

#include <QComboBox>
#include <QFile>
#include <QTemporaryDir>

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

COTERIE_WIDGET_SECTION(OwnLayersShownTest)

} // namespace tst_own_layers_shown

#include "tst_own_layers_shown.moc"
