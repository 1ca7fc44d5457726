#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/views/figure_dialog.h"
#include "ui/views/line_plot.h"
#include "ui/views/parallel_view.h"
#include "ui/views/picture_export.h"
#include "ui/views/plain_table.h"
#include "ui/views/view_frame.h"
#include "ui/watch/what_if_bar.h"
#include "ui/words.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tst_views {

using namespace coterie;
using namespace coterie::ui;

namespace {

PlainTable smallTable()
{
    return {.header = {QStringLiteral("Arm, name"), QStringLiteral("α_1"), QStringLiteral("±")},
            .rows = {{QStringLiteral("A & B"), 0.1, QStringLiteral("1.2 ± 0.3")},
                     {QStringLiteral("50 %|x"), QVariant(), QStringLiteral("2.0 ± 0.1")},
                     {QStringLiteral("\"q\""), made_up::kNaN, QVariant()}}};
}

PlotPicture smallPicture()
{
    PlotPicture picture;
    picture.xLabel = QStringLiteral("Round");
    picture.yLabel = QStringLiteral("Test error (%)");
    PlotLine line;
    line.name = QStringLiteral("FedAvg");
    line.x = {0, 1, 2};
    line.y = {90, 50, 40};
    picture.lines.push_back(line);
    picture.bands.push_back({.name = QStringLiteral("FedAvg"),
                             .colour = 0,
                             .x = {0, 1, 2},
                             .lower = {80, 45, 35},
                             .upper = {95, 55, 45}});
    return picture;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class ViewsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aTableBecomesCsv();
    void aTableBecomesTabbedText();
    void aTableBecomesMarkdown();
    void aTableBecomesLatex();
    void filesHoldMinusSignsThatProgramsRead();
    void thePlainTableIsAProperModel();
    void aPictureIsSavedInAllForms();
    void whatCannotBeSavedIsSaid();
    void aDrawingCanBeTakenOutOfTheWindow();
    void tablesAreSavedByTheirEnding();
    void aPipeIsWrittenToAndNotReplaced();
    void parallelAxesStandEvenlyAndInOrder();
    void parallelLinesPartWhereAValueIsMissing();
    void aParallelAxisHasAPlaceForWhatIsNotSet();
    void wideRangesGetLogarithmicAxes();
    void parallelAxesEndAtTicks();
    void anAxisOfOneValueIsDrawn();
    void theMiddleOfTheSliderIsTheRecordItself();
    void aTrueMinusStandsBeforeNumbersOnly();

private:
    QTemporaryDir m_folder;
};

void ViewsTest::aTrueMinusStandsBeforeNumbersOnly()
{
    for (const auto& [text, expected] :
         {std::pair("-1.5", "−1.5"),
          std::pair("gain -0.013, not merged (-2)", "gain −0.013, not merged (−2)"),
          std::pair("1e-05 to -3E-7", "1e−05 to −3E−7"),
          std::pair("-.5 and -∞", "−.5 and −∞"),
          std::pair("HiCS-FL on CIFAR-10, clients 3-5, 2026-11-23", ""),
          std::pair("non-finite - or -nan, --7, x_-1, a-", "")}) {
        const QString whole = QString::fromUtf8(*expected ? expected : text);
        QCOMPARE(withTrueMinus(QString::fromUtf8(text)), whole);
        QCOMPARE(withTrueMinus(whole), whole);
    }
}

void ViewsTest::aTableBecomesCsv()
{
    QCOMPARE(csvText(smallTable()),
             QStringLiteral("\"Arm, name\",α_1,±\n"
                            "A & B,0.1,1.2 ± 0.3\n"
                            "50 %|x,,2.0 ± 0.1\n"
                            "\"\"\"q\"\"\",nan,\n"));
}

void ViewsTest::aTableBecomesTabbedText()
{
    PlainTable table = smallTable();
    table.rows[0][2] = QStringLiteral("two\nlines\tof it");
    QCOMPARE(tabbedText(table),
             QStringLiteral("Arm, name\tα_1\t±\n"
                            "A & B\t0.1\ttwo lines of it\n"
                            "50 %|x\t\t2.0 ± 0.1\n"
                            "\"q\"\tnan\t\n"));
}

void ViewsTest::aTableBecomesMarkdown()
{
    QCOMPARE(markdownText(smallTable()),
             QStringLiteral("| Arm, name | α_1 | ± |\n"
                            "| --- | ---: | ---: |\n"
                            "| A & B | 0.1 | 1.2 ± 0.3 |\n"
                            "| 50 %\\|x |  | 2.0 ± 0.1 |\n"
                            "| \"q\" | NaN |  |\n"));
}

void ViewsTest::aTableBecomesLatex()
{
    QCOMPARE(latexText(smallTable()),
             QStringLiteral("\\begin{tabular}{lrr}\n\\toprule\n"
                            "Arm, name & $\\alpha$\\_1 & $\\pm$ \\\\\n"
                            "\\midrule\n"
                            "A \\& B & 0.1 & 1.2 $\\pm$ 0.3 \\\\\n"
                            "50 \\%|x &  & 2.0 $\\pm$ 0.1 \\\\\n"
                            "\"q\" & NaN &  \\\\\n"
                            "\\bottomrule\n\\end{tabular}\n"));
}

void ViewsTest::filesHoldMinusSignsThatProgramsRead()
{
    const PlainTable table{.header = {QStringLiteral("Arm"), QStringLiteral("Value")},
                           .rows = {{QStringLiteral("a − b"), -0.5},
                                    {QStringLiteral("c"), QStringLiteral("−1.2 ± 0.3")}}};
    PlainTableModel model;
    model.setTable(table);
    QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("−0.5")); // on screen
    QCOMPARE(csvText(table), QStringLiteral("Arm,Value\na − b,-0.5\nc,-1.2 ± 0.3\n"));
    QCOMPARE(tabbedText(table), QStringLiteral("Arm\tValue\na − b\t-0.5\nc\t-1.2 ± 0.3\n"));
    QCOMPARE(markdownText(table),
             QStringLiteral("| Arm | Value |\n| --- | ---: |\n| a − b | -0.5 |\n"
                            "| c | -1.2 ± 0.3 |\n"));
    QVERIFY(latexText(table).contains(QStringLiteral("a $-$ b & -0.5 \\\\\nc & -1.2 $\\pm$ 0.3")));
}

