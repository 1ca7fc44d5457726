#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/compare_panes.h"
#include "ui/compare/run_actions.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

namespace tst_hidden_runs {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Selected runs that the filter hides: nobody sees them, so nothing is done to them.
class HiddenRunsTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void onlyListedRunsAreDeleted();
    void onlyListedRunsAreExported();
    void withNoneListedNothingCanBeDone();

private:
    /// All six runs are selected, the three of FedAvg are listed.
    static void hideHalf(const Page& page)
    {
        QTRY_COMPARE(page.table()->model()->rowCount(), 6);
        page.table()->selectAll();
        filter(page, QStringLiteral("arm:fed"));
        QTRY_COMPARE(page.table()->model()->rowCount(), 3);
    }
    static void filter(const Page& page, const QString& text)
    {
        page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"))->setText(text);
    }
    static QString message(const Page& page)
    {
        return page.page->findChild<QLabel*>(QStringLiteral("compareMessage"))->text();
    }
};

void HiddenRunsTest::onlyListedRunsAreDeleted()
{
    Page page(m_file);
    hideHalf(page);
    page.actions.action(ActionId::DeleteRuns)->trigger();
    QTRY_COMPARE(message(page),
                 QStringLiteral("3 runs were deleted. 3 selected runs that are not listed were "
                                "left out"));
    const auto left = store()->runs();
    QCOMPARE(left->size(), std::size_t{3});
    for (const RunRow& run : *left)
        QCOMPARE(run.arm, std::string("Independent"));
}

void HiddenRunsTest::onlyListedRunsAreExported()
{
    Page page(m_file);
    hideHalf(page);
    QTRY_COMPARE(page.page->panes().data().runs.size(), std::size_t{6}); // compared they are
    const QString file = m_folder.filePath(QStringLiteral("rounds.csv"));
    page.page->exports().exportTo(QStringLiteral("rounds"), file);
    QTRY_VERIFY(message(page).endsWith(
        QStringLiteral("was written. 3 selected runs that are not listed were left out")));
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray text = written.readAll();
    QVERIFY2(text.contains("FedAvg") && !text.contains("Independent"), text.constData());
    // Without a filter nothing is left out, and nothing is said of it.
    filter(page, {});
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    page.page->exports().exportTo(QStringLiteral("rounds"), file);
    QTRY_VERIFY(message(page).endsWith(QStringLiteral("was written")));
}

void HiddenRunsTest::withNoneListedNothingCanBeDone()
{
    Page page(m_file);
    hideHalf(page);
    const auto canAct = [&](ActionId id) { return page.actions.action(id)->isEnabled(); };
    QVERIFY(canAct(ActionId::DeleteRuns) && canAct(ActionId::ExportReport));
    filter(page, QStringLiteral("no such run"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 0);
    for (const ActionId id : {ActionId::DeleteRuns,
                              ActionId::PinRuns,
                              ActionId::TagRuns,
                              ActionId::OpenStoredRun,
                              ActionId::ExportReport,
                              ActionId::ExportBundle})
        QVERIFY2(!canAct(id), qPrintable(page.actions.action(id)->objectName()));
    filter(page, QStringLiteral("arm:fed seed=2"));
    QTRY_COMPARE(page.table()->model()->rowCount(), 1);
    QVERIFY(canAct(ActionId::DeleteRuns) && canAct(ActionId::RunAsDesign)); // of one
}

COTERIE_WIDGET_SECTION(HiddenRunsTest)

} // namespace tst_hidden_runs

#include "tst_hidden_runs.moc"
