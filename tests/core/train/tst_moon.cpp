#include "core/train/local_work.h"
#include "tests/core/fixtures/small_federation.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <array>
#include <cmath>

namespace tst_moon {

using namespace coterie;

namespace {

at::Tensor numbers(std::vector<std::int64_t> shape, std::uint32_t key)
{
    RandomStream stream({.seed = 6, .purpose = Purpose::Synthesise, .client = key});
    at::Tensor made = at::empty(shape, at::kDouble);
    for (std::int64_t i = 0; i < made.numel(); ++i)
        made.data_ptr<double>()[i] = stream.normal();
    return made;
}

LocalPoint pointOf(const std::size_t& client, const at::Tensor& weights, const at::Tensor& start)
{
    return {.clients = {&client, 1}, .weights = weights, .start = start};
}

} // namespace

class TestMoon : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void contrastGivesTheReferenceNumbers()
    {
        // ALGORITHMS §6.11, τ = 0.5.
        const auto contrast = [](double withGlobal, double withPrevious) {
            return moonContrast(at::full({}, withGlobal, at::kDouble),
                                at::full({}, withPrevious, at::kDouble),
                                0.5)
                .item<double>();
        };
        QVERIFY(std::abs(contrast(0.9, 0.5) - 0.371101) < 1e-6);
        QVERIFY(std::abs(contrast(0.3, 0.3) - std::log(2.0)) < 1e-12);
    }

    void featureGradientIsThatOfTheMeanContrast()
    {
        const auto objective =
            makeObjective(small::part(objectiveParts(), "moon", {{"mu", 0.7}, {"tau", 0.5}}));
        const at::Tensor z = numbers({4, 5}, 1);
        const std::array<at::Tensor, 2> others{numbers({4, 5}, 2), numbers({4, 5}, 3)};
        const at::Tensor gradient = objective->featureGradient(z, others);
        const auto loss = [&](const at::Tensor& features) { // by the definition, sample by sample
            double sum = 0;
            for (std::int64_t i = 0; i < 4; ++i) {
                const auto cosine = [&](const at::Tensor& other) {
                    return (features[i].dot(other[i]) / (features[i].norm() * other[i].norm()))
                        .item<double>();
                };
                const double globally = std::exp(cosine(others[0]) / 0.5);
                const double before = std::exp(cosine(others[1]) / 0.5);
                sum -= std::log(globally / (globally + before));
            }
            return 0.7 * sum / 4;
        };
        for (std::int64_t i = 0; i < z.numel(); ++i) {
            at::Tensor up = z.clone();
            at::Tensor down = z.clone();
            up.data_ptr<double>()[i] += 1e-6;
            down.data_ptr<double>()[i] -= 1e-6;
            QVERIFY(std::abs((loss(up) - loss(down)) / 2e-6
                             - gradient.contiguous().data_ptr<double>()[i])
                    < 1e-7);
        }
        // A stack of clients is each client by itself.
        const std::array<at::Tensor, 2> stacked{at::stack({others[0], others[1]}),
                                                at::stack({others[1], others[0]})};
        QCOMPARE_LT(
            small::distance(objective->featureGradient(at::stack({z, z}), stacked)[0], gradient),
            1e-12);
    }

    void featuresCutToZeroGiveNoGradient()
    {
        const auto objective = makeObjective(small::part(objectiveParts(), "moon"));
        const std::array<at::Tensor, 2> others{at::zeros({2, 3}, at::kDouble), numbers({2, 3}, 4)};
        QVERIFY(objective->featureGradient(at::zeros({2, 3}, at::kDouble), others)
                    .isfinite()
                    .all()
                    .item()
                    .toBool());
    }

    void aClientsPreviousModelIsItsOwn()
    {
        const auto objective = makeObjective(small::part(objectiveParts(), "moon"));
        objective->prepare(3, {});
        const at::Tensor start = numbers({7}, 1);
        const std::size_t client = 1;
        QVERIFY(objective->featureModels(pointOf(client, start, start)).empty());
        const at::Tensor end = numbers({7}, 2);
        objective->finish(pointOf(client, end, start));
        const auto models = objective->featureModels(pointOf(client, start, start));
        QCOMPARE(models.size(), std::size_t{2});
        QVERIFY(small::same(models[0], start));
        QVERIFY(small::same(models[1], end));
        const std::size_t other = 2;
        QVERIFY(objective->featureModels(pointOf(other, start, start)).empty());
        QCOMPARE(objective->state().size(), std::size_t{1}); // of those who took part alone

        const auto resumed = makeObjective(small::part(objectiveParts(), "moon"));
        resumed->prepare(3, {});
        resumed->restore(objective->state());
        QVERIFY(small::same(resumed->featureModels(pointOf(client, start, start)).at(1), end));
        resumed->restore({});
        QVERIFY(resumed->featureModels(pointOf(client, start, start)).empty());
    }

    void theOutputLayerDoesNotFeelTheContrast()
    {
        // One full-batch step: MOON moves the layers before the output layer, and only these.
        RunPlan plan = small::plan(small::sgd(0.1, 1000, 1));
        plan.model.precision = "float64";
        const auto after = [&](std::string_view name) {
            plan.local.objective = small::part(objectiveParts(), name);
            Federation federation(
                plan, small::table(200, 6, 3), small::shards({40}), small::perceptron(), 1, "cpu");
            const auto algorithm = makeAlgorithm(plan);
            const auto sampler = makeSampler(plan.sampler);
            algorithm->start(federation);
            // The second round starts from the first one's end, so the references differ from it
            // only if the start is moved away.
            static_cast<void>(small::playRound(federation, *algorithm, *sampler, 0));
            State state = algorithm->state();
            state[0].values = state[0].values + numbers({1, state[0].values.size(1)}, 9);
            algorithm->restore(state);
            static_cast<void>(small::playRound(federation, *algorithm, *sampler, 1));
            return algorithm->models().global->parameters.clone();
        };
        const at::Tensor apart = (after("moon") - after("plain")).abs()[0];
        const Network network = small::perceptron();
        const Slice& weight = *network.layout().parameter(2, SliceRole::Weight);
        const auto first = static_cast<std::int64_t>(weight.offset);
        QVERIFY(apart.slice(0, 0, first).max().item().toDouble() > 1e-6);
        QCOMPARE_LT(apart.slice(0, first).max().item().toDouble(), 1e-14);
    }
};

COTERIE_SECTION(TestMoon)

} // namespace tst_moon

#include "tst_moon.moc"
