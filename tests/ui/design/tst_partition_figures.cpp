#include "tests/sections.h"
#include "tests/ui/design/canvas_bench.h"
#include "ui/views/figure_dialog.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

namespace tst_partition_figures {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// What can be set for the figures of the clients.
class PartitionFiguresTest final : public QObject
{
    Q_OBJECT

private slots:
    void theLegendOfTheBarsHasItsPlaces();
    void theSizesHaveANamedAxis();

private:
    QTemporaryDir m_folder;
};

void PartitionFiguresTest::theLegendOfTheBarsHasItsPlaces()
{
    EditorBench page(savedPartition(m_folder, R"({ "scheme": "iid", "clients": 5 })"));
    QVERIFY(page.settles());
    page.action(ActionId::SaveClientsPicture)->trigger();
    const auto* dialog = page.editor.findChild<FigureDialog*>();
    QVERIFY(dialog);
    auto* places = dialog->findChild<QComboBox*>(QStringLiteral("figureLegend"));
    QVERIFY(places);
    const auto heightWith = [&](FigureLegend place) {
        places->setCurrentIndex(places->findData(int(place)));
        const auto* scale = dialog->findChild<QLabel*>(QStringLiteral("figureScale"));
        return scale->text().section(u'×', 1).remove(QStringLiteral("mm")).trimmed().toDouble();
    };
    const double above = heightWith(FigureLegend::Above);
    QVERIFY(above > 0);
    QCOMPARE(heightWith(FigureLegend::Below), above);
    QVERIFY(heightWith(FigureLegend::None) < above);
    QCOMPARE(places->count(), 3);
    for (const char* other : {"figureLineWidth", "figureXName", "figureTop"})
        QVERIFY(!dialog->findChild<QWidget*>(QLatin1String(other)));
}

void PartitionFiguresTest::theSizesHaveANamedAxis()
{
    EditorBench page(savedPartition(m_folder, R"({ "scheme": "iid", "clients": 5 })"));
    QVERIFY(page.settles());
    auto* sizes = page.editor.findChild<QWidget*>(QStringLiteral("sizeHistogram"));
    sizes->findChild<QAction*>(QStringLiteral("savePicture"))->trigger();
    const auto* dialog = sizes->findChild<FigureDialog*>();
    QVERIFY(dialog);
    auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("figureXName"));
    QVERIFY(name);
    QCOMPARE(name->placeholderText(), QStringLiteral("Training samples of a client"));
    QVERIFY(!dialog->findChild<QWidget*>(QStringLiteral("figureLegend"))); // of one colour
}

COTERIE_WIDGET_SECTION(PartitionFiguresTest)

} // namespace tst_partition_figures

#include "tst_partition_figures.moc"
