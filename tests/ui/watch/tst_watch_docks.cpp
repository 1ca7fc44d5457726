#include "tests/sections.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/window_bench.h"
#include "ui/watch/watch_docks.h"

#include <QDockWidget>
#include <QLabel>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_watch_docks {

using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// The docks of the Watch page with labels in place of its panels, as the last session left them.
class Docks
{
public:
    Docks()
    {
        m_docks.resize(1000, 700);
        m_docks.restoreLayout();
    }

    void show()
    {
        m_docks.show();
        QVERIFY(QTest::qWaitForWindowExposed(&m_docks, kTryMilliseconds));
        QTRY_VERIFY(!front().isEmpty());
    }
    WatchDocks* operator->() { return &m_docks; }
    [[nodiscard]] QString front() const
    {
        for (const QTabBar* bar : m_docks.findChildren<QTabBar*>())
            if (bar->isVisible() && bar->count() > 2)
                for (const DockEntry& entry : dockTable())
                    if (titleOf(entry) == bar->tabText(bar->currentIndex()))
                        return QLatin1String(entry.name);
        return {};
    }
    [[nodiscard]] QDockWidget& dock(const char* name) const
    {
        return *m_docks.findChild<QDockWidget*>(QLatin1String(name));
    }
    /// Of the curves in the height that they and the losses have.
    [[nodiscard]] double share() const { return double(dock("curves").height()) / both(); }
    [[nodiscard]] int both() const { return dock("curves").height() + dock("losses").height(); }
    [[nodiscard]] bool sharesAsGiven() const { return std::abs(share() - 0.6) < 0.04; }

private:
    WatchDocks m_docks{[](const DockEntry& entry) { return new QLabel(titleOf(entry)); }};
};

} // namespace

/// Which tab is in front, of a newcomer's layout and of one that is remembered.
class WatchDocksTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whatHasSomethingToSayComesForwardInARememberedLayoutToo();
    void whatIsOfferedBeforeTheWindowIsShownComesForwardThen();
    void aTabLeftInFrontStaysThere();
    void aTabChosenInThisSessionStaysInFront();
    void whatIsClosedStaysClosed();
    void whatHasAPlaceOfItsOwnHidesNothing();
    void theNewcomersProportionsFollowTheWindow();
    void noDockIsCutWhereOneNeedsMore();
    void widthsStayWhicheverDockIsRaised();
    void aResetBringsForwardWhatAFirstStartWould();
    void aLayoutOfAnotherVersionIsLeftAside();
    void theTableFillsEveryPlaceWithDocksOfTheirOwnNames();

private:
    /// A session that leaves its layout behind.
    template <typename Work>
    static void session(Work work)
    {
        Docks docks;
        docks.show();
        work(docks);
        docks->saveLayout();
    }

    std::optional<QTemporaryDir> m_folder;
};

void WatchDocksTest::init()
{
    m_folder.emplace();
    useSettingsIn(m_folder->path());
}

void WatchDocksTest::whatHasSomethingToSayComesForwardInARememberedLayoutToo()
{
    session([](Docks& docks) { QCOMPARE(docks.front(), QStringLiteral("dendrogram")); });
    session([](Docks& docks) {
        QCOMPARE(docks.front(), QStringLiteral("dendrogram"));
        docks->offer("matrix");
        QTRY_COMPARE(docks.front(), QStringLiteral("matrix"));
        docks->offer("dendrogram");
        QTRY_COMPARE(docks.front(), QStringLiteral("dendrogram"));
        docks->offer("matrix");
        QTRY_COMPARE(docks.front(), QStringLiteral("matrix"));
    });
    Docks docks; // what the program put in front is not taken for the user's wish the next time
    docks.show();
    QCOMPARE(docks.front(), QStringLiteral("matrix"));
    docks->offer("dendrogram");
    QTRY_COMPARE(docks.front(), QStringLiteral("dendrogram"));
}

