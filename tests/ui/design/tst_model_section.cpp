#include "core/base/json_parse.h"
#include "core/base/json_values.h"
#include "core/nn/models.h"
#include "tests/sections.h"
#include "tests/ui/design/model_bench.h"
#include "tests/ui/layout_check.h"
#include "ui/design/problem_words.h"
#include "ui/frame/theme.h"
#include "ui/words.h"

#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QToolButton>

namespace tst_model_section {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr SampleShape kPicture{.channels = 1, .height = 28, .width = 28};

const char* const kSmall = R"({"name": "layers", "precision": "float64", "layers": [
    {"layer": "convolution", "channels": 4, "kernel": 3}, {"layer": "relu"},
    {"layer": "flatten"}, {"layer": "linear", "units": "classes"}]})";

struct Receiver : QWidget
{
    using QWidget::dropEvent;
};

} // namespace

/// The layers on the Model page.
class ModelSectionTest final : public QObject
{
    Q_OBJECT

private slots:
    void aShippedModelShowsItsLayers();
    void aShippedModelBecomesTheSameNetworkAsAList_data();
    void aShippedModelBecomesTheSameNetworkAsAList();
    void aShippedNameIsOneStepBack();
    void everyWordOfTheTableIsOffered();
    void layersAreAddedMovedCopiedAndDeleted();
    void aDropLeavesTheRowsToTheList();
    void onlyWhatIsHighlightedIsChanged();
    void settingsAreChangedInFields();
    void keysMoveTheChosenLayer();
    void aBlockIsMadeRepeatedAndTakenApart();
    void aMisfitIsAProblemAtItsRow_data();
    void aMisfitIsAProblemAtItsRow();
    void aProblemLeadsToItsLayer();
    void withoutDataItSaysWhatIsMissing();
    void anArmHasLayersOfItsOwn();
    void nothingIsCut_data();
    void nothingIsCut();
};

void ModelSectionTest::aShippedModelShowsItsLayers()
{
    ModelBench bench;
    QVERIFY(bench.openWith(R"({"name": "mnist_cnn_20k"})"));
    QCOMPARE(bench.tree().topLevelItemCount(), 10);
    QCOMPARE(bench.cell(0, LayerTree::LayerColumn),
             QStringLiteral("1. Convolution · 10 channels, kernel 5"));
    QCOMPARE(bench.cell(0, LayerTree::OutputColumn), QStringLiteral("10×24×24"));
    QCOMPARE(bench.cell(0, LayerTree::ParametersColumn), QStringLiteral("260"));
    QCOMPARE(bench.cell(0, LayerTree::MultiplyAddsColumn), QStringLiteral("144,000"));
    QCOMPARE(bench.cell(1, LayerTree::ParametersColumn), QString());
    const QString facts = bench.label("layerFacts");
    QVERIFY2(facts.startsWith(QStringLiteral("For samples of 1×28×28 in 10 classes · 21,840 "
                                             "parameters · ")),
             qPrintable(facts));
    QVERIFY2(facts.contains(QStringLiteral("87.4 kB per model")), qPrintable(facts));
    QVERIFY(bench.editor()
                .findChild<QToolButton*>(QStringLiteral("editLayers"))
                ->isVisibleTo(&bench.editor()));
    QVERIFY(!bench.editor()
                 .findChild<QToolButton*>(QStringLiteral("addLayer"))
                 ->isVisibleTo(&bench.editor()));
}

void ModelSectionTest::aShippedModelBecomesTheSameNetworkAsAList_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::newRow("plain") << QByteArray(R"({"name": "mnist_cnn_20k", "precision": "float64"})");
    QTest::newRow("with batch-norm") << QByteArray(R"({"name": "digit_cnn_small"})");
    QTest::newRow("one layer") << QByteArray(R"({"name": "mlr"})");
}

