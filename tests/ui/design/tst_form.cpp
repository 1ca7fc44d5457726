#include "core/experiment/experiment_fields.h"
#include "core/metrics/metric_infos.h"
#include "tests/sections.h"
#include "tests/ui/design/changed_tree.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/field_editors.h"
#include "ui/design/form_view.h"
#include "ui/design/part_form.h"
#include "ui/design/places.h"
#include "ui/design/problem_words.h"
#include "ui/frame/delegates.h"
#include "ui/word_titles.h"
#include "ui/words.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSet>
#include <QSlider>
#include <QTextBlock>
#include <QToolButton>

#include <set>

namespace tst_form {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

PartPlace dataset()
{
    return {.pointer = "/data/dataset",
            .known = registry().datasets,
            .fallbackName = "glyphDigits",
            .bareName = true};
}

} // namespace

class FormTest final : public QObject
{
    Q_OBJECT

private slots:
    void typedTextBecomesAValue_data();
    void typedTextBecomesAValue();
    void anotherPartKeepsWhatBothKnow();
    void aParameterOfAnUnnamedPartNamesIt();
    void anEmptyOverrideIsTakenAway();
    void rowsSayWhatHoldsWhereNothingIsSaid();
    void stepsTakeThePlaceOfEpochs();
    void slidersCoverTheRange_data();
    void slidersCoverTheRange();
    void everyProblemHasASection();
    void everyPlaceIsSaidInTheUsersWords_data();
    void everyPlaceIsSaidInTheUsersWords();
    void noFieldIsSaidByItsPointer();
    void aWrongValueShowsItsSentence();
    void anEditChangesExactlyWhatItIsAbout();
    void typingIsNotDisturbedAndIsOneStep();
    void aSliderDragIsOneStep();
    void resetReturnsToTheDefault();
    void tabReachesAFieldBeforeItsReset();
    void aValueThatIsTheDefaultDoesNotStandOut();
    void proseShowsWholeLines();
    void aChoiceOfSeveralIsASweep();
    void metricsAreOfferedInWords();
    void blocksOfNumbersAreToldApart();
    void anEditOfTheProfileIsNamedInWords();
    void everyPartCanBeChosen();
    void everyFieldExplainsItself();
    void everyFieldIsNamedInWords();
    void everyChoiceIsNamedInWords();
    void choicesAreWrittenAsTheFileHasThem();
    void everyControlSaysWhatItDoes();
    void brokenTextLocksTheForms();
    void stepsAreAddedMovedAndRemoved();
    void outlineModelIsSound();
};

void FormTest::typedTextBecomesAValue_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<ParameterType>("type");
    QTest::addColumn<bool>("mayBeSwept");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* text, ParameterType type, bool swept, const char* expected) {
        QTest::addRow("%s %d %d", text, static_cast<int>(type), swept)
            << QString::fromUtf8(text) << type << swept << QString::fromUtf8(expected);
    };
    using enum ParameterType;
    row("", Real, true, "nothing");
    row("0.1", Real, true, "0.1");
    row(" 1e-3 ", Real, false, "0.001");
    row("12", Integer, false, "12");
    row("9223372036854775807", Integer, false, "9223372036854775807");
    row("2.5", Integer, false, "2.5");
    row("abc", Real, true, "\"abc\"");
    row("nan", Real, false, "\"nan\"");
    row("1, 10,100", Real, true, "{\"sweep\":[1,10,100]}");
    row("1,", Real, true, "1");
    row("1, 10", Real, false, "\"1, 10\"");
    row("0.1, 0.5", RealList, false, "[0.1,0.5]");
    row("1, 2; 3", RealList, true, "{\"sweep\":[[1,2],[3]]}");
    row("3", Text, true, "\"3\"");
    row("a, b", Text, true, "\"a, b\"");
    row("{\"x\": 1}", Real, true, "{\"x\":1}");
}

void FormTest::typedTextBecomesAValue()
{
    QFETCH(QString, text);
    QFETCH(ParameterType, type);
    QFETCH(bool, mayBeSwept);
    QFETCH(QString, expected);
    const auto value = valueOf(text, type, mayBeSwept);
    QCOMPARE(value ? toQString(writeCompact(*value)) : QStringLiteral("nothing"), expected);
    if (!value)
        return;
    // What the field then shows says the same again.
    const auto again = valueOf(textOf(*value), type, mayBeSwept);
    QVERIFY(again && sameJson(*again, *value));
}

void FormTest::anotherPartKeepsWhatBothKnow()
{
    const char* json = R"({"local":{"optimizer":{"name":"sgd","learningRate":0.2,"momentum":0.9,)"
                       R"("schedule":{"name":"step"}}}})";
    const auto changes = choosePart(tree(json), optimizerPlace(registry()), "adam");
    QCOMPARE(after(json, changes),
             std::string(R"({"local":{"optimizer":{"name":"adam","learningRate":0.2,)"
                         R"("schedule":{"name":"step"}}}})"));
}