void WatchDocksTest::whatIsOfferedBeforeTheWindowIsShownComesForwardThen()
{
    session([](Docks&) {});
    Docks docks;
    docks->offer("matrix");
    docks.show();
    QTRY_COMPARE(docks.front(), QStringLiteral("matrix"));
}

void WatchDocksTest::aTabLeftInFrontStaysThere()
{
    session([](Docks& docks) {
        docks.dock("clients").raise();
        QTRY_COMPARE(docks.front(), QStringLiteral("clients"));
    });
    Docks docks;
    docks.show();
    QTRY_COMPARE(docks.front(), QStringLiteral("clients"));
    docks->offer("matrix");
    QCoreApplication::processEvents();
    QCOMPARE(docks.front(), QStringLiteral("clients"));
}

void WatchDocksTest::aTabChosenInThisSessionStaysInFront()
{
    session([](Docks&) {});
    Docks docks;
    docks.show();
    docks->offer("dendrogram");
    docks.dock("log").raise();
    QTRY_COMPARE(docks.front(), QStringLiteral("log"));
    docks->offer("matrix");
    docks.dock("dendrogram").raise(); // the user's own choice now
    QTRY_COMPARE(docks.front(), QStringLiteral("dendrogram"));
    docks->offer("matrix");
    QCoreApplication::processEvents();
    QCOMPARE(docks.front(), QStringLiteral("dendrogram"));
}

void WatchDocksTest::whatIsClosedStaysClosed()
{
    session([](Docks& docks) { docks.dock("matrix").close(); });
    Docks docks;
    docks.show();
    docks->offer("matrix");
    QCoreApplication::processEvents();
    QCOMPARE(docks.front(), QStringLiteral("dendrogram"));
    QVERIFY(docks.dock("matrix").isHidden());
}

void WatchDocksTest::whatHasAPlaceOfItsOwnHidesNothing()
{
    session([](Docks& docks) {
        docks->splitDockWidget(&docks.dock("runs"), &docks.dock("matrix"), Qt::Horizontal);
    });
    Docks docks;
    docks.show();
    docks->offer("matrix");
    QCoreApplication::processEvents();
    QCOMPARE(docks.front(), QStringLiteral("dendrogram"));
    QVERIFY(docks.dock("matrix").isVisible());
}

void WatchDocksTest::theNewcomersProportionsFollowTheWindow()
{
    for (int nth = 0; nth < 2; ++nth)
        session([](Docks& docks) {
            for (const QSize size : {QSize(1000, 700), QSize(700, 420), QSize(1600, 1100)}) {
                docks->resize(size);
                QTRY_VERIFY2(docks.sharesAsGiven(), qPrintable(QString::number(docks.share())));
            }
        });
    session([](Docks& docks) { // once something has been moved, they are the user's
        docks.dock("log").setFloating(true);
        docks->resizeDocks(
            {&docks.dock("curves"), &docks.dock("losses")}, {800, 200}, Qt::Vertical);
        QTRY_VERIFY(docks.share() > 0.7);
    });
    Docks docks;
    docks.show();
    QTRY_VERIFY(docks.share() > 0.7);
    const int before = docks.both();
    docks->resize(1600, 1000);
    QTRY_VERIFY(docks.both() > before + 200);
    QVERIFY2(docks.share() > 0.7, qPrintable(QString::number(docks.share())));
    docks->resetLayout();
    QTRY_VERIFY2(docks.sharesAsGiven(), qPrintable(QString::number(docks.share())));
}