void ModelSectionTest::aShippedModelBecomesTheSameNetworkAsAList()
{
    QFETCH(const QByteArray, model);
    ModelBench bench;
    QVERIFY(bench.openWith(model.constData()));
    QTRY_VERIFY(bench.document.isRunnable());
    const QString before = bench.document.text();
    const ModelSettings shipped = bench.document.checked().experiment->model;
    bench.editor().findChild<QToolButton*>(QStringLiteral("editLayers"))->click();
    QCOMPARE(bench.said("/model/name"), std::string("\"layers\""));
    QTRY_VERIFY(bench.document.isRunnable());
    const ModelSettings listed = bench.document.checked().experiment->model;
    QCOMPARE(listed.precision, shipped.precision);
    const Result<Network> one = networkFor(shipped, kPicture, 10);
    const Result<Network> other = networkFor(listed, kPicture, 10);
    QVERIFY(one.has_value() && other.has_value());
    QVERIFY(one->layers() == other->layers());
    QVERIFY(one->layout().parameters == other->layout().parameters);
    QCOMPARE(int(one->loss()), int(other->loss()));
    bench.document.undoStack().undo();
    QCOMPARE(bench.document.text(), before);
}

void ModelSectionTest::aShippedNameIsOneStepBack()
{
    ModelBench bench;
    QVERIFY(bench.openWith(kSmall));
    auto* choice = bench.find<QComboBox>(QStringLiteral("part:/model"));
    const int steps = bench.document.undoStack().index();
    const auto choose = [choice](const char* name) {
        const int row = choice->findData(QLatin1String(name));
        QVERIFY2(row >= 0, name);
        choice->setCurrentIndex(row);
        emit choice->activated(row);
    };
    choose("mlr");
    QCOMPARE(bench.said("/model"), std::string(R"({"name":"mlr","precision":"float64"})"));
    QCOMPARE(bench.document.undoStack().index(), steps + 1);
    bench.document.undoStack().undo();
    QCOMPARE(bench.words(), QStringLiteral("convolution relu flatten linear"));
    bench.document.undoStack().redo();
    choose("layers"); // begins with the layers of the model before
    QCOMPARE(bench.words(), QStringLiteral("flatten linear"));
}

void ModelSectionTest::everyWordOfTheTableIsOffered()
{
    ModelBench bench;
    QVERIFY(bench.openWith(kSmall));
    const QList<QAction*> entries =
        bench.editor().findChild<QMenu*>(QStringLiteral("layerWords"))->actions();
    QCOMPARE(std::size_t(entries.size()), registry().layers.size());
    for (std::size_t word = 0; word < registry().layers.size(); ++word) {
        const NamedPart& known = registry().layers[word];
        const QAction& entry = *entries[qsizetype(word)];
        QCOMPARE(entry.data().toString(), toQString(known.name));
        QVERIFY(entry.text().startsWith(toQString(known.title) + QStringLiteral(" – ")));
        bench.add(known.name.data());
        QVERIFY(bench.words().contains(known.name == kBlockWord ? QStringLiteral("[]")
                                                                : toQString(known.name)));
        bench.document.undoStack().undo();
    }
    // No wider than its longest entry needs: the whole is to be seen on a small screen.
    const QMenu& menu = *bench.editor().findChild<QMenu*>(QStringLiteral("layerWords"));
    int longest = 0;
    for (const QAction* entry : entries)
        longest = std::max(longest, menu.fontMetrics().horizontalAdvance(entry->text()));
    QVERIFY2(menu.sizeHint().width() < longest + 120, qPrintable(QString::number(longest)));
}

