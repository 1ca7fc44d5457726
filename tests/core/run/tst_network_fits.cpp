#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment_json.h"
#include "core/run/network_fits.h"
#include "tests/sections.h"

#include <algorithm>

namespace tst_network_fits {

using namespace coterie;

namespace {

/// Of an experiment with this model on digits.
RunPlan planOf(const std::string& model)
{
    const auto experiment = parseExperiment(
        R"({"schema": 1, "name": "Fits", "data": {"dataset": {"name": "glyphDigits"},
            "partition": {"scheme": "iid", "clients": 4}, "test": {"share": 0.2}}, "model": )"
            + model
            + R"(, "arms": [{"name": "FedAvg", "algorithm": {"name": "fedavg"}}], "rounds": 2})",
        registry());
    if (!experiment)
        qFatal("%s", sentences(experiment.error()).c_str());
    return expand(*experiment, registry()).front();
}

NetworkFits fitsOf(const char* model)
{
    const KnownSamples digits = pictures(1, 28, 10);
    return networkFits(planOf(model), digits.shape, digits.classes, 4);
}

bool hasSet(const NetworkFits& fits, std::string_view name)
{
    const auto entry = std::ranges::find(
        dataCatalog(), name, [](const CatalogEntry& known) { return known.part.name; });
    return std::ranges::find(fits.datasets, entry->part.title) != fits.datasets.end();
}

QStringList titlesOf(const std::vector<NetworkFits::Refusal>& refusals)
{
    QStringList titles;
    for (const NetworkFits::Refusal& each : refusals)
        titles << QString::fromStdString(std::string(each.title));
    return titles;
}

} // namespace

class NetworkFitsTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSimpleNetworkFitsAllClasses()
    {
        const NetworkFits fits = fitsOf(R"({"name": "mlr"})");
        for (const char* name : {"glyphDigits", "mnist", "cifar100", "tabularClinics"})
            QVERIFY2(hasSet(fits, name), name);
        QVERIFY(!hasSet(fits, "volumes")); // it has masks to learn
        QVERIFY(fits.methodsAreTried);
        QCOMPARE(titlesOf(fits.otherMethods), QStringList());
        std::size_t known = 0;
        for (const CatalogEntry& entry : dataCatalog())
            known += entry.samples ? 1 : 0;
        QCOMPARE(fits.datasets.size() + fits.otherDatasets.size(), known);
    }

    void oneThatFitsIsFoundForEveryKindOfData()
    {
        RunData data({});
        const std::pair<const char*, const char*> expected[]{{"tabularClinics", "dnn_100"},
                                                             {"syntheticRegression", "dnn_100"},
                                                             {"volumes", "unet3d_ixi"}};
        for (const auto& [dataset, model] : expected) {
            RunPlan plan = planOf(R"({"name": "mnist_cnn_20k"})");
            plan.data.dataset = {.name = dataset, .parameters = {}};
            complete(plan, registry());
            const auto samples = data.samplesToDeal(plan);
            QVERIFY2(samples.has_value(), dataset);
            QVERIFY(!planNetwork(plan, **samples));
            const NamedPart* found = fittingModel(plan, **samples, 4);
            QVERIFY2(found, dataset);
            QCOMPARE(QString::fromStdString(std::string(found->name)), QString(model));
        }
    }

    void oneThatTheMethodsRefuseIsNotFound()
    {
        RunData data({});
        RunPlan plan = planOf(R"({"name": "mnist_cnn_20k"})");
        plan.data.dataset = {.name = "tabularClinics", .parameters = {}};
        plan.sampler = {.name = "hicsFl", .parameters = {}};
        plan.sampler.parameters.set("count", std::int64_t{2});
        plan.sampler.parameters.set("clusters", std::int64_t{20});
        complete(plan, registry());
        const auto samples = data.samplesToDeal(plan);
        QVERIFY(samples.has_value());
        QVERIFY(fittingModel(plan, **samples, 50));
        QVERIFY(!fittingModel(plan, **samples, 10)); // fewer than clusters
    }

    void convolutionsFitPicturesAndNoTables()
    {
        const NetworkFits fits = fitsOf(R"({"name": "layers", "layers": [
                {"layer": "convolution", "channels": 4, "kernel": 3}, {"layer": "relu"},
                {"layer": "flatten"}, {"layer": "linear", "units": "classes"}]})");
        QVERIFY(hasSet(fits, "mnist") && hasSet(fits, "cifar10"));
        QVERIFY(!hasSet(fits, "heartDisease"));
        for (const NetworkFits::Refusal& each : fits.otherDatasets)
            QVERIFY2(!each.why.empty(), std::string(each.title).c_str());
    }

    void methodsThatNeedABiasAreNamed()
    {
        const NetworkFits fits = fitsOf(R"({"name": "layers", "layers": [{"layer": "flatten"},
                {"layer": "linear", "units": "classes", "bias": false}]})");
        const QStringList refused = titlesOf(fits.otherMethods);
        QVERIFY2(refused.contains(QStringLiteral("HiCS-FL")), qPrintable(refused.join(u' ')));
        QVERIFY(!refused.contains(QStringLiteral("FedAvg")));
        QVERIFY(fits.otherMethods.front().why.find("needs a bias") != std::string::npos);
    }

    void withoutSamplesNoMethodIsTold()
    {
        const NetworkFits fits = networkFits(planOf(R"({"name": "mlr"})"), std::nullopt, 0, 4);
        QVERIFY(!fits.methodsAreTried && fits.otherMethods.empty());
        QVERIFY(hasSet(fits, "mnist"));
        // The same where the network does not fit them.
        const SampleShape table{.channels = 13};
        const RunPlan convolutions = planOf(R"({"name": "layers", "layers": [
                {"layer": "convolution", "channels": 4, "kernel": 3},
                {"layer": "flatten"}, {"layer": "linear", "units": "classes"}]})");
        QVERIFY(!networkFits(convolutions, table, 2, 4).methodsAreTried);
    }
};

COTERIE_SECTION(NetworkFitsTest)

} // namespace tst_network_fits

#include "tst_network_fits.moc"