void FormTest::aParameterOfAnUnnamedPartNamesIt()
{
    const JsonNode five = JsonNode::fromWhole(5);
    const char* bare = R"({"data":{"dataset":"shapes10"}})";
    QCOMPARE(after(bare, setParameter(tree(bare), dataset(), "samples", five)),
             std::string(R"({"data":{"dataset":{"name":"shapes10","samples":5}}})"));
    QCOMPARE(after("{}", setParameter(tree("{}"), dataset(), "samples", five)),
             std::string(R"({"data":{"dataset":{"name":"glyphDigits","samples":5}}})"));
    QCOMPARE(after("{}", setParameter(tree("{}"), schedulePlace(registry()), "factor", five)),
             std::string(R"({"local":{"optimizer":{"name":"sgd",)"
                         R"("schedule":{"name":"constant","factor":5}}}})"));
}

void FormTest::anEmptyOverrideIsTakenAway()
{
    const PartPlace place = optimizerPlace(registry(), "/arms/0");
    const char* common = R"({"arms":[{"name":"A"}]})";
    const std::string set =
        after(common, setParameter(tree(common), place, "momentum", JsonNode::fromReal(0.5)));
    QCOMPARE(set, std::string(R"({"arms":[{"name":"A","local":{"optimizer":{"momentum":0.5}}}]})"));
    QCOMPARE(after(set, setParameter(tree(set), place, "momentum", std::nullopt)),
             std::string(common));
    QCOMPARE(after(set, choosePart(tree(set), place, {})), std::string(common));
}

void FormTest::rowsSayWhatHoldsWhereNothingIsSaid()
{
    const JsonNode root = tree(
        R"({"local":{"optimizer":{"name":"sgd","learningRate":0.2}},
            "arms":[{"name":"A","local":{"optimizer":{"momentum":0.5}},
                     "algorithm":{"name":"hcct"}},
                    {"name":"B","local":{"optimizer":{"name":"adam"}}}]})");
    const auto rows = parameterRows(root, optimizerPlace(registry(), "/arms/0"), {}, false);
    QCOMPARE(rows.size(), 3U);
    QVERIFY(!rows[0].value);
    QCOMPARE(rows[0].fallback, QStringLiteral("0.2"));
    QCOMPARE(rows[0].origin, QStringLiteral("Common setting"));
    QCOMPARE(textOf(*rows[1].value), QStringLiteral("0.5"));
    QCOMPARE(rows[2].origin, QStringLiteral("Default"));
    // Another optimizer starts from its own defaults, not from SGD's settings.
    for (const FormRow& row : parameterRows(root, optimizerPlace(registry(), "/arms/1"), {}, false))
        QCOMPARE(row.origin, QStringLiteral("Default"));
    const PartPlace algorithm{.pointer = "/arms/0/algorithm", .known = registry().algorithms};
    const auto bootstrap = [&](bool code) {
        for (const FormRow& row : parameterRows(root, algorithm, {}, code))
            if (row.descriptor->name == "bootstrap")
                return row.fallback;
        return QString();
    };
    QCOMPARE(bootstrap(false), QStringLiteral("independent"));
    QCOMPARE(bootstrap(true), QStringLiteral("global"));
}

void FormTest::stepsTakeThePlaceOfEpochs()
{
    const char* json = R"({"local":{"localEpochs":2}})";
    const auto settings = localSettings();
    const auto steps = std::ranges::find(settings, "/local/localSteps", &Setting::pointer);
    QCOMPARE(after(json, setSetting(tree(json), *steps, JsonNode::fromWhole(7))),
             std::string(R"({"local":{"localSteps":7}})"));
    const auto rows = settingRows(tree(R"({"local":{"localSteps":7}})"), settings, {});
    QCOMPARE(rows[1].pointer, std::string("/local/localEpochs"));
    QVERIFY(rows[1].fallback.isEmpty()); // its default does not hold
    // An arm that says epochs takes the place of common steps.
    const auto own = localSettings("/arms/0");
    const auto armRows = settingRows(tree(R"({"local":{"localSteps":7},"arms":[{}]})"), own, {});
    QVERIFY(armRows[1].fallback.isEmpty());
    QCOMPARE(armRows[2].fallback, QStringLiteral("7"));
}

void FormTest::slidersCoverTheRange_data()
{
    QTest::addColumn<QString>("scheme");
    for (const NamedPart& part : registry().partitions)
        QTest::addRow("%s", std::string(part.name).c_str()) << toQString(part.name);
}

void FormTest::slidersCoverTheRange()
{
    QFETCH(QString, scheme);
    const NamedPart* part = findPart(registry().partitions, scheme.toStdString());
    for (const ParameterDescriptor& parameter : part->parameters) {
        const auto scale = SliderScale::of(parameter);
        if (!scale)
            continue;
        double last = -1;
        for (int step = 0; step <= SliderScale::kSteps; ++step) {
            const double value = scale->valueAt(step);
            QVERIFY(value >= parameter.range.minimum && value <= parameter.range.maximum);
            QVERIFY(!parameter.range.minimumExcluded || value > parameter.range.minimum);
            QVERIFY2(value >= last, std::string(parameter.name).c_str());
            QVERIFY(!scale->whole || value == std::round(value));
            QVERIFY(shortestText(value).size() <= 8); // reads well in the field
            last = value;
        }
        for (const int step : {0, 57, 200}) // a value's place shows that value again
            QCOMPARE(scale->valueAt(scale->stepOf(scale->valueAt(step))), scale->valueAt(step));
    }
}