void ModelSectionTest::layersAreAddedMovedCopiedAndDeleted()
{
    ModelBench bench;
    QVERIFY(bench.openWith(kSmall));
    const QString before = bench.document.text();
    bench.tree().choose({.first = {0}});
    bench.add("maxPool");
    QCOMPARE(bench.words(), QStringLiteral("convolution maxPool relu flatten linear"));
    QVERIFY(bench.tree().chosen() == LayerRange{.first = {1}});
    bench.act("layerDown");
    QCOMPARE(bench.words(), QStringLiteral("convolution relu maxPool flatten linear"));
    QVERIFY(bench.tree().chosen() == LayerRange{.first = {2}});
    bench.tree().choose({.first = {0}, .count = 2});
    bench.act("copyLayer");
    QCOMPARE(bench.words(),
             QStringLiteral("convolution relu convolution relu maxPool flatten linear"));
    QCOMPARE(bench.said("/model/layers/2"),
             std::string(R"({"layer":"convolution","channels":4,"kernel":3})"));
    bench.act("removeLayer");
    QCOMPARE(bench.words(), QStringLiteral("convolution relu maxPool flatten linear"));
    QTRY_VERIFY(bench.document.isRunnable());
    QTRY_COMPARE(bench.cell(2, LayerTree::OutputColumn), QStringLiteral("4×13×13"));
    QCOMPARE(bench.document.undoStack().undoText(), QStringLiteral("Delete a layer"));
    for (int step = 0; step < 4; ++step)
        bench.document.undoStack().undo();
    QCOMPARE(bench.document.text(), before);
    for (int step = 0; step < 4; ++step)
        bench.document.undoStack().redo();
    QCOMPARE(bench.words(), QStringLiteral("convolution relu maxPool flatten linear"));
    // Dropped before another row.
    bench.tree().choose({.first = {2}});
    emit bench.tree().dropped({.first = {2}}, {1});
    QCOMPARE(bench.words(), QStringLiteral("convolution maxPool relu flatten linear"));
}

/// A drag that only moves ends without the view taking its own rows away.
void ModelSectionTest::aDropLeavesTheRowsToTheList()
{
    ModelBench bench;
    QVERIFY(bench.openWith(kSmall));
    bench.page->show();
    QVERIFY(QTest::qWaitForWindowExposed(&*bench.page));
    LayerTree& tree = bench.tree();
    tree.choose({.first = {0}});
    const QPointF belowAll(10, tree.viewport()->height() + 100);
    const QMimeData layers;
    QDropEvent drop(belowAll, Qt::MoveAction, &layers, Qt::LeftButton, Qt::NoModifier);
    (tree.*&Receiver::dropEvent)(&drop); // an application delivers it only while something drags
    QVERIFY(drop.isAccepted());
    QCOMPARE(drop.dropAction(), Qt::IgnoreAction);
    QCOMPARE(bench.words(), QStringLiteral("convolution relu flatten linear"));
    tree.choose({.first = {1}}); // what is chosen after the drop stays where it is
    QTRY_COMPARE(bench.words(), QStringLiteral("relu flatten linear convolution"));
    QCOMPARE(tree.topLevelItemCount(), 4);
}

void ModelSectionTest::onlyWhatIsHighlightedIsChanged()
{
    ModelBench bench;
    QVERIFY(bench.openWith(kSmall));
    LayerTree& tree = bench.tree();
    const auto* remove = tree.findChild<QAction*>(QStringLiteral("removeLayer"));
    tree.choose({.first = {1}, .count = 2});
    QVERIFY(remove->isEnabled());
    tree.topLevelItem(2)->setSelected(false);
    QVERIFY((tree.chosen() == LayerRange{.first = {1}}));
    tree.topLevelItem(3)->setSelected(true); // not beside the other
    QVERIFY(!tree.chosen() && !remove->isEnabled());
    tree.clearSelection();
    QVERIFY(tree.currentItem() && !tree.chosen() && !remove->isEnabled());
    bench.add("relu"); // at the end, where it is chosen
    QVERIFY((tree.chosen() == LayerRange{.first = {4}}));
    bench.document.undoStack().undo();
    QVERIFY(tree.chosen() && tree.currentItem()->isSelected());
}

void ModelSectionTest::settingsAreChangedInFields()
{
    ModelBench bench;
    QVERIFY(bench.openWith(kSmall));
    bench.tree().choose({.first = {0}});
    auto* channels = bench.DesignBench::editor<QLineEdit>("/model/layers/0/channels");
    QVERIFY(channels);
    channels->setText(QStringLiteral("8"));
    emit channels->textEdited(QStringLiteral("8"));
    QCOMPARE(bench.said("/model/layers/0/channels"), std::string("8"));
    QCOMPARE(bench.cell(0, LayerTree::LayerColumn),
             QStringLiteral("1. Convolution · 8 channels, kernel 3"));
    QTRY_COMPARE(bench.cell(0, LayerTree::ParametersColumn), QStringLiteral("80"));
    // Another word keeps the settings that both have.
    auto* word = bench.find<QComboBox>(QStringLiteral("part:/model/layers/0"));
    QVERIFY(word);
    QCOMPARE(word->findData(QStringLiteral("block")), -1); // layers are put into one
    word->setCurrentIndex(word->findData(QStringLiteral("maxPool")));
    emit word->activated(word->currentIndex());
    QCOMPARE(bench.said("/model/layers/0"), std::string(R"({"layer":"maxPool","kernel":3})"));
}