void ViewsTest::thePlainTableIsAProperModel()
{
    PlainTableModel model;
    const QAbstractItemModelTester tester(&model);
    model.setTable(smallTable());
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.index(1, 1).data().toString(), QStringLiteral("–"));
    QCOMPARE(model.index(0, 1).data(Qt::ToolTipRole).toString(), QStringLiteral("0.1"));
    model.setTable({});
    QCOMPARE(model.rowCount(), 0);
}

void ViewsTest::aPictureIsSavedInAllForms()
{
    LinePlot plot;
    plot.setPicture(smallPicture());
    ParallelView view;
    view.setAxes({{.title = QStringLiteral("alpha"), .values = {1.0, 2.0}, .words = {}},
                  {.title = QStringLiteral("error"), .values = {10.0, 20.0}, .words = {}}},
                 {QStringLiteral("one"), QStringLiteral("two")});
    for (const auto& [picture, text] : {std::pair(plot.asPicture({}), ">FedAvg</text>"),
                                        std::pair(pictureOf(view, {}), ">alpha</text>")}) {
        const auto saved = [&](const char* name) {
            const QString path = m_folder.filePath(QLatin1String(name));
            return savePicture(path, picture).isEmpty() ? contentOf(path) : QByteArray();
        };
        const QByteArray svg = saved("view.svg");
        QVERIFY(svg.contains("<svg") && svg.contains(text));
        QVERIFY(!svg.contains("<image")); // vectors, no picture of a picture
        const QByteArray pdf = saved("view.pdf");
        QVERIFY(pdf.startsWith("%PDF") && !pdf.contains("/Subtype /Image"));
        QCOMPARE(QImage::fromData(saved("view.png")).size(), QSize(992, 744));
    }
}

void ViewsTest::whatCannotBeSavedIsSaid()
{
    ParallelView view;
    view.resize(100, 100);
    const QString nowhere = m_folder.filePath(QStringLiteral("none/view.png"));
    QVERIFY(savePicture(nowhere, pictureOf(view, {})).startsWith(nowhere));
    QVERIFY(savePicture(QStringLiteral("view.bmp"), pictureOf(view, {}))
                .contains(QStringLiteral(".svg")));
    const PictureSource nothing{.name = {}, .take = [] { return Figure(); }};
    QVERIFY(savePicture(m_folder.filePath(QStringLiteral("empty.png")), nothing)
                .contains(QStringLiteral("empty")));
    QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("empty.png"))));
}

