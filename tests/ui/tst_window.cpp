#include "tests/coterie_test_main.h"
#include "tests/ui/window_bench.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/design_page.h"
#include "ui/frame/focus_help.h"
#include "ui/window/command_palette.h"
#include "ui/window/file_notices.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// The quickstart in small, so that the real engine needs a second for it.
QByteArray experiment(int rounds)
{
    return QByteArrayLiteral(R"({ "schema": 1, "name": "Small", "data": {
        "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
        "partition": { "scheme": "iid", "clients": 3 }, "test": { "share": 0.2 } },
      "model": { "name": "mlr" },
      "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
      "arms": [ { "name": "Independent", "algorithm": { "name": "independent" } },
                { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
      "rounds": )")
           + QByteArray::number(rounds) + " }";
}

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Answers each file dialog that asks where to save with the next of these paths; an empty one
/// closes it. Notes what was offered.
class SaveDialogAnswerer final : public QTimer
{
public:
    SaveDialogAnswerer(const QStringList& answers, QStringList& offered)
    {
        connect(this, &QTimer::timeout, this, [this, answers, &offered] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog || offered.size() >= answers.size())
                return;
            const QString answer = answers[offered.size()];
            offered << dialog->selectedFiles().value(0);
            if (answer.isEmpty())
                return dialog->reject();
            dialog->selectFile(answer);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        start(20);
    }
};

const QString kQuickstart = QStringLiteral("experiments/quickstart.json"); // as it ships
const QString kMine = QStringLiteral("mine.json");

} // namespace

/// The window with the real engine behind it.
class WindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void quickstartRunsIsWatchedAndStored();
    void oneClickOnTheFirstPageStartsTheQuickstart();
    void pausesStepsAndGoesOn();
    void closingDuringARunAsksOnceAndKeepsItResumable();
    void savingFirstGoesOnWithWhatWasAsked();
    void unsavedWorkIsOfferedAtTheNextStart();
    void aFileChangedByOthersIsNotOverwrittenUnasked();
    void aTemplateIsNeverWrittenTo();
    void aNewExperimentRunsAndAsksForAName();
    void aNewExperimentLeavesUnsavedWorkToTheUser();
    void helpSpeaksOfWhatHasTheFocus();
    void thePaletteKnowsTheClientsActionsWhereTheyApply();
    void undoAndRedoSayWhatTheyTakeBack();
    void undoKeysInAFieldAreTheWindowsUndo();
    void dataChosenOnTheDataPageComeIntoTheDesign();
    void everyControlSaysWhatItDoes();

private:
    [[nodiscard]] WindowContext context() const;
    /// The small experiment with so many rounds, under this name in the test's folder; its path.
    QString write(const QString& name, int rounds) const;

    std::optional<QTemporaryDir> m_folder;
};

void WindowTest::init()
{
    m_folder.emplace();
    useSettingsIn(m_folder->path());
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("experiments")));
}

WindowContext WindowTest::context() const
{
    return windowOver(storeIn(m_folder->path()), m_folder->filePath(QStringLiteral("experiments")));
}

QString WindowTest::write(const QString& name, int rounds) const
{
    const QString path = m_folder->filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(experiment(rounds)) < 0)
        qFatal("%s cannot be written", qPrintable(path));
    return path;
}