void ModelSectionTest::keysMoveTheChosenLayer()
{
    ModelBench bench;
    QVERIFY(bench.openWith(kSmall));
    bench.page->show();
    QVERIFY(QTest::qWaitForWindowExposed(&*bench.page));
    bench.page->activateWindow();
    bench.tree().setFocus();
    QTRY_VERIFY(bench.tree().hasFocus());
    bench.tree().choose({.first = {1}});
    QTest::keyClick(&bench.tree(), Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(bench.words(), QStringLiteral("convolution flatten relu linear"));
    QTest::keyClick(&bench.tree(), Qt::Key_Up, Qt::AltModifier);
    QTest::keyClick(&bench.tree(), Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(bench.words(), QStringLiteral("relu convolution flatten linear"));
    QTest::keyClick(&bench.tree(), Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(bench.words(), QStringLiteral("relu relu convolution flatten linear"));
    QTest::keyClick(&bench.tree(), Qt::Key_Delete);
    QCOMPARE(bench.words(), QStringLiteral("relu convolution flatten linear"));
}

void ModelSectionTest::aBlockIsMadeRepeatedAndTakenApart()
{
    ModelBench bench;
    QVERIFY(bench.openWith(R"({"name": "layers", "layers": [
        {"layer": "convolution", "channels": 4, "padding": 1}, {"layer": "relu"},
        {"layer": "flatten"}, {"layer": "linear", "units": "classes"}]})"));
    bench.tree().choose({.first = {0}, .count = 2});
    bench.act("wrapLayers");
    QCOMPARE(bench.words(), QStringLiteral("[convolution relu] flatten linear"));
    auto* repeat = bench.DesignBench::editor<QLineEdit>("/model/layers/0/repeat");
    QVERIFY(repeat);
    repeat->setText(QStringLiteral("3"));
    emit repeat->textEdited(QStringLiteral("3"));
    QCOMPARE(bench.said("/model/layers/0/repeat"), std::string("3"));
    QTRY_VERIFY(bench.document.isRunnable());
    QCOMPARE(bench.cell(0, LayerTree::LayerColumn), QStringLiteral("1. Block · × 3"));
    QCOMPARE(bench.cell(0, LayerTree::ParametersColumn), QStringLiteral("336")); // 40 + 2 · 148
    QCOMPARE(bench.tree().topLevelItem(0)->childCount(), 2);
    QCOMPARE(bench.tree().topLevelItem(0)->child(1)->text(LayerTree::LayerColumn),
             QStringLiteral("1.2. ReLU"));
    QVERIFY(bench.tree().topLevelItem(0)->isExpanded());
    // As a file and back.
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("block.json"));
    QSignalSpy saved(&bench.document, &ExperimentDocument::saved);
    bench.document.save(path, true);
    QTRY_COMPARE(saved.count(), 1);
    ModelBench again;
    QVERIFY(again.open(path));
    again.page->showSection(DesignSection::Model);
    QCOMPARE(again.words(), QStringLiteral("[convolution relu] flatten linear"));
    QVERIFY(again.document.checked().experiment->model
            == bench.document.checked().experiment->model);
    // A folded block stays folded while the list changes.
    bench.tree().topLevelItem(0)->setExpanded(false);
    bench.tree().choose({.first = {1}});
    bench.act("copyLayer");
    QVERIFY(!bench.tree().topLevelItem(0)->isExpanded());
    bench.document.undoStack().undo();
    bench.tree().choose({.first = {0}});
    bench.act("takeOutLayers");
    QCOMPARE(bench.words(), QStringLiteral("convolution relu flatten linear"));
}

void ModelSectionTest::aMisfitIsAProblemAtItsRow_data()
{
    QTest::addColumn<QByteArray>("layers");
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* layers, int at, const char* words) {
        QTest::newRow(name) << QByteArray(layers) << at << QString::fromUtf8(words);
    };
    row("a kernel too large",
        R"([{"layer": "convolution", "channels": 4}, {"layer": "maxPool", "kernel": 99},
            {"layer": "flatten"}, {"layer": "linear", "units": "classes"}])",
        1,
        "Layer 2: a kernel of 99 is larger than");
    row("a convolution of numbers",
        R"([{"layer": "flatten"}, {"layer": "convolution", "channels": 4},
            {"layer": "linear", "units": "classes"}])",
        1,
        "Layer 2: a convolution needs a picture");
    row("other classes",
        R"([{"layer": "flatten"}, {"layer": "linear", "units": 7}])",
        1,
        "Layer 2: the data set has 10 classes");
    row("no linear layer at the end",
        R"([{"layer": "convolution", "channels": 4}])",
        -1,
        "the answers come from a linear layer");
}

