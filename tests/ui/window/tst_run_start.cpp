#include "tests/sections.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/window_fixture.h"
#include "ui/design/design_page.h"
#include "ui/design/run_check.h"
#include "ui/watch/watch_page.h"
#include "ui/window/run_starter.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QSignalSpy>
#include <QStatusTipEvent>

#include <algorithm>
#include <memory>
#include <vector>

namespace tst_run_start {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Run either runs, or shows on the Design page why not.
class RunStartTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void whatCannotBeginIsShownWhereItIsMended();
    void runWaitsForTheChecksOfAnEdit();
    void whatDoesNotBeginIsLetGo();
    void anEditedTemplateRunsWithoutItsHint();
    void numbersOfOtherDataAreSaidToBeLeftOut();
    void tipsDoNotHideTheProgress();

private:
    static bool change(MainWindow& window, const char* pointer, JsonNode value)
    {
        return window.document().apply(QStringLiteral("Change"),
                                       {{.pointer = pointer, .value = std::move(value)}});
    }
};

void RunStartTest::whatCannotBeginIsShownWhereItIsMended()
{
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, 2)));
    auto* design = window.findChild<DesignPage*>();
    QTRY_VERIFY(!design->runCheck().isPending());
    QSignalSpy began(&window.controller(), &RunController::stateChanged);
    window.actions().action(ActionId::ShowWatch)->trigger();
    QAction* run = window.actions().action(ActionId::RunExperiment);
    connect(
        &window.document(),
        &ExperimentDocument::checkedChanged,
        run,
        [run, design] { // the text is valid, and the answer of the checks is still to come
            QVERIFY(run->isEnabled() && design->runCheck().isPending());
            run->trigger();
        },
        Qt::SingleShotConnection);
    QVERIFY(change(window, "/model/name", JsonNode::fromText("lenet_cifar")));
    QTRY_VERIFY(design->isVisible());
    const auto* problem = window.findChild<QLabel*>(QStringLiteral("problem:/model"));
    QVERIFY(problem->isVisible());
    QVERIFY2(!problem->text().contains(QStringLiteral("/model")), qPrintable(problem->text()));
    QVERIFY(!window.findChild<WatchPage*>()->isVisible());
    QVERIFY(!window.actions().action(ActionId::RunExperiment)->isEnabled());
    QCOMPARE(began.count(), 0); // no run that fails at once
}

void RunStartTest::runWaitsForTheChecksOfAnEdit()
{
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, 2)));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    QSignalSpy started(&window.controller(), &RunController::runStarted);
    // Pressed as soon as the text is read, when its runs cannot have been checked yet.
    const RunCheck& check = window.findChild<DesignPage*>()->runCheck();
    bool wasPending = false;
    connect(&window.document(), &ExperimentDocument::checkedChanged, &window, [&] {
        if (started.isEmpty() && window.document().isRunnable() && !wasPending) {
            wasPending = check.isPending();
            window.actions().action(ActionId::RunExperiment)->trigger();
        }
    });
    QVERIFY(change(window, "/rounds", JsonNode::fromWhole(1)));
    QVERIFY(ended.wait(kTryMilliseconds));
    QVERIFY(wasPending);
    QCOMPARE(started.count(), 2);
    QVERIFY(window.findChild<WatchPage*>()->isVisible());
}

/// It holds an experiment and all of its plans.
void RunStartTest::whatDoesNotBeginIsLetGo()
{
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, 1)));
    auto* design = window.findChild<DesignPage*>();
    QTRY_VERIFY(window.document().isRunnable() && !design->runCheck().isPending());
    RunStarter starter(window.document(), *design);
    std::weak_ptr<const std::vector<RunPlan>> plans;
    std::weak_ptr<int> held;
    const auto allow = [&] {
        const auto others = std::make_shared<const std::vector<RunPlan>>();
        const auto token = std::make_shared<int>();
        plans = others;
        held = token;
        starter.startAllowed(others, [token] {});
    };
    QVERIFY(change(window, "/rounds", JsonNode::fromWhole(2))); // whose checks are still to come
    allow();
    QVERIFY(!plans.expired() && !held.expired());
    starter.forget();
    QVERIFY(plans.expired() && held.expired());
    allow();
    starter.start();
    QVERIFY(plans.expired() && held.expired());
    // Nor is it kept where the checks have passed, but of other runs.
    allow();
    QVERIFY(!held.expired());
    QSignalSpy ready(&starter, &RunStarter::ready);
    QTRY_COMPARE(ready.count(), 1);
    QVERIFY(plans.expired() && held.expired());
}

