#include "core/base/json_parse.h"
#include "tests/sections.h"
#include "tests/ui/design/canvas_bench.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/layout_check.h"
#include "ui/design/canvas/client_inspector.h"
#include "ui/design/canvas/partition_side.h"
#include "ui/frame/notice_bar.h"
#include "ui/frame/small_widgets.h"
#include "ui/views/figure_dialog.h"
#include "ui/views/matrix_view.h"

#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>

namespace tst_partition_editor {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The drawing together with the document and the real data.
class PartitionEditorTest final : public QObject
{
    Q_OBJECT

private slots:
    void dragsChangeTheFileAndUndoRestoresIt();
    void theSplitFollowsTheScheme();
    void theNumbersFollowADrag();
    void anEditThatWasUndoneDoesNotComeBack();
    void typedNumbersDoTheSame();
    void whatCannotBeDealtIsSaid();
    void clientsAreDrawnWhateverElseIsWrong();
    void anEditBesideOtherProblemsFitsAllSeeds();
    void whoJoinsLateIsDrawnWhateverElseIsWrong();
    void choosingByHandBeginsWithWhatIsDrawn();
    void typedNumbersHaveRoomInANarrowWindow();
    void theHintHasTheWholeWidth();
    void theUndoOfAMessageIsItsOwn();
    void aTitleWithoutRoomSaysLess();
    void theSeedIsSaidAndNothingIsCutInAnyFont();
    void thePictureHoldsAllClients();

private:
    QTemporaryDir m_folder;
};

void PartitionEditorTest::dragsChangeTheFileAndUndoRestoresIt()
{
    EditorBench page(
        savedPartition(m_folder, R"({ "scheme": "dirichlet",   "clients": 6, "alpha": 0.5 })"));
    QVERIFY(page.settles());
    const QString text = page.document.text();
    const PartitionSketch before = page.canvas().sketch();
    QCOMPARE(before.clients(), std::size_t(6));
    QCOMPARE(before.heldFor, QStringLiteral("training and test"));

    const QPoint end = endOf(page.canvas(), 2);
    drag(page.canvas(), end, end - QPoint(70, 0));
    const PartitionSketch drawn = page.canvas().sketch();
    QVERIFY(drawn.size(2) < before.size(2));
    QVERIFY(page.settles());
    // What core deals from the file is what was drawn, to the sample.
    QCOMPARE(page.canvas().sketch().held, drawn.held);
    QCOMPARE(page.canvas().sketch().unheld, drawn.unheld);
    QCOMPARE(page.document.checked().experiment->partitionSeed, std::optional<std::uint64_t>(1));

    const QPoint border = borderOf(page.canvas(), 2, 0);
    drag(page.canvas(), border, border + QPoint(9, 0));
    QVERIFY(page.settles());
    QVERIFY(page.canvas().sketch().held != drawn.held);
    page.canvas().setSelected({1, 3});
    page.action(ActionId::MergeClients)->trigger();
    const PartitionSketch merged = page.canvas().sketch();
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().held, merged.held);
    QCOMPARE(page.document.checked().experiment->data.partition.name, std::string("byHand"));
    drag(page.canvas(), bodyOf(page.canvas(), 0), roundPoint(page.canvas(), 8));
    QVERIFY(page.settles());
    QCOMPARE(page.document.checked().experiment->clients.arrivals.front().round, 8);
    QCOMPARE(page.document.undoStack().count(), 4);

    for (int step = 0; step < 4; ++step)
        page.document.undoStack().undo();
    QCOMPARE(page.document.text(), text);
    QVERIFY(page.settles());
    QVERIFY(page.canvas().sketch() == before);
    for (int step = 0; step < 3; ++step)
        page.document.undoStack().redo();
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().held, merged.held);
}

