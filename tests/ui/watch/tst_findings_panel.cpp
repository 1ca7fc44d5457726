#include "core/store/run_store.h"
#include "tests/patience.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/watch/docks_fixture.h"
#include "ui/views/view_frame.h"
#include "ui/watch/clients_panel.h"
#include "ui/watch/findings_panel.h"
#include "ui/watch/watch_page.h"
#include "ui/words.h"

#include <QLabel>
#include <QListWidget>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QStyle>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <memory>

namespace tst_findings_panel {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

class FindingsPanelTest final : public DocksFixture
{
    Q_OBJECT

private slots:
    void itSaysWhatTheStoreHolds();
    void aSentenceLeadsToItsEvidence();
    void aClientThatItNamesIsScrolledTo();
    void whatCannotBeReadIsSaid();
    void shownAnewItAsksAgain();
    void aSentenceThatNearlyFitsIsWrapped();

private:
    [[nodiscard]] FindingsPanel& panel() const { return *m_window->findChild<FindingsPanel*>(); }
    [[nodiscard]] std::vector<Finding> stored(std::int64_t run) const
    {
        const auto store = std::move(*RunStore::open(m_store));
        return *findingsOf(*store, *store->run(run));
    }
};

void FindingsPanelTest::itSaysWhatTheStoreHolds()
{
    for (const std::int64_t run : {1, 4}) { // groups; no number
        open(run);
        dock("findings").raise();
        const std::vector<Finding> expected = stored(run);
        QVERIFY(!expected.empty());
        QTRY_COMPARE(panel().findings().size(), expected.size());
        const auto* list = panel().findChild<QListWidget*>(QStringLiteral("findings"));
        QCOMPARE(std::size_t(list->count()), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(list->item(int(i))->text(),
                     withTrueMinus(QString::fromStdString(expected[i].sentence)));
    }
}

void FindingsPanelTest::aSentenceLeadsToItsEvidence()
{
    open(1);
    dock("findings").raise();
    const std::vector<Finding> expected = stored(1);
    QTRY_COMPARE(panel().findings().size(), expected.size());
    const auto groups = std::ranges::find(
        expected, Evidence::Where::Groups, [](const Finding& each) { return each.evidence.where; });
    QVERIFY(groups != expected.end());
    auto* list = panel().findChild<QListWidget*>(QStringLiteral("findings"));
    const auto* hint = panel().findChild<QLabel*>(QStringLiteral("findingsHint"));
    QTRY_VERIFY(hint->isVisible());
    QCOMPARE(hint->text(), list->toolTip());
    dock("river").close();
    emit list->itemActivated(list->item(int(groups - expected.begin())));
    QTRY_VERIFY(dock("river").isVisible());
    QTRY_COMPARE(m_window->findChild<WatchPage*>()->chosenRound(), groups->evidence.round);
}

/// The table was shown from its first row, whoever was selected.
void FindingsPanelTest::aClientThatItNamesIsScrolledTo()
{
    RefreshTimer timer;
    StoreReader reader(m_store);
    ShownRound shownRound(reader);
    ClientSelection selection;
    ClientsPanel clients({.timer = timer, .shown = shownRound, .selection = selection});
    clients.resize(600, 240);
    clients.setVisible(true);
    QVERIFY(QTest::qWaitForWindowExposed(&clients, kTryMilliseconds));
    RunViewModel runs;
    RunTitle title;
    title.id = 1;
    runs.beginRun(title, made_up::facts(60));
    clients.setRun(&runs, 1);
    runs.append(1, made_up::measurements(1, 9));
    shownRound.show(1, {}, 1);
    shownRound.offer(
        {{.run = 1, .report = std::make_shared<const RoundReport>(made_up::report(1, 60, 0.1))}});
    clients.refresh();
    auto* table = clients.findChild<QTableView*>(QStringLiteral("clientTable"));
    const QModelIndex named = table->model()->index(52, 0);
    QTRY_VERIFY(table->verticalScrollBar()->maximum() > 0);
    const auto isSeen = [&] {
        return table->viewport()->rect().contains(table->visualRect(named).center());
    };
    QVERIFY(!isSeen());
    selection.choose({52});
    clients.refresh();
    QTRY_VERIFY(isSeen());
    table->verticalScrollBar()->setValue(0); // what the user scrolls stays
    clients.refresh();
    QCOMPARE(table->verticalScrollBar()->value(), 0);
}

void FindingsPanelTest::whatCannotBeReadIsSaid()
{
    StoreReader reader(m_store);
    StoredFindings answer;
    connect(&reader,
            &StoreReader::findingsRead,
            this,
            [&answer](std::int64_t /*run*/, const StoredFindings& read) { answer = read; });
    reader.readFindings(77);
    QTRY_VERIFY(answer.trouble.contains(QStringLiteral("77")));
    QVERIFY(answer.found.empty());

    open(1);
    dock("findings").raise();
    const std::vector<Finding> expected = stored(1);
    QTRY_COMPARE(panel().findings().size(), expected.size());
    panel().setFindings(1, answer);
    const auto* list = panel().findChild<QListWidget*>(QStringLiteral("findings"));
    QCOMPARE(list->count(), 1);
    QCOMPARE(list->item(0)->text(), answer.trouble);
    QVERIFY(panel().findChild<QLabel*>(QStringLiteral("findingsHint"))->text().isEmpty());
    const Qt::ItemFlags flags = list->item(0)->flags();
    QVERIFY(flags & Qt::ItemIsEnabled); // a disabled text is too pale to read
    QVERIFY(!(flags & Qt::ItemIsSelectable));
    m_window->findChild<WatchPage*>()->findChild<QSlider*>(QStringLiteral("timeLine"))->setValue(1);
    QTRY_COMPARE(panel().findings().size(), expected.size());
}

void FindingsPanelTest::shownAnewItAsksAgain()
{
    open(1);
    dock("findings").raise();
    const std::vector<Finding> expected = stored(1);
    QTRY_COMPARE(panel().findings().size(), expected.size());
    panel().hide();
    QSignalSpy wanted(&panel(), &FindingsPanel::wanted);
    panel().QWidget::show();
    QCOMPARE(panel().findings().size(), expected.size()); // until there is an answer
    QTRY_COMPARE(wanted.count(), 1);
    QTRY_COMPARE(panel().findings().size(), expected.size());
}

void FindingsPanelTest::aSentenceThatNearlyFitsIsWrapped()
{
    open(1);
    dock("findings").raise();
    const std::vector<Finding> expected = stored(1);
    QTRY_COMPARE(panel().findings().size(), expected.size());
    auto* list = panel().findChild<QListWidget*>(QStringLiteral("findings"));
    for (int row = 0; row < list->count(); ++row) // whatever the list has to say besides
        QVERIFY(list->item(row)->toolTip().contains(list->item(row)->text().left(10)));
    QTRY_VERIFY(list->isVisible() && list->viewport()->width() > 100);
    const QFontMetrics metrics = list->fontMetrics();
    const int margins = 2 * (list->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1);
    QString words(QStringLiteral("word"));
    while (metrics.horizontalAdvance(words + QStringLiteral(" word"))
           < list->viewport()->width() - 50)
        words += QStringLiteral(" word");
    int wrapped = 0;
    for (int letters = 1; letters < 40; ++letters) {
        list->clear();
        list->addItem(words + QLatin1Char(' ') + QString(letters, u'i'));
        const QRect place = list->visualItemRect(list->item(0));
        if (metrics.horizontalAdvance(list->item(0)->text()) <= place.width() - margins)
            continue;
        ++wrapped;
        QVERIFY2(place.height() >= 2 * metrics.height(), qPrintable(QString::number(letters)));
    }
    QVERIFY(wrapped > 0);
}

COTERIE_WIDGET_SECTION(FindingsPanelTest)

} // namespace tst_findings_panel

#include "tst_findings_panel.moc"
