#include "core/algorithms/registry.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/runs/store_reader.h"
#include "ui/views/axis_ticks.h"
#include "ui/watch/matrix_panel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <set>
#include <utility>

namespace tst_matrix {

using namespace coterie;
using namespace coterie::ui;

class MatrixTest final : public QObject
{
    Q_OBJECT

private slots:
    void everyPixelIsItsCellsColour();
    void aScaleIgnoresWhatIsNotFinite();
    void lightnessRisesEvenly();
    void clientsOfAGroupStandSideBySide();
    void theDifferenceFromAnotherRoundIsTheirDifference();
    void cosineComesFromTheGramMatrix();
    void participationHasOneColumnPerRound();
    void everybodyDrawnDoesNotLookLikeNobody();
    void fewCountsHaveABlockEachInTheBar();
    void roundZeroDrawsNobody();
    void whatWasNotReportedIsAbsent();
    void pointingSaysTheExactValue();
    void titlesStandBesideTheCellsAndNeverCrowdThem();
    void ticksAreRoundNumbers();
    void neighbouringTicksNeverReadTheSame();
    void theBarsTitleStandsBesideItsNumbers();
    void aMatrixThatIsThereIsShownUntilOneIsChosen();
    void theHeadStaysWhenASecondRunComes();
};

namespace {

Matrix threeByThree()
{
    Matrix matrix(3, 3);
    for (std::size_t i = 0; i < 9; ++i)
        matrix.values[i] = double(i) / 10;
    return matrix;
}

RunCurves threeClients()
{
    RunCurves run;
    run.facts = made_up::facts(3);
    run.facts.trueGroup = {1, 0, 1};
    run.groups.push_back({.round = 1, .groups = {{0, 2}, {1}}, .colours = {0, 1}});
    run.round = 1;
    return run;
}

RoundReport reportWith(Matrix collaboration)
{
    RoundReport report = made_up::report(1, 3, 0.1);
    report.collaboration = std::move(collaboration);
    return report;
}

double lightness(QRgb colour)
{
    // CIE L* of an sRGB colour.
    const auto linear = [](double channel) {
        channel /= 255;
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(qRed(colour)) + 0.7152 * linear(qGreen(colour))
                     + 0.0722 * linear(qBlue(colour));
    return 116 * std::cbrt(y) - 16;
}

} // namespace

void MatrixTest::everyPixelIsItsCellsColour()
{
    const RunCurves run = threeClients();
    const RoundReport report = reportWith(threeByThree());
    MatrixView view;
    for (const MatrixOrder order : {MatrixOrder::Number, MatrixOrder::Group}) {
        const auto picture = matrixPicture(run, report, nullptr, MatrixKind::Collaboration, order);
        QVERIFY(picture);
        view.setPicture(*picture);
        const ColourScale scale(
            ColourScale::Kind::Amounts, report.collaboration->matrix()->values, false);
        QCOMPARE(view.image().size(), QSize(3, 3));
        for (int y = 0; y < 3; ++y)
            for (int x = 0; x < 3; ++x)
                QCOMPARE(view.image().pixel(x, y),
                         scale.colour(report.collaboration->at(
                             std::size_t(picture->rows[std::size_t(y)]),
                             std::size_t(picture->columns[std::size_t(x)]))));
    }
}

void MatrixTest::aScaleIgnoresWhatIsNotFinite()
{
    const std::vector<double> values{made_up::kNaN, 2, made_up::kInfinity, -1};
    const ColourScale scale(ColourScale::Kind::Sequential, values, false);
    QCOMPARE(scale.low(), -1.0);
    QCOMPARE(scale.high(), 2.0);
    QCOMPARE(scale.colour(made_up::kNaN), scale.notFinite());
    const ColourScale amounts(ColourScale::Kind::Amounts, std::vector<double>{0.2, 0.3}, false);
    QCOMPARE(amounts.low(), 0.0);
    QCOMPARE(amounts.high(), 0.3);
    const ColourScale both(ColourScale::Kind::Diverging, values, false);
    QCOMPARE(both.low(), -2.0);
    QCOMPARE(both.high(), 2.0);
    ColourScale moved = both; // one end alone: 0 keeps the neutral colour
    moved.setRange(-0.5, 2);
    for (const auto& [value, same] : {std::pair(-0.5, -2.0), {0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}})
        QCOMPARE(moved.colour(value), both.colour(same));
    const ColourScale nothing(
        ColourScale::Kind::Sequential, std::vector<double>{made_up::kNaN}, true);
    QCOMPARE(nothing.low(), nothing.high());
    (void)nothing.colour(0.5);
}

void MatrixTest::lightnessRisesEvenly()
{
    const ColourScale scale(ColourScale::Kind::Sequential, std::vector<double>{0, 1}, false);
    double before = lightness(scale.colour(0));
    for (int step = 1; step <= 9; ++step) {
        const double here = lightness(scale.colour(step / 9.0));
        QVERIFY2(here - before > 4 && here - before < 13,
                 qPrintable(QString::number(here - before)));
        before = here;
    }
}

void MatrixTest::clientsOfAGroupStandSideBySide()
{
    const RunCurves run = threeClients();
    const ClientOrder byGroup = clientOrder(run, 1, 3, MatrixOrder::Group);
    QCOMPARE(byGroup.clients, std::vector<int>({0, 2, 1}));
    QCOMPARE(byGroup.breaks, std::vector<int>({2}));
    const ClientOrder byTruth = clientOrder(run, 1, 3, MatrixOrder::TrueGroup);
    QCOMPARE(byTruth.clients, std::vector<int>({1, 0, 2}));
    QCOMPARE(byTruth.breaks, std::vector<int>({1}));
}

void MatrixTest::theDifferenceFromAnotherRoundIsTheirDifference()
{
    const RunCurves run = threeClients();
    Matrix later = threeByThree();
    later.at(2, 1) += 0.25;
    const RoundReport before = reportWith(threeByThree());
    RoundReport after = reportWith(later);
    after.round = before.round + 2;
    const auto picture =
        matrixPicture(run, after, &before, MatrixKind::Collaboration, MatrixOrder::Number);
    QVERIFY(picture);
    QCOMPARE(picture->scale, ColourScale::Kind::Diverging);
    QCOMPARE(
        picture->valueWord,
        QStringLiteral("weight in round %1 minus round %2").arg(after.round).arg(before.round));
    for (std::size_t i = 0; i < 9; ++i)
        QCOMPARE(picture->matrix.values[i], later.values[i] - threeByThree().values[i]);
}

void MatrixTest::cosineComesFromTheGramMatrix()
{
    RoundReport report = made_up::report(1, 2, 0.1);
    report.gram = Matrix(2, 2);
    report.gram->values = {4, 3, 3, 9}; // norms 2 and 3: cosine 1/2
    const auto cosine = matrixOf(report, MatrixKind::Cosine);
    QVERIFY(cosine);
    QCOMPARE(cosine->at(0, 1), 0.5);
    QCOMPARE(cosine->at(0, 0), 1.0);
    report.gram->values = {0, 0, 0, 9};
    QCOMPARE(matrixOf(report, MatrixKind::Cosine)->at(0, 1), 0.0);
}

void MatrixTest::participationHasOneColumnPerRound()
{
    RunCurves run = threeClients();
    run.participants = {{1, {0, 2}}, {2, {1, 1}}, {5, {0}}};
    const auto picture = participationPicture(run, 2, MatrixOrder::Number);
    QVERIFY(picture);
    QCOMPARE(picture->matrix.columns, std::size_t(2));
    QCOMPARE(picture->matrix.at(0, 0), 1.0);
    QCOMPARE(picture->matrix.at(1, 0), 0.0);
    QCOMPARE(picture->matrix.at(1, 1), 2.0); // drawn twice
    QCOMPARE(participationPicture(run, 9, MatrixOrder::Number)->columnNames,
             std::vector<int>({1, 2, 5}));
    QVERIFY(!participationPicture(run, 0, MatrixOrder::Number));
}

void MatrixTest::everybodyDrawnDoesNotLookLikeNobody()
{
    RunCurves run = threeClients();
    run.participants = {{1, {0, 1, 2}}, {2, {0, 1, 2}}};
    const auto picture = participationPicture(run, 2, MatrixOrder::Number);
    QVERIFY(picture);
    const ColourScale scale(picture->scale, picture->matrix.values, false);
    QCOMPARE(scale.low(), 0.0);
    QCOMPARE(scale.high(), 1.0);
    const ColourScale usual(ColourScale::Kind::Sequential, std::vector<double>{0, 1}, false);
    for (const double value : {0.0, 0.5, 1.0})
        QCOMPARE(scale.colour(value), usual.colour(value));
}

/// Nobody was drawn half a time: the bar shows no colour that no cell could have.
void MatrixTest::fewCountsHaveABlockEachInTheBar()
{
    RunCurves run = threeClients();
    run.participants = {{1, {0, 2}}, {2, {1, 1}}};
    MatrixView view;
    view.resize(400, 300);
    const auto colours = [&](MatrixPicture picture) {
        view.setPicture(std::move(picture));
        const QImage image = view.grab().toImage();
        std::set<QRgb> found;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y).hslSaturation() > 80)
                    found.insert(image.pixel(x, y));
        return found.size();
    };
    const auto counts = participationPicture(run, 2, MatrixOrder::Number);
    QVERIFY(counts);
    QCOMPARE(colours(*counts), std::size_t{3}); // 0, 1 and 2 times
    MatrixPicture other = *counts;
    other.scale = ColourScale::Kind::Sequential;
    QVERIFY(colours(other) > 50);
}