void FormTest::everyProblemHasASection()
{
    QCOMPARE(sectionOf("/data/dataset/samples"), DesignSection::Data);
    QCOMPARE(sectionOf("/data/partition/alpha"), DesignSection::Clients);
    QCOMPARE(sectionOf("/arms/1/local/batch"), DesignSection::Arms);
    QCOMPARE(sectionOf("/rounds"), DesignSection::Rounds);
    QCOMPARE(sectionOf("/roundz"), DesignSection::Json);
    QCOMPARE(sectionOf(""), DesignSection::Json);
    QVERIFY(!isUnder("/arms/10", "/arms/1"));
    QVERIFY(isUnder("/arms/1/name", "/arms/1"));
}

void FormTest::everyPlaceIsSaidInTheUsersWords_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* place, const char* expected) {
        QTest::addRow("%s", place) << QString::fromUtf8(place) << QString::fromUtf8(expected);
    };
    row("/rounds", "Rounds and seeds › Rounds");
    row("/seeds/1", "Rounds and seeds › Seeds › entry 2");
    row("/name", "Output › Name");
    row("/reference/0/metric", "Output › entry 1 › Metric");
    row("/data/dataset", "Data › Data set");
    row("/data/dataset/samples", "Data › Samples");
    row("/data/test/share", "Data › Test share");
    row("/data/preprocess/1", "Data › Step 2");
    row("/data/preprocess/1/height", "Data › Step 2 › Height");
    row("/data/partition/scheme", "Clients › Partition scheme");
    row("/data/partition/alpha", "Clients › Concentration");
    row("/clients/overrides/0/samples", "Clients › Overrides › entry 1 › Samples");
    row("/model/name", "Model");
    row("/model/precision", "Model › Precision");
    row("/model/layers", "Model › layers"); // the user's own word
    row("/local", "Local training");
    row("/local/optimizer", "Local training › Optimiser");
    row("/local/optimizer/learningRate", "Local training › Learning rate");
    row("/local/optimizer/schedule/name", "Local training › Learning-rate schedule");
    row("/arms", "Arms");
    row("/arms/0", "Arms › Hungry");
    row("/arms/0/name", "Arms › Hungry › Name");
    row("/arms/0/sampler", "Arms › Hungry › Sampler");
    row("/arms/0/algorithm/alpha/sweep/2", "Arms › Hungry › Data hunger › entry 3");
    row("/arms/0/algorithm/alphaa", "Arms › Hungry › Algorithm › alphaa");
    row("/arms/1", "Arms › Arm 2");
    row("/arms/1/local/optimizer/learningRate", "Arms › Arm 2 › Learning rate");
    row("/arms/x", "Arms › X");
    // What only the text shows.
    row("/roundz", "");
    row("", "");
    row("/home/me/mine.json", "");
}

void FormTest::everyPlaceIsSaidInTheUsersWords()
{
    QFETCH(QString, place);
    QFETCH(QString, expected);
    const JsonNode root = tree(
        R"({"data":{"dataset":"shapes10","partition":{"scheme":"dirichlet"},"preprocess":)"
        R"([{"step":"colour"},{"step":"resize","height":0}]},"local":{"optimizer":{"name":"sgd"}},)"
        R"("arms":[{"name":"Hungry","algorithm":{"name":"hcct"}},{"algorithm":3}]})");
    QCOMPARE(placeInWords(place.toStdString(), root, registry()), expected);
    const Error problem{.place = place.toStdString(), .found = "3", .allowed = "none"};
    const QString told = problemInWords(problem, &root, registry());
    QCOMPARE(told,
             expected.isEmpty() ? toQString(problem.sentence())
                                : expected + QStringLiteral(": must be none (is 3)"));
    QCOMPARE(problemInWords(problem, nullptr, registry()), toQString(problem.sentence()));
}

/// Whatever field the pages show, a problem of it is said by the field's own title.
void FormTest::noFieldIsSaidByItsPointer()
{
    DesignBench bench;
    QVERIFY(bench.open());
    int told = 0;
    for (int section = 0; section < kDesignSections; ++section) {
        bench.page->showSection(static_cast<DesignSection>(section));
        for (const FormView* form : bench.page->findChildren<FormView*>())
            for (const auto* editor : form->findChildren<FieldEditor*>()) {
                const QString pointer = editor->objectName();
                QString title;
                for (const QLabel* label : form->findChildren<QLabel*>())
                    if (label->buddy() == editor)
                        title = label->text().section(QStringLiteral("&nbsp;"), 0, 0);
                const QString place =
                    placeInWords(pointer.toStdString(), *bench.document.json(), registry());
                QVERIFY2(!title.isEmpty(), qPrintable(pointer));
                QVERIFY2(place.endsWith(QStringLiteral(" › ") + title),
                         qPrintable(QStringLiteral("%1: %2, %3").arg(pointer, place, title)));
                ++told;
            }
    }
    QVERIFY(told > 30);
}

