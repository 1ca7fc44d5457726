#include "core/data/formats/safetensors.h"
#include "core/store/run_store.h"
#include "tests/sections.h"
#include "tests/ui/window_fixture.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/verify_dialog.h"
#include "ui/window/command_dialog.h"
#include "ui/window/window_runs.h"

#include <QAction>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTreeView>

#include <algorithm>
#include <fstream>

namespace tst_command_consent {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// Speaks the protocol of a method in any language and leaves a file when it starts.
const QByteArray kScript = R"(: > started
read -r hello
printf '{"message": "ready", "protocol": 1}\n'
while read -r line; do
    round=${line#*'"round":'}
    round=${round%%,*}
    printf '{"message": "answer", "round": %d, "groups": [[0, 1, 2]]}\n' $round
done
)";

QByteArray ownMethod(int rounds, const QByteArray& words = R"("sh", "who.sh")")
{
    return experiment(rounds).replace(
        R"({ "name": "FedAvg", "algorithm": { "name": "fedavg" } })",
        R"({ "name": "Mine", "algorithm": { "name": "external", "command": [)" + words
            + R"(], "wants": ["sizes"] } })");
}

/// A file with the names of the network mlr on pictures of 28×28.
void writeWeights(const QString& file)
{
    std::ofstream out(file.toStdString(), std::ios::binary);
    writeSafetensors(
        std::vector<NamedTensor>{
            {.name = "1.weight", .shape = {10, 784}, .values = std::vector<float>(7840, 0.5F)},
            {.name = "1.bias", .shape = {10}, .values = std::vector<float>(10, 0.25F)}},
        out);
}

} // namespace

/// An experiment that starts a program of its own: asked about before, once for the same bytes.
class CommandConsentTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void cancelRunsAndStoresNothing();
    void theDialogSaysWhatWouldStart();
    void aLongCommandIsSeenWhole();
    void aYesIsForTheseBytes();
    void whatChangesBehindTheDialogDoesNotStart();
    void aModuleThatDoesNotFitIsRefusedBeforeItRuns();
    void whereAChangeCannotBeSeenEveryStartIsAsked();
    void aSecondRequestWaitsForTheFirst();
    void aResumedRunIsNotAskedAboutAgain();
    void aResumedRunWithWeightsIsNotAskedAboutAgain();
    void aRefusedResumeDoesNotKeepTheWindowOpen();
    void verifiedRunsAreAskedAboutToo();
    void withoutAFileTheFolderIsChosen();

private:
    [[nodiscard]] bool hasStarted() const { return QFile::exists(m_folder->filePath("started")); }
    static void press(MainWindow& window, ActionId action)
    {
        window.actions().action(action)->trigger();
    }
    static void allow(CommandDialog& dialog)
    {
        dialog.findChild<QPushButton*>(QStringLiteral("runCommand"))->click();
    }
    static QString detailsIn(const CommandDialog& dialog)
    {
        return dialog.findChild<QPlainTextEdit*>(QStringLiteral("commandDetails"))->toPlainText();
    }
    /// That is open; null: none.
    static CommandDialog* dialogOf(const MainWindow& window)
    {
        for (auto* dialog : window.findChildren<CommandDialog*>())
            if (dialog->isVisible())
                return dialog;
        return nullptr;
    }
    [[nodiscard]] std::vector<RunRow> runs() const
    {
        const auto store = RunStore::open(storeIn(m_folder->path()), RunStore::Mode::ReadOnly);
        if (!store)
            return {};
        const auto rows = (*store)->runs();
        return rows ? *rows : std::vector<RunRow>();
    }
};

void CommandConsentTest::cancelRunsAndStoresNothing()
{
    write(QStringLiteral("who.sh"), kScript);
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, ownMethod(1))));
    QSignalSpy began(&window.controller(), &RunController::stateChanged);
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    QPointer<CommandDialog> dialog = dialogOf(window);
    const auto buttons = dialog->findChildren<QPushButton*>();
    const auto standard = std::ranges::find_if(
        buttons, [](const QPushButton* button) { return button->isDefault(); });
    QVERIFY(standard != buttons.end());
    QVERIFY((*standard)->objectName() != QStringLiteral("runCommand"));
    QTest::keyClick(dialog, Qt::Key_Return); // the default
    QTRY_VERIFY(!dialog);
    QCOMPARE(began.count(), 0);
    QVERIFY(!hasStarted());
    QVERIFY(runs().empty());

    press(window, ActionId::RunExperiment); // it was no answer to be remembered
    QTRY_VERIFY(dialogOf(window));
    dialogOf(window)->reject();
    QCOMPARE(began.count(), 0);
    QVERIFY(runs().empty());
}

