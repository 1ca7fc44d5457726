#include "core/nn/stacked_forward.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <array>

namespace tst_trilinear {

using namespace coterie;

namespace {

using Size = std::array<std::int64_t, 3>;

double farthest(const at::Tensor& a, const at::Tensor& b)
{
    return (a - b).abs().max().item<double>();
}

} // namespace

class TestTrilinear : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { at::manual_seed(2); }

    void equalsLibTorchsForwardAndBackward_data()
    {
        QTest::addColumn<QList<qint64>>("from");
        QTest::addColumn<QList<qint64>>("to");
        QTest::addColumn<bool>("precise");
        for (const bool precise : {false, true}) {
            const char* kind = precise ? "double" : "float";
            const auto add = [&](const char* name, QList<qint64> from, QList<qint64> to) {
                QTest::addRow("%s, %s", name, kind) << from << to << precise;
            };
            add("doubled", {3, 4, 5}, {6, 8, 10});
            add("one place", {1, 2, 1}, {2, 4, 2});
            if (precise) // in float LibTorch rounds where such places lie; doubled ones are exact
                add("other factors", {4, 3, 5}, {6, 8, 7});
            add("the U-Net's last", {12, 15, 12}, {24, 30, 24});
        }
    }

    void equalsLibTorchsForwardAndBackward()
    {
        QFETCH(const QList<qint64>, from);
        QFETCH(const QList<qint64>, to);
        QFETCH(const bool, precise);
        const at::ScalarType type = precise ? at::kDouble : at::kFloat;
        const double allowed = precise ? 1e-12 : 1e-6;
        const Size size{to[0], to[1], to[2]};
        const at::Tensor ours =
            at::rand({2, 3, from[0], from[1], from[2]}, type).requires_grad_(true);
        const at::Tensor theirs = ours.detach().clone().requires_grad_(true);
        const at::Tensor found = enlargedByProducts(ours, size);
        const at::Tensor expected = at::upsample_trilinear3d(
            theirs, at::IntArrayRef(size), /*align_corners=*/false, {}, {}, {});
        QVERIFY(found.sizes() == expected.sizes());
        QVERIFY(farthest(found, expected) <= allowed);

        const at::Tensor slopes = at::rand(expected.sizes(), type);
        (found * slopes).sum().backward();
        (expected * slopes).sum().backward();
        // Eight and more numbers between 0 and 1 are added.
        QVERIFY(farthest(ours.grad(), theirs.grad())
                <= allowed * theirs.grad().abs().max().item<double>());
    }
};

COTERIE_SECTION(TestTrilinear)

} // namespace tst_trilinear

#include "tst_trilinear.moc"
