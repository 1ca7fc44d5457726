#include "tests/sections.h"
#include "tests/ui/layout_check.h"
#include "ui/frame/theme.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QTest>

namespace tst_layout_check {

using namespace coterie::ui;
using namespace coterie::ui::test;

/// The check that the window's tests rely on finds what it is there for.
class LayoutCheckTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_theme.choose(ThemeChoice::Light);
        m_window = std::make_unique<QWidget>();
        m_window->resize(600, 300);
    }
    void cleanup() { m_window.reset(); }

    void aWindowWithRoomIsFine();
    void aSqueezedLabelIsFound();
    void aColumnOfLettersIsFound();
    void aTextWithoutRoomForItsLinesIsFound();
    void aSqueezedButtonAndChoiceAreFound();
    void whatElidesOnPurposeNeedsItsTooltip();
    void overlappingSiblingsAreFound();
    void whatLeavesItsParentIsFound();
    void aTextThatCannotBeReadIsFound();

private:
    QLabel* label(const QString& text)
    {
        auto* label = new QLabel(text, m_window.get());
        label->adjustSize();
        return label;
    }
    QStringList faults()
    {
        m_window->show();
        return QTest::qWaitForWindowExposed(m_window.get(), kTryMilliseconds)
                   ? layoutFaults(*m_window)
                   : QStringList{"not shown"};
    }

    Theme m_theme;
    std::unique_ptr<QWidget> m_window;
};

void LayoutCheckTest::aWindowWithRoomIsFine()
{
    auto* row = new QHBoxLayout(m_window.get());
    row->addWidget(label("A label"));
    row->addWidget(new QPushButton("A button"));
    auto* choice = new QComboBox;
    choice->addItems({"A choice", "Another choice"});
    row->addWidget(choice);
    auto* wrapped = label("A text that wraps where there is too little room for one line");
    wrapped->setWordWrap(true);
    row->addWidget(wrapped);
    QCOMPARE(faults(), QStringList());
}

void LayoutCheckTest::aSqueezedLabelIsFound()
{
    label("A label that needs more room")->setFixedWidth(40);
    QCOMPARE(faults().size(), 1);
    QVERIFY(faults().front().contains("needs"));
}

void LayoutCheckTest::aColumnOfLettersIsFound()
{
    auto* wrapped = label("Drag the end of a bar to resize a client");
    wrapped->setWordWrap(true);
    wrapped->setGeometry(10, 0, 12, 290);
    QVERIFY(faults().front().contains("12 pixels"));
}

void LayoutCheckTest::aTextWithoutRoomForItsLinesIsFound()
{
    auto* wrapped = label("A text that wraps into several lines, of which only one is seen");
    wrapped->setWordWrap(true);
    wrapped->setGeometry(10, 10, 120, 16);
    QVERIFY(faults().front().contains("high"));
}

void LayoutCheckTest::aSqueezedButtonAndChoiceAreFound()
{
    auto* button = new QPushButton("Run the experiment", m_window.get());
    button->setGeometry(10, 10, 40, 30);
    auto* choice = new QComboBox(m_window.get());
    choice->addItem("Multinomial logistic regression");
    choice->setGeometry(10, 60, 80, 30);
    QCOMPARE(faults().size(), 2);
}

void LayoutCheckTest::whatElidesOnPurposeNeedsItsTooltip()
{
    auto* elided = new ElidedLabel(m_window.get());
    elided->setGeometry(0, 0, 40, 20);
    elided->setText("A text that is longer than this");
    QCOMPARE(faults().size(), 1);
    elided->setTexts("A text that is longer than this", {});
    QCOMPARE(faults(), QStringList());
}

void LayoutCheckTest::overlappingSiblingsAreFound()
{
    auto* row = new QHBoxLayout(m_window.get());
    auto* progress = label("Round 3 of 10");
    auto* text = label("Nothing is running");
    row->addWidget(progress);
    row->addWidget(text);
    QCOMPARE(faults(), QStringList());
    text->setGeometry(progress->geometry().translated(10, 0));
    QVERIFY(faults().join('\n').contains("lies over"));
}

void LayoutCheckTest::whatLeavesItsParentIsFound()
{
    auto* row = new QHBoxLayout(m_window.get());
    row->setSizeConstraint(QLayout::SetNoConstraint);
    auto* wide = label("Wide");
    wide->setMinimumWidth(900);
    row->addWidget(wide);
    QVERIFY(faults().join('\n').contains("leaves"));
}

void LayoutCheckTest::aTextThatCannotBeReadIsFound()
{
    auto* field = new QLineEdit("0.05", m_window.get());
    field->setGeometry(10, 10, 120, 28);
    QCOMPARE(faults(), QStringList());
    QPalette black; // what a field kept of the dark theme
    black.setColor(QPalette::Base, darkPalette().color(QPalette::Base));
    field->setPalette(black);
    QVERIFY(faults().join('\n').contains("contrast"));
    field->setEnabled(false); // faint on purpose
    QCOMPARE(faults(), QStringList());
}

COTERIE_WIDGET_SECTION(LayoutCheckTest)

} // namespace tst_layout_check

#include "tst_layout_check.moc"
