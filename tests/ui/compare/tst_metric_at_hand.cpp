#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/compare_panes.h"
#include "ui/views/line_plot.h"
#include "ui/views/view_frame.h"

#include <QComboBox>
#include <QTest>

namespace tst_metric_at_hand {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The chosen metric is one that the selected runs have not recorded.
class MetricAtHandTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void runsWithoutTheMetricShowAnother();
};

void MetricAtHandTest::runsWithoutTheMetricShowAnother()
{
    RoundReport sent;
    sent.round = 3;
    sent.traffic = {{.link = Link::ClientToServer, .client = {}, .bits = 800}};
    QVERIFY(store()
                ->commit(4, coterie::test::measured({std::make_shared<RoundReport>(sent)}), nullptr)
                .has_value());
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const ComparePanes& panes = page.page->panes();
    const auto* box = page.page->findChild<QComboBox*>(QStringLiteral("compareMetric"));
    const auto isShown = [&](std::int64_t run, const std::string& metric) {
        return panes.data().runs.size() == 1 && panes.data().runs.front().id == run
               && panes.data().metric == metric
               && box->currentData().toString().toStdString() == metric;
    };
    const auto choose = [&](std::int64_t run) { // the newest stands first
        page.table()->setCurrentIndex(page.table()->model()->index(int(6 - run), 0));
    };
    choose(4);
    page.page->panes().setMetric(QStringLiteral("totalTrafficBits"));
    QTRY_VERIFY(isShown(4, "totalTrafficBits"));
    choose(1);
    QTRY_VERIFY(isShown(1, panes.data().metrics.empty() ? "" : panes.data().metrics.front()));
    const auto* plot = panes.frame(ComparePanes::Pane::Curves).findChild<LinePlot*>();
    QVERIFY(!plot->picture().lines.empty());
    QCOMPARE(panes.metric(), QStringLiteral("totalTrafficBits")); // a view keeps the choice
    choose(4);
    QTRY_VERIFY(isShown(4, "totalTrafficBits"));
    // What is chosen meanwhile stays.
    choose(1);
    QTRY_VERIFY(!panes.data().runs.empty() && panes.data().runs.front().id == 1);
    page.page->panes().setMetric(QStringLiteral("meanTestLoss"));
    QTRY_VERIFY(isShown(1, "meanTestLoss"));
    choose(4);
    QTRY_VERIFY(isShown(4, "meanTestLoss"));
}

COTERIE_WIDGET_SECTION(MetricAtHandTest)

} // namespace tst_metric_at_hand

#include "tst_metric_at_hand.moc"