void PartitionEditorTest::theSplitFollowsTheScheme()
{
    EditorBench page(savedPartition(m_folder, R"({ "scheme": "iid", "clients": 4 })"));
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().clients(), std::size_t(4));
    QVERIFY(page.document.apply(
        "More clients", {{.pointer = "/data/partition/clients", .value = JsonNode::fromWhole(9)}}));
    QTRY_COMPARE(page.canvas().sketch().clients(), std::size_t(9));
    QCOMPARE(page.editor.findChild<MatrixView*>("distances")->picture().rows.size(),
             std::size_t(9));
    // Picking is shared with the heatmap.
    emit page.editor.findChild<MatrixView*>("distances")->clientsChosen({2, 5});
    QCOMPARE(page.canvas().selected(), std::set<int>({2, 5}));
}

void PartitionEditorTest::theNumbersFollowADrag()
{
    EditorBench page(
        savedPartition(m_folder, R"({ "scheme": "dirichlet", "clients": 6, "alpha": 0.5 })"));
    QVERIFY(page.settles());
    const QString text = page.document.text();
    const auto* distances = page.editor.findChild<MatrixView*>("distances");
    const auto gini = [&] {
        for (const QLabel* label : page.editor.findChildren<QLabel*>())
            if (label->accessibleName() == "Gini of sizes")
                return label->text();
        return QString();
    };
    const QString giniBefore = gini();
    const QImage distancesBefore = distances->image();
    const QPoint end = endOf(page.canvas(), 2);
    press(page.canvas(), end);
    moveTo(page.canvas(), end - QPoint(150, 0));
    QCOMPARE(page.editor.findChild<QSpinBox*>("clientSamples")->value(),
             int(page.canvas().shownSketch().size(2)));
    QTRY_VERIFY(gini() != giniBefore);
    moveTo(page.canvas(), end);
    QTRY_COMPARE(gini(), giniBefore); // back where it began
    moveTo(page.canvas(), end - QPoint(150, 0));
    QTRY_VERIFY(gini() != giniBefore);
    QTest::keyClick(&page.canvas(), Qt::Key_Escape);
    QCOMPARE(gini(), giniBefore);
    QCOMPARE(page.document.text(), text);
    release(page.canvas(), end);

    page.action(ActionId::TakeFromOthers)->setChecked(true); // all samples are dealt
    const QPoint border = borderOf(page.canvas(), 2, 0);
    press(page.canvas(), border);
    moveTo(page.canvas(), border + QPoint(25, 0));
    QTRY_VERIFY(distances->image() != distancesBefore);
    QCOMPARE(page.document.text(), text);
    const Matrix during = distances->picture().matrix;
    release(page.canvas(), border + QPoint(25, 0));
    QVERIFY(page.settles());
    QVERIFY(page.document.text() != text);
    QVERIFY(distances->picture().matrix == during); // what was foretold is what came
}

void PartitionEditorTest::typedNumbersDoTheSame()
{
    EditorBench page(
        savedPartition(m_folder, R"({ "scheme": "iid", "clients": 4, "samples": 100 })"));
    QVERIFY(page.settles());
    page.canvas().setSelected({1});
    auto* samples = page.editor.findChild<QSpinBox*>("clientSamples");
    QCOMPARE(samples->value(), 100);
    samples->setValue(60);
    QCOMPARE(page.canvas().sketch().size(1), std::int64_t(60));
    page.editor.findChild<QSpinBox*>("clientArrival")->setValue(7);
    QCOMPARE(arrivalOf(page.canvas().sketch(), 1), std::optional(7));
    QCOMPARE(page.document.undoStack().count(), 2);
    samples->setValue(5000); // the data ends before
    QVERIFY(page.canvas().sketch().size(1) < 1000);
    QCOMPARE(samples->value(), int(page.canvas().sketch().size(1)));
    QVERIFY(page.editor.findChild<QLabel*>("clientsNotice")->text().contains("at most"));
}

