#include "tests/sections.h"
#include "tests/ui/design/changed_tree.h"
#include "tests/ui/design/design_bench.h"
#include "tests/ui/laid_out.h"
#include "ui/design/part_form.h"
#include "ui/design/places.h"
#include "ui/words.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSlider>
#include <QTextBlock>
#include <QToolButton>

namespace tst_form {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The form on screen: edits, sweeps, defaults and the order of its fields.
class FormTest final : public QObject
{
    Q_OBJECT

private slots:
    void aWrongValueShowsItsSentence();
    void anEditChangesExactlyWhatItIsAbout();
    void typingIsNotDisturbedAndIsOneStep();
    void aSliderDragIsOneStep();
    void resetReturnsToTheDefault();
    void tabReachesAFieldBeforeItsReset();
    void aValueThatIsTheDefaultDoesNotStandOut();
    void proseShowsWholeLines();
    void aChoiceOfSeveralIsASweep();
    void dataAndPartitionAreSweptToo();
    void blocksOfNumbersAreToldApart();
    void everyPartCanBeChosen();
    void aNaturalPartitionHasTheDatasOwnClients();
    void brokenTextLocksTheForms();
    void stepsAreAddedMovedAndRemoved();
    void outlineModelIsSound();
};

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
    auto* files = bench.find<QListWidget>(QStringLiteral("templates"));
    QVERIFY(chain.contains(outline) && chain.contains(files) && chain.contains(reset));
    QVERIFY(chain.indexOf(outline) < chain.indexOf(files));
    QVERIFY(chain.indexOf(files) < chain.indexOf(momentum));
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
    layOut();
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

void FormTest::dataAndPartitionAreSweptToo()
{
    DesignBench bench;
    QVERIFY(bench.open());
    const auto type = [&](const char* pointer, const char* text) {
        auto* field = bench.editor<QLineEdit>(pointer);
        if (!field)
            return false;
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(text));
        return true;
    };
    bench.page->showSection(DesignSection::Data);
    QVERIFY(type("/data/dataset/samples", "1600, 3200"));
    QCOMPARE(bench.said("/data/dataset/samples"), std::string(R"({"sweep":[1600,3200]})"));
    bench.page->showSection(DesignSection::Clients);
    auto* slider = bench.editor<QSlider>("/data/partition/alpha");
    QVERIFY(slider && !slider->isHidden());
    QVERIFY(type("/data/partition/alpha", "0.1, 0.5, 1"));
    QCOMPARE(bench.said("/data/partition/alpha"), std::string(R"({"sweep":[0.1,0.5,1]})"));
    QVERIFY(slider->isHidden());
    QTRY_VERIFY(bench.document.isRunnable()
                && bench.document.checked().plans->size() % 6 == 0); // 2 × 3 points
    QVERIFY(type("/data/partition/alpha", "0.7"));
    QCOMPARE(bench.said("/data/partition/alpha"), std::string("0.7"));
    QVERIFY(!slider->isHidden());
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
        QVERIFY(!kind.known.empty());
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

void FormTest::aNaturalPartitionHasTheDatasOwnClients()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Clients);
    auto* schemes = bench.find<QComboBox>(QStringLiteral("part:/data/partition"));
    QVERIFY(schemes);
    const auto choose = [schemes](const char* scheme) {
        schemes->setCurrentIndex(schemes->findData(QString::fromLatin1(scheme)));
        emit schemes->activated(schemes->currentIndex());
    };
    const char* count = "/data/partition/clients";
    const std::string before = bench.said(count);
    QVERIFY(before != "–");
    choose("natural");
    QCOMPARE(bench.said("/data/partition/scheme"), std::string("\"natural\""));
    QCOMPARE(bench.said(count), std::string("–"));
    bench.document.undoStack().undo(); // one step
    QCOMPARE(bench.said(count), before);
    choose("natural");
    choose("iid");
    QCOMPARE(bench.said(count), before);
    choose("natural");
    choose("domains"); // has no such number
    QCOMPARE(bench.said(count), std::string("–"));
    choose("dirichlet");
    QCOMPARE(bench.said(count), std::string("–"));
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
