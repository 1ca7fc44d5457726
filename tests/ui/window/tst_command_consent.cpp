#include "core/store/run_store.h"
#include "tests/sections.h"
#include "tests/ui/window_fixture.h"
#include "ui/compare/compare_page.h"
#include "ui/window/command_dialog.h"

#include <QAction>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>

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

QByteArray ownMethod(int rounds)
{
    return experiment(rounds).replace(
        R"({ "name": "FedAvg", "algorithm": { "name": "fedavg" } })",
        R"({ "name": "Mine", "algorithm": { "name": "external", "command": ["sh", "who.sh"],)"
        R"( "wants": ["sizes"] } })");
}

} // namespace

/// An experiment that starts a program of its own: asked about before, once for the same bytes.
class CommandConsentTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void cancelRunsAndStoresNothing();
    void theDialogSaysWhatWouldStart();
    void aYesIsForTheseBytes();
    void aResumedRunIsNotAskedAboutAgain();
    void withoutAFileTheFolderIsChosen();

private:
    [[nodiscard]] bool hasStarted() const { return QFile::exists(m_folder->filePath("started")); }
    static void press(MainWindow& window, ActionId action)
    {
        window.actions().action(action)->trigger();
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

    press(window, ActionId::RunExperiment); // the same again: not asked
    QVERIFY(ended.wait(kTryMilliseconds));
    QVERIFY(!dialogOf(window));
    QCOMPARE(int(runs().size()), 4);

    write(QStringLiteral("who.sh"), kScript + "# other bytes\n");
    press(window, ActionId::RunExperiment);
    QTRY_VERIFY(dialogOf(window));
    dialogOf(window)->reject();
    QCOMPARE(int(runs().size()), 4);
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
    press(window, ActionId::StopRun);
    QVERIFY(ended.count() > 1 || ended.wait(kTryMilliseconds));

    write(QStringLiteral("who.sh"), kScript + "# other bytes\n");
    emit compare->resumeRequested({2}); // now its state has the folder
    QTRY_VERIFY(dialogOf(window));
    QVERIFY(dialogOf(window)
                ->findChild<QPlainTextEdit*>(QStringLiteral("commandDetails"))
                ->toPlainText()
                .contains(m_folder->path()));
    dialogOf(window)->reject();
    QVERIFY(!window.controller().isBusy());
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
    QVERIFY(run->isEnabled());
    run->click();
    QVERIFY(ended.count() > 0 || ended.wait(kTryMilliseconds));
    QVERIFY(hasStarted());
}

COTERIE_WIDGET_SECTION(CommandConsentTest)

} // namespace tst_command_consent

#include "tst_command_consent.moc"