void PartitionEditorTest::whatCannotBeDealtIsSaid()
{
    EditorBench page(savedPartition(m_folder, R"({ "scheme": "iid", "clients": 4 })"));
    QVERIFY(page.settles());
    RunPlan plan = page.document.checked().plans->front();
    plan.data.partition.parameters.set("samples", std::int64_t(900));
    page.editor.showPlan(plan, true);
    QTRY_VERIFY(page.canvas().sketch().held.empty());
    const QString why = page.canvas().accessibleDescription();
    QVERIFY2(why.startsWith("Clients") && !why.contains("/data"), qPrintable(why)); // in words
    page.editor.showPlan(page.document.checked().plans->front(), true);
    QTRY_COMPARE(page.canvas().sketch().clients(), std::size_t(4));
    // A problem elsewhere leaves the drawing; another file takes it away.
    QVERIFY(page.document.apply("Spoil it",
                                {{.pointer = "/rounds", .value = JsonNode::fromWhole(-1)}}));
    QTRY_VERIFY(!page.document.isChecking() && !page.document.checked().experiment);
    QCOMPARE(page.canvas().sketch().clients(), std::size_t(4));
    bool gone = false;
    connect(&page.document, &ExperimentDocument::opened, &page.editor, [&] {
        gone = page.canvas().sketch().held.empty();
    });
    page.document.open(m_folder.filePath("experiment.json"));
    QVERIFY(page.settles());
    QVERIFY(gone);
}

/// Who holds what does not hang on arms, model or rounds: a file that is wrong there is drawn.
void PartitionEditorTest::clientsAreDrawnWhateverElseIsWrong()
{
    const QString path = savedPartition(m_folder, R"({ "scheme": "iid", "clients": 4 })");
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text = file.readAll();
    file.close();
    text.replace("\"fedavg\"", "\"fedavgg\"");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    EditorBench page(path);
    QTRY_COMPARE(page.canvas().sketch().clients(), std::size_t(4));
    QVERIFY(!page.document.checked().experiment);
    QVERIFY(page.editor.findChild<MatrixView*>("distances")->picture().rows.size() == 4);
    QVERIFY(page.document.apply(
        "More clients", {{.pointer = "/data/partition/clients", .value = JsonNode::fromWhole(9)}}));
    QTRY_COMPARE(page.canvas().sketch().clients(), std::size_t(9));
    // An edit by hand is one of the text as ever.
    drag(page.canvas(), endOf(page.canvas(), 2), endOf(page.canvas(), 2) - QPoint(40, 0));
    const std::int64_t left = page.canvas().sketch().size(2);
    QVERIFY(left < 111 && page.document.text().contains("overrides"));
    QTRY_VERIFY(!page.document.isChecking() && !page.editor.isBusy());
    QVERIFY(!page.document.checked().experiment);
    QCOMPARE(page.canvas().sketch().size(2), left);
}

void PartitionEditorTest::anEditBesideOtherProblemsFitsAllSeeds()
{
    const QString path =
        savedPartition(m_folder, R"({ "scheme": "dirichlet", "clients": 4, "alpha": 0.5 })");
    EditorBench page(path);
    QVERIFY(page.settles());
    QVERIFY(page.document.apply(
        "Seeds",
        {{.pointer = "/seeds",
          .value = JsonNode::list({JsonNode::fromWhole(1), JsonNode::fromWhole(2)})},
         {.pointer = "/arms/0/algorithm/name", .value = JsonNode::fromText("fedavgg")}}));
    QTRY_VERIFY(!page.document.isChecking() && !page.editor.isBusy());
    QVERIFY(!page.document.checked().experiment && page.document.checked().clients->seedVaries);
    QVERIFY(!page.document.text().contains("partitionSeed"));
    drag(page.canvas(), endOf(page.canvas(), 2), endOf(page.canvas(), 2) - QPoint(40, 0));
    QVERIFY(page.document.text().contains("partitionSeed")); // else seed 2 would deal otherwise
}