void FormTest::aWrongValueShowsItsSentence()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Local);
    auto* rate = bench.editor<QLineEdit>("/local/optimizer/learningRate");
    QVERIFY(rate);
    rate->selectAll();
    QTest::keyClicks(rate, QStringLiteral("-2"));
    const char* sentence = "problem:/local/optimizer/learningRate";
    QTRY_COMPARE(bench.text(sentence), QStringLiteral("must be more than 0 (is -2)"));
    QVERIFY(!bench.find<QLabel>(QString::fromLatin1(sentence))->isHidden());
    QCOMPARE(bench.problemsOf(DesignSection::Local), 1);
    QCOMPARE(bench.problemsOf(DesignSection::Data), 0);
    rate->selectAll();
    QTest::keyClicks(rate, QStringLiteral("0.2"));
    QTRY_COMPARE(bench.problemsOf(DesignSection::Local), 0);
    QVERIFY(bench.find<QLabel>(QString::fromLatin1(sentence))->isHidden());
    QVERIFY(bench.document.isRunnable());
}

void FormTest::anEditChangesExactlyWhatItIsAbout()
{
    DesignBench bench;
    QVERIFY(bench.open());
    const QString original = bench.document.text();
    bench.page->showSection(DesignSection::Local);
    auto* momentum = bench.editor<QLineEdit>("/local/optimizer/momentum");
    momentum->selectAll();
    QTest::keyClicks(momentum, QStringLiteral("0.9"));
    QString expected = original;
    expected.replace(QStringLiteral("\"momentum\": 0.5"), QStringLiteral("\"momentum\": 0.9"));
    QVERIFY(expected != original);
    QCOMPARE(bench.document.text(), expected);
    auto* keep = bench.editor<QCheckBox>("/local/keepOptimizerState");
    keep->click();
    QCOMPARE(bench.said("/local/keepOptimizerState"), std::string("true"));
    bench.document.undoStack().undo();
    QCOMPARE(bench.document.text(), expected);
    QVERIFY(!keep->isChecked());
    bench.document.undoStack().undo();
    QCOMPARE(bench.document.text(), original);
    QCOMPARE(momentum->text(), QStringLiteral("0.5"));
}

void FormTest::typingIsNotDisturbedAndIsOneStep()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Local);
    auto* rate = bench.editor<QLineEdit>("/local/optimizer/learningRate");
    rate->clear();
    QTest::keyClicks(rate, QStringLiteral("0.10"));
    QCOMPARE(rate->text(), QStringLiteral("0.10")); // not turned into 0.1 under the fingers
    QCOMPARE(bench.said("/local/optimizer/learningRate"), std::string("0.1"));
    QCOMPARE(bench.document.undoStack().count(), 1);
    emit rate->editingFinished();
    QTest::keyClick(rate, Qt::Key_Backspace);
    QTest::keyClick(rate, Qt::Key_2);
    QCOMPARE(bench.said("/local/optimizer/learningRate"), std::string("0.12"));
    QCOMPARE(bench.document.undoStack().count(), 2);
}

void FormTest::aSliderDragIsOneStep()
{
    DesignBench bench;
    QVERIFY(bench.open());
    const QString original = bench.document.text();
    bench.page->showSection(DesignSection::Clients);
    auto* slider = bench.editor<QSlider>("/data/partition/alpha");
    QVERIFY(slider);
    slider->setSliderDown(true);
    for (int step = 20; step <= 60; step += 5)
        slider->setSliderPosition(step);
    slider->setSliderDown(false);
    QVERIFY(bench.document.text() != original);
    QCOMPARE(bench.document.undoStack().count(), 1);
    QTRY_VERIFY(bench.document.isRunnable());
    QCOMPARE(bench.editor<QLineEdit>("/data/partition/alpha")->text().toStdString(),
             bench.said("/data/partition/alpha"));
    bench.document.undoStack().undo();
    QCOMPARE(bench.document.text(), original);
}

void FormTest::resetReturnsToTheDefault()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Local);
    auto* reset = bench.find<QToolButton>(QStringLiteral("reset:/local/optimizer/momentum"));
    QVERIFY(reset && !reset->isHidden());
    reset->click();
    QCOMPARE(bench.said("/local/optimizer/momentum"), std::string("–"));
    auto* momentum = bench.editor<QLineEdit>("/local/optimizer/momentum");
    QCOMPARE(momentum->text(), QString());
    QCOMPARE(momentum->placeholderText(), QStringLiteral("0"));
    QVERIFY(reset->isHidden());
}

void FormTest::tabReachesAFieldBeforeItsReset()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Local);
    auto* reset = bench.find<QToolButton>(QStringLiteral("reset:/local/optimizer/momentum"));
    auto* outline = bench.find<QListWidget>(QStringLiteral("outline"));
    QWidget* momentum = bench.editor<QLineEdit>("/local/optimizer/momentum");
    QVERIFY(reset && outline && momentum);
    QWidgetList chain; // from the page on
    for (QWidget* next = bench.page->nextInFocusChain(); next != &*bench.page;
         next = next->nextInFocusChain())
        chain << next;
    QVERIFY(chain.contains(momentum));
    QVERIFY(chain.indexOf(outline) < chain.indexOf(momentum));
    QVERIFY(chain.indexOf(momentum) < chain.indexOf(reset));
}

