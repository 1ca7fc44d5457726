#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/field_editors.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>

namespace tst_form_widths {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// In the coordinates of the page.
QRect placeOf(const QWidget& widget, const QWidget& page)
{
    return {widget.mapTo(&page, QPoint()), widget.size()};
}

} // namespace

/// How wide fields are: as long as what they hold.
class FormWidthsTest final : public QObject
{
    Q_OBJECT

private slots:
    void numbersHaveShortFieldsWithTheirUnitsBehind();
    void formsOfShortFieldsHaveTheirLabelsBeside();
    void proseHasTheWidthOfItsCard_data();
    void proseHasTheWidthOfItsCard();
    void noLineOfProseLiesUnderItsBar();
};

void FormWidthsTest::numbersHaveShortFieldsWithTheirUnitsBehind()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->show();
    bench.page->showSection(DesignSection::Rounds);
    for (const char* pointer : {"/evaluateEvery", "/checkpointSeconds"}) {
        auto* field = bench.editor<QLineEdit>(pointer);
        QTRY_VERIFY(field && field->isVisible());
        const int letter = field->fontMetrics().averageCharWidth();
        QVERIFY2(field->width() <= 16 * letter, pointer);
        const auto* holder = field->parentWidget()->parentWidget();
        const auto* unit = holder->findChild<QLabel*>();
        QVERIFY(unit && !unit->text().isEmpty());
        const int gap = placeOf(*unit, *bench.page).left() - placeOf(*field, *bench.page).right();
        QVERIFY2(gap > 0 && gap < 3 * letter, qPrintable(QString::number(gap)));
    }
    // A list of seeds may be long.
    const auto* seeds = bench.editor<QLineEdit>("/seeds");
    QVERIFY(seeds->width() > 20 * seeds->fontMetrics().averageCharWidth());
}

void FormWidthsTest::formsOfShortFieldsHaveTheirLabelsBeside()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->resize(1530, 940);
    bench.page->show();
    bench.page->showSection(DesignSection::Rounds);
    for (const char* pointer : {"/rounds", "/checkpointSeconds", "/seeds"}) {
        auto* field = bench.editor<QLineEdit>(pointer);
        QTRY_VERIFY(field && field->isVisible());
        const auto labels = bench.page->findChildren<QLabel*>();
        const auto label = std::ranges::find_if(labels, [field](const QLabel* each) {
            return each->buddy() && each->buddy()->findChild<QLineEdit*>() == field;
        });
        QVERIFY(label != labels.end());
        const QRect words = placeOf(**label, *bench.page);
        const QRect typed = placeOf(*field, *bench.page);
        QTRY_VERIFY2(words.right() < typed.left()
                         && std::abs(words.center().y() - typed.center().y()) < typed.height(),
                     pointer);
    }
}

void FormWidthsTest::proseHasTheWidthOfItsCard_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("a small page") << QSize(820, 540);
    QTest::newRow("a large page") << QSize(1530, 940);
}

void FormWidthsTest::proseHasTheWidthOfItsCard()
{
    QFETCH(QSize, size);
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->resize(size);
    bench.page->show();
    bench.page->showSection(DesignSection::Output);
    const auto* text = bench.editor<QPlainTextEdit>("/description");
    QTRY_VERIFY(text && text->isVisible());
    const QWidget* card = text;
    while (card && !card->inherits("coterie::ui::Card"))
        card = card->parentWidget();
    QVERIFY(card);
    QTRY_VERIFY2(text->width() > 0.8 * card->width(),
                 qPrintable(QStringLiteral("%1 of %2").arg(text->width()).arg(card->width())));
}

void FormWidthsTest::noLineOfProseLiesUnderItsBar()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->resize(820, 540);
    bench.page->show();
    bench.page->showSection(DesignSection::Output);
    auto* text = bench.editor<QPlainTextEdit>("/lookFor");
    QTRY_VERIFY(text && text->isVisible());
    QString words;
    for (int sentence = 0; sentence < 60; ++sentence)
        words += QStringLiteral("A sentence of several words and no other end than this. ");
    text->setPlainText(words);
    QTRY_VERIFY(text->verticalScrollBar()->isVisible());
    const auto widest = [text] {
        double width = 0;
        const QTextLayout& layout = *text->document()->firstBlock().layout();
        for (int line = 0; line < layout.lineCount(); ++line)
            width = std::max(width, layout.lineAt(line).naturalTextWidth());
        return width;
    };
    QTRY_VERIFY2(
        widest() <= text->viewport()->width(),
        qPrintable(QStringLiteral("%1 in %2").arg(widest()).arg(text->viewport()->width())));
}

COTERIE_WIDGET_SECTION(FormWidthsTest)

} // namespace tst_form_widths

#include "tst_form_widths.moc"
