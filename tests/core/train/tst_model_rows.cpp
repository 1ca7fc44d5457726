#include "core/base/random_stream.h"
#include "core/train/model_rows.h"
#include "core/train/state.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>

namespace tst_model_rows {

using namespace coterie;

namespace {

ModelRows rowsOf(const std::vector<std::vector<double>>& values, at::ScalarType type = at::kFloat)
{
    ModelRows rows;
    std::vector<at::Tensor> tensors;
    for (const auto& row : values)
        tensors.push_back(at::tensor(row, at::kDouble));
    rows.parameters = at::stack(tensors).to(type);
    rows.buffers =
        rows.parameters.narrow(1, 0, 1).mul(10).contiguous(); // ten times the first number
    return rows;
}

ModelRows randomRows(std::int64_t count, std::int64_t length)
{
    RandomStream stream({.seed = 3, .purpose = Purpose::Synthesise});
    ModelRows rows{.parameters = at::empty({count, length}), .buffers = at::empty({count, 3})};
    for (at::Tensor tensor : {rows.parameters, rows.buffers})
        for (std::int64_t i = 0; i < tensor.numel(); ++i)
            tensor.data_ptr<float>()[i] = static_cast<float>(stream.normal());
    return rows;
}

} // namespace

class TestModelRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsKeptComesBackFromItsState()
    {
        const std::vector<double> numbers{0.1, -2e300, 3};
        const std::vector<std::size_t> places{4, 0, std::size_t{1} << 40};
        const State state = joined(numbersState("n", numbers), placesState("p", places));
        QCOMPARE(state.size(), std::size_t{2});
        QCOMPARE(numbersOfState(state, "n"), numbers);
        QCOMPARE(placesOfState(state, "p"), places);
        QVERIFY(numbersOfState(state, "unknown").empty());
        QVERIFY(placesOfState(joined({}, placesState("none", {})), "none").empty());
    }

    void orderOfTheRowsChangesNoBit()
    {
        const ModelRows rows = randomRows(5, 3000);
        const std::vector<std::size_t> ids{0, 1, 3, 4};
        const std::vector<double> weights{3, 0.1, 7, 1.7};
        const std::vector<std::size_t> shuffled{4, 0, 3, 1};
        const std::vector<double> shuffledWeights{1.7, 3, 7, 0.1};
        ModelRows averages = ModelRows::empty(2, rows);
        average(rows, ids, weights, averages, 0);
        average(rows, shuffled, shuffledWeights, averages, 1);
        QVERIFY(at::equal(averages.parameters[0], averages.parameters[1]));
        QVERIFY(at::equal(averages.buffers[0], averages.buffers[1]));
    }

    void weightsAreNormalised()
    {
        // (1·(1, −2) + 3·(5, 6)) / 4 = (4, 4); the buffers are ten times the first number.
        const ModelRows rows = rowsOf({{1, -2}, {9, 9}, {5, 6}});
        ModelRows mean = ModelRows::empty(1, rows);
        average(rows, std::vector<std::size_t>{2, 0}, std::vector<double>{3, 1}, mean, 0);
        QVERIFY(at::equal(mean.parameters, at::tensor({4.0F, 4.0F}).view({1, 2})));
        QVERIFY(at::equal(mean.buffers, at::full({1, 1}, 40.0F)));
    }

    void sumsAreMadeInDoublePrecision()
    {
        // In float, 1 + 10⁻⁸ is 1, so a running sum of floats would lose every small row.
        std::vector<std::vector<double>> values(101, {1e-8});
        values[0] = {1.0};
        const ModelRows rows = rowsOf(values);
        std::vector<std::size_t> ids(101);
        std::vector<double> weights(101, 1.0);
        for (std::size_t i = 0; i < ids.size(); ++i)
            ids[i] = i;
        ModelRows mean = ModelRows::empty(1, rows);
        average(rows, ids, weights, mean, 0);
        const double tiny = static_cast<double>(1e-8F);
        QCOMPARE(mean.parameters.item<float>(), static_cast<float>((1.0 + 100 * tiny) / 101));
    }

    void oneRowIsCopiedToTheBit()
    {
        const ModelRows rows = randomRows(3, 5000);
        ModelRows one = ModelRows::empty(1, rows);
        average(rows, std::vector<std::size_t>{1}, std::vector<double>{0.3}, one, 0);
        QVERIFY(at::equal(one.parameters[0], rows.parameters[1]));
        QVERIFY(at::equal(one.buffers[0], rows.buffers[1]));
    }

    void doublesStayDoubles()
    {
        const ModelRows rows = rowsOf({{1.0 / 3, 0}, {1.0 / 7, 0}}, at::kDouble);
        ModelRows mean = ModelRows::empty(1, rows);
        average(rows, std::vector<std::size_t>{0, 1}, std::vector<double>{1, 1}, mean, 0);
        QCOMPARE(mean.parameters[0][0].item<double>(), 0.5 / 3 + 0.5 / 7);
    }

    void mixFollowsEveryRowOfTheMatrix()
    {
        const ModelRows rows = rowsOf({{1, 10}, {2, 20}, {4, 40}});
        Matrix a(4, 3);
        a.at(0, 0) = 1;                       // itself alone
        a.at(1, 0) = a.at(1, 1) = 0.5;        // (1 + 2)/2
        a.at(2, 0) = a.at(2, 1) = 0.5;        // the same again
        a.at(3, 1) = 0.25, a.at(3, 2) = 0.75; // (2 + 3·4)/4
        const ModelRows mixed = mix(a, rows);
        const at::Tensor expected =
            at::tensor({1.0F, 10.0F, 1.5F, 15.0F, 1.5F, 15.0F, 3.5F, 35.0F}).view({4, 2});
        QVERIFY(at::equal(mixed.parameters, expected));
        QVERIFY(at::equal(mixed.buffers, expected.narrow(1, 0, 1) * 10));
    }

    void runningStatisticsFollowTheirMode()
    {
        const ModelRows rows = rowsOf({{1, 0}, {2, 0}, {5, 0}});
        const std::vector<std::size_t> ids{1, 2};
        const std::vector<double> weights{2, 1};
        ModelRows to = ModelRows::empty(1, rows);
        average(rows, ids, weights, to, 0, BufferMode::Average);
        QCOMPARE(to.buffers.item<float>(), 30.0F); // (2·20 + 50)/3
        average(rows, ids, weights, to, 0, BufferMode::OfficialHcct);
        QCOMPARE(to.buffers.item<float>(), 10.0F); // those of the first row, whoever takes part
        QCOMPARE(to.parameters[0][0].item<float>(), 3.0F);
    }

    void selectedRowsAreCopies()
    {
        const ModelRows rows = rowsOf({{1, 0}, {2, 0}, {5, 0}});
        const std::vector<std::size_t> ids{2, 0};
        const ModelRows chosen = rows.select(ids);
        at::Tensor(rows.parameters).zero_();
        QVERIFY(at::equal(chosen.parameters, at::tensor({5.0F, 0.0F, 1.0F, 0.0F}).view({2, 2})));
        QCOMPARE(chosen.count(), std::size_t{2});
        QCOMPARE(ModelRows{}.count(), std::size_t{0});
    }
};

COTERIE_SECTION(TestModelRows)

} // namespace tst_model_rows

#include "tst_model_rows.moc"