void ViewsTest::aDrawingCanBeTakenOutOfTheWindow()
{
    ParallelView view;
    offerPicture(view, pictureOf(view, QStringLiteral("settings")));
    QCOMPARE(view.contextMenuPolicy(), Qt::ActionsContextMenu);
    QApplication::clipboard()->clear();
    view.findChild<QAction*>(QStringLiteral("copyPicture"))->trigger();
    QCOMPARE(QApplication::clipboard()->image().size(), QSize(992, 744)); // as in a file
    view.findChild<QAction*>(QStringLiteral("savePicture"))->trigger();
    auto* dialog = view.findChild<FigureDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->reject();
}

void ViewsTest::tablesAreSavedByTheirEnding()
{
    ViewFrame frame(new QLabel, {}, &smallTable);
    const auto saved = [&](const char* name) {
        const QString path = m_folder.filePath(QLatin1String(name));
        return frame.saveTable(path) ? QString::fromUtf8(contentOf(path)) : QString();
    };
    QCOMPARE(saved("table.csv"), csvText(smallTable()));
    QCOMPARE(saved("table.tex"), latexText(smallTable()));
    QCOMPARE(saved("table.md"), markdownText(smallTable()));
    QVERIFY(!frame.saveTable(m_folder.filePath(QStringLiteral("none/table.csv"))));
}

void ViewsTest::aPipeIsWrittenToAndNotReplaced()
{
    ViewFrame frame(new QLabel, {}, &smallTable);
    const QString pipe = m_folder.filePath(QStringLiteral("pipe.csv"));
    QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
    const int held = ::open(qPrintable(pipe), O_RDWR | O_NONBLOCK); // so that nothing waits
    const bool saved = frame.saveTable(pipe);
    std::array<char, 4096> read{};
    const auto size = ::read(held, read.data(), read.size());
    ::close(held);
    QVERIFY(saved);
    QCOMPARE(QString::fromUtf8(read.data(), size), csvText(smallTable()));
}

void ViewsTest::parallelAxesStandEvenlyAndInOrder()
{
    const QRectF area(100, 50, 400, 200);
    const ParallelLayout layout =
        layOutParallel({{.title = {}, .values = {0.0, 5.0, 10.0}, .words = {}},
                        {.title = {},
                         .values = {0.0, 1.0, 1.0},
                         .words = {QStringLiteral("sgd"), QStringLiteral("adam")}},
                        {.title = {}, .values = {3.0, 2.0, 1.0}, .words = {}}},
                       area);
    QVERIFY((layout.x == std::vector<double>{100, 300, 500}));
    QCOMPARE(*layout.lines[0][0], QPointF(100, 250)); // the least at the bottom
    QCOMPARE(*layout.lines[1][0], QPointF(100, 150));
    QCOMPARE(*layout.lines[2][0], QPointF(100, 50));
    QCOMPARE(*layout.lines[0][1], QPointF(300, 250));
    QCOMPARE(*layout.lines[1][1], *layout.lines[2][1]);
    QCOMPARE(layout.ticks[1].size(), std::size_t{2});
    QCOMPARE(layout.ticks[1][1].text, QStringLiteral("adam"));
}

void ViewsTest::parallelLinesPartWhereAValueIsMissing()
{
    const ParallelLayout layout =
        layOutParallel({{.title = {}, .values = {std::nullopt, 1.0}, .words = {}},
                        {.title = {}, .values = {made_up::kNaN, 2.0}, .words = {}}},
                       QRectF(0, 0, 100, 100));
    QVERIFY(!layout.lines[0][0] && !layout.lines[0][1]);
    QVERIFY(layout.lines[1][0] && layout.lines[1][1]);
}