void ModelSectionTest::aMisfitIsAProblemAtItsRow()
{
    QFETCH(const QByteArray, layers);
    QFETCH(const int, row);
    QFETCH(const QString, words);
    ModelBench bench;
    QVERIFY(bench.openWith(kSmall));
    const auto list = parseJson(layers.toStdString());
    QVERIFY(list.has_value());
    QVERIFY(bench.document.apply(QStringLiteral("Misfit"),
                                 {{.pointer = "/model/layers", .value = list->root}}));
    QTRY_COMPARE(bench.problemsOf(DesignSection::Model), 1); // as the check of the runs says
    QVERIFY(!bench.document.isRunnable());
    const QString said = bench.label("layerProblems");
    QVERIFY2(said.startsWith(words), qPrintable(said));
    // The same sentence as from validate.
    QVERIFY(said.endsWith(complaint(bench.document.checked().problems.front())));
    QVERIFY(!said.contains(u'\n') && !bench.label("layerFacts").contains(u"parameter"));
    for (int each = 0; each < bench.tree().topLevelItemCount(); ++each)
        QCOMPARE(!bench.tree().topLevelItem(each)->icon(LayerTree::LayerColumn).isNull(),
                 each == row);
    if (row > 0) {
        QVERIFY(bench.tree()
                    .topLevelItem(row)
                    ->data(LayerTree::LayerColumn, Qt::AccessibleDescriptionRole)
                    .toString()
                == complaint(bench.document.checked().problems.front()));
        QVERIFY(bench.cell(row - 1, LayerTree::OutputColumn) != QStringLiteral("–"));
    }
    bench.document.undoStack().undo();
    QTRY_VERIFY(bench.document.isRunnable());
    QCOMPARE(bench.label("layerProblems"), QString());
    QCOMPARE(bench.problemsOf(DesignSection::Model), 0);
}

void ModelSectionTest::aProblemLeadsToItsLayer()
{
    ModelBench bench;
    QVERIFY(bench.openWith(kSmall));
    const auto list = parseJson(R"([{"layer": "block", "layers": [
        {"layer": "relu"}, {"layer": "convolution", "channels": 0}]},
        {"layer": "flatten"}, {"layer": "linear", "units": "classes"}])");
    QVERIFY(bench.document.apply(QStringLiteral("Problem"),
                                 {{.pointer = "/model/layers", .value = list->root}}));
    QTRY_VERIFY(!bench.document.checked().problems.empty());
    const Error problem = bench.document.checked().problems.front();
    QCOMPARE(problem.place, std::string("/model/layers/0/layers/1/channels"));
    QCOMPARE(placeInWords(problem.place, *bench.document.json(), registry()),
             QStringLiteral("Model › Layer 1.2 › Channels"));
    bench.page->showFirstProblem();
    QVERIFY((bench.tree().chosen() == LayerRange{.first = {0, 1}}));
    QVERIFY(bench.DesignBench::editor<QLineEdit>(problem.place.c_str()));
    QCOMPARE(bench.find<QLabel>(QStringLiteral("problem:") + toQString(problem.place))->text(),
             complaint(problem));
}

