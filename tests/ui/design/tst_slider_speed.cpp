#include "tests/margin.h"
#include "tests/sections.h"
#include "tests/ui/design/canvas_bench.h"

#include <QElapsedTimer>

#include <algorithm>

namespace tst_slider_speed {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// What is promised of the clock and not of the program's own work: needs the machine for itself.
class SliderSpeedTest final : public QObject
{
    Q_OBJECT

private slots:
    void aChangedSchemeIsDrawnInATenthOfASecond();

private:
    QTemporaryDir m_folder;
};

void SliderSpeedTest::aChangedSchemeIsDrawnInATenthOfASecond()
{
    // From the change of the file to the drawn bars: 60,000 samples and 100 clients.
    EditorBench page(
        savedPartition(m_folder,
                       R"({ "scheme": "dirichlet", "clients": 100, "alpha": 0.5, "minimum": 1 })",
                       csvDataset(m_folder, 60000)));
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().clients(), std::size_t(100));
    std::vector<qint64> milliseconds;
    const int mergeId = page.document.newMergeId();
    for (int position = 1; position <= 9; ++position) {
        QSignalSpy previewed(&page.editor, &PartitionEditor::previewed);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(page.document.apply(
            "Change alpha",
            {{.pointer = "/data/partition/alpha", .value = JsonNode::fromReal(0.1 * position)}},
            mergeId));
        QVERIFY(previewed.wait(kTryMilliseconds));
        (void)page.canvas().grab();
        milliseconds.push_back(timer.elapsed());
    }
    std::ranges::sort(milliseconds);
    qInfo("from the slider to the picture: median %lld ms, longest %lld ms",
          milliseconds[4],
          milliseconds.back());
    if (!coterie::tests::underSanitizer())
        QVERIFY(double(milliseconds[4]) <= coterie::tests::allowed(100));
}

COTERIE_WIDGET_SECTION(SliderSpeedTest)

} // namespace tst_slider_speed

#include "tst_slider_speed.moc"
