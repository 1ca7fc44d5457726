#include "core/experiment/experiment_json.h"
#include "core/store/run_store.h"
#include "tests/core/metrics/measured.h"
#include "tests/sections.h"
#include "tests/ui/looks.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/window_bench.h"
#include "ui/data/catalogue.h"
#include "ui/data/sample_grid.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/canvas/partition_editor.h"
#include "ui/design/design_page.h"
#include "ui/design/summary_panel.h"

#include <QAction>
#include <QHelpEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>

#include <numeric>

namespace tst_pictures {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// The window as it looks now, saved under this name; a null picture if it could not be saved.
QImage savedPicture(MainWindow& window, const QString& name, int scale)
{
    // What is read off the GUI thread arrives, and the shared timer has drawn it.
    QTest::qWait(250);
    const QImage picture = drawn(window, scale);
    const QString tag = QString::fromLatin1(QTest::currentDataTag());
    return kept(picture, QStringLiteral("%1-%2").arg(name, tag)) ? picture : QImage();
}

bool allBuiltInCardsShowSamples(const MainWindow& window)
{
    const auto* model = qobject_cast<const CatalogueModel*>(
        window.findChild<QListView*>(QStringLiteral("datasetList"))->model());
    for (int row = 0; row < model->rowCount(); ++row)
        if (model->card(row).builtIn && model->card(row).thumbnails.empty())
            return false;
    return true;
}

/// What the quickstart's methods report: each client its own, or from all by their sizes.
Matrix weightsOf(bool alone, const std::vector<std::int64_t>& sizes)
{
    const auto all =
        static_cast<double>(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{}));
    Matrix weights(sizes.size(), sizes.size());
    for (std::size_t row = 0; row < sizes.size(); ++row)
        for (std::size_t column = 0; column < sizes.size(); ++column)
            weights.at(row, column) = alone ? double(row == column) : double(sizes[column]) / all;
    return weights;
}

/// The quickstart's data and arms with a model so small that many rounds pass in a second.
QByteArray longExperiment()
{
    return R"({ "schema": 1, "name": "Six clients, many rounds", "data": {
        "dataset": { "name": "glyphDigits", "samples": 2400, "seed": 1 },
        "partition": { "scheme": "dirichlet", "clients": 6, "alpha": 0.5 }, "test": { "share": 0.2 } },
      "model": { "name": "mlr" },
      "local": { "optimizer": { "name": "sgd", "learningRate": 0.05 }, "batch": 16, "localEpochs": 1 },
      "arms": [ { "name": "Independent", "algorithm": { "name": "independent" } },
                { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
      "rounds": 100000, "seeds": [1, 2] })";
}

} // namespace

/// Draws every page in light at 1440 × 900 and dark at double scale into the build folder, for
/// people to look at; the test itself holds that every page draws, differs from the others and
/// follows the theme.
class PicturesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void drawsEveryPage_data();
    void drawsEveryPage();
    void drawsAPapersExperiment_data();
    void drawsAPapersExperiment();
    void drawsARunFromStartToStop_data();
    void drawsARunFromStartToStop();

private:
    void fillStore();

    QTemporaryDir m_folder;
    std::filesystem::path m_store;
};

void PicturesTest::initTestCase()
{
    useSettingsIn(m_folder.path());
    m_store = storeIn(m_folder.path());
    fillStore();
}

void PicturesTest::fillStore()
{
    const auto experiment =
        readExperiment(COTERIE_SOURCE_DIR "/experiments/quickstart.json", registry());
    QVERIFY(experiment.has_value());
    const auto store = RunStore::open(m_store);
    QVERIFY(store.has_value());
    RunStore& runs = **store;
    const auto key = runs.addExperiment(
        experiment->name, writeExperiment(*experiment), canonicalHash(*experiment, registry()));
    QVERIFY(key.has_value());
    constexpr std::size_t kClients = 8;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        for (RunPlan plan : expand(*experiment, registry())) {
            plan.seed = seed;
            const Environment environment{.program = "coterie 0.1.0",
                                          .torch = {},
                                          .blas = {},
                                          .blasCore = {},
                                          .instructions = {},
                                          .device = "cpu",
                                          .sqlite = {},
                                          .host = {}};
            const auto run = runs.addRun(*key, plan, writePlan(plan), environment);
            QVERIFY(run.has_value());
            FederationFacts facts = made_up::facts(kClients);
            for (std::size_t client = 0; client < kClients; ++client)
                facts.trainSamples[client] = static_cast<std::int64_t>(120 + 60 * client);
            QVERIFY(runs.setFacts(*run, facts).has_value());
            const bool stopped = seed == 6 && plan.armIndex == 1;
            std::vector<std::shared_ptr<const RoundReport>> reports;
            for (int round = 0; round <= (stopped ? 4 : plan.rounds); ++round) {
                RoundReport report = made_up::report(
                    round, kClients, (plan.armIndex == 0 ? 0.16 : 0.06) + 0.004 * double(seed));
                if (round > 0)
                    report.collaboration = weightsOf(plan.armIndex == 0, facts.trainSamples);
                reports.push_back(std::make_shared<RoundReport>(std::move(report)));
            }
            QVERIFY(
                runs.commit(*run, coterie::test::measured(reports, facts), nullptr).has_value());
            QVERIFY(runs.setStatus(*run,
                                   stopped ? RunStatus::Stopped : RunStatus::Finished,
                                   stopped ? "stopped by the user" : "")
                        .has_value());
        }
    }
}