void CommandConsentTest::theDialogSaysWhatWouldStart()
{
    write(QStringLiteral("who.sh"), kScript);
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, ownMethod(1))));
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    const QString details = dialogOf(window)
                                ->findChild<QPlainTextEdit*>(QStringLiteral("commandDetails"))
                                ->toPlainText();
    QVERIFY2(details.contains(QStringLiteral("Command: sh who.sh\n")), qPrintable(details));
    QVERIFY2(details.contains(QStringLiteral("Folder: %1\n").arg(m_folder->path())),
             qPrintable(details));
    QVERIFY2(details.contains(m_folder->filePath(QStringLiteral("who.sh"))), qPrintable(details));
    dialogOf(window)->reject();
}

void CommandConsentTest::aLongCommandIsSeenWhole()
{
    write(QStringLiteral("who.sh"), kScript);
    MainWindow window(context());
    const QByteArray blanks(2000, ' ');
    QVERIFY(opens(window,
                  write(kMine, ownMethod(1, R"("sh", "who.sh", ")" + blanks + R"(; rm -r x")"))));
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    const auto* details =
        dialogOf(window)->findChild<QPlainTextEdit*>(QStringLiteral("commandDetails"));
    QCOMPARE(details->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(details->wordWrapMode(), QTextOption::WrapAnywhere); // blanks too
    dialogOf(window)->reject();
}

void CommandConsentTest::aYesIsForTheseBytes()
{
    write(QStringLiteral("who.sh"), kScript);
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, ownMethod(1))));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    dialogOf(window)->findChild<QPushButton*>(QStringLiteral("runCommand"))->click();
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    QVERIFY(hasStarted());
    QCOMPARE(int(runs().size()), 2);
    for (const RunRow& run : runs())
        QVERIFY2(run.status == RunStatus::Finished, run.reason.c_str());

    QSettings().remove(QStringLiteral("commands/folder"));
    press(window, ActionId::RunExperiment); // the same again: not asked
    QTRY_COMPARE(int(ended.count()), 2);
    QVERIFY(!dialogOf(window));
    QCOMPARE(int(runs().size()), 4);
    QSettings settings; // where it ran last is noted all the same
    settings.beginGroup(QStringLiteral("commands/folder"));
    QCOMPARE(settings.childKeys().size(), 1);

    write(QStringLiteral("who.sh"), kScript + "# other bytes\n");
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    dialogOf(window)->reject();
    QCOMPARE(int(runs().size()), 4);
}

void CommandConsentTest::whatChangesBehindTheDialogDoesNotStart()
{
    write(QStringLiteral("who.sh"), kScript);
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, ownMethod(1))));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    write(QStringLiteral("who.sh"), kScript + "# other bytes\n");
    allow(*dialogOf(window));
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    QVERIFY(!hasStarted());
    const std::vector<RunRow> rows = runs();
    const auto mine = std::ranges::find(rows, RunStatus::Failed, &RunRow::status);
    QVERIFY(mine != rows.end());
    QVERIFY2(mine->reason.find("is not what you allowed") != std::string::npos,
             mine->reason.c_str());
    // Why a run failed is on screen, whichever panel is open.
    const auto* trouble = window.findChild<QLabel*>(QStringLiteral("troubleText"));
    QVERIFY(trouble);
    QTRY_VERIFY2(trouble->text().contains(QStringLiteral("is not what you allowed")),
                 qPrintable(trouble->text()));
}

