#include "tests/sections.h"
#include "tests/ui/laid_out.h"
#include "ui/frame/notice_bar.h"
#include "ui/frame/small_widgets.h"
#include "ui/frame/theme.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QUndoStack>

namespace tst_notice_bar {

using namespace coterie::ui;
using coterie::ui::test::layOut;

namespace {

/// Sets a number and back.
class Step final : public QUndoCommand
{
public:
    Step(int& number, int to, int id = -1)
        : m_number(number)
        , m_from(number)
        , m_to(to)
        , m_id(id)
    {}
    void redo() override { m_number = m_to; }
    void undo() override { m_number = m_from; }
    [[nodiscard]] int id() const override { return m_id; }
    bool mergeWith(const QUndoCommand* newer) override
    {
        m_to = static_cast<const Step*>(newer)->m_to;
        return true;
    }

private:
    int& m_number;
    int m_from;
    int m_to;
    int m_id;
};

} // namespace

class NoticeBarTest final : public QObject
{
    Q_OBJECT

private slots:
    void undoUndoesItsStep();
    void anotherStepOnTopTakesTheMessageAway();
    void undoElsewhereTakesTheMessageAway();
    void aDragThatGoesOnKeepsTheMessage();
    void aLaterMessageIsNotTakenAway();
    void aFloatingBarMovesNothing();
    void whatItCoversCanBeScrolledOutFromUnderIt_data();
    void whatItCoversCanBeScrolledOutFromUnderIt();
    void aPassingMessageGoesWithTheNextAction();
    void rowsStayUntilTheClickThatClosesItIsOver();
    void anOfferThatWasClosedStaysClosed();
    void aSentenceIsAddedToTheMessage();
    void itsSignsAreSeenInEveryTheme();
};

void NoticeBarTest::anOfferThatWasClosedStaysClosed()
{
    NoticeBar bar;
    const std::vector<NoticeBar::Choice> choices{
        {.text = QStringLiteral("Mend"), .tip = QStringLiteral("Mend it"), .act = [] {}}};
    const auto close = [&bar] { bar.findChild<QToolButton*>()->click(); };
    bar.offer(QStringLiteral("It does not fit."), choices);
    QVERIFY(!bar.isHidden());
    close();
    QVERIFY(bar.isHidden());
    bar.offer(QStringLiteral("It does not fit."), choices);
    QVERIFY(bar.isHidden());
    bar.offer(QStringLiteral("That does not fit."), choices);
    QVERIFY(!bar.isHidden());
    close();
    bar.offer(QStringLiteral("It does not fit."), choices);
    QVERIFY(!bar.isHidden());
    bar.offer(QStringLiteral("That does not fit."), choices); // which is not what stands there
    QVERIFY(bar.isHidden());
    bar.withdraw(); // it fits now
    bar.offer(QStringLiteral("That does not fit."), choices);
    QVERIFY(!bar.isHidden());
    bar.findChildren<QPushButton*>().back()->click(); // taken, not closed
    bar.offer(QStringLiteral("That does not fit."), choices);
    QVERIFY(!bar.isHidden());
}

void NoticeBarTest::aSentenceIsAddedToTheMessage()
{
    NoticeBar bar;
    const auto* text = bar.findChild<QLabel*>(QStringLiteral("notice"));
    bar.say(QStringLiteral("Two came"));
    bar.add(QStringLiteral("The list does not show them."));
    QCOMPARE(text->text(), QStringLiteral("Two came. The list does not show them."));
    bar.hide();
    bar.add(QStringLiteral("Too late."));
    QVERIFY(bar.isHidden());
}

void NoticeBarTest::undoUndoesItsStep()
{
    int number = 0;
    QUndoStack stack;
    stack.push(new Step(number, 1));
    stack.push(new Step(number, 2));
    NoticeBar bar;
    bar.sayUndoable(QStringLiteral("Now 2."), stack);
    QVERIFY(!bar.isHidden());
    bar.findChild<QPushButton*>()->click();
    QCOMPARE(number, 1);
    QVERIFY(bar.isHidden());
}

void NoticeBarTest::anotherStepOnTopTakesTheMessageAway()
{
    int number = 0;
    QUndoStack stack;
    stack.push(new Step(number, 1));
    NoticeBar bar;
    bar.sayUndoable(QStringLiteral("Now 1."), stack);
    stack.push(new Step(number, 2)); // which its Undo would undo instead
    QVERIFY(bar.isHidden());
}

void NoticeBarTest::undoElsewhereTakesTheMessageAway()
{
    int number = 0;
    QUndoStack stack;
    stack.push(new Step(number, 1));
    stack.push(new Step(number, 2));
    NoticeBar bar;
    bar.sayUndoable(QStringLiteral("Now 2."), stack);
    stack.undo(); // by the key
    QVERIFY(bar.isHidden());
}

void NoticeBarTest::aDragThatGoesOnKeepsTheMessage()
{
    int number = 0;
    QUndoStack stack;
    stack.push(new Step(number, 1, 7));
    NoticeBar bar;
    bar.sayUndoable(QStringLiteral("Following the drag."), stack);
    stack.push(new Step(number, 2, 7)); // merged into the same step
    QVERIFY(!bar.isHidden());
    bar.findChild<QPushButton*>()->click();
    QCOMPARE(number, 0);
}

void NoticeBarTest::aLaterMessageIsNotTakenAway()
{
    int number = 0;
    QUndoStack stack;
    stack.push(new Step(number, 1));
    NoticeBar bar;
    bar.sayUndoable(QStringLiteral("Now 1."), stack);
    bar.say(QStringLiteral("The file cannot be read."));
    stack.push(new Step(number, 2));
    QVERIFY(!bar.isHidden());
}

void NoticeBarTest::aFloatingBarMovesNothing()
{
    QWidget page;
    page.resize(500, 300);
    auto* column = columnIn(&page, 0);
    auto* top = new QLabel(QStringLiteral("Top"));
    auto* drawing = new QWidget;
    column->addWidget(top);
    column->addWidget(drawing, 1);
    NoticeBar bar(&page);
    bar.floatOver(*drawing);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page, kTryMilliseconds));
    layOut();
    const QRect before = drawing->geometry();
    bar.say(
        QStringLiteral("A sentence that is long enough to need more than one line where the page "
                       "is narrow, as it is here."));
    layOut();
    QVERIFY(bar.isVisible());
    QCOMPARE(drawing->geometry(), before);
    QVERIFY(before.contains(bar.geometry()));
    const auto* text = bar.findChild<QLabel*>(QStringLiteral("notice"));
    QVERIFY(text->height() >= text->heightForWidth(text->width()));
    page.resize(700, 400);
    layOut();
    QVERIFY(drawing->geometry().contains(bar.geometry()));
    QCOMPARE(bar.geometry().bottom(), drawing->geometry().bottom() - 8);
}