void PartitionEditorTest::whoJoinsLateIsDrawnWhateverElseIsWrong()
{
    const QString path = savedPartition(m_folder, R"({ "scheme": "iid", "clients": 4 })");
    EditorBench page(path);
    QVERIFY(page.settles());
    const auto arrival = parseJson(R"([ { "round": 50, "clients": [3] } ])");
    // An arm has more rounds than the others, and only in those is there a round 50.
    QVERIFY(page.document.apply(
        "Late",
        {{.pointer = "/rounds", .value = JsonNode::fromWhole(20)},
         {.pointer = "/arms/0/rounds", .value = JsonNode::fromWhole(100)},
         {.pointer = "/arms/0/algorithm/name", .value = JsonNode::fromText("fedavgg")},
         {.pointer = "/clients", .value = parseJson(R"({ "arrivals": [] })")->root},
         {.pointer = "/clients/arrivals", .value = arrival->root}}));
    QTRY_VERIFY(!page.document.isChecking() && !page.editor.isBusy());
    QVERIFY(!page.document.checked().experiment);
    QCOMPARE(page.document.checked().clients->run.rounds, 100);
    QCOMPARE(page.canvas().sketch().arrivals.size(), std::size_t{1});
}

void PartitionEditorTest::choosingByHandBeginsWithWhatIsDrawn()
{
    EditorBench page(
        savedPartition(m_folder, R"({ "scheme": "dirichlet", "clients": 4, "alpha": 0.5 })"));
    QVERIFY(page.settles());
    const std::vector<KindCounts> drawn = page.canvas().sketch().held;
    JsonNode partition = JsonNode::object();
    partition.add("scheme", JsonNode::fromText("byHand"));
    QVERIFY(page.document.apply("Choose by hand",
                                {{.pointer = "/data/partition", .value = partition}}));
    QTRY_VERIFY(!page.document.isChecking() && !page.document.checked().experiment);
    auto* begin = page.editor.findChild<NoticeBar*>()->findChild<QPushButton*>();
    QVERIFY(begin);
    begin->click();
    QVERIFY(page.settles());
    QCOMPARE(page.document.checked().experiment->data.partition.name, std::string("byHand"));
    QCOMPARE(page.canvas().sketch().held, drawn);
}