void RunStartTest::anEditedTemplateRunsWithoutItsHint()
{
    const QByteArray hinted = experiment(1).replace(
        "\"name\": \"Small\",", "\"name\": \"Small\", \"lookFor\": \"Watch the second arm.\",");
    const QString shipped = write(QStringLiteral("experiments/hinted.json"), hinted);
    MainWindow window(context());
    auto* design = window.findChild<DesignPage*>();
    QTRY_COMPARE(int(design->templateHints().size()), 1);
    QVERIFY(opens(window, shipped));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    const auto* hint = window.findChild<QLabel*>(QStringLiteral("lookFor"));
    window.actions().action(ActionId::RunExperiment)->trigger();
    QVERIFY(ended.wait(kTryMilliseconds));
    QVERIFY(hint->text().contains("second arm"));
    QVERIFY(change(window, "/data/partition/clients", JsonNode::fromWhole(4)));
    QTRY_VERIFY(window.document().isRunnable() && !design->runCheck().isPending());
    window.actions().action(ActionId::RunExperiment)->trigger();
    QVERIFY(ended.wait(kTryMilliseconds));
    QTRY_COMPARE(hint->text(), QString());
}

void RunStartTest::numbersOfOtherDataAreSaidToBeLeftOut()
{
    const QByteArray quoting =
        experiment(1).replace("\"name\": \"Small\",", R"("name": "Small", "reference":
            { "source": "Table 2", "metric": "meanTestError", "unit": "%", "values": { "FedAvg": 20 } },)");
    QByteArray shipped = quoting;
    shipped.replace("glyphDigits", "shapes10");
    QVERIFY(!write(QStringLiteral("experiments/paper.json"), shipped).isEmpty());
    const QString file = write(QStringLiteral("own.json"), quoting);
    MainWindow window(context());
    auto* design = window.findChild<DesignPage*>();
    QTRY_COMPARE(int(design->templateHints().size()), 1);
    QVERIFY(opens(window, file));
    const auto says = [design](const QString& words) {
        const auto labels = design->findChildren<QLabel*>();
        return std::ranges::any_of(
            labels, [&](const QLabel* label) { return label->text().contains(words); });
    };
    QTRY_VERIFY(says(QStringLiteral("numbers and figures belong to other data")));
    QVERIFY(!says(QStringLiteral("Table 2"))); // among what the runs have
}

void RunStartTest::tipsDoNotHideTheProgress()
{
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, kEndless)));
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    window.actions().action(ActionId::RunExperiment)->trigger();
    QTRY_VERIFY(rounds.count() > 1);
    const auto* text = window.findChild<QLabel*>(QStringLiteral("queue"));
    const auto* bar = window.findChild<QProgressBar*>(QStringLiteral("queueProgress"));
    QVERIFY(bar->isVisible());
    for (const int width : {900, 1600}) {
        window.resize(width, 600);
        QStatusTipEvent tip(QStringLiteral("What the action under the pointer does, at such length "
                                           "that it would run into the progress of the queue"));
        QCoreApplication::sendEvent(&window, &tip);
        layOut();
        QVERIFY(text->text().startsWith("What the action"));
        QVERIFY(bar->isVisible());
        QVERIFY(!text->geometry().intersects(bar->geometry()));
        QStatusTipEvent none{QString()};
        QCoreApplication::sendEvent(&window, &none);
        QVERIFY(!text->text().startsWith("What the action"));
    }
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::StopRun)->trigger();
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
}

COTERIE_WIDGET_SECTION(RunStartTest)

} // namespace tst_run_start

#include "tst_run_start.moc"