void WindowTest::quickstartRunsIsWatchedAndStored()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QVERIFY(ended.wait(60'000));
    QCOMPARE(rounds.count(), 8); // two arms, each round 0 to 3
    const auto* watched = window.findChild<QTableView*>(QStringLiteral("runList"));
    QCOMPARE(watched->model()->rowCount(), 2);
    QVERIFY(watched->isVisible());
    QVERIFY(!window.controller().isBusy());
    window.actions().action(ActionId::ShowCompare)->trigger();
    const auto* stored = window.findChild<QTreeView*>(QStringLiteral("runTable"));
    QTRY_COMPARE(stored->model()->rowCount(), 2);
    QVERIFY(window.close());
}

void WindowTest::oneClickOnTheFirstPageStartsTheQuickstart()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    const auto* welcome = window.findChild<QWidget*>(QStringLiteral("welcome"));
    QVERIFY(welcome->isVisible());
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    QTest::mouseClick(welcome->findChild<QAbstractButton*>(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, 60'000); // maybe in one batch with the last rounds
    QCOMPARE(rounds.count(), 8);                         // two arms, each round 0 to 3
    QVERIFY(window.close());
}

void WindowTest::pausesStepsAndGoesOn()
{
    write(kQuickstart, 400);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 2, 30'000);
    QAction* pause = window.actions().action(ActionId::PauseRun);
    pause->trigger();
    QCOMPARE(window.controller().state(), RunController::State::Paused);
    const auto* which = window.findChild<QLabel*>(QStringLiteral("watchedRuns"));
    QCOMPARE(which->text(), QStringLiteral("Independent, seed 1 · paused"));
    QCOMPARE(window.findChild<QLabel*>(QStringLiteral("watchTitle"))->text(),
             QStringLiteral("Small"));
    QTest::qWait(500); // the round under way ends
    const auto paused = rounds.count();
    QTest::qWait(300);
    QCOMPARE(rounds.count(), paused);
    window.actions().action(ActionId::StepRun)->trigger();
    QTRY_COMPARE(rounds.count(), paused + 1);
    QTest::qWait(200);
    QCOMPARE(rounds.count(), paused + 1);
    pause->trigger();
    QTRY_VERIFY(rounds.count() > paused + 3);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::StopRun)->trigger();
    QVERIFY(ended.wait(30'000));
    QVERIFY(window.close());
}

void WindowTest::closingDuringARunAsksOnceAndKeepsItResumable()
{
    write(kQuickstart, 2000);
    MainWindow window(context());
    window.show();
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(rounds.count() > 2, 30'000);
    int asked = 0;
    QTimer answerer;
    answerer.setInterval(20);
    connect(&answerer, &QTimer::timeout, this, [&] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!question)
            return;
        ++asked;
        question->button(QMessageBox::Close)->click();
    });
    answerer.start();
    window.close();
    window.close(); // asked and answered already
    QTRY_VERIFY_WITH_TIMEOUT(!window.isVisible(), 30'000);
    QCOMPARE(asked, 1);
    const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly);
    QVERIFY(store.has_value());
    const auto runs = (*store)->runs();
    QVERIFY(runs.has_value());
    QCOMPARE(runs->front().status, RunStatus::Stopped);
    QVERIFY(runs->front().roundsDone > 0);
}

void WindowTest::savingFirstGoesOnWithWhatWasAsked()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    window.show();
    window.openFile(path);
    QAction* run = window.actions().action(ActionId::RunExperiment);
    QTRY_VERIFY(run->isEnabled());
    auto* editor = window.findChild<QPlainTextEdit*>(QStringLiteral("jsonEditor"));
    editor->appendPlainText(QStringLiteral(" "));
    QVERIFY(window.isWindowModified());
    QTimer answerer;
    int asked = 0;
    connect(&answerer, &QTimer::timeout, this, [&] {
        if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            ++asked;
            question->button(QMessageBox::Save)->click();
        }
    });
    answerer.start(20);
    QVERIFY(!window.close());
    QTRY_VERIFY(!window.isVisible());
    QCOMPARE(asked, 1);
    QCOMPARE(textOf(path), editor->toPlainText());
}

