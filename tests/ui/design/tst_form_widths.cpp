#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"
#include "tests/ui/laid_out.h"
#include "ui/design/field_editors.h"
#include "ui/design/form_view.h"
#include "ui/design/layers_editor.h"
#include "ui/design/summary_panel.h"
#include "ui/frame/small_widgets.h"
#include "ui/frame/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QSplitter>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolButton>

#include <algorithm>

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

/// A long field with a unit, one without, and a short one, which has its unit right behind it.
struct MixedForm
{
    MixedForm()
        : form(document, [](const auto&...) { return std::vector<JsonChange>(); })
    {
        form.setParent(&holder);
        form.showRows(
            {{.pointer = "/rates", .descriptor = &rates, .style = {.mayBeSwept = true}},
             {.pointer = "/name", .descriptor = &name},
             {.pointer = "/count", .descriptor = &count, .fallback = QStringLiteral("1")}});
        holder.resize(1200, 400);
        holder.show();
    }

    ParameterDescriptor rates{.name = "rates", .type = ParameterType::Real, .unit = "samples"};
    ParameterDescriptor name{.name = "name", .type = ParameterType::Text};
    ParameterDescriptor count{.name = "count", .type = ParameterType::Integer, .unit = "seconds"};
    ExperimentDocument document{registry()};
    QWidget holder;
    FormView form;
};

} // namespace

/// How wide fields are: as long as what they hold.
class FormWidthsTest final : public QObject
{
    Q_OBJECT

private slots:
    void numbersHaveShortFieldsWithTheirUnitsBehind();
    void formsOfShortFieldsHaveTheirLabelsBeside();
    void labelsOfAFormAreAllBesideOrAllAbove();
    void aValueThatAppliesIsWholeWhereThereIsRoom();
    void theClientsFillThePageWithoutScrolling();
    void nothingScrollsInsideOfWhatScrolls();
    void theEstimateFollowsTheSplitter();
    void manySettingsOfAPartitionWidenNothing_data();
    void manySettingsOfAPartitionWidenNothing();
    void noNameBesideItsFieldIsCut();
    void aMixedFormIsWholeFromItsLeastWidth();
    void fieldsFollowTheFont();
    void fieldsOnScreenFollowTheThemeAndBack();
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
        layOut();
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
        const auto isBeside = [&bench, field, words = *label] {
            const QRect said = placeOf(*words, *bench.page);
            const QRect typed = placeOf(*field, *bench.page);
            return said.right() < typed.left()
                   && std::abs(said.center().y() - typed.center().y()) < typed.height();
        };
        QTRY_VERIFY2(isBeside(), pointer); // the form may have yet to find its width
    }
}

void FormWidthsTest::labelsOfAFormAreAllBesideOrAllAbove()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->show();
    bench.page->showSection(DesignSection::Rounds);
    for (const int width : {820, 860, 1000, 1300}) {
        bench.page->resize(width, 540);
        const auto mixed = [&] {
            QStringList found;
            for (const FormView* form : bench.page->findChildren<FormView*>()) {
                int beside = 0;
                int all = 0;
                for (const QLabel* label : form->findChildren<QLabel*>())
                    if (label->buddy() && label->isVisible()) {
                        ++all;
                        const QRect words = placeOf(*label, *form);
                        beside += words.right() < placeOf(*label->buddy(), *form).left();
                    }
                if (beside > 0 && beside < all)
                    found << QStringLiteral("%1 of %2 at %3").arg(beside).arg(all).arg(width);
            }
            return found;
        };
        QTRY_VERIFY2(mixed().isEmpty(), qPrintable(mixed().join(u'\n')));
    }
}

void FormWidthsTest::aValueThatAppliesIsWholeWhereThereIsRoom()
{
    DesignBench bench;
    QVERIFY(bench.open(
        QStringLiteral(COTERIE_SOURCE_DIR "/experiments/papers/hcct/table4_cifar.json")));
    bench.page->resize(1530, 940);
    bench.page->show();
    bench.page->showSection(DesignSection::Output);
    const QLineEdit* target = nullptr;
    const auto isFound = [&] {
        for (const QLineEdit* field : bench.page->findChildren<QLineEdit*>())
            if (field->isVisible()
                && field->placeholderText().startsWith(QStringLiteral("none: values")))
                target = field;
        return target != nullptr;
    };
    QTRY_VERIFY(isFound());
    const int needed = target->fontMetrics().horizontalAdvance(target->placeholderText());
    QTRY_VERIFY2(target->width() > needed,
                 qPrintable(QStringLiteral("%1 for %2").arg(target->width()).arg(needed)));
}