void MatrixTest::roundZeroDrawsNobody()
{
    RunCurves run = threeClients();
    run.participants.clear();
    for (int round = 0; round <= 2; ++round)
        run.append(measure(made_up::report(round, 3, 0.1)));
    const auto picture = participationPicture(run, 2, MatrixOrder::Number);
    QVERIFY(picture);
    QCOMPARE(picture->columnNames, std::vector<int>({1, 2}));
}

void MatrixTest::whatWasNotReportedIsAbsent()
{
    const RunCurves run = threeClients();
    const RoundReport report = reportWith(threeByThree());
    for (const MatrixKind kind : {MatrixKind::Similarity, MatrixKind::Cosine, MatrixKind::Gram})
        QVERIFY(!matrixPicture(run, report, nullptr, kind, MatrixOrder::Number));
    RoundReport other = made_up::report(2, 3, 0.1);
    QVERIFY(!matrixPicture(run, report, &other, MatrixKind::Collaboration, MatrixOrder::Number));
    MatrixView view;
    view.resize(300, 200);
    view.setNothing(QStringLiteral("nothing"));
    QVERIFY(!view.partAt(QPointF(100, 100)));
    QVERIFY(!view.grab().isNull());
}

void MatrixTest::pointingSaysTheExactValue()
{
    const RunCurves run = threeClients();
    Matrix weights = threeByThree();
    weights.at(2, 0) = 0.123456789;
    MatrixView view;
    view.resize(400, 300);
    view.setPicture(*matrixPicture(
        run, reportWith(weights), nullptr, MatrixKind::Collaboration, MatrixOrder::Number));
    QCOMPARE(view.textOf({2, 0}),
             QStringLiteral("client 2, takes from client 0, weight: 0.123456789"));
    std::set<int> rows;
    QSignalSpy chosen(&view, &MatrixView::clientsChosen);
    for (int y = 0; y < view.height(); ++y)
        if (const auto cell = view.partAt(QPointF(150, y)))
            rows.insert(cell.kind);
    QCOMPARE(rows, std::set<int>({0, 1, 2}));
}