void PicturesTest::drawsEveryPage_data()
{
    addLooks(kFewLooks);
}

void PicturesTest::drawsEveryPage()
{
    QFETCH(bool, dark);
    QFETCH(int, scale);
    WindowContext context = windowOver(m_store);
    context.dataFolders.folders = {"/home/ada/.local/share/coterie/data"};
    const auto shown = shownWindow(context);
    MainWindow& window = *shown;
    window.theme().choose(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    QMap<QString, QImage> pictures;
    const auto draw = [&](const QString& name) {
        pictures[name] = savedPicture(window, name, scale);
        QVERIFY(!pictures[name].isNull());
    };
    const auto act = [&](ActionId id) { window.actions().action(id)->trigger(); };

    draw(QStringLiteral("1-welcome"));
    act(ActionId::ShowDesign);
    draw(QStringLiteral("2-design-empty"));
    window.openFile(QStringLiteral(COTERIE_SOURCE_DIR "/experiments/quickstart.json"));
    auto* design = window.findChild<DesignPage*>();
    QSignalSpy foreseen(&design->summary(), &SummaryPanel::forecastShown);
    QVERIFY(foreseen.wait(kTryMilliseconds));
    for (int section = 0; section < kDesignSections; ++section) {
        design->showSection(static_cast<DesignSection>(section));
        QTRY_VERIFY(!window.findChild<PartitionEditor*>()->isBusy());
        draw(QStringLiteral("3-design-%1-%2")
                 .arg(section)
                 .arg(wordsOf(static_cast<DesignSection>(section)).icon));
    }
    act(ActionId::ShowCompare);
    QTest::qWait(700);
    auto* table = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 12);
    table->selectionModel()->select(table->model()->index(4, 0),
                                    QItemSelectionModel::Select | QItemSelectionModel::Rows);
    table->selectionModel()->select(table->model()->index(5, 0),
                                    QItemSelectionModel::Select | QItemSelectionModel::Rows);
    draw(QStringLiteral("4-compare"));
    auto* columns = window.findChild<QToolButton*>(QStringLiteral("runColumns"));
    columns->menu()->popup(columns->mapToGlobal(QPoint(0, columns->height())));
    draw(QStringLiteral("4-compare-columns"));
    QAction* last = columns->menu()->actions().at(2);
    columns->menu()->setActiveAction(last);
    last->menu()->popup(columns->mapToGlobal(QPoint(-columns->width(), 3 * columns->height())));
    draw(QStringLiteral("4-compare-columns-last"));
    last->menu()->close();
    columns->menu()->close();
    const QPoint header = table->mapTo(&window, QPoint(3, 3)) * scale;
    QCOMPARE(pictures[QStringLiteral("4-compare")].pixelColor(header).lightness() < 100, dark);
    act(ActionId::OpenStoredRun);
    auto* list = window.findChild<QTableView*>(QStringLiteral("runList"));
    QTRY_COMPARE(list->model()->rowCount(), 2);
    draw(QStringLiteral("5-watch"));
    act(ActionId::LogarithmicAxis);
    for (int step = 0; step < 4; ++step)
        act(ActionId::PreviousRound);
    draw(QStringLiteral("6-watch-past-log"));
    act(ActionId::ShowData);
    auto* samples = window.findChild<SampleGrid*>();
    QTRY_VERIFY(samples->isVisible() && samples->isComplete());
    if (!dark && scale == 1) // once: generators draw tens of thousands of pictures
        QTRY_VERIFY(allBuiltInCardsShowSamples(window));
    draw(QStringLiteral("7-data"));
    for (auto one = pictures.cbegin(); one != pictures.cend(); ++one) {
        const QColor corner = one.value().pixelColor(5, one.value().height() - 5);
        QCOMPARE(corner.lightness() < 100, dark);
        for (auto other = pictures.cbegin(); other != one; ++other)
            QVERIFY2(one.value() != other.value(), qPrintable(one.key() + other.key()));
    }
}

void PicturesTest::drawsAPapersExperiment_data()
{
    addLooks(kFewLooks);
}