void FormWidthsTest::theClientsFillThePageWithoutScrolling()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->resize(1530, 910);
    bench.page->show();
    bench.page->showSection(DesignSection::Clients);
    const auto* editor = bench.find<QWidget>(QStringLiteral("partitionEditor"));
    QTRY_VERIFY(editor && editor->isVisible() && editor->height() > 460);
    for (const QScrollArea* page : bench.page->findChildren<QScrollArea*>())
        if (page->isAncestorOf(editor))
            QTRY_COMPARE(page->verticalScrollBar()->maximum(), 0);
}

/// A window of 1280×800.
void FormWidthsTest::nothingScrollsInsideOfWhatScrolls()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->resize(1210, 760);
    bench.page->show();
    bench.page->showSection(DesignSection::Clients);
    const auto* editor = bench.find<QWidget>(QStringLiteral("partitionEditor"));
    QTRY_VERIFY(editor && editor->isVisible());
    for (const QScrollArea* page : bench.page->findChildren<QScrollArea*>())
        if (page->isAncestorOf(editor))
            QTRY_COMPARE(page->verticalScrollBar()->maximum(), 0);
    bench.page->showSection(DesignSection::Local);
    QTRY_VERIFY(bench.page->summary().isVisible());
}

/// Beside the clients there is room for the estimate once the outline is narrower.
void FormWidthsTest::theEstimateFollowsTheSplitter()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->resize(1296, 700); // of a window of 1366 pixels
    bench.page->show();
    bench.page->showSection(DesignSection::Clients);
    const auto* editor = bench.find<QWidget>(QStringLiteral("partitionEditor"));
    QTRY_VERIFY(editor && editor->isVisible());
    QVERIFY(!bench.page->summary().isVisible());
    QSplitter* columns = nullptr;
    for (auto* each : bench.page->findChildren<QSplitter*>())
        if (each->isAncestorOf(&bench.page->summary()) && (!columns || each->isAncestorOf(columns)))
            columns = each;
    QVERIFY(columns);
    // What the estimate needs beside the clients, and the narrowest outline in this font.
    constexpr int kOthers = 1070;
    const int outline = std::max(200, columns->widget(0)->minimumSizeHint().width());
    bench.page->resize(kOthers + outline + 26, 700);
    columns->setSizes({outline, kOthers + 26});
    QTRY_VERIFY(columns->sizes().value(0) < outline + 26); // else there would be no room
    emit columns->splitterMoved(columns->sizes().value(0), 1);
    QTRY_VERIFY(bench.page->summary().isVisible());
    columns->setSizes({outline + 100, kOthers - 74});
    emit columns->splitterMoved(columns->sizes().value(0), 1);
    QTRY_VERIFY(!bench.page->summary().isVisible());
}

void FormWidthsTest::manySettingsOfAPartitionWidenNothing_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("a window of 900×600") << QSize(830, 560);
    QTest::newRow("a window of 1280×800") << QSize(1210, 760);
}