void MatrixTest::titlesStandBesideTheCellsAndNeverCrowdThem()
{
    const MatrixMeasures measures{.lineHeight = 15, .numberWidth = 28, .valueWidth = 45};
    int titled = 0;
    for (double width = 60; width <= 900; width += 35)
        for (double height = 60; height <= 700; height += 35)
            for (const bool squares : {false, true}) {
                const QRectF whole(0, 0, width, height);
                const MatrixLayout layout = layOutMatrix(whole.size(), measures, squares);
                const QRectF& cells = layout.cells;
                QVERIFY(cells.width() >= 1 && cells.height() >= 1);
                if (squares)
                    QCOMPARE(cells.width(), cells.height());
                QVERIFY(layout.bar.left() > cells.right());
                QCOMPARE(layout.rowTitle.isEmpty(), layout.columnTitle.isEmpty());
                QCOMPARE(layout.rowTitle.isEmpty(), layout.valueTitle.isEmpty());
                if (layout.rowTitle.isEmpty())
                    continue;
                ++titled;
                QVERIFY(std::min(cells.width(), cells.height()) >= 9 * measures.lineHeight);
                QVERIFY(layout.rowTitle.right() + measures.numberWidth < cells.left());
                QVERIFY(layout.columnTitle.top() >= cells.bottom() + 4 + measures.lineHeight);
                QVERIFY(layout.valueTitle.left() > layout.bar.right() + measures.valueWidth);
                for (const QRectF& part :
                     {cells, layout.bar, layout.rowTitle, layout.columnTitle, layout.valueTitle})
                    QVERIFY(whole.contains(part));
            }
    QVERIFY(titled > 100);
    QVERIFY(layOutMatrix({240, 500}, measures, true).rowTitle.isEmpty());  // a narrow dock
    QVERIFY(!layOutMatrix({420, 360}, measures, true).rowTitle.isEmpty()); // as large as it wishes
}