void CommandConsentTest::aModuleThatDoesNotFitIsRefusedBeforeItRuns()
{
    const auto with = [](const char* module) {
        return experiment(1).replace(
            R"("model": { "name": "mlr" })",
            QByteArray(R"("model": { "name": "torchScript", "path": ")" COTERIE_SOURCE_DIR
                       "/tests/core/nn/modules/")
                + module + "\" }");
    };
    QVERIFY(with("lstm.pt").contains("lstm.pt"));
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, with("lstm.pt"))));
    QSignalSpy began(&window.controller(), &RunController::stateChanged);
    const auto* problems = window.findChild<QListWidget*>(QStringLiteral("overviewProblems"));
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    allow(*dialogOf(window));
    QTRY_COMPARE(problems->count(), 1);
    QVERIFY2(problems->item(0)->text().contains(QStringLiteral("lstm.pt: ")),
             qPrintable(problems->item(0)->text()));
    QCOMPARE(began.count(), 0);
    QVERIFY(runs().empty());

    QVERIFY(opens(window, write(kMine, with("lenet.pt"))));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    allow(*dialogOf(window));
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    QVERIFY(!runs().empty());
    for (const RunRow& run : runs())
        QVERIFY2(run.status == RunStatus::Finished, run.reason.c_str());
}

void CommandConsentTest::whereAChangeCannotBeSeenEveryStartIsAsked()
{
    write(QStringLiteral("who.sh"), kScript);
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, ownMethod(1, R"("sh", "-c", ". ./who.sh")"))));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    for (int time = 1; time <= 2; ++time) {
        press(window, ActionId::RunExperiment);
        QTRY_VERIFY(dialogOf(window));
        const QString details = detailsIn(*dialogOf(window));
        QVERIFY2(details.contains(QStringLiteral("Your answer holds this once")),
                 qPrintable(details));
        QVERIFY(!dialogOf(window)
                     ->findChild<QWidget*>(QStringLiteral("commandRemembered"))
                     ->isVisible());
        allow(*dialogOf(window));
        QTRY_COMPARE(int(ended.count()), time);
        QVERIFY(hasStarted());
    }
}

void CommandConsentTest::aSecondRequestWaitsForTheFirst()
{
    write(QStringLiteral("who.sh"), kScript);
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, ownMethod(1))));
    auto* requests = window.findChild<WindowRuns*>();
    QVERIFY(requests);
    requests->start();
    requests->start();
    QTRY_VERIFY(dialogOf(window));
    allow(*dialogOf(window)); // of the second the answer is known then
    QTRY_COMPARE(int(runs().size()), 4);
    QTRY_VERIFY(std::ranges::all_of(
        runs(), [](const RunRow& run) { return run.status == RunStatus::Finished; }));
}

void CommandConsentTest::aResumedRunIsNotAskedAboutAgain()
{
    write(QStringLiteral("who.sh"), kScript);
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, ownMethod(kEndless))));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    dialogOf(window)->findChild<QPushButton*>(QStringLiteral("runCommand"))->click();
    QTRY_VERIFY(rounds.count() > 1);
    press(window, ActionId::StopRun); // the second never had its turn, and has no state
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    QVERIFY(!hasStarted());

    QSignalSpy started(&window.controller(), &RunController::runStarted);
    press(window, ActionId::ShowCompare);
    auto* compare = window.findChild<ComparePage*>();
    QTRY_COMPARE(int(compare->storedRuns().size()), 2);
    emit compare->resumeRequested({2});
    QTRY_VERIFY(started.count() > 0);
    QVERIFY(!dialogOf(window));
    QTRY_VERIFY(hasStarted());
    rounds.clear();
    QTRY_VERIFY(rounds.count() > 1);
    press(window, ActionId::StopRun);
    QVERIFY(ended.count() > 1 || ended.wait(kTryMilliseconds));

    write(QStringLiteral("who.sh"), kScript + "# other bytes\n");
    QSettings().remove(QStringLiteral("commands/folder"));
    emit compare->resumeRequested({2}); // now its state has the folder
    QTRY_VERIFY(dialogOf(window));
    QVERIFY(dialogOf(window)
                ->findChild<QPlainTextEdit*>(QStringLiteral("commandDetails"))
                ->toPlainText()
                .contains(m_folder->path()));
    dialogOf(window)->reject();
    QVERIFY(!window.controller().isBusy());
}

