#include "core/experiment/experiment_fields.h"
#include "core/experiment/word_titles.h"
#include "core/metrics/metric_infos.h"
#include "tests/sections.h"
#include "tests/ui/design/changed_tree.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/field_editors.h"
#include "ui/design/form_view.h"
#include "ui/design/problem_words.h"
#include "ui/frame/delegates.h"
#include "ui/words.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSet>
#include <QSlider>

#include <set>

namespace tst_form_words {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Places, fields, choices and controls are named and explained in words, not in the file's keys.
class FormWordsTest final : public QObject
{
    Q_OBJECT

private slots:
    void everyProblemHasASection();
    void everyPlaceIsSaidInTheUsersWords_data();
    void everyPlaceIsSaidInTheUsersWords();
    void noFieldIsSaidByItsPointer();
    void metricsAreOfferedInWords();
    void anEditOfTheProfileIsNamedInWords();
    void everyFieldExplainsItself();
    void everyFieldIsNamedInWords();
    void everyChoiceIsNamedInWords();
    void choicesAreWrittenAsTheFileHasThem();
    void everyControlSaysWhatItDoes();
};

void FormWordsTest::everyProblemHasASection()
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

void FormWordsTest::everyPlaceIsSaidInTheUsersWords_data()
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
    row("/clients/arrivals/newcomers/sweep/1", "Clients › Newcomers › entry 2");
    row("/clients/arrivals/rounds/0", "Clients › Arrivals › Rounds › entry 1");
    row("/model/name", "Model");
    row("/model/precision", "Model › Precision");
    row("/model/layers", "Model › Layers");
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

void FormWordsTest::everyPlaceIsSaidInTheUsersWords()
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
void FormWordsTest::noFieldIsSaidByItsPointer()
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

void FormWordsTest::metricsAreOfferedInWords()
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

void FormWordsTest::anEditOfTheProfileIsNamedInWords()
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

void FormWordsTest::everyFieldExplainsItself()
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
    const FormRow wants{.pointer = "/arms/0/algorithm/wants",
                        .descriptor = findParameter(
                            findPart(registry().algorithms, "external")->parameters, "wants"),
                        .style = {},
                        .value = {},
                        .fallback = {},
                        .origin = {},
                        .problem = {}};
    QCOMPARE(placeholderOf(wants), QStringLiteral("such as gram, cosines"));
}

/// The letter stands beside the name; what it means is in the name.
void FormWordsTest::everyFieldIsNamedInWords()
{
    constexpr qsizetype kRoom = 28; // of the column of names
    static const QRegularExpression kLetter(
        QStringLiteral("^(alpha|beta|gamma|epsilon|lambda|mu|nu|rho|sigma|tau|theta)s?\\d?$"),
        QRegularExpression::CaseInsensitiveOption);
    int named = 0;
    for (const auto parts : registry().partTables())
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
void FormWordsTest::everyChoiceIsNamedInWords()
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
                                                 &fields::kBnMode,
                                                 &fields::kKeepModels})
        QVERIFY2(look(*parameter), std::string(parameter->name).c_str());
    std::vector<std::span<const NamedPart>> tables{registry().layers};
    for (const auto parts : registry().partTables())
        tables.push_back(parts);
    for (const auto parts : tables)
        for (const NamedPart& part : parts)
            for (const ParameterDescriptor& parameter : part.parameters)
                QVERIFY2(look(parameter),
                         std::string(part.name).append("/").append(parameter.name).c_str());
    QVERIFY(known == named); // and none is left over from a word that is no more
}

void FormWordsTest::choicesAreWrittenAsTheFileHasThem()
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
    // A word that no descriptor has is shown as it is.
    QVERIFY(bench.document.apply(
        QStringLiteral("Misspell"),
        {{.pointer = "/model/precision", .value = JsonNode::fromText("float16")}}));
    QCOMPARE(precision->currentIndex(), -1);
    QCOMPARE(precision->placeholderText(), QStringLiteral("float16"));
}

void FormWordsTest::everyControlSaysWhatItDoes()
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

COTERIE_WIDGET_SECTION(FormWordsTest)

} // namespace tst_form_words

#include "tst_form_words.moc"