void FormTest::aValueThatIsTheDefaultDoesNotStandOut()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Local);
    const auto reset = [&](const char* name) {
        return bench.find<QToolButton>(QStringLiteral("reset:/local/optimizer/")
                                       + QString::fromLatin1(name));
    };
    QCOMPARE(bench.said("/local/optimizer/weightDecay"), std::string("0"));
    QVERIFY(reset("weightDecay")->isHidden());
    QVERIFY(!reset("momentum")->isHidden());
    const auto* field = bench.editor<QLineEdit>("/local/optimizer/weightDecay");
    QCOMPARE(field->text(), QStringLiteral("0"));
    QVERIFY2(field->toolTip().contains(QStringLiteral("the same value as the default")),
             qPrintable(field->toolTip()));

    const JsonNode root = tree(
        R"({"local":{"optimizer":{"name":"sgd","learningRate":0.2,"weightDecay":0.0}},
            "arms":[{"name":"A","local":{"optimizer":{"learningRate":2e-1,"momentum":0.5}}}]})");
    const auto common = parameterRows(root, optimizerPlace(registry()), {}, false);
    const auto own = parameterRows(root, optimizerPlace(registry(), "/arms/0"), {}, false);
    const auto row = [](const std::vector<FormRow>& rows, const char* name) {
        return *std::ranges::find(
            rows, name, [](const FormRow& each) { return each.descriptor->name; });
    };
    QVERIFY(saysTheFallback(row(common, "weightDecay"))); // "0.0" is 0
    QVERIFY(!isMarked(row(common, "weightDecay")));
    QVERIFY(isMarked(row(common, "learningRate")));
    // What an arm says stays its own when the common setting changes, be it the same today.
    QVERIFY(saysTheFallback(row(own, "learningRate")));
    QVERIFY(isMarked(row(own, "learningRate")));
    QVERIFY(
        tooltipOf(row(own, "learningRate"))
            .contains(QStringLiteral("Set in the file to the same value as the common setting")));
    QVERIFY(!saysTheFallback(row(own, "momentum")));
    QVERIFY(!isMarked(row(own, "weightDecay"))); // it says nothing
}

void FormTest::proseShowsWholeLines()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->show();
    bench.page->showSection(DesignSection::Output);
    auto* text = bench.editor<QPlainTextEdit>("/description");
    QTRY_VERIFY(text->isVisible()); // its form comes when there is time
    // A usual text is seen whole; from fourteen lines on it is scrolled.
    const auto lines = [](int count) {
        return QStringList(count, QStringLiteral("a")).join(QLatin1Char('\n'));
    };
    int height = 0;
    for (const int count : {1, 7, 14}) {
        text->setPlainText(lines(count));
        QTRY_VERIFY(text->height() > height);
        height = text->height();
        QTRY_COMPARE(text->verticalScrollBar()->maximum(), 0);
    }
    text->setPlainText(lines(16));
    QTRY_VERIFY(text->verticalScrollBar()->maximum() >= 2);
    QCOMPARE(text->height(), height - 1); // it needs no pixel to spare
    const auto lineRect = [text](int line) {
        return text->cursorRect(QTextCursor(text->document()->findBlockByNumber(line)));
    };
    const int seen = text->viewport()->height();
    for (const int scrolled : {0, 1}) {
        text->verticalScrollBar()->setValue(scrolled);
        const QRect last = lineRect(scrolled + 13);
        const QRect next = lineRect(scrolled + 14);
        const QString found = QStringLiteral("%1, %2 of %3, from line %4")
                                  .arg(last.bottom())
                                  .arg(next.top())
                                  .arg(seen)
                                  .arg(scrolled);
        QVERIFY2(last.bottom() < seen && next.top() >= seen, qPrintable(found));
    }
}

void FormTest::aChoiceOfSeveralIsASweep()
{
    DesignBench bench;
    QVERIFY(bench.open());
    QVERIFY(bench.document.apply(
        QStringLiteral("HCCT"),
        choosePart(*bench.document.json(),
                   {.pointer = "/arms/1/algorithm", .known = registry().algorithms},
                   "hcct")));
    bench.page->showSection(DesignSection::Arms);
    auto* list = bench.find<QAbstractItemView>(QStringLiteral("armList"));
    list->setCurrentIndex(list->model()->index(1, 0));
    auto* alpha = bench.editor<QLineEdit>("/arms/1/algorithm/alpha");
    QVERIFY(alpha);
    QTest::keyClicks(alpha, QStringLiteral("1, 10, 100"));
    QCOMPARE(bench.said("/arms/1/algorithm/alpha"), std::string(R"({"sweep":[1,10,100]})"));
    auto* similarity = bench.editor<QToolButton>("/arms/1/algorithm/similarity");
    QVERIFY(similarity && similarity->menu());
    for (QAction* word : similarity->menu()->actions())
        if (!word->isChecked())
            word->trigger();
    QCOMPARE(bench.said("/arms/1/algorithm/similarity"),
             std::string(R"({"sweep":["cosine","sign"]})"));
    QTRY_VERIFY(bench.document.isRunnable());
    QCOMPARE(bench.document.checked().plans->size(), 1U + 3 * 2);
}

