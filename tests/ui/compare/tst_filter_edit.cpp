#include "tests/sections.h"
#include "tests/ui/compare/compare_fixture.h"
#include "ui/compare/filter_edit.h"
#include "ui/compare/run_table_model.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>
#include <QTest>

#include <cstdlib>

namespace tst_filter_edit {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// A page with its six runs, and the cursor in its filter.
struct Field
{
    explicit Field(QTreeView& runs, ComparePage& of)
        : table(runs)
        , page(of)
        , filter(*page.findChild<FilterEdit*>())
        , popup(*filter.findChild<QCompleter*>()->popup())
        , note(*page.findChild<QLabel*>(QStringLiteral("filterProblem")))
    {
        page.activateWindow();
        filter.setFocus();
    }
    [[nodiscard]] int listed() const { return table.model()->rowCount(); }
    void type(const char* text) { QTest::keyClicks(&filter, QString::fromUtf8(text)); }
    void takeFirst()
    {
        QTest::keyClick(&popup, Qt::Key_Down);
        QTest::keyClick(&popup, Qt::Key_Return);
    }

    QTreeView& table;
    ComparePage& page;
    FilterEdit& filter;
    QAbstractItemView& popup;
    const QLabel& note;
};

} // namespace

/// The field above the table of runs: its completions and its note.
class FilterEditTest final : public CompareFixture
{
    Q_OBJECT

private slots:
    void enterOnACompletionSearchesForNothing();
    void aCompletionReplacesTheWholeWord();
    void completionsGoWhenTheCursorMoves();
    void theNoteComesBack();
    void theNoteStandsUnderTheField();
};

void FilterEditTest::enterOnACompletionSearchesForNothing()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    Field field(*page.table(), *page.page);
    QVERIFY(QTest::qWaitForWindowActive(page.page.get(), kTryMilliseconds));
    field.type("alph");
    QVERIFY(field.popup.isVisible());
    field.takeFirst();
    QCOMPARE(field.filter.text(), QStringLiteral("alpha"));
    QVERIFY(!field.popup.isVisible());
    QCOMPARE(field.listed(), 6);
    QTRY_VERIFY(field.filter.shownProblem().has_value()); // "alpha" may go on
    QCOMPARE(field.listed(), 6);
    // Without a completion that was chosen, Enter searches for the word.
    QTest::keyClick(&field.filter, Qt::Key_Return);
    QCOMPARE(field.listed(), 0);
}

void FilterEditTest::aCompletionReplacesTheWholeWord()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    Field field(*page.table(), *page.page);
    QVERIFY(QTest::qWaitForWindowActive(page.page.get(), kTryMilliseconds));
    field.type("baxx arm:fed");
    field.filter.setCursorPosition(2);
    QTest::keyClick(&field.filter, Qt::Key_Down);
    QVERIFY(field.popup.isVisible());
    field.takeFirst();
    QCOMPARE(field.filter.text(), QStringLiteral("batch arm:fed"));
    QCOMPARE(field.filter.cursorPosition(), 5);
}

void FilterEditTest::completionsGoWhenTheCursorMoves()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    Field field(*page.table(), *page.page);
    QVERIFY(QTest::qWaitForWindowActive(page.page.get(), kTryMilliseconds));
    field.type("ba");
    QVERIFY(field.popup.isVisible());
    field.type("t"); // an edit moves it too
    QVERIFY(field.popup.isVisible());
    QTest::keyClick(&field.popup, Qt::Key_Left);
    QCOMPARE(field.filter.cursorPosition(), 2);
    QVERIFY(!field.popup.isVisible());
    QCOMPARE(field.filter.text(), QStringLiteral("bat"));
}

void FilterEditTest::theNoteComesBack()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    Field field(*page.table(), *page.page);
    QVERIFY(QTest::qWaitForWindowActive(page.page.get(), kTryMilliseconds));
    field.type("zzz>1 ");
    QTRY_VERIFY(field.note.isVisible());
    // In one line below the field, where it covers no row.
    QVERIFY(field.note.y() >= field.filter.mapToGlobal(QPoint(0, field.filter.height())).y());
    QVERIFY2(field.note.height() < 2 * field.note.fontMetrics().lineSpacing() + 12,
             qPrintable(QString::number(field.note.height())));
    field.table.setFocus();
    QVERIFY(!field.note.isVisible());
    field.filter.setFocus();
    QVERIFY(field.note.isVisible());
    field.page.resize(field.page.width() + 10, field.page.height());
    QVERIFY(!field.note.isVisible());
    QTRY_VERIFY(field.note.isVisible()); // where the field is now
    // It goes with the next letter.
    QTest::keyClick(&field.filter, Qt::Key_Backspace);
    QVERIFY(!field.note.isVisible());
    // One about an earlier text does not come back.
    field.filter.setText(QStringLiteral("batch>1"));
    field.table.setFocus();
    field.filter.setFocus();
    QVERIFY(!field.note.isVisible());
}

void FilterEditTest::theNoteStandsUnderTheField()
{
    Page page(m_file);
    QTRY_COMPARE(page.table()->model()->rowCount(), 6);
    Field field(*page.table(), *page.page);
    QVERIFY(QTest::qWaitForWindowActive(page.page.get(), kTryMilliseconds));
    field.filter.setText(QStringLiteral("aRatherLongNameThatIsNoColumn>1"));
    QTRY_VERIFY(field.note.isVisible());
    QVERIFY2(field.note.width() > field.filter.width() + 20, qPrintable(field.note.text()));
    constexpr int kFrame = 8; // that a window system may give it
    const int left = field.filter.mapToGlobal(QPoint(0, 0)).x();
    QVERIFY2(std::abs(field.note.x() - left) < kFrame,
             qPrintable(QStringLiteral("%1, not %2").arg(field.note.x()).arg(left)));
    // In the colours of all tooltips.
    QCOMPARE(field.note.backgroundRole(), QPalette::ToolTipBase);
    QCOMPARE(field.note.foregroundRole(), QPalette::ToolTipText);
}

COTERIE_WIDGET_SECTION(FilterEditTest)

} // namespace tst_filter_edit

#include "tst_filter_edit.moc"
