#include "core/base/json_parse.h"
#include "tests/sections.h"
#include "tests/ui/design/model_bench.h"
#include "ui/design/run_check.h"

#include <QLabel>
#include <QPushButton>

namespace tst_model_fits {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The Model page says what the network can be used with.
class ModelFitsTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatTheNetworkFitsIsSaid();
    void aModelThatFitsIsOffered();
    void aStepForPicturesIsDroppedForATable();

private:
    /// The button of a bar that is shown.
    [[nodiscard]] static QPushButton* offered(const QWidget& bar, const char* text)
    {
        if (!bar.isHidden())
            for (auto* button : bar.findChildren<QPushButton*>())
                if (button->text() == QLatin1String(text))
                    return button;
        return nullptr;
    }
    /// The checks of text and runs are through.
    [[nodiscard]] static bool isAnswered(ModelBench& bench)
    {
        return !bench.document.isChecking() && !bench.page->runCheck().isPending();
    }
};

void ModelFitsTest::whatTheNetworkFitsIsSaid()
{
    ModelBench bench;
    QVERIFY(bench.openWith(R"({"name": "mlr"})"));
    QTRY_VERIFY(bench.text("modelFits").contains(QStringLiteral("MNIST")));
    QVERIFY2(
        bench.text("modelFits").contains(QStringLiteral("Goes with every algorithm and sampler.")),
        qPrintable(bench.text("modelFits")));
    const auto unbiased = parseJson(R"({"name": "layers", "layers": [{"layer": "flatten"},
        {"layer": "linear", "units": "classes", "bias": false}]})");
    QVERIFY(bench.document.apply(QStringLiteral("No bias"),
                                 {{.pointer = "/model", .value = unbiased->root}}));
    QTRY_VERIFY(bench.text("modelFits").contains(QStringLiteral("Does not go with HiCS-FL")));
    const auto* fits = bench.find<QLabel>(QStringLiteral("modelFits"));
    QVERIFY2(fits->toolTip().contains(QStringLiteral("needs a bias")), qPrintable(fits->toolTip()));
    // Nothing is known of a module that is not loaded.
    const auto module = parseJson(R"({"name": "torchScript", "path": ")" COTERIE_SOURCE_DIR
                                  R"(/tests/core/nn/modules/lenet.pt"})");
    QVERIFY(bench.document.apply(QStringLiteral("Module"),
                                 {{.pointer = "/model", .value = module->root}}));
    QTRY_VERIFY(fits->isHidden());
}

void ModelFitsTest::aModelThatFitsIsOffered()
{
    ModelBench bench;
    QVERIFY(bench.openWith(R"({"name": "mnist_cnn_20k"})"));
    QWidget* bar = bench.find<QLabel>(QStringLiteral("modelOffer"))->parentWidget();
    QVERIFY(bar->isHidden());
    const auto clinics = parseJson(R"({"dataset": {"name": "tabularClinics"},
        "partition": {"scheme": "iid", "clients": 4}, "test": {"share": 0.2}})");
    QVERIFY(bench.document.apply(QStringLiteral("Change the data set"),
                                 {{.pointer = "/data", .value = clinics->root}}));
    QTRY_VERIFY(!bar->isHidden());
    QPushButton* use = offered(*bar, "Use Network 100");
    QVERIFY(use);
    use->click();
    QTRY_VERIFY(isAnswered(bench));
    QCOMPARE(bench.document.checked().experiment->model.model.name, std::string("dnn_100"));
    QVERIFY(bench.document.checked().problems.empty());
    QVERIFY(bar->isHidden());
    bench.document.undoStack().undo();
    QTRY_VERIFY(!bar->isHidden());
    // What the user has made is not offered away.
    for (const char* own :
         {R"({"name": "layers", "layers": [{"layer": "convolution", "channels": 4, "kernel": 3},
             {"layer": "flatten"}, {"layer": "linear", "units": "classes"}]})",
          R"({"name": "torchScript", "path": "nowhere.pt"})"}) {
        QVERIFY(bench.document.apply(QStringLiteral("Change the model"),
                                     {{.pointer = "/model", .value = parseJson(own)->root}}));
        QTRY_VERIFY(isAnswered(bench));
        QVERIFY2(!bench.document.checked().problems.empty(), own);
        QTRY_VERIFY2(bar->isHidden(), own);
        bench.document.undoStack().undo();
        QTRY_VERIFY2(!bar->isHidden(), own);
    }
    QVERIFY(bench.open()); // another experiment takes no offer with it
    QVERIFY(bar->isHidden());
}

void ModelFitsTest::aStepForPicturesIsDroppedForATable()
{
    ModelBench bench;
    QVERIFY(bench.openWith(R"({"name": "mnist_cnn_20k"})"));
    const QWidget* bar = bench.find<QLabel>(QStringLiteral("modelOffer"))->parentWidget();
    const auto clinics = parseJson(R"({"dataset": {"name": "tabularClinics"},
        "preprocess": [{"step": "scale", "low": -1, "high": 1},
                       {"step": "crop", "height": 24, "width": 24}],
        "partition": {"scheme": "iid", "clients": 4}, "test": {"share": 0.2}})");
    QVERIFY(bench.document.apply(QStringLiteral("Change the data set"),
                                 {{.pointer = "/data", .value = clinics->root}}));
    for (const char* wanted : {"Drop the step", "Use Network 100"}) { // one after the other
        QPushButton* button = nullptr;
        QTRY_VERIFY2((button = offered(*bar, wanted)), wanted);
        button->click();
    }
    QTRY_VERIFY(isAnswered(bench));
    QVERIFY(bench.document.checked().problems.empty());
    const std::vector<Part>& left = bench.document.checked().experiment->data.preprocess;
    QCOMPARE(left.size(), std::size_t{1});
    QCOMPARE(left.front().name, std::string("scale"));
    QVERIFY(bar->isHidden());
    const auto crop = parseJson(R"([{"step": "crop", "height": 24, "width": 24}])");
    QVERIFY(bench.document.apply(QStringLiteral("Crop alone"),
                                 {{.pointer = "/data/preprocess", .value = crop->root}}));
    QPushButton* button = nullptr;
    QTRY_VERIFY((button = offered(*bar, "Drop the step")));
    button->click();
    QTRY_VERIFY(isAnswered(bench));
    QVERIFY(bench.document.checked().problems.empty());
    QVERIFY(bench.document.checked().experiment->data.preprocess.empty());
    QVERIFY(bar->isHidden());
}

COTERIE_WIDGET_SECTION(ModelFitsTest)

} // namespace tst_model_fits

#include "tst_model_fits.moc"