void ModelSectionTest::withoutDataItSaysWhatIsMissing()
{
    QTemporaryDir empty;
    ModelBench bench{DataFolders{{empty.path().toStdString()}}};
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Model);
    QVERIFY(bench.document.apply(
        QStringLiteral("Other data"),
        {{.pointer = "/data/dataset", .value = jsonObject({{"name", "mnist"}})}}));
    QTRY_VERIFY2(bench.label("layerFacts").startsWith(QStringLiteral("Shapes and counts appear")),
                 qPrintable(bench.label("layerFacts")));
    QCOMPARE(bench.cell(0, LayerTree::OutputColumn), QStringLiteral("–"));
    QCOMPARE(bench.cell(0, LayerTree::ParametersColumn), QStringLiteral("–"));
    bench.document.undoStack().undo();
    QTRY_VERIFY(bench.cell(0, LayerTree::OutputColumn) != QStringLiteral("–"));
}

void ModelSectionTest::anArmHasLayersOfItsOwn()
{
    ModelBench bench;
    QVERIFY(bench.openWith(kSmall));
    const std::string common = bench.said("/model/layers");
    bench.page->showSection(DesignSection::Arms);
    bench.page->showPlace(QStringLiteral("/arms/0/model/name"));
    auto* choice = bench.find<QComboBox>(QStringLiteral("part:/arms/0/model"));
    QVERIFY(choice);
    const int own = choice->findData(QStringLiteral("layers"));
    choice->setCurrentIndex(own);
    emit choice->activated(own);
    QCOMPARE(bench.said("/arms/0/model/layers"), common);
    bench.tree().choose({.first = {1}});
    bench.act("removeLayer");
    QCOMPARE(bench.said("/model/layers"), common);
    QTRY_VERIFY(bench.document.isRunnable());
    const Experiment& experiment = *bench.document.checked().experiment;
    QCOMPARE(experiment.arms.front().model.value_or(ModelSettings()).layers.size(), std::size_t{3});
    QCOMPARE(experiment.model.layers.size(), std::size_t{4});
}

void ModelSectionTest::nothingIsCut_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("small") << QSize(850, 540); // what a window of 900×600 has for the page
    QTest::newRow("usual") << QSize(1550, 940);
}

void ModelSectionTest::nothingIsCut()
{
    QFETCH(const QSize, size);
    const auto restore =
        qScopeGuard([before = QApplication::palette()] { QApplication::setPalette(before); });
    Theme theme; // the colours of the window, not those of the platform
    theme.choose(ThemeChoice::Light);
    ModelBench bench;
    QVERIFY(bench.openWith(R"({"name": "layers", "layers": [
        {"layer": "block", "repeat": 3, "shortcut": "concatenate", "layers": [
            {"layer": "convolution", "channels": 16, "kernel": 5, "padding": 2},
            {"layer": "batchNorm"}, {"layer": "relu"}]},
        {"layer": "flatten"}, {"layer": "linear", "units": "classes"}]})"));
    bench.page->resize(size);
    bench.page->show();
    QVERIFY(QTest::qWaitForWindowExposed(&*bench.page));
    bench.tree().choose({.first = {0, 0}});
    QStringList faults;
    QTRY_VERIFY2((faults = layoutFaults(*bench.page)).isEmpty(), qPrintable(faults.join(u'\n')));
    // Names and numbers of all rows are whole.
    const LayerTree& tree = bench.tree();
    for (int column = 0; column < LayerTree::Columns; ++column)
        for (QTreeWidgetItem* item = tree.topLevelItem(0); item; item = tree.itemBelow(item)) {
            const QRect room = tree.visualItemRect(item);
            const int indent = column == 0 ? tree.indentation() * (item->parent() ? 2 : 1) : 0;
            int needed = 0;
            for (const QString& line : item->text(column).split(u'\n'))
                needed = std::max(needed, tree.fontMetrics().horizontalAdvance(line) + indent);
            QVERIFY2(tree.columnWidth(column) >= needed && room.height() > 0,
                     qPrintable(item->text(column)));
        }
}

COTERIE_WIDGET_SECTION(ModelSectionTest)

} // namespace tst_model_section

#include "tst_model_section.moc"