void WindowTest::unsavedWorkIsOfferedAtTheNextStart()
{
    const QString path = write(kMine, 3);
    QDir().mkpath(draftFolder());
    const QString left = draftFolder() + QStringLiteral("/left.draft");
    QFile draft(left);
    QVERIFY(draft.open(QIODevice::WriteOnly));
    const QString text = QString::fromUtf8(experiment(7));
    draft.write(
        QJsonDocument(QJsonObject{{QStringLiteral("path"), path}, {QStringLiteral("text"), text}})
            .toJson());
    draft.close();
    MainWindow window(context());
    window.show();
    const auto* notice = window.findChild<QLabel*>(QStringLiteral("notice"));
    QTRY_VERIFY(notice->isVisible());
    QVERIFY2(notice->text().contains(path), qPrintable(notice->text()));
    for (auto* button : notice->parentWidget()->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Go on with them"))
            button->click();
    QTRY_COMPARE(window.document().text(), text);
    QVERIFY(window.document().isModified());
    QVERIFY(window.isWindowModified());
    QVERIFY(!notice->isVisible());
    QTRY_VERIFY(!QFile::exists(left));
    QTRY_VERIFY(window.actions().action(ActionId::RunExperiment)->isEnabled());
}

void WindowTest::aFileChangedByOthersIsNotOverwrittenUnasked()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    window.show();
    window.openFile(path);
    QTRY_VERIFY(window.document().isRunnable());
    QVERIFY(window.document().apply(QStringLiteral("Mine"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(5)}}));
    const QString mine = window.document().text();
    write(kMine, 9); // theirs
    window.actions().action(ActionId::SaveFile)->trigger();
    const auto* notice = window.findChild<QLabel*>(QStringLiteral("notice"));
    const auto choice = [&](const char* text) {
        for (auto* button : notice->parentWidget()->findChildren<QPushButton*>())
            if (button->text() == QString::fromLatin1(text))
                return button;
        return static_cast<QPushButton*>(nullptr);
    };
    QTRY_VERIFY(choice("Save mine"));
    QCOMPARE(textOf(path), QString::fromUtf8(experiment(9)));
    QSignalSpy saved(&window.document(), &ExperimentDocument::saved);
    choice("Save mine")->click();
    QVERIFY(saved.wait());
    QCOMPARE(textOf(path), mine);
}

void WindowTest::aTemplateIsNeverWrittenTo()
{
    const QString shipped = write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    window.openFile(shipped);
    QTRY_VERIFY(window.document().isRunnable());
    QVERIFY(window.document().apply(QStringLiteral("Mine"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(5)}}));
    const QString wanted = m_folder->filePath(QStringLiteral("named 🌲.json"));
    QStringList offered;
    const SaveDialogAnswerer answerer({QString(), wanted}, offered);
    QAction* save = window.actions().action(ActionId::SaveFile);
    save->trigger(); // no name is given
    QCOMPARE(offered.size(), 1);
    QCOMPARE(QFileInfo(offered.front()).fileName(), QStringLiteral("quickstart.json"));
    QVERIFY(!offered.front().startsWith(context().experimentsFolder));
    QVERIFY(window.document().isModified());
    save->trigger();
    QTRY_VERIFY(!window.document().isModified());
    QCOMPARE(window.document().path(), wanted);
    QCOMPARE(textOf(wanted), window.document().text());
    QCOMPARE(textOf(shipped), QString::fromUtf8(experiment(3)));
    QVERIFY(window.document().apply(QStringLiteral("More"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(6)}}));
    save->trigger(); // it is the user's own now
    QTRY_VERIFY(!window.document().isModified());
    QCOMPARE(offered.size(), 2);
    QCOMPARE(textOf(wanted), window.document().text());
}

void WindowTest::aNewExperimentRunsAndAsksForAName()
{
    MainWindow window(context());
    window.show();
    window.actions().action(ActionId::ShowDesign)->trigger();
    QTest::mouseClick(window.findChild<DesignPage*>()->findChild<QAbstractButton*>(
                          QStringLiteral("emptyStateButton")),
                      Qt::LeftButton);
    QTRY_VERIFY2(window.document().isRunnable(),
                 window.document().checked().problems.empty()
                     ? ""
                     : window.document().checked().problems.front().sentence().c_str());
    QVERIFY(!window.isWindowModified()); // nothing of the user's is in it yet
    QVERIFY(window.actions().action(ActionId::RunExperiment)->isEnabled());
    QCOMPARE(window.findChild<QLabel*>(QStringLiteral("experimentTitle"))->text(),
             QStringLiteral("New experiment"));
    const QString wanted = m_folder->filePath(QStringLiteral("first.json"));
    QStringList offered;
    const SaveDialogAnswerer answerer({wanted}, offered);
    window.actions().action(ActionId::SaveFile)->trigger();
    QCOMPARE(offered.size(), 1);
    QTRY_COMPARE(textOf(wanted), window.document().text());
    QTRY_COMPARE(window.document().path(), wanted);
    QVERIFY(window.close());
}