void PartitionEditorTest::anEditThatWasUndoneDoesNotComeBack()
{
    EditorBench page(savedPartition(m_folder, R"({ "scheme": "iid", "clients": 4 })"));
    QVERIFY(page.settles());
    const QString text = page.document.text();
    page.canvas().setSelected({1});
    QTest::keyClick(&page.canvas(), Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(page.settles());
    QVERIFY(page.document.text() != text);
    page.document.undoStack().undo();
    QCOMPARE(page.document.text(), text);
    QTest::keyClick(&page.canvas(), Qt::Key_Left); // on what is drawn no more
    QCOMPARE(page.document.text(), text);
    QVERIFY(page.settles());
    QTest::keyClick(&page.canvas(), Qt::Key_Left);
    QVERIFY(page.document.text() != text);
    QVERIFY(page.settles());
    // A change that does not concern the clients leaves them as they are.
    QVERIFY(page.document.apply("More rounds",
                                {{.pointer = "/local/batch", .value = JsonNode::fromWhole(9)}}));
    QTRY_VERIFY(!page.document.isChecking());
    const QString before = page.document.text();
    QTest::keyClick(&page.canvas(), Qt::Key_Left);
    QVERIFY(page.document.text() != before);
}

/// After another edit it would undo that one.
void PartitionEditorTest::theUndoOfAMessageIsItsOwn()
{
    EditorBench page(
        savedPartition(m_folder, R"({ "scheme": "dirichlet", "clients": 4, "alpha": 0.5 })"));
    QVERIFY(page.settles());
    QVERIFY(page.document.apply(
        "Seeds",
        {{.pointer = "/seeds",
          .value = JsonNode::list({JsonNode::fromWhole(1), JsonNode::fromWhole(2)})}}));
    QVERIFY(page.settles());
    auto* bar = page.editor.findChild<NoticeBar*>();
    const QString before = page.document.text();
    drag(page.canvas(), endOf(page.canvas(), 2), endOf(page.canvas(), 2) - QPoint(40, 0));
    QVERIFY(page.settles());
    QVERIFY(!bar->isHidden()); // all seeds now use this partition
    bar->findChild<QPushButton*>()->click();
    QCOMPARE(page.document.text(), before);
    QVERIFY(page.settles());
    drag(page.canvas(), endOf(page.canvas(), 2), endOf(page.canvas(), 2) - QPoint(40, 0));
    QVERIFY(page.settles());
    QVERIFY(!bar->isHidden());
    QVERIFY(
        page.document.apply("Rounds", {{.pointer = "/rounds", .value = JsonNode::fromWhole(7)}}));
    QVERIFY(bar->isHidden());
}

void PartitionEditorTest::aTitleWithoutRoomSaysLess()
{
    EditorBench page(savedPartition(m_folder, R"({ "scheme": "iid", "clients": 3 })"));
    QVERIFY(page.settles());
    const auto* title = page.editor.findChild<ElidedLabel*>(QStringLiteral("splitTitle"));
    QTRY_COMPARE(title->shownText(), QStringLiteral("3 clients, Glyph digits, partition seed 1"));
    page.editor.resize(680, 700);
    QTRY_COMPARE(title->shownText(), QStringLiteral("seed 1"));
    QCOMPARE(title->toolTip(), QStringLiteral("3 clients, Glyph digits, partition seed 1"));
}

void PartitionEditorTest::theSeedIsSaidAndNothingIsCutInAnyFont()
{
    EditorBench page(savedPartition(m_folder, R"({ "scheme": "iid", "clients": 3 })"));
    QVERIFY(page.settles());
    const auto* title = page.editor.findChild<ElidedLabel*>(QStringLiteral("splitTitle"));
    const double usual = page.editor.font().pointSizeF();
    const auto* side = page.editor.findChild<PartitionSide*>();
    const auto* halves = page.editor.findChild<QSplitter*>();
    for (const double points : {usual, 14.0, 20.0}) {
        QFont font = page.editor.font();
        font.setPointSizeF(points);
        page.editor.setFont(font);
        page.canvas().setSelected({0}); // tools that are enabled
        for (const int width : {580, 700, 800, 930, 1040}) {
            page.editor.resize(width, 700);
            const auto faults = [&] {
                QStringList found;
                for (const auto* tool : title->parentWidget()->findChildren<QAbstractButton*>())
                    if (tool->isVisible() && tool->width() < tool->sizeHint().width())
                        found << tool->text();
                const bool isBeside = halves->orientation() == Qt::Horizontal;
                for (const auto* label : side->findChildren<QLabel*>())
                    if (label->isVisible() && label->width() < label->sizeHint().width()
                        && (isBeside || points < 20)) // below the bars some widths are too small
                        found << label->text();
                if (!title->isVisible() || !title->shownText().contains(QStringLiteral("seed")))
                    found << title->shownText();
                return found + misplaced(*title->parentWidget());
            };
            QTRY_VERIFY2(faults().isEmpty(),
                         qPrintable(QStringLiteral("%1 pt, %2: ").arg(points).arg(width)
                                    + faults().join(u'\n')));
            layOut(); // it ends: nothing asks for a new layout again and again
        }
    }
}

void PartitionEditorTest::typedNumbersHaveRoomInANarrowWindow()
{
    CanvasActions actions;
    PartitionCanvas canvas(actions.all);
    ClientInspector inspector(canvas);
    inspector.showClients(made_up::sketch(), {1});
    inspector.resize(1100, inspector.minimumHeight());
    inspector.show();
    const auto* samples = inspector.findChild<QSpinBox*>(QStringLiteral("clientSamples"));
    const auto* edge = inspector.findChild<QComboBox*>(QStringLiteral("clientEdge"));
    const auto* arrival = inspector.findChild<QSpinBox*>(QStringLiteral("clientArrival"));
    const auto top = [&](const QWidget* field) { return field->mapTo(&inspector, QPoint()).y(); };
    QTRY_VERIFY(top(edge) == top(samples) && top(arrival) == top(samples));
    layOut();
    const int height = inspector.minimumHeight();
    for (const int width : {560, 420, inspector.minimumSizeHint().width()}) {
        inspector.resize(width, inspector.minimumHeight());
        inspector.resize(width, inspector.minimumHeight()); // it may need more rows
        layOut();
        const auto* who = inspector.findChild<QLabel*>(QStringLiteral("pickedClients"));
        QTRY_VERIFY(top(arrival) > top(who));
        QVERIFY(inspector.minimumHeight() >= height);
        for (const QWidget* part : inspector.findChildren<QWidget*>()) {
            if (!part->isVisible() || !part->parentWidget() || part->parentWidget() == samples
                || part->parentWidget() == edge || part->parentWidget() == arrival)
                continue;
            const QRect place(part->mapTo(&inspector, QPoint()), part->size());
            const QString what = QStringLiteral("%1 at %2").arg(part->objectName()).arg(width);
            QVERIFY2(inspector.rect().contains(place), qPrintable(what));
        }
        for (const QWidget* field : std::initializer_list<const QWidget*>{samples, edge, arrival})
            QVERIFY(field->width() >= field->minimumSizeHint().width());
    }
}

/// It was a column of letters where the fields did not fit beside it.
void PartitionEditorTest::theHintHasTheWholeWidth()
{
    CanvasActions actions;
    PartitionCanvas canvas(actions.all);
    ClientInspector inspector(canvas);
    inspector.showClients(made_up::sketch(), {});
    inspector.show();
    const auto* hint = inspector.findChild<QLabel*>(QStringLiteral("pickedClients"));
    for (const int width : {1100, 700, 640, 480}) {
        inspector.resize(width, inspector.minimumHeight());
        layOut();
        inspector.resize(width, inspector.minimumHeight());
        QTRY_VERIFY(hint->width() > width - 40);
        layOut();
        QVERIFY(hint->height() >= hint->heightForWidth(hint->width()));
    }
}

/// Those too that are scrolled out of sight, and what the colours mean.
void PartitionEditorTest::thePictureHoldsAllClients()
{
    EditorBench page(savedPartition(m_folder, R"({ "scheme": "iid", "clients": 150 })"));
    for (const ActionId which : {ActionId::SaveClientsPicture, ActionId::CopyClientsPicture})
        QVERIFY(!page.action(which)->isEnabled()); // nothing is drawn yet
    QVERIFY(page.settles());
    PartitionCanvas& canvas = page.canvas();
    const double unit = 8.0 / figureFont({}).pixelSize(); // points
    const int width = int(84 / 25.4 * 72 / unit);         // of a column of a paper
    const int bars = canvas.pictureHeight(width);
    QVERIFY(bars > canvas.viewport()->height()); // it scrolls
    QApplication::clipboard()->clear();
    page.action(ActionId::CopyClientsPicture)->trigger();
    const QImage image = QApplication::clipboard()->image();
    const double dots = unit * 300 / 72;
    QCOMPARE(image.width(), 992);
    const double legend = image.height() / dots - bars;
    QVERIFY2(legend > 10, qPrintable(QString::number(legend)));
    const auto coloured = [&](double from, double to) {
        int count = 0;
        for (int y = int(from * dots); y < int(to * dots); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y).saturation() > 60 ? 1 : 0;
        return count;
    };
    QVERIFY(coloured(legend + bars - 12, legend + bars) > 100); // the last bar
    QVERIFY(coloured(0, legend) > 100);                         // the first patch of the legend

    page.action(ActionId::SaveClientsPicture)->trigger();
    auto* dialog = page.editor.findChild<FigureDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    const QString path = m_folder.filePath(QStringLiteral("clients.png"));
    dialog->saveTo(path);
    QCOMPARE(QImage(path).size(), image.size());
    for (const char* beside : {"sizeHistogram", "distances"}) {
        auto* drawn = page.editor.findChild<QWidget*>(QString::fromLatin1(beside));
        QVERIFY(drawn->findChild<QAction*>(QStringLiteral("savePicture")));
        drawn->findChild<QAction*>(QStringLiteral("copyPicture"))->trigger();
        QCOMPARE(QApplication::clipboard()->image().size(), QSize(992, 744));
    }
}

COTERIE_WIDGET_SECTION(PartitionEditorTest)

} // namespace tst_partition_editor

#include "tst_partition_editor.moc"