/// Seventeen arms, two tables of the paper's numbers, and data whose files are not here.
void PicturesTest::drawsAPapersExperiment()
{
    QFETCH(bool, dark);
    QFETCH(int, scale);
    const QTemporaryDir folder;
    const auto shown = shownWindow(windowOver(storeIn(folder.path())));
    MainWindow& window = *shown;
    window.theme().choose(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    window.openFile(kShippedExperiments
                    + QStringLiteral("/papers/sFedHP/table2_mnist_setting1.json"));
    QTRY_VERIFY(window.document().isRunnable());
    QTRY_VERIFY(!window.actions().action(ActionId::RunExperiment)->isEnabled());
    for (const DesignSection section : {DesignSection::Overview,
                                        DesignSection::Data,
                                        DesignSection::Clients,
                                        DesignSection::Arms,
                                        DesignSection::Output}) {
        window.actions().action(sectionAction(section))->trigger();
        QVERIFY(!savedPicture(window, QStringLiteral("n-paper-") + wordsOf(section).icon, scale)
                     .isNull());
    }
}

void PicturesTest::drawsARunFromStartToStop_data()
{
    addLooks(kFewLooks);
}

void PicturesTest::drawsARunFromStartToStop()
{
    QFETCH(bool, dark);
    QFETCH(int, scale);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("many-rounds.json"));
    const auto write = [&](const QByteArray& text) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    write(longExperiment());
    const auto shown = shownWindow(windowOver(storeIn(folder.path())));
    MainWindow& window = *shown;
    window.theme().choose(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    const auto draw = [&](const char* name) {
        QVERIFY(!savedPicture(window, QString::fromLatin1(name), scale).isNull());
    };
    const auto act = [&](ActionId id) { window.actions().action(id)->trigger(); };
    using State = RunController::State;

    act(ActionId::ShowCompare);
    draw("a-compare-empty");
    window.openFile(path);
    QTRY_VERIFY(window.actions().action(ActionId::RunExperiment)->isEnabled());
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    act(ActionId::RunExperiment);
    QTRY_VERIFY(rounds.count() > 30);
    QCOMPARE(window.controller().state(), State::Running);
    draw("b-watch-live");
    act(ActionId::PauseRun);
    draw("c-watch-paused");
    act(ActionId::ChangeSettings);
    auto* rate = window.findChild<QLineEdit*>(QStringLiteral("live:/local/optimizer/learningRate"));
    rate->setText(QStringLiteral("fast"));
    QTest::keyClick(rate, Qt::Key_Return);
    draw("c-watch-settings");
    act(ActionId::ChangeSettings);
    act(ActionId::ShowCompare);
    draw("d-compare-while-paused");
    act(ActionId::ShowWatch);
    window.resize(900, 600);
    draw("e-watch-narrow");
    act(ActionId::ShowDesign);
    draw("f-design-narrow");
    act(ActionId::ShowCompare);
    draw("g-compare-narrow");
    act(ActionId::ShowData);
    draw("h-data-narrow");
    window.resize(1440, 900);
    act(ActionId::ShowWatch);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    act(ActionId::StopRun);
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    QVERIFY(!window.controller().isBusy());
    draw("i-watch-stopped");
    act(ActionId::ShowCompare);
    auto* table = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_VERIFY(table->model()->rowCount() > 0);
    table->setCurrentIndex(table->model()->index(0, 0));
    draw("j-compare-stopped");
    table->setCurrentIndex(table->model()->index(table->model()->rowCount() - 1, 0)); // the first
    const auto measured = rounds.count();
    ended.clear();
    act(ActionId::ResumeStoredRun);
    QTRY_VERIFY(rounds.count() > measured + 30);
    draw("j-watch-resumed");
    act(ActionId::StopRun);
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    act(ActionId::CommandPalette);
    draw("k-commands");
    QApplication::activePopupWidget()->close();
    act(ActionId::ShowDesign);
    window.findChild<DesignPage*>()->showSection(DesignSection::Clients);
    auto* clients = window.findChild<PartitionCanvas*>();
    QTRY_VERIFY(!clients->sketch().held.empty());
    clients->setFocus();
    act(ActionId::HelpOnFocus);
    QTRY_VERIFY(QApplication::activePopupWidget());
    draw("k-help");
    QApplication::activePopupWidget()->close();
    const auto* field = window.findChild<QWidget*>(QStringLiteral("/data/partition/alpha"));
    auto* number = field->findChild<QLineEdit*>();
    const QPoint middle = number->rect().center();
    QHelpEvent rests(QEvent::ToolTip, middle, number->mapToGlobal(middle));
    QApplication::sendEvent(number, &rests);
    QTRY_VERIFY(QToolTip::isVisible());
    draw("k-hover");
    QToolTip::hideText(); // which takes a moment
    QTRY_VERIFY(!QToolTip::isVisible());
    write(longExperiment().replace("fedavg", "fedavgg").replace("100000", "-1"));
    window.openFile(path);
    QTRY_VERIFY(!window.actions().action(ActionId::RunExperiment)->isEnabled());
    draw("l-design-problems");
    for (const DesignSection section :
         {DesignSection::Overview, DesignSection::Arms, DesignSection::Json}) {
        act(sectionAction(section));
        draw(qPrintable(QStringLiteral("l-design-problems-") + wordsOf(section).icon));
    }
    window.openFile(folder.filePath(QStringLiteral("none.json")));
    draw("m-design-missing-file");
}

COTERIE_WIDGET_SECTION(PicturesTest)

} // namespace tst_pictures

#include "tst_pictures.moc"