void FormTest::metricsAreOfferedInWords()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Output);
    const char* place = "/reference/metric";
    auto* names = bench.editor<QComboBox>(place);
    QVERIFY(names);
    QCOMPARE(names->count(), static_cast<int>(metricInfos().size()));
    for (int metric = 0; metric < names->count(); ++metric)
        QVERIFY2(names->itemData(metric, kNoteRole).toString().size() > 10,
                 qPrintable(names->itemText(metric)));
    QCOMPARE(names->currentText(), QString()); // none is said

    const int error = names->findText(QStringLiteral("bestPerClientTestError"));
    names->setCurrentIndex(error);
    emit names->activated(error);
    QCOMPARE(bench.said(place), std::string("\"bestPerClientTestError\""));
    emit names->activated(error); // nothing changes
    QCOMPARE(bench.document.undoStack().count(), 1);

    QLineEdit* typed = names->lineEdit();
    typed->selectAll();
    QTest::keyClicks(typed, QStringLiteral("meanTestEror"));
    QCOMPARE(bench.said(place), std::string("\"meanTestEror\""));
    QCOMPARE(bench.document.undoStack().count(), 2);
    const QString sentence = QStringLiteral("problem:/reference/metric");
    QTRY_VERIFY(bench.find<QLabel>(sentence)->text().contains(
        QStringLiteral("did you mean \"meanTestError\"?")));
    typed->selectAll();
    QTest::keyClicks(typed, QStringLiteral("meanTestError"));
    QTRY_VERIFY(bench.find<QLabel>(sentence)->isHidden());
    bench.document.undoStack().undo();
    bench.document.undoStack().undo();
    QCOMPARE(names->currentText(), QString());
}

void FormTest::blocksOfNumbersAreToldApart()
{
    DesignBench bench;
    QVERIFY(bench.open()); // which has none, and one block's empty fields
    bench.page->showSection(DesignSection::Output);
    const auto shown = [&bench] {
        QStringList titles;
        for (const auto* title : bench.page->findChildren<QLabel*>("referenceHeading"))
            if (!title->isHidden())
                titles << title->text();
        return titles;
    };
    QCOMPARE(shown(), QStringList());
    QVERIFY(!bench.find<QWidget>("/reference/source")->isHidden());
    QVERIFY(bench.open(QStringLiteral(COTERIE_SOURCE_DIR
                                      "/experiments/papers/sFedHP/table2_mnist_setting1.json")));
    QCOMPARE(shown(),
             (QStringList{QStringLiteral("Paper results, block 1"),
                          QStringLiteral("Paper results, block 2")}));
    for (const char* place : {"/reference/0", "/reference/1"}) {
        auto* source = bench.editor<QLineEdit>((std::string(place) + "/source").c_str());
        QVERIFY(source);
        QCOMPARE(writeCompact(JsonNode::fromText(source->text().toStdString())),
                 bench.said((std::string(place) + "/source").c_str()));
    }
    QVERIFY(bench.open()); // back: what is no more there is not shown
    QCOMPARE(shown(), QStringList());
    QVERIFY(!bench.find<QWidget>("/reference/source")->isHidden());
}

void FormTest::anEditOfTheProfileIsNamedInWords()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Output);
    auto* profile = bench.editor<QComboBox>("/profile");
    profile->setCurrentIndex(profile->findText(QStringLiteral("the authors' released code")));
    emit profile->activated(profile->currentIndex());
    QCOMPARE(bench.said("/profile"), std::string("\"code\""));
    QCOMPARE(bench.document.undoStack().undoText(),
             QStringLiteral("Change source of the defaults"));
}

void FormTest::everyPartCanBeChosen()
{
    struct Kind
    {
        const char* pointer;
        std::span<const NamedPart> known;
        const char* nameKey;
    };
    DesignBench bench;
    QVERIFY(bench.open());
    for (const Kind& kind : {Kind{"/data/dataset", registry().datasets, "name"},
                             Kind{"/data/partition", registry().partitions, "scheme"},
                             Kind{"/model", registry().models, "name"},
                             Kind{"/local/optimizer", registry().optimizers, "name"},
                             Kind{"/local/optimizer/schedule", registry().schedules, "name"},
                             Kind{"/local/objective", registry().objectives, "name"},
                             Kind{"/arms/0/algorithm", registry().algorithms, "name"},
                             Kind{"/arms/0/sampler", registry().samplers, "name"}}) {
        const QString before = bench.document.text();
        PartForm form(QStringLiteral("Part"), bench.document);
        const PartPlace place{
            .pointer = kind.pointer, .known = kind.known, .nameKey = kind.nameKey};
        form.show(place);
        auto* choice =
            form.findChild<QComboBox*>(QStringLiteral("part:") + QString::fromLatin1(kind.pointer));
        QCOMPARE(choice->count(), static_cast<int>(kind.known.size()));
        for (std::size_t index = 0; index < kind.known.size(); ++index) {
            emit choice->activated(static_cast<int>(index));
            form.show(place);
            const NamedPart& part = kind.known[index];
            QCOMPARE(nameInForce(*bench.document.json(), place), std::string(part.name));
            for (const ParameterDescriptor& parameter : part.parameters)
                QVERIFY2(form.findChild<QWidget*>(QString::fromLatin1(kind.pointer) + u'/'
                                                  + toQString(parameter.name)),
                         std::string(parameter.name).c_str());
            const CheckedExperiment checked =
                checkExperiment(bench.document.text().toStdString(), registry());
            for (const Error& problem : checked.problems) // only what must be said is missing
                QVERIFY2(isUnder(problem.place, kind.pointer), problem.sentence().c_str());
        }
        while (bench.document.undoStack().canUndo())
            bench.document.undoStack().undo();
        QCOMPARE(bench.document.text(), before);
    }
}