void WindowTest::aNewExperimentLeavesUnsavedWorkToTheUser()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    window.show();
    window.openFile(path);
    QTRY_VERIFY(window.document().isRunnable());
    QVERIFY(window.document().apply(QStringLiteral("Mine"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(5)}}));
    const QString mine = window.document().text();
    auto answer = QMessageBox::Cancel;
    QTimer answerer;
    connect(&answerer, &QTimer::timeout, this, [&] {
        if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
            question->button(answer)->click();
    });
    answerer.start(20);
    QAction* begin = window.actions().action(ActionId::NewExperiment);
    begin->trigger();
    QTest::qWait(100);
    QCOMPARE(window.document().text(), mine);
    answer = QMessageBox::Save; // then it begins, once the file is written
    begin->trigger();
    QTRY_VERIFY(window.document().isNew());
    QCOMPARE(textOf(path), mine);
    QVERIFY(!window.document().undoStack().canUndo());
}

void WindowTest::helpSpeaksOfWhatHasTheFocus()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.openFile(path);
    QTRY_VERIFY(window.document().isRunnable());
    auto* page = window.findChild<DesignPage*>();
    page->showSection(DesignSection::Local);
    auto* batch =
        window.findChild<QWidget*>(QStringLiteral("/local/batch"))->findChild<QLineEdit*>();
    batch->setFocus();
    QTest::keyClick(batch, Qt::Key_F1);
    const auto help = [] {
        for (QWidget* each : QApplication::topLevelWidgets())
            if (each->inherits("QWhatsThat") && each->isVisible())
                return each;
        return static_cast<QWidget*>(nullptr);
    };
    QTRY_VERIFY(help());
    const QString said = helpOn(*batch);
    QVERIFY2(said.contains(QStringLiteral("/local/batch")), qPrintable(said));
    QTest::mouseClick(help(), Qt::LeftButton);
    QTRY_VERIFY(!help());
    // The drawing tells its keys, and everything on the page says something.
    page->showSection(DesignSection::Clients);
    const auto* canvas = window.findChild<PartitionCanvas*>();
    QVERIFY(helpOn(*canvas).contains(QStringLiteral("Ctrl+T")));
    int asked = 0;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible())
            continue;
        ++asked;
        QVERIFY2(!helpOn(*widget).isEmpty(),
                 qPrintable(QString::fromLatin1(widget->metaObject()->className())
                            + widget->objectName()));
    }
    QVERIFY(asked > 5);
}

void WindowTest::thePaletteKnowsTheClientsActionsWhereTheyApply()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    window.show();
    window.openFile(path);
    QTRY_VERIFY(window.document().isRunnable());
    const auto listed = [&](const QString& typed) {
        window.actions().action(ActionId::CommandPalette)->trigger();
        auto* palette = window.findChild<CommandPalette*>();
        palette->findChild<QLineEdit*>()->setText(typed);
        QStringList lines;
        const QAbstractItemModel* model = palette->findChild<QListView*>()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            lines << model->index(row, 0).data().toString();
        palette->close();
        return lines;
    };
    const QStringList merge{QStringLiteral("Clients: Merge")};
    QVERIFY(listed(QStringLiteral("clients merge")).isEmpty()); // they are not on screen
    window.findChild<DesignPage*>()->showSection(DesignSection::Clients);
    auto* canvas = window.findChild<PartitionCanvas*>();
    QTRY_COMPARE(canvas->sketch().clients(), std::size_t(3));
    canvas->setSelected({1});
    QVERIFY(listed(QStringLiteral("clients merge")).isEmpty()); // one alone cannot be merged
    canvas->setSelected({1, 2});
    QCOMPARE(listed(QStringLiteral("clients merge")), merge);
    window.actions().action(ActionId::MergeClients)->trigger();
    QCOMPARE(canvas->sketch().clients(), std::size_t(2));
    window.actions().action(ActionId::ShowWatch)->trigger();
    QVERIFY(!window.actions().action(ActionId::DeleteClients)->isEnabled());
}

void WindowTest::undoAndRedoSayWhatTheyTakeBack()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.openFile(m_folder->filePath(kQuickstart));
    QTRY_VERIFY(window.document().isRunnable());
    const QString original = window.document().text();
    QAction* undo = window.actions().action(ActionId::Undo);
    QAction* redo = window.actions().action(ActionId::Redo);
    QVERIFY(!undo->isEnabled() && !redo->isEnabled());
    QVERIFY(window.document().apply(QStringLiteral("Change rounds"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(5)}}));
    QCOMPARE(undo->text(), QStringLiteral("&Undo: change rounds"));
    QVERIFY(window.actions().action(ActionId::SaveFile)->isEnabled());
    undo->trigger();
    QCOMPARE(window.document().text(), original);
    QVERIFY(!undo->isEnabled());
    QCOMPARE(redo->text(), QStringLiteral("&Redo: change rounds"));
    QVERIFY(!window.actions().action(ActionId::SaveFile)->isEnabled());
}