void NoticeBarTest::whatItCoversCanBeScrolledOutFromUnderIt_data()
{
    QTest::addColumn<bool>("byRows");
    QTest::newRow("a long table, by rows") << true;
    QTest::newRow("a long table, by pixels") << false;
}

void NoticeBarTest::whatItCoversCanBeScrolledOutFromUnderIt()
{
    QFETCH(bool, byRows);
    constexpr int kRows = 200;
    QWidget page;
    page.resize(500, 300);
    auto* column = columnIn(&page, 0);
    QTreeWidget tree;
    column->addWidget(&tree);
    tree.setHeaderHidden(true);
    tree.setUniformRowHeights(true);
    tree.setVerticalScrollMode(byRows ? QAbstractItemView::ScrollPerItem
                                      : QAbstractItemView::ScrollPerPixel);
    tree.addTopLevelItem(new QTreeWidgetItem({QStringLiteral("row")}));
    NoticeBar bar(&page);
    bar.floatOver(tree);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page, kTryMilliseconds));
    layOut();
    const int height = tree.visualItemRect(tree.topLevelItem(0)).height();
    while (tree.topLevelItemCount() < kRows)
        tree.addTopLevelItem(new QTreeWidgetItem({QStringLiteral("row")}));
    const auto last = [&] { return tree.visualItemRect(tree.topLevelItem(kRows - 1)); };
    const auto coverAt = [&] { return tree.viewport()->mapFrom(&page, bar.pos()).y(); };
    tree.scrollToBottom();
    layOut();
    const QRect before = last();
    QScrollBar& scroll = *tree.verticalScrollBar();
    const int own = scroll.maximum();
    bar.say(QStringLiteral("A message"));
    layOut();
    QCOMPARE(last().top(), before.top()); // nothing moved
    QVERIFY(last().bottom() >= coverAt());
    scroll.setValue(scroll.maximum());
    QVERIFY2(last().bottom() < coverAt(), qPrintable(QString::number(last().bottom())));
    QVERIFY(last().bottom() >= coverAt() - 2 * height);
    page.resize(500, 310); // the tree computes its own range again
    layOut();
    scroll.setValue(scroll.maximum());
    QVERIFY(last().bottom() < coverAt());
    page.resize(500, 300);
    layOut();
    const int scrolled = last().top();
    bar.hide();
    layOut();
    QCOMPARE(last().top(), scrolled);
    scroll.setValue(0); // out of the room, which is then gone
    QCOMPARE(scroll.maximum(), own);
}

