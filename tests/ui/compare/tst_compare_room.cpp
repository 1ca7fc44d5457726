#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/laid_out.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/difference_dialog.h"
#include "ui/views/line_plot.h"
#include "ui/views/plain_table.h"
#include "ui/views/view_frame.h"

#include <QApplication>
#include <QImage>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

namespace tst_compare_room {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Who gets the room of the Compare page and of its dialog.
class CompareRoomTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void thePlotHasRoomInASmallWindow();
    void aLongNameThatArrivesLaterIsWhole();
    void namesLeaveHalfOfADifferenceToTheValues();
    void theTableShowsThatTabGaveItTheFocus();
};

void CompareRoomTest::thePlotHasRoomInASmallWindow()
{
    Page page(m_file);
    page.page->resize(830, 540); // of a window of 900 × 600
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.table()->selectAll();
    QTRY_COMPARE(page.page->panes().data().arms.size(), std::size_t{2});
    const auto* plot = page.page->panes().frame(ComparePanes::Pane::Curves).findChild<LinePlot*>();
    QTRY_VERIFY(plot->isVisible());
    QTRY_VERIFY2(plot->height() >= 11 * plot->fontMetrics().height(),
                 qPrintable(QString::number(plot->height())));
    layOut();
    QVERIFY(page.table()->viewport()->height() >= 2 * page.table()->fontMetrics().height());
    QCOMPARE(page.page->height(), 540); // nothing in it made it higher
    // Also in another font.
    const int before = plot->minimumHeight();
    QFont larger = page.page->font();
    larger.setPointSizeF(1.5 * larger.pointSizeF());
    page.page->setFont(larger);
    QTRY_COMPARE(plot->minimumHeight(), 11 * plot->fontMetrics().height());
    QVERIFY(plot->minimumHeight() > before);
}

void CompareRoomTest::aLongNameThatArrivesLaterIsWhole()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const int before = page.table()->columnWidth(RunTableModel::Experiment);
    const QString name = QStringLiteral("An experiment with a name that is longer than the others");
    auto experiment = parseExperiment(kComparedExperiment, registry());
    experiment->name = name.toStdString();
    experiment->rounds = 9;
    const auto runs = store();
    const auto key = runs->addExperiment(
        experiment->name, writeExperiment(*experiment), canonicalHash(*experiment, registry()));
    const RunPlan plan = expand(*experiment, registry()).front();
    QVERIFY(runs->addRun(*key, plan, writePlan(plan), {}).has_value());
    page.reader.readRuns();
    QTRY_COMPARE(page.table()->model()->rowCount(), 7);
    const int wanted = page.table()->fontMetrics().horizontalAdvance(name);
    QTRY_VERIFY(page.table()->columnWidth(RunTableModel::Experiment) > wanted);
    QVERIFY(wanted > before);
    // What the user chose stays.
    page.table()->setColumnWidth(RunTableModel::Experiment, 90);
    QSignalSpy read(&page.reader, &StoreReader::settingsRead); // the last that sets widths
    page.reader.readRuns();
    QVERIFY(read.wait(kTryMilliseconds));
    QCOMPARE(page.table()->columnWidth(RunTableModel::Experiment), 90);
}

void CompareRoomTest::namesLeaveHalfOfADifferenceToTheValues()
{
    DifferenceDialog dialog(m_file, {1, 4});
    dialog.show();
    const auto* table = dialog.findChild<QTableView*>(QStringLiteral("differentSettings"));
    auto* model = dynamic_cast<PlainTableModel*>(table->model());
    QVERIFY(model != nullptr);
    QTRY_VERIFY(model->rowCount() > 0);
    PlainTable settings = model->table();
    settings.rows.front().front() = QString(400, u'n');
    model->setTable(settings);
    QTRY_COMPARE(table->columnWidth(0), table->viewport()->width() / 2);
    dialog.resize(dialog.width() - 100, dialog.height());
    QTRY_COMPARE(table->columnWidth(0), table->viewport()->width() / 2);
}

void CompareRoomTest::theTableShowsThatTabGaveItTheFocus()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(page.page.get(), kTryMilliseconds));
    auto* filter = page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    filter->setFocus();
    constexpr int kMost = 30; // more than stand before it
    for (int i = 0; i < kMost && !page.table()->hasFocus(); ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(page.table()->hasFocus());
    const auto isFramed = [&] {
        const QRect cell = page.table()->visualRect(page.table()->currentIndex());
        const QImage drawn = page.table()->viewport()->grab().toImage();
        return !cell.isEmpty()
               && drawn.pixelColor(cell.topLeft())
                      == page.table()->palette().color(QPalette::Highlight);
    };
    QTRY_VERIFY(isFramed());
    filter->setFocus();
    QTRY_VERIFY(!isFramed());
}

COTERIE_WIDGET_SECTION(CompareRoomTest)

} // namespace tst_compare_room

#include "tst_compare_room.moc"