void WindowTest::undoKeysInAFieldAreTheWindowsUndo()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.openFile(m_folder->filePath(kQuickstart));
    QTRY_VERIFY(window.document().isRunnable());
    const QString original = window.document().text();
    window.findChild<DesignPage*>()->showSection(DesignSection::Local);
    auto* batch =
        window.findChild<QWidget*>(QStringLiteral("/local/batch"))->findChild<QLineEdit*>();
    batch->setFocus();
    QTest::keyClicks(batch, QStringLiteral("32"));
    QVERIFY(window.document().text() != original);
    QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(window.document().text(), original);
    QCOMPARE(batch->text(), QStringLiteral("16"));
    QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(window.document().text() != original);
}

void WindowTest::dataChosenOnTheDataPageComeIntoTheDesign()
{
    write(kQuickstart, 3);
    MainWindow window(context());
    window.show();
    window.actions().action(ActionId::ShowData)->trigger();
    const auto use = [&](const char* title) {
        auto* list = window.findChild<QListView*>(QStringLiteral("datasetList"));
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (list->model()->index(row, 0).data().toString() == QLatin1String(title))
                list->setCurrentIndex(list->model()->index(row, 0));
        window.findChild<QPushButton*>(QStringLiteral("useDataset"))->click();
    };
    auto* editor = window.findChild<QPlainTextEdit*>(QStringLiteral("jsonEditor"));
    use("Shapes"); // no experiment is open: the quickstart's is taken
    QTRY_VERIFY2(editor->toPlainText().contains(QStringLiteral("\"dataset\": \"shapes10\"")),
                 qPrintable(editor->toPlainText()));
    QVERIFY(editor->toPlainText().contains(QStringLiteral("\"name\": \"Small\"")));
    QVERIFY(window.isWindowModified());
    window.actions().action(ActionId::ShowData)->trigger();
    use("Glyph digits");
    QVERIFY(editor->toPlainText().contains(QStringLiteral("\"dataset\": \"glyphDigits\"")));
    window.actions().action(ActionId::Undo)->trigger();
    window.actions().action(ActionId::Undo)->trigger();
    QVERIFY(!window.isWindowModified());
}

void WindowTest::everyControlSaysWhatItDoes()
{
    const MainWindow window(context());
    int controls = 0;
    const auto check = [&](const QWidget* control) {
        // The scroll bars, corners and clear buttons that Qt makes for itself.
        const QString inside =
            QString::fromLatin1(control->parentWidget()->metaObject()->className());
        if (control->objectName().startsWith(QStringLiteral("qt_"))
            || inside == QStringLiteral("QLineEdit") || inside == QStringLiteral("QTableView")
            || inside == QStringLiteral("QTabBar") || inside == QStringLiteral("QDockWidget")
            || inside == QStringLiteral("QComboBoxPrivateContainer"))
            return;
        ++controls;
        QVERIFY2(!control->toolTip().isEmpty() || !control->whatsThis().isEmpty(),
                 qPrintable(QStringLiteral("%1 \"%2\" in %3")
                                .arg(QString::fromLatin1(control->metaObject()->className()),
                                     control->objectName(),
                                     inside)));
    };
    for (const auto* control : window.findChildren<QAbstractButton*>())
        check(control);
    for (const auto* control : window.findChildren<QAbstractItemView*>())
        if (!qobject_cast<const QHeaderView*>(control))
            check(control);
    for (const auto* control : window.findChildren<QLineEdit*>())
        check(control);
    for (const auto* control : window.findChildren<QComboBox*>())
        check(control);
    for (const auto* control : window.findChildren<QSlider*>())
        check(control);
    QVERIFY(controls > 20);
}

COTERIE_WIDGET_TEST_MAIN(WindowTest)
#include "tst_window.moc"