void NoticeBarTest::aPassingMessageGoesWithTheNextAction()
{
    QWidget page;
    page.resize(500, 300);
    auto* field = new QLineEdit(&page);
    NoticeBar bar(&page);
    bar.floatOver(page);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page, kTryMilliseconds));
    const QString sentence = QStringLiteral("1 run was pinned");
    const std::vector<NoticeBar::Choice> choices{
        {.text = QStringLiteral("Undo"), .tip = {}, .act = [] {}}};
    bar.say(sentence, choices);
    QTest::keyClick(field, Qt::Key_A);
    QTest::mouseClick(field, Qt::LeftButton);
    QVERIFY(bar.isVisible()); // it is to be closed
    bar.say(sentence, choices, NoticeBar::Stay::UntilNextAction);
    QTest::keyClick(field, Qt::Key_Tab); // on the way to its buttons
    QTest::mouseClick(bar.findChild<QLabel*>(QStringLiteral("notice")), Qt::LeftButton);
    QVERIFY(bar.isVisible());
    QTest::keyClick(field, Qt::Key_A);
    QVERIFY(!bar.isVisible());
    bar.say(sentence, choices, NoticeBar::Stay::UntilNextAction);
    QTest::mouseClick(field, Qt::LeftButton);
    QVERIFY(!bar.isVisible());
    bar.say(sentence, choices); // the next one stays again
    QTest::mouseClick(field, Qt::LeftButton);
    QVERIFY(bar.isVisible());
}

/// A list that is at its end moves its rows when it gets higher.
void NoticeBarTest::rowsStayUntilTheClickThatClosesItIsOver()
{
    constexpr int kRows = 200;
    QWidget page;
    page.resize(500, 300);
    auto* upper = new QWidget;
    columnIn(&page, 0)->addWidget(upper);
    QTreeWidget tree;
    columnIn(upper, 0)->addWidget(&tree);
    tree.setHeaderHidden(true);
    tree.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    while (tree.topLevelItemCount() < kRows)
        tree.addTopLevelItem(new QTreeWidgetItem({QStringLiteral("row")}));
    NoticeBar bar(&page);
    bar.floatBelow(*upper);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page, kTryMilliseconds));
    layOut();
    const int whole = tree.height();
    const auto last = [&] { return tree.visualItemRect(tree.topLevelItem(kRows - 1)); };
    bar.say(QStringLiteral("1 run was pinned"), {}, NoticeBar::Stay::UntilNextAction);
    layOut();
    QVERIFY(tree.height() < whole);
    tree.scrollToBottom();
    layOut();
    const QRect before = last();
    QTest::mousePress(tree.viewport(), Qt::LeftButton, {}, before.center());
    QVERIFY(!bar.isVisible());
    layOut();
    QCOMPARE(last(), before);
    QTest::mouseRelease(tree.viewport(), Qt::LeftButton, {}, before.center());
    QTRY_COMPARE(tree.height(), whole);
    // A key gives it back at once.
    bar.say(QStringLiteral("1 run was pinned"), {}, NoticeBar::Stay::UntilNextAction);
    QTRY_VERIFY(tree.height() < whole);
    QTest::keyClick(&tree, Qt::Key_Up);
    QVERIFY(!bar.isVisible());
    layOut();
    QCOMPARE(tree.height(), whole);
}

void NoticeBarTest::itsSignsAreSeenInEveryTheme()
{
    const auto restore =
        qScopeGuard([before = QApplication::palette()] { QApplication::setPalette(before); });
    Theme theme;
    QWidget window;
    window.resize(600, 200);
    NoticeBar bar(&window, NoticeBar::Kind::Warning);
    bar.floatOver(window);
    window.show();
    bar.say(QStringLiteral("A message"));
    const auto* close = bar.findChild<QToolButton*>();
    // How far the sign's colour is from what is behind it, in steps of grey.
    const auto contrastOf = [&bar](const QWidget& sign) {
        const QImage picture = bar.grab(sign.geometry()).toImage();
        const int ground = qGray(picture.pixel(0, 0));
        int most = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                most = std::max(most, std::abs(qGray(picture.pixel(x, y)) - ground));
        return most;
    };
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::Light}) {
        theme.choose(choice);
        QTRY_VERIFY2(contrastOf(*close) > 100, qPrintable(QString::number(contrastOf(*close))));
    }
}

COTERIE_WIDGET_SECTION(NoticeBarTest)

} // namespace tst_notice_bar

#include "tst_notice_bar.moc"