void FormTest::everyFieldExplainsItself()
{
    const FormRow row{
        .pointer = "/arms/0/algorithm/alpha",
        .descriptor = findParameter(findPart(registry().algorithms, "hcct")->parameters, "alpha"),
        .style = {.mayBeSwept = true},
        .value = {},
        .fallback = QStringLiteral("1"),
        .origin = QStringLiteral("Default"),
        .problem = {}};
    const QString tip = tooltipOf(row);
    for (const char* expected : {"Value of more data to a client",
                                 "<i>α</i> in HCCT eq. (9)",
                                 "at least 0",
                                 "Default: 1",
                                 "commas"})
        QVERIFY2(tip.contains(QString::fromUtf8(expected)), qPrintable(tip));
    QCOMPARE(labelOf(*row.descriptor), QStringLiteral("Data hunger"));
}

/// The letter stands beside the name; what it means is in the name.
void FormTest::everyFieldIsNamedInWords()
{
    constexpr qsizetype kRoom = 28; // of the column of names
    static const QRegularExpression kLetter(
        QStringLiteral("^(alpha|beta|gamma|epsilon|lambda|mu|nu|rho|sigma|tau|theta)s?\\d?$"),
        QRegularExpression::CaseInsensitiveOption);
    const Registry& known = registry();
    int named = 0;
    for (const auto parts : {known.algorithms,
                             known.samplers,
                             known.objectives,
                             known.optimizers,
                             known.schedules,
                             known.datasets,
                             known.partitions,
                             known.models,
                             known.preprocessSteps})
        for (const NamedPart& part : parts) {
            QSet<QString> labels;
            for (const ParameterDescriptor& parameter : part.parameters) {
                const QString label = labelOf(parameter);
                const QByteArray told = (toQString(part.name) + u'/' + label).toUtf8();
                QVERIFY2(label[0].isUpper() && label.size() <= kRoom, told);
                QVERIFY2(!kLetter.match(label).hasMatch(), told);
                QVERIFY2(!labels.contains(label), told); // no two fields of a form are called alike
                labels << label;
                ++named;
            }
        }
    QVERIFY(named > 100);
    QCOMPARE(labelOf(fields::kBatch), QStringLiteral("Batch size"));
    QCOMPARE(labelOf(fields::kDropLast), QStringLiteral("Drop the short last batch"));
    QCOMPARE(labelOf(fields::kCheckpointSeconds), QStringLiteral("Checkpoint every"));
    QCOMPARE(labelOf(fields::kLocalSteps), QStringLiteral("Local steps")); // spelled out
    QCOMPARE(withinSentence(labelOf(fields::kBnMode)), QStringLiteral("batch-norm statistics"));
}

/// Whoever adds a word to a parameter finds here that nobody knows how to say it.
void FormTest::everyChoiceIsNamedInWords()
{
    std::set<std::pair<std::string_view, std::string_view>> named;
    for (const WordTitle& row : wordTitles()) {
        const QByteArray told = std::string(row.parameter).append("/").append(row.word).c_str();
        QVERIFY2(named.emplace(row.parameter, row.word).second, told);
        // Several of a sweep are said with commas between them.
        QVERIFY2(!row.title.empty() && row.title.find(',') == std::string_view::npos, told);
        static const QRegularExpression kMachineWord(QStringLiteral("\\b[a-z]+[A-Z\\d]"));
        QVERIFY2(!kMachineWord.match(toQString(row.title)).hasMatch(), told);
    }
    std::set<std::pair<std::string_view, std::string_view>> known;
    const auto look = [&](const ParameterDescriptor& parameter) {
        QSet<QString> titles;
        for (const std::string_view word : parameter.words) {
            known.emplace(parameter.name, word);
            titles << toQString(titleOfWord(parameter.name, word));
        }
        // No two choices of a field read alike, and none is missing.
        return !titles.contains(QString())
               && titles.size() == static_cast<qsizetype>(parameter.words.size());
    };
    for (const ParameterDescriptor* parameter : {&fields::kProfile,
                                                 &fields::kDevice,
                                                 &fields::kPrecision,
                                                 &fields::kInitialisation,
                                                 &fields::kBnMode})
        QVERIFY2(look(*parameter), std::string(parameter->name).c_str());
    const Registry& all = registry();
    for (const auto parts : {all.algorithms,
                             all.samplers,
                             all.objectives,
                             all.optimizers,
                             all.schedules,
                             all.datasets,
                             all.partitions,
                             all.models,
                             all.preprocessSteps})
        for (const NamedPart& part : parts)
            for (const ParameterDescriptor& parameter : part.parameters)
                QVERIFY2(look(parameter),
                         std::string(part.name).append("/").append(parameter.name).c_str());
    QVERIFY(known == named); // and none is left over from a word that is no more
}

