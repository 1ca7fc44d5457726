#include "core/base/json_parse.h"
#include "tests/sections.h"
#include "tests/ui/design/model_bench.h"

#include <QLabel>

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

COTERIE_WIDGET_SECTION(ModelFitsTest)

} // namespace tst_model_fits

#include "tst_model_fits.moc"