/// A run whose method has no such setting is a line like the others.
void ViewsTest::aParallelAxisHasAPlaceForWhatIsNotSet()
{
    const QString words = QStringLiteral("not set");
    const ParallelAxis alpha{
        .title = {}, .values = {std::nullopt, 3.0, 80.0}, .words = {}, .absent = words};
    const ParallelAxis seed{.title = {}, .values = {1.0, 1.0, 2.0}, .words = {}, .absent = words};
    const QRectF area(0, 0, 100, 100);
    const ParallelLayout layout = layOutParallel({alpha, seed}, area);
    QCOMPARE(*layout.lines[0][0], QPointF(0, 100));
    QCOMPARE(layout.ticks[0].front().text, words);
    for (const std::size_t line : {1, 2})
        QVERIFY(layout.lines[line][0]->y() < 90); // never taken for it
    for (std::size_t tick = 1; tick < layout.ticks[0].size(); ++tick)
        QVERIFY(layout.ticks[0][tick].y < 90);
    QVERIFY(layout.ticks[1].front().text != words); // everybody has one
    QCOMPARE(layout.lines[0][1]->y(), 100.0);
}

void ViewsTest::wideRangesGetLogarithmicAxes()
{
    const ParallelLayout layout =
        layOutParallel({{.title = {}, .values = {0.01, 0.1, 1.0}, .words = {}},
                        {.title = {}, .values = {1.0, 2.0, 3.0}, .words = {}}},
                       QRectF(0, 0, 100, 100));
    QVERIFY(layout.logarithmic[0] && !layout.logarithmic[1]);
    QVERIFY(std::abs(layout.lines[1][0]->y() - 50) < 1e-9);
    QCOMPARE(layout.ticks[0].size(), std::size_t{3});
}

void ViewsTest::parallelAxesEndAtTicks()
{
    const QRectF area(0, 0, 100, 200);
    const auto textsOf = [&](std::vector<std::optional<double>> values) {
        const ParallelLayout layout =
            layOutParallel({{.title = {}, .values = std::move(values), .words = {}},
                            {.title = {}, .values = {1.0}, .words = {}}},
                           area);
        if (layout.ticks[0].front().y != area.bottom() || layout.ticks[0].back().y != area.top())
            return QStringLiteral("no tick at an end");
        QStringList texts;
        for (const ParallelTick& tick : layout.ticks[0])
            texts << tick.text;
        return texts.join(QLatin1Char(' '));
    };
    QCOMPARE(textsOf({15.4, 32.9}), QStringLiteral("15 20 25 30 35"));
    QCOMPARE(textsOf({3.0, 20.0, 80.0}), QStringLiteral("0 20 40 60 80"));
    QCOMPARE(textsOf({-0.3, 0.2}), QStringLiteral("−0.3 −0.2 −0.1 0 0.1 0.2"));
    QCOMPARE(textsOf({3.0, 200.0}), QStringLiteral("2 10 100 200"));
    QCOMPARE(textsOf({0.01, 0.5}), QStringLiteral("0.01 0.1 0.5"));
    QCOMPARE(textsOf({3e-6, 2000.0}),
             QStringLiteral("1e−06 1e−05 0.0001 0.001 0.01 0.1 1 10 100 1000 10000"));
}

void ViewsTest::anAxisOfOneValueIsDrawn()
{
    const ParallelLayout layout = layOutParallel(
        {{.title = {}, .values = {7.0}, .words = {}}, {.title = {}, .values = {}, .words = {}}},
        QRectF(0, 0, 100, 100));
    QCOMPARE(layout.lines[0][0]->y(), 50.0);
    QCOMPARE(layout.ticks[0].size(), std::size_t{1});
    QVERIFY(layOutParallel({}, QRectF(0, 0, 10, 10)).lines.empty());
}

void ViewsTest::theMiddleOfTheSliderIsTheRecordItself()
{
    const double recorded = 0.1 + 0.2;
    QCOMPARE(valueAtStep(recorded, 0), recorded); // bit for bit
    QVERIFY(std::abs(valueAtStep(80, kStepsPerDecade) - 800) < 1e-9);
    QVERIFY(std::abs(valueAtStep(80, -2 * kStepsPerDecade) - 0.8) < 1e-12);
    for (int step = -kLargestStep; step <= kLargestStep; ++step)
        QCOMPARE(stepOfValue(80, valueAtStep(80, step)), step);
    QCOMPARE(stepOfValue(80, 1e9), kLargestStep);
    QCOMPARE(stepOfValue(80, 0), -kLargestStep);
    QCOMPARE(valueAtStep(0, 0), 0.0);
    QVERIFY(valueAtStep(0, 10) > 0);
    QCOMPARE(stepOfValue(0, 0), 0);
}

COTERIE_WIDGET_SECTION(ViewsTest)

} // namespace tst_views

#include "tst_views.moc"