void FormTest::choicesAreWrittenAsTheFileHasThem()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Model);
    auto* precision = bench.editor<QComboBox>("/model/precision");
    QVERIFY(precision);
    QCOMPARE(precision->currentText(), QStringLiteral("32-bit floats"));
    QVERIFY(precision->toolTip().contains(QStringLiteral("64-bit floats (float64)")));
    QVERIFY(precision->toolTip().contains(QStringLiteral("Default: 32-bit floats")));
    precision->setCurrentIndex(precision->findText(QStringLiteral("64-bit floats")));
    emit precision->activated(precision->currentIndex());
    QCOMPARE(bench.said("/model/precision"), std::string("\"float64\""));
    QCOMPARE(precision->currentText(), QStringLiteral("64-bit floats"));
    // A word of nobody's is shown as it stands there.
    QVERIFY(bench.document.apply(
        QStringLiteral("Misspell"),
        {{.pointer = "/model/precision", .value = JsonNode::fromText("float16")}}));
    QCOMPARE(precision->currentIndex(), -1);
    QCOMPARE(precision->placeholderText(), QStringLiteral("float16"));
}

void FormTest::everyControlSaysWhatItDoes()
{
    DesignBench bench;
    QVERIFY(bench.open());
    int controls = 0;
    for (int section = 0; section < kDesignSections; ++section) {
        bench.page->showSection(static_cast<DesignSection>(section));
        for (const QWidget* control : bench.page->findChildren<QWidget*>()) {
            const bool isControl = qobject_cast<const QAbstractButton*>(control)
                                   || qobject_cast<const QLineEdit*>(control)
                                   || qobject_cast<const QComboBox*>(control)
                                   || qobject_cast<const QSlider*>(control)
                                   || qobject_cast<const QPlainTextEdit*>(control);
            if (!isControl || control->objectName().startsWith(QStringLiteral("qt_")))
                continue; // what Qt makes for itself
            ++controls;
            QVERIFY2(!control->toolTip().isEmpty(),
                     qPrintable(QStringLiteral("%1 %2 in %3")
                                    .arg(QString::fromLatin1(control->metaObject()->className()),
                                         control->objectName(),
                                         control->parentWidget()->objectName())));
        }
    }
    QVERIFY(controls > 60);
}

void FormTest::brokenTextLocksTheForms()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Local);
    auto* rate = bench.editor<QLineEdit>("/local/optimizer/learningRate");
    const QString right = bench.document.text();
    bench.document.setText(right.chopped(4));
    QTRY_VERIFY(!rate->isEnabled());
    QVERIFY(!bench.find<QLabel>(QStringLiteral("broken"))->isHidden());
    bench.document.setText(right);
    QTRY_VERIFY(rate->isEnabled());
    QVERIFY(bench.find<QLabel>(QStringLiteral("broken"))->isHidden());
}

void FormTest::stepsAreAddedMovedAndRemoved()
{
    DesignBench bench;
    QVERIFY(bench.open());
    const QString original = bench.document.text();
    bench.page->showSection(DesignSection::Data);
    auto* add = bench.find<QPushButton>(QStringLiteral("addStep"));
    add->click();
    add->click();
    QVERIFY(bench.find<QComboBox>(QStringLiteral("part:/data/preprocess/1")));
    auto* choice = bench.find<QComboBox>(QStringLiteral("part:/data/preprocess/1"));
    emit choice->activated(1);
    const std::string second(registry().preprocessSteps[1].name);
    QCOMPARE(bench.said("/data/preprocess/1/step"), '"' + second + '"');
    auto* up = bench.find<QToolButton>(QStringLiteral("stepUp1"));
    QVERIFY(up);
    up->click();
    QCOMPARE(bench.said("/data/preprocess/0/step"), '"' + second + '"');
    for (const char* which : {"removeStep1", "removeStep0"})
        bench.find<QToolButton>(QString::fromLatin1(which))->click();
    QCOMPARE(bench.said("/data/preprocess"), std::string("–"));
    QCOMPARE(bench.document.text(), original);
}

void FormTest::outlineModelIsSound()
{
    SectionList list;
    QAbstractItemModel& model = *list.model();
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), kDesignSections);
    QVERIFY(!model.index(1, 0).data(SectionList::ProblemsRole).isValid());
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    std::array<int, kDesignSections> problems{};
    problems[static_cast<std::size_t>(DesignSection::Arms)] = 3;
    list.setProblems(problems);
    QVERIFY(!changed.isEmpty());
    changed.clear();
    list.setProblems(problems);
    QVERIFY(changed.isEmpty());
    const QModelIndex arms = model.index(static_cast<int>(DesignSection::Arms), 0);
    QCOMPARE(arms.data(SectionList::ProblemsRole).toInt(), 3);
    QCOMPARE(arms.data(Qt::AccessibleTextRole).toString(), QStringLiteral("Arms: 3 problems"));
    QVERIFY(!model.index(0, 0).data(SectionList::ProblemsRole).isValid()); // the overview
}

COTERIE_WIDGET_SECTION(FormTest)

} // namespace tst_form

#include "tst_form.moc"