void CommandConsentTest::aResumedRunWithWeightsIsNotAskedAboutAgain()
{
    write(QStringLiteral("who.sh"), kScript);
    const QString weights = m_folder->filePath(QStringLiteral("start.safetensors"));
    writeWeights(weights);
    MainWindow window(context());
    const QByteArray text = ownMethod(kEndless).replace(
        R"("model": { "name": "mlr" })",
        R"("model": { "name": "mlr", "initial": { "path": ")" + weights.toUtf8() + R"(" } })");
    QVERIFY(opens(window, write(kMine, text)));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    allow(*dialogOf(window));
    QTRY_VERIFY(rounds.count() > 1);
    press(window, ActionId::StopRun); // what is stored knows the weights by their bytes
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    QVERIFY(!hasStarted());

    press(window, ActionId::ShowCompare);
    auto* compare = window.findChild<ComparePage*>();
    QTRY_COMPARE(int(compare->storedRuns().size()), 2);
    emit compare->resumeRequested({2});
    QTRY_VERIFY(hasStarted() || dialogOf(window));
    QVERIFY(!dialogOf(window));
    press(window, ActionId::StopRun);
    QVERIFY(ended.count() > 1 || ended.wait(kTryMilliseconds));
}

void CommandConsentTest::aRefusedResumeDoesNotKeepTheWindowOpen()
{
    write(QStringLiteral("who.sh"), kScript);
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, ownMethod(kEndless))));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    allow(*dialogOf(window));
    QTRY_VERIFY(rounds.count() > 1);
    press(window, ActionId::StopRun);
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    press(window, ActionId::ShowCompare);
    auto* compare = window.findChild<ComparePage*>();
    QTRY_COMPARE(int(compare->storedRuns().size()), 2);

    write(QStringLiteral("who.sh"), kScript + "# other bytes\n");
    auto* requests = window.findChild<WindowRuns*>();
    QVERIFY(requests);
    QSignalSpy resumed(requests, &WindowRuns::resumed);
    emit compare->resumeRequested({2});
    QTRY_VERIFY(dialogOf(window));
    dialogOf(window)->reject();
    QCOMPARE(resumed.count(), 0);
    emit compare->resumeRequested({2});
    QTRY_VERIFY(dialogOf(window));
    allow(*dialogOf(window));
    QCOMPARE(resumed.count(), 1);
    press(window, ActionId::StopRun);
    QVERIFY(ended.count() > 1 || ended.wait(kTryMilliseconds));
}

void CommandConsentTest::verifiedRunsAreAskedAboutToo()
{
    write(QStringLiteral("who.sh"), kScript);
    MainWindow window(context());
    QVERIFY(opens(window, write(kMine, ownMethod(1))));
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    allow(*dialogOf(window));
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    press(window, ActionId::ShowCompare);
    auto* compare = window.findChild<ComparePage*>();
    auto* table = compare->findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(table->model()->rowCount(), 2);
    table->selectAll();
    QTRY_VERIFY(window.actions().action(ActionId::VerifyRuns)->isEnabled());
    press(window, ActionId::VerifyRuns); // the same bytes: not asked
    QTRY_VERIFY(window.findChild<VerifyDialog*>());
    QPointer<VerifyDialog> dialog = window.findChild<VerifyDialog*>();
    QTRY_VERIFY(!dialog->isBusy());
    QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("verifySummary"))->text(),
             QStringLiteral("All 2 runs are the same to the bit."));
    dialog->close();
    QTRY_VERIFY(!dialog);

    write(QStringLiteral("who.sh"), kScript + "# other bytes\n");
    QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("started"))));
    press(window, ActionId::VerifyRuns);
    QTRY_VERIFY(dialogOf(window));
    dialogOf(window)->reject();
    QVERIFY(!window.findChild<VerifyDialog*>());
    QVERIFY(!hasStarted());
}

void CommandConsentTest::withoutAFileTheFolderIsChosen()
{
    write(QStringLiteral("who.sh"), kScript);
    MainWindow window(context());
    window.show();
    window.document().begin(QString::fromUtf8(ownMethod(1)));
    QTRY_VERIFY(window.document().isRunnable());
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    auto* run = dialogOf(window)->findChild<QPushButton*>(QStringLiteral("runCommand"));
    QVERIFY(!run->isEnabled());
    dialogOf(window)->chooseFolder(m_folder->path());
    QVERIFY(!run->isEnabled()); // its files are read first, on another thread
    QTRY_VERIFY(run->isEnabled());
    run->click();
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    QVERIFY(hasStarted());
}

COTERIE_WIDGET_SECTION(CommandConsentTest)

} // namespace tst_command_consent

#include "tst_command_consent.moc"