void MatrixTest::ticksAreRoundNumbers()
{
    QCOMPARE(axisTicks(0, 10, 5), std::vector<double>({0, 2, 4, 6, 8, 10}));
    QCOMPARE(axisTicks(0, 3, 10, true), std::vector<double>({0, 1, 2, 3}));
    QCOMPARE(axisTicks(2, 2, 5), std::vector<double>({2}));
    QVERIFY(axisTicks(0, made_up::kInfinity, 5).empty());
    QVERIFY(axisTicks(3, 1, 5).empty());
    for (const auto& [least, step] : {std::pair{0.2, 1}, {1.0, 1}, {1.1, 2}, {2.1, 5}, {52.0, 100}})
        QCOMPARE(niceStep(least), static_cast<std::size_t>(step));
}

void MatrixTest::neighbouringTicksNeverReadTheSame()
{
    const auto textsOf = [](double low, double high, int most) {
        return tickTexts(axisTicks(low, high, most)).join(QLatin1Char(' '));
    };
    QCOMPARE(textsOf(0, 1, 5), QStringLiteral("0 0.2 0.4 0.6 0.8 1"));
    QCOMPARE(textsOf(0.99912, 1.00003, 5), QStringLiteral("0.9992 0.9994 0.9996 0.9998 1"));
    QCOMPARE(textsOf(-0.0003, 0.0003, 4), QStringLiteral("−0.0002 0 0.0002"));
    QCOMPARE(textsOf(12340, 12346, 3), QStringLiteral("12340 12342 12344 12346"));
    QCOMPARE(textsOf(0, 2e-5, 2), QStringLiteral("0 1e−05 2e−05"));
    QCOMPARE(textsOf(1.00000011, 1.00000019, 5),
             QStringLiteral("1.00000012 1.00000014 1.00000016 1.00000018"));
    const QString million = QStringLiteral("\u00a0M");
    QCOMPARE(textsOf(1.65e7, 1.75e7, 2), QStringLiteral("16.5%1 17%1 17.5%1").arg(million));
    QCOMPARE(textsOf(-1e6, 1e6, 2), QStringLiteral("−1%1 0 1%1").arg(million));
    QCOMPARE(textsOf(0, 900000, 1), QStringLiteral("0"));
    QCOMPARE(textsOf(0, 4e10, 2), QStringLiteral("0 20\u00a0G 40\u00a0G"));
    QCOMPARE(tickTexts(std::vector{1e2, 1e4, 1e6}).join(QLatin1Char(' ')), // of a logarithmic axis
             QStringLiteral("100 10000 1e+06"));
    QCOMPARE(tickTexts(std::vector{1.0 / 3}).join(QLatin1Char(' ')), QStringLiteral("0.3333"));
    const auto plain = [](QString text) { return text.replace(QChar(QChar::Nbsp), u' '); };
    const std::vector millions{2e7, 4e7, 6e7};
    QCOMPARE(plain(valueOnAxis(5.269e7, millions)), QStringLiteral("52.69 M"));
    QCOMPARE(plain(valueOnAxis(8e5, millions)), QStringLiteral("0.8 M")); // the axis says so too
    QCOMPARE(valueOnAxis(8, std::vector{5.0, 10.0}), QStringLiteral("8"));
    QCOMPARE(plain(alikeTexts(std::vector{45.73, 9.8124, 12.0}).join(u' ')),
             QStringLiteral("45.73 9.81 12.00"));
    QCOMPARE(plain(alikeTexts(std::vector{5.269e7, 4e6}).join(u' ')),
             QStringLiteral("52.69 M 4.00 M"));
    QCOMPARE(alikeTexts(std::vector{1000.0, 0.001}).join(u' '), QStringLiteral("1000 0.001"));
    for (double low = -3; low < 3; low += 0.37)
        for (double span = 1e-7; span < 1e7; span *= 3.3)
            for (const int most : {1, 2, 5}) {
                const QStringList texts = tickTexts(axisTicks(low, low + span, most));
                QVERIFY2(std::ranges::adjacent_find(texts) == texts.end(),
                         qPrintable(texts.join(QLatin1Char(' '))));
            }
}

