#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "tests/ui/laid_out.h"
#include "ui/compare/run_actions.h"
#include "ui/frame/breaking_row.h"

#include <QDesktopServices>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QTest>
#include <QToolButton>
#include <QUrl>

namespace tst_compare_notices {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// What the Compare page says below its table, and what stays where it is meanwhile.
class CompareNoticesTest final : public CompareFixture
{
    Q_OBJECT

public slots:
    void take(const QUrl& url) { m_opened << url.toLocalFile(); } ///< instead of the desktop

private slots:
    void aWrittenFileCanBeOpened();
    void aNoticeCoversNoRow();
    void theFilterStaysWhileOneTypes();
    void theFilterHasRoomForAQuery();
    void aMenusMarkStandsApartFromItsWords();
    void theHeadBreaksWhereItHasNoRoom();
    void theHeadIsInOneLineFromTheFirst();

private:
    static QWidget& notice(const Page& page)
    {
        return *page.page->findChild<QLabel*>(QStringLiteral("compareMessage"))->parentWidget();
    }
    static QPushButton* button(const Page& page, const QString& text)
    {
        for (auto* each : notice(page).findChildren<QPushButton*>())
            if (each->text() == text)
                return each;
        return nullptr;
    }
    static QRect placeIn(const Page& page, const QWidget& widget)
    {
        return {widget.mapTo(page.page.get(), QPoint()), widget.size()};
    }

    QStringList m_opened;
};

void CompareNoticesTest::aWrittenFileCanBeOpened()
{
    QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "take");
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const QString file = m_folder.filePath(QStringLiteral("table.csv"));
    const auto write = [&] {
        page.page->exports().exportTableTo(file);
        return QTest::qWaitFor([&] { return notice(page).isVisible(); }, kTryMilliseconds);
    };
    QVERIFY(write());
    QVERIFY(button(page, QStringLiteral("Open")));
    button(page, QStringLiteral("Open"))->click();
    QCOMPARE(m_opened, QStringList{file});
    QVERIFY(!notice(page).isVisible());
    QVERIFY(write());
    button(page, QStringLiteral("Open folder"))->click();
    QCOMPARE(m_opened.value(1), m_folder.path());
    QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
}

/// Nor does a row move; the chosen one stays in sight.
void CompareNoticesTest::aNoticeCoversNoRow()
{
    Page page(m_file);
    page.page->resize(830, 540); // of a window of 900 × 600
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const QModelIndex last = page.table()->model()->index(5, 0);
    page.table()->setCurrentIndex(last);
    page.table()->scrollTo(last);
    layOut();
    const QPoint top = placeIn(page, *page.table()).topLeft();
    page.page->say(QStringLiteral("Something was done."));
    QTRY_VERIFY(notice(page).isVisible());
    QTRY_VERIFY(!placeIn(page, notice(page)).intersects(placeIn(page, *page.table())));
    layOut();
    QCOMPARE(placeIn(page, *page.table()).topLeft(), top);
    QTRY_VERIFY(page.table()->viewport()->rect().contains(page.table()->visualRect(last).center()));
    QCOMPARE(page.page->height(), 540);
    const int shorter = page.table()->height();
    notice(page).hide();
    QTRY_VERIFY(page.table()->height() > shorter);
}

void CompareNoticesTest::theFilterStaysWhileOneTypes()
{
    Page page(m_file);
    page.page->resize(830, 540);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    auto* filter = page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    const auto* count = page.page->findChild<QLabel*>(QStringLiteral("runCount"));
    QTRY_COMPARE(count->text(), QStringLiteral("6 runs"));
    for (const QSize size : {QSize(830, 540), QSize(1500, 900)}) {
        page.page->resize(size);
        filter->clear();
        QTRY_COMPARE(page.table()->model()->rowCount(), 6);
        page.table()->selectAll();
        QTRY_VERIFY(count->text().contains(QStringLiteral("6 selected")));
        layOut();
        const QRect before = placeIn(page, *filter);
        filter->setText(QStringLiteral("arm:fed"));
        QTRY_VERIFY(count->text().contains(QStringLiteral("3 of 6 runs")));
        QTRY_VERIFY(count->text().contains(QStringLiteral("3 not listed")));
        layOut();
        QCOMPARE(placeIn(page, *filter), before);
    }
}

/// The count is shortened first, and then the head breaks.
void CompareNoticesTest::theFilterHasRoomForAQuery()
{
    Page page(m_file);
    page.page->resize(830, 540); // of a window of 900 × 600
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const auto* filter = page.page->findChild<QLineEdit*>(QStringLiteral("runFilter"));
    const auto* head = page.page->findChild<BreakingRow*>();
    const auto room = [&] {
        constexpr int kIcons = 48;
        return filter->width() - kIcons >= filter->fontMetrics().horizontalAdvance(
                   QStringLiteral("meanTestError<20 seed=1"));
    };
    QTRY_VERIFY(room());
    for (const QWidget* each : head->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        QTRY_VERIFY2(head->rect().contains(each->geometry()), qPrintable(each->objectName()));
    QFont larger = page.page->font();
    larger.setPointSizeF(1.4 * larger.pointSizeF());
    page.page->setFont(larger);
    QTRY_VERIFY(room());
}

void CompareNoticesTest::aMenusMarkStandsApartFromItsWords()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    for (const char* const name : {"runColumns", "figures"}) {
        const auto* button = page.page->findChild<QToolButton*>(QLatin1String(name));
        QVERIFY(button);
        const int words = button->fontMetrics().size(Qt::TextShowMnemonic, button->text()).width();
        const int mark =
            button->style()->pixelMetric(QStyle::PM_MenuButtonIndicator, nullptr, button);
        const int beside = (button->sizeHint().width() - words) / 2; // they stand in the middle
        QVERIFY2(beside >= mark - 2, qPrintable(QString::number(beside)));
    }
}

/// In a large font, in two lines, so that the page is no wider.
void CompareNoticesTest::theHeadBreaksWhereItHasNoRoom()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    const auto* head = page.page->findChild<BreakingRow*>();
    layOut();
    QVERIFY(head && !head->isBroken());
    const int oneLine = head->height();
    QFont larger = page.page->font();
    larger.setPointSizeF(1.6 * larger.pointSizeF());
    page.page->setFont(larger);
    page.page->resize(head->minimumSizeHint().width(), page.page->height());
    QTRY_VERIFY(head->isBroken());
    QTRY_VERIFY(head->height() > oneLine);
    layOut();
    for (const QWidget* each : head->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        QVERIFY2(head->rect().contains(each->geometry()), qPrintable(each->objectName()));
    page.page->resize(4 * head->minimumSizeHint().width(), page.page->height());
    QTRY_VERIFY(!head->isBroken());
}

/// A page that is not shown yet has no width, which is no lack of room.
void CompareNoticesTest::theHeadIsInOneLineFromTheFirst()
{
    ActionRegistry actions;
    addWindowActions(actions);
    StoreReader reader(m_file);
    ComparePage page(reader, actions);
    page.resize(1200, 800);
    const auto* head = page.findChild<BreakingRow*>();
    layOut();
    QVERIFY(head && !head->isBroken());
    page.show();
    QTRY_VERIFY(head->isVisible());
    layOut();
    QVERIFY(!head->isBroken());
}

COTERIE_WIDGET_SECTION(CompareNoticesTest)

} // namespace tst_compare_notices

#include "tst_compare_notices.moc"