/// The title of the fold counts what the experiment says.
void FormWidthsTest::manySettingsOfAPartitionWidenNothing()
{
    QFETCH(QSize, size);
    DesignBench bench;
    QVERIFY(bench.open(
        QStringLiteral(COTERIE_SOURCE_DIR "/experiments/demos/sFedHP_five_labels.json")));
    bench.page->resize(size);
    bench.page->show();
    bench.page->showSection(DesignSection::Clients);
    const auto* editor = bench.find<QWidget>(QStringLiteral("partitionEditor"));
    QTRY_VERIFY(editor && editor->isVisible());
    const QScrollArea* page = nullptr;
    for (const QScrollArea* area : bench.page->findChildren<QScrollArea*>())
        if (area->isAncestorOf(editor))
            page = area;
    QVERIFY(page);
    const auto tooWide = [page] {
        QStringList found;
        for (const QWidget* part : page->widget()->findChildren<QWidget*>())
            if (part->isVisible() && part->width() > page->viewport()->width())
                found << QStringLiteral("%1 “%2”: %3 of %4")
                             .arg(QLatin1String(part->metaObject()->className()),
                                  part->objectName())
                             .arg(part->width())
                             .arg(page->viewport()->width());
        return found;
    };
    QTRY_VERIFY2(tooWide().isEmpty(), qPrintable(tooWide().join(u'\n')));
    QTRY_COMPARE(page->horizontalScrollBar()->maximum(), 0);
    const auto* scheme = bench.find<QComboBox>(QStringLiteral("part:/data/partition"));
    QVERIFY(scheme && scheme->isVisible());
    QTRY_VERIFY2(scheme->width() >= scheme->sizeHint().width(),
                 qPrintable(QString::number(scheme->width())));
    // Its title is there in full, for those who hear or open it.
    const auto folds = page->findChildren<QToolButton*>();
    QVERIFY(std::ranges::any_of(folds, [](const QToolButton* fold) {
        return fold->isVisible() && fold->sizeHint().width() > fold->width();
    }));
}

void FormWidthsTest::noNameBesideItsFieldIsCut()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->show();
    bench.page->showSection(DesignSection::Local); // its checks have long names and no unit
    QTRY_VERIFY(bench.page->findChild<FormView*>());
    for (int width = 820; width < 1000; width += 3) {
        bench.page->resize(width, 540);
        layOut(); // arranges the forms for this width
        const auto cut = [&] {
            QStringList found;
            for (const FormView* form : bench.page->findChildren<FormView*>())
                for (const QLabel* label : form->findChildren<QLabel*>())
                    if (label->buddy() && label->isVisible()
                        && label->width() < label->sizeHint().width())
                        found << QStringLiteral("%1 at %2").arg(label->text()).arg(width);
            return found;
        };
        QTRY_VERIFY2(cut().isEmpty(), qPrintable(cut().join(u'\n')));
    }
}

void FormWidthsTest::aMixedFormIsWholeFromItsLeastWidth()
{
    MixedForm mixed;
    const QWidget* body = mixed.form.layout()->itemAt(0)->widget();
    const int least = mixed.form.minimumSizeHint().width();
    for (int width = least; width < least + 500; width += 3) {
        mixed.form.resize(width, 300);
        layOut();
        const int needed = body->minimumSizeHint().width();
        QVERIFY2(needed <= width, qPrintable(QStringLiteral("%1 in %2").arg(needed).arg(width)));
    }
}

void FormWidthsTest::fieldsFollowTheFont()
{
    MixedForm mixed;
    mixed.form.resize(1000, 300);
    const auto* count = mixed.form.findChild<FieldEditor*>(QStringLiteral("/count"));
    QVERIFY(count);
    layOut();
    const double before = count->minimumWidth();
    QFont large = mixed.holder.font();
    large.setPointSizeF(2 * large.pointSizeF());
    mixed.holder.setFont(large);
    QTRY_VERIFY2(count->minimumWidth() > 1.6 * before,
                 qPrintable(QString::number(count->minimumWidth() / before)));
    const int least = mixed.form.minimumSizeHint().width();
    mixed.form.resize(least, 300);
    layOut();
    QVERIFY(mixed.form.layout()->itemAt(0)->widget()->minimumSizeHint().width() <= least);
}

void FormWidthsTest::fieldsOnScreenFollowTheThemeAndBack()
{
    const auto restore =
        qScopeGuard([before = QApplication::palette()] { QApplication::setPalette(before); });
    Theme theme;
    MixedForm mixed;
    const auto colours = [&mixed] {
        QSet<QRgb> found;
        for (const QLineEdit* field : mixed.form.findChildren<QLineEdit*>())
            found << field->palette().color(QPalette::Base).rgb();
        return found;
    };
    const QSet<QRgb> light{lightPalette().color(QPalette::Base).rgb()};
    theme.choose(ThemeChoice::Light);
    QTRY_COMPARE(colours(), light);
    theme.choose(ThemeChoice::Dark);
    QTRY_COMPARE(colours(), QSet<QRgb>{darkPalette().color(QPalette::Button).rgb()});
    theme.choose(ThemeChoice::Light);
    QTRY_COMPARE(colours(), light);
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