void MatrixTest::theBarsTitleStandsBesideItsNumbers()
{
    MatrixMeasures measures{.lineHeight = 15, .numberWidth = 28, .valueWidth = 12};
    const MatrixLayout few = layOutMatrix({640, 420}, measures, false);
    measures.valueWidth = 45;
    const MatrixLayout many = layOutMatrix({640, 420}, measures, false);
    QCOMPARE(few.cells.width() - many.cells.width(), 33.0);
    for (const auto& [layout, width] : {std::pair(few, 12.0), std::pair(many, 45.0)})
        QVERIFY(layout.valueTitle.left() - layout.bar.right() - width <= 10);
    // What the numbers do not need the cells have.
    const RunCurves run = threeClients();
    const auto cellsOf = [&](double low, double high) {
        Matrix matrix(3, 3, low);
        matrix.values.back() = high;
        MatrixView view;
        view.resize(400, 420);
        RoundReport report;
        report.similarity = matrix;
        view.setPicture(
            *matrixPicture(run, report, nullptr, MatrixKind::Similarity, MatrixOrder::Number));
        int cells = 0;
        for (int x = 0; x < view.width(); ++x)
            cells += view.partAt(QPointF(x, 40)) ? 1 : 0;
        return cells;
    };
    QVERIFY(cellsOf(0, 1) > cellsOf(0.99912, 1.00003) + 8);
}