void WatchDocksTest::aResetBringsForwardWhatAFirstStartWould()
{
    Docks docks;
    docks.show();
    docks->offer("matrix"); // the runs on screen have no merges
    QTRY_COMPARE(docks.front(), QStringLiteral("matrix"));
    docks.dock("log").raise();
    docks.dock("queue").raise();
    QTRY_COMPARE(docks.front(), QStringLiteral("log"));
    for (int time = 0; time < 2; ++time) { // at once, and after the events of the reset
        docks->resetLayout();
        QTRY_COMPARE(docks.front(), QStringLiteral("matrix"));
        QCoreApplication::processEvents();
        QCOMPARE(docks.front(), QStringLiteral("matrix"));
        QTRY_VERIFY(!docks.dock("runs").visibleRegion().isEmpty());
        QVERIFY(docks.dock("queue").visibleRegion().isEmpty());
    }
    docks->offer("dendrogram"); // they still take turns
    QTRY_COMPARE(docks.front(), QStringLiteral("dendrogram"));
    docks->resetLayout();
    docks->bring("river"); // in the same moment, as the tour may
    QCoreApplication::processEvents();
    QTRY_COMPARE(docks.front(), QStringLiteral("river"));
}

/// Also when the page comes back, at whatever size.
void WatchDocksTest::noDockIsCutWhereOneNeedsMore()
{
    Docks docks;
    docks.show();
    QTRY_VERIFY(docks.sharesAsGiven());
    docks.dock("losses").widget()->setMinimumHeight(docks.both() / 2);
    const auto isWhole = [&] {
        const QDockWidget& losses = docks.dock("losses");
        return losses.height() >= losses.minimumSizeHint().height()
               && docks->rect().contains(losses.geometry())
               && losses.rect().contains(losses.widget()->geometry());
    };
    QTRY_VERIFY(isWhole());
    docks->hide();
    docks.show();
    QTRY_VERIFY(isWhole());
    docks->hide();
    docks->resize(docks->width(), docks->height() - 20);
    docks.show();
    QTRY_VERIFY(isWhole());
}

void WatchDocksTest::widthsStayWhicheverDockIsRaised()
{
    Docks docks;
    docks.dock("matrix").widget()->setMinimumWidth(docks->width() / 3);
    docks.show();
    QTRY_VERIFY(docks.sharesAsGiven());
    layOut();
    const int left = docks.dock("curves").width();
    const int right = docks.dock("runs").width();
    QVERIFY(left > right);
    for (const DockEntry& entry : dockTable()) {
        if (entry.place != DockPlace::RightBottom)
            continue;
        docks.dock(entry.name).raise();
        QTRY_COMPARE(docks.front(), QString::fromLatin1(entry.name));
        QTRY_COMPARE(docks.dock(entry.name).width(), right);
        layOut();
        QCOMPARE(docks.dock("runs").width(), right);
        QCOMPARE(docks.dock("curves").width(), left);
    }
}

void WatchDocksTest::aLayoutOfAnotherVersionIsLeftAside()
{
    session([](Docks& docks) { docks.dock("matrix").close(); });
    constexpr int kOther = 99;
    {
        Docks docks;
        QVERIFY(docks.dock("matrix").isHidden()); // of this version it is remembered
        QSettings().setValue(QStringLiteral("watch/docks"), docks->saveState(kOther));
    }
    Docks docks;
    docks.show();
    QVERIFY(!docks.dock("matrix").isHidden());
    QCOMPARE(docks.front(), QStringLiteral("dendrogram"));
}

void WatchDocksTest::theTableFillsEveryPlaceWithDocksOfTheirOwnNames()
{
    QSet<QString> names;
    for (const DockEntry& entry : dockTable()) {
        QVERIFY2(!names.contains(QLatin1String(entry.name)), entry.name);
        names << QLatin1String(entry.name);
        QVERIFY2(QString::fromUtf8(entry.title).count(u'&') == 1, entry.title);
        QVERIFY(!titleOf(entry).contains(u'&'));
        QVERIFY2(entry.make && *entry.tip, entry.name);
    }
    for (const DockPlace place :
         {DockPlace::LeftTop, DockPlace::LeftBottom, DockPlace::RightTop, DockPlace::RightBottom})
        QVERIFY(std::ranges::count(dockTable(), place, &DockEntry::place) > 0);
}

COTERIE_WIDGET_SECTION(WatchDocksTest)

} // namespace tst_watch_docks

#include "tst_watch_docks.moc"
