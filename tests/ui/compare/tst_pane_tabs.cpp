#include "tests/sections.h"
#include "tests/ui/laid_out.h"
#include "ui/compare/pane_tabs.h"

#include <QComboBox>
#include <QTabBar>
#include <QTest>
#include <QVBoxLayout>

namespace tst_pane_tabs {

using namespace coterie::ui;
using coterie::ui::test::layOut;

/// Tabs whose panes and whose corner have boxes.
class PaneTabsTest final : public QObject
{
    Q_OBJECT

private slots:
    void ctrlTabGoesOnWhereverTheFocusIs();
    void theBoxLeavesTheTabsTheirRoom();
};

void PaneTabsTest::ctrlTabGoesOnWhereverTheFocusIs()
{
    PaneTabs tabs;
    for (const char* title : {"One", "Two", "Three", "Four"}) {
        auto* pane = new QWidget;
        auto* box = new QComboBox(pane);
        box->addItems({QStringLiteral("first"), QStringLiteral("second")});
        (new QVBoxLayout(pane))->addWidget(box);
        tabs.addTab(pane, QLatin1String(title));
    }
    tabs.setTabVisible(2, false);
    tabs.show();
    tabs.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&tabs));
    for (const int next : {1, 3, 0}) { // a box takes letters, and with them the tabulator
        auto* box = tabs.currentWidget()->findChild<QComboBox*>();
        box->setFocus();
        QTRY_VERIFY(box->hasFocus());
        QTest::keyClick(box, Qt::Key_Tab, Qt::ControlModifier);
        QCOMPARE(tabs.currentIndex(), next);
        QCOMPARE(box->currentIndex(), 0);
    }
    QTest::keyClick(tabs.currentWidget(), Qt::Key_Tab, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(tabs.currentIndex(), 3);
}

void PaneTabsTest::theBoxLeavesTheTabsTheirRoom()
{
    PaneTabs tabs;
    for (int tab = 0; tab < 5; ++tab)
        tabs.addTab(new QWidget, QStringLiteral("A tab of some words"));
    const QString text = QStringLiteral("An entry of many words, such as the name of a metric has");
    tabs.box()->addItem(text);
    const QTabBar& bar = *tabs.tabBar();
    tabs.resize(bar.sizeHint().width() + 200, 300);
    tabs.show();
    QVERIFY(QTest::qWaitForWindowExposed(&tabs));
    QTRY_VERIFY(bar.width() >= bar.sizeHint().width());
    layOut();
    QVERIFY(tabs.box()->width() <= 200);
    const int wanted = tabs.fontMetrics().horizontalAdvance(text);
    tabs.resize(bar.sizeHint().width() + 2 * wanted, 300);
    QTRY_VERIFY(tabs.box()->width() > wanted);
    // Tabs come, go and get other names.
    tabs.setTabVisible(4, false);
    tabs.resize(bar.sizeHint().width() + wanted, 300);
    QTRY_VERIFY(tabs.box()->width() > wanted / 2);
    tabs.setTabVisible(4, true);
    QTRY_VERIFY(bar.width() >= bar.sizeHint().width());
    tabs.setTabText(0, QStringLiteral("A tab of some more words"));
    QTRY_VERIFY(bar.width() >= bar.sizeHint().width());
}

COTERIE_WIDGET_SECTION(PaneTabsTest)

} // namespace tst_pane_tabs

#include "tst_pane_tabs.moc"