void MatrixTest::aMatrixThatIsThereIsShownUntilOneIsChosen()
{
    const QTemporaryDir folder;
    RefreshTimer timer;
    StoreReader reader(folder.filePath(QStringLiteral("none.sqlite")).toStdString());
    ShownRound shown(reader);
    ClientSelection selection;
    MatrixPanel panel({.timer = timer, .shown = shown, .selection = selection});
    auto* kind = panel.findChild<QComboBox*>(QStringLiteral("matrixKind"));
    RunViewModel runs;
    RunTitle title;
    title.id = 1;
    FederationFacts facts = made_up::facts(2);
    facts.classCounts = {{3, 1}, {0, 4}};
    runs.beginRun(title, facts);
    panel.setRun(&runs, 1);
    const auto look = [&](int round, bool weights) {
        RoundReport report = made_up::report(round, 2, 0.1);
        if (weights)
            report.collaboration = Matrix(2, 2, 0.5);
        runs.append(1, made_up::measurements(round, 9));
        shown.show(1, {}, round);
        shown.offer({{.run = 1, .report = std::make_shared<const RoundReport>(report)}});
        panel.refresh();
        return static_cast<MatrixKind>(kind->currentData().toInt());
    };
    const auto* hold = panel.findChild<QToolButton*>(QStringLiteral("holdMatrix"));
    QCOMPARE(look(0, false), MatrixKind::Distance);
    QVERIFY(!hold->isEnabled()); // it is the same in every round
    QVERIFY(hold->toolTip().startsWith(QStringLiteral("Not available")));
    QCOMPARE(panel.view().picture().matrix.at(0, 1), 0.75);
    QCOMPARE(look(1, true), MatrixKind::Collaboration);
    QVERIFY(hold->isEnabled());
    QCOMPARE(panel.view().picture().matrix.at(0, 1), 0.5);
    QCOMPARE(look(2, false), MatrixKind::Distance);
    QCOMPARE(look(3, true), MatrixKind::Distance); // it does not jump while there is one
    // Who chooses what is on screen wants that to stay as well.
    MatrixPanel second({.timer = timer, .shown = shown, .selection = selection});
    auto* asked = second.findChild<QComboBox*>(QStringLiteral("matrixKind"));
    second.setRun(&runs, 1);
    second.setVisible(true);
    second.refresh();
    QCOMPARE(asked->currentData().toInt(), static_cast<int>(MatrixKind::Collaboration));
    asked->showPopup();
    QTest::keyClick(asked->view(), Qt::Key_Return);
    look(4, false);
    second.refresh();
    QCOMPARE(asked->currentData().toInt(), static_cast<int>(MatrixKind::Collaboration));
    kind->setCurrentIndex(kind->findData(static_cast<int>(MatrixKind::Similarity)));
    QCOMPARE(look(5, true), MatrixKind::Similarity); // absent, and asked for
    QVERIFY(panel.view().picture().matrix.values.empty());
}

void MatrixTest::theHeadStaysWhenASecondRunComes()
{
    const QTemporaryDir folder;
    RefreshTimer timer;
    StoreReader reader(folder.filePath(QStringLiteral("none.sqlite")).toStdString());
    ShownRound shown(reader);
    ClientSelection selection;
    MatrixPanel panel({.timer = timer, .shown = shown, .selection = selection});
    panel.resize(1200, 400);
    panel.setVisible(true);
    QVERIFY(QTest::qWaitForWindowExposed(&panel, kTryMilliseconds));
    RunViewModel runs;
    RunTitle title;
    title.id = 1;
    runs.beginRun(title, made_up::facts(2));
    panel.setRun(&runs, 1);
    panel.refresh();
    const auto* hold = panel.findChild<QToolButton*>(QStringLiteral("holdMatrix"));
    const auto* ofRun = panel.findChild<QLabel*>(QStringLiteral("ofRun"));
    QCoreApplication::sendPostedEvents();
    QTRY_VERIFY(hold->x() > 0 && !ofRun->isVisible());
    const int before = hold->x();
    title.id = 2;
    title.arm = QStringLiteral("FedAvg");
    runs.beginRun(title, made_up::facts(2));
    panel.refresh();
    QCoreApplication::sendPostedEvents();
    QTRY_VERIFY(ofRun->isVisible() && ofRun->width() > 200);
    QCOMPARE(hold->x(), before);
}

COTERIE_WIDGET_SECTION(MatrixTest)

} // namespace tst_matrix

#include "tst_matrix.moc"
