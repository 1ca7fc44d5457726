#include "tests/sections.h"
#include "tests/ui/window_fixture.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/design_page.h"
#include "ui/frame/focus_help.h"
#include "ui/watch/matrix_panel.h"
#include "ui/watch/transport_bar.h"
#include "ui/watch/watch_page.h"
#include "ui/window/command_palette.h"
#include "ui/window/file_notices.h"
#include "ui/window/main_window.h"
#include "ui/window/queue_notice.h"
#include "ui/window/window_actions.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

namespace tst_window_files {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

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
            // As typed: selectFile() leaves a name alone while the user might be typing it, and a
            // row stays selected beside the name as long as the field is without the focus.
            dialog->findChild<QListView*>(QStringLiteral("listView"))
                ->selectionModel()
                ->clearSelection();
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(answer);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        start(20);
    }
};

} // namespace

/// Experiments as files under the window: opened, saved, changed by others, never lost.
class WindowFilesTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void savingFirstGoesOnWithWhatWasAsked();
    void unsavedWorkIsOfferedAtTheNextStart();
    void aFileChangedByOthersIsNotOverwrittenUnasked();
    void aTemplateIsNeverWrittenTo();
    void aNewExperimentRunsAndAsksForAName();
    void aNewExperimentLeavesUnsavedWorkToTheUser();
    void nothingFollowsASavingThatWasOvertaken();
    void aFileThatCannotBeWrittenStaysAmongTheRecent();
    void theQuickstartRunsAfterTheOldExperimentIsSaved();
    void aChangedFileDoesNotLeaveThePage();
    void aNameWithoutSuffixIsSavedAsJson();
    void aFileDroppedOnTheWindowIsOpened();
};

void WindowFilesTest::savingFirstGoesOnWithWhatWasAsked()
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

void WindowFilesTest::unsavedWorkIsOfferedAtTheNextStart()
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
        if (button->text() == QStringLiteral("Restore"))
            button->click();
    QTRY_COMPARE(window.document().text(), text);
    QVERIFY(window.document().isModified());
    QVERIFY(window.isWindowModified());
    QVERIFY(!notice->isVisible());
    QTRY_VERIFY(!QFile::exists(left));
    QTRY_VERIFY(window.actions().action(ActionId::RunExperiment)->isEnabled());
}

void WindowFilesTest::aFileChangedByOthersIsNotOverwrittenUnasked()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    QVERIFY(opens(window, path));
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
    QTRY_VERIFY(choice("Overwrite"));
    QCOMPARE(textOf(path), QString::fromUtf8(experiment(9)));
    QSignalSpy saved(&window.document(), &ExperimentDocument::saved);
    choice("Overwrite")->click();
    QVERIFY(saved.wait(kTryMilliseconds));
    QCOMPARE(textOf(path), mine);
}

void WindowFilesTest::aTemplateIsNeverWrittenTo()
{
    const QString shipped = write(kQuickstart, 3);
    MainWindow window(context());
    QVERIFY(opens(window, shipped));
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

void WindowFilesTest::aNewExperimentRunsAndAsksForAName()
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

void WindowFilesTest::aNewExperimentLeavesUnsavedWorkToTheUser()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    QVERIFY(opens(window, path));
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

void WindowFilesTest::nothingFollowsASavingThatWasOvertaken()
{
    write(kMine, 3);
    const QString path = m_folder->filePath(kMine);
    MainWindow window(context());
    QVERIFY(opens(window, path));
    QVERIFY(window.document().apply(QStringLiteral("Mine"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(5)}}));
    write(kMine, 9); // theirs
    QTimer answerer;
    connect(&answerer, &QTimer::timeout, this, [&] {
        if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
            question->button(QMessageBox::Save)->click();
    });
    answerer.start(20);
    QSignalSpy overtaken(&window.document(), &ExperimentDocument::overtaken);
    QVERIFY(!window.close());
    QVERIFY(overtaken.count() > 0 || overtaken.wait(kTryMilliseconds));
    answerer.stop();
    QSignalSpy saved(&window.document(), &ExperimentDocument::saved);
    window.document().save(m_folder->filePath(QStringLiteral("other.json")));
    QVERIFY(saved.wait(kTryMilliseconds));
    QCoreApplication::processEvents();
    QVERIFY(window.isVisible()); // it was not asked to close now
}

void WindowFilesTest::aFileThatCannotBeWrittenStaysAmongTheRecent()
{
    write(kMine, 3);
    const QString path = m_folder->filePath(kMine);
    MainWindow window(context());
    window.openFile(path);
    QTRY_VERIFY(window.document().isRunnable());
    const auto* files = window.findChild<FileCommands*>();
    QVERIFY(files->recent().contains(path));
    QSignalSpy failed(&window.document(), &ExperimentDocument::failed);
    window.document().save(m_folder->filePath(QStringLiteral("no/such/folder/x.json")));
    QVERIFY(failed.wait(kTryMilliseconds));
    QVERIFY(files->recent().contains(path));
    QFile::remove(path);
    window.openFile(path);
    QVERIFY(failed.wait(kTryMilliseconds));
    QVERIFY(!files->recent().contains(path));
}

void WindowFilesTest::theQuickstartRunsAfterTheOldExperimentIsSaved()
{
    write(kQuickstart, 3);
    const QString mine = write(kMine, 7);
    MainWindow window(context());
    QVERIFY(opens(window, mine));
    QVERIFY(window.document().apply(QStringLiteral("Mine"),
                                    {{.pointer = "/rounds", .value = JsonNode::fromWhole(5)}}));
    QTimer answerer;
    connect(&answerer, &QTimer::timeout, this, [&] {
        if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
            question->button(QMessageBox::Save)->click();
    });
    answerer.start(20);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QVERIFY(ended.wait(kTryMilliseconds));
    QCOMPARE(window.findChild<WatchPage*>()->runs()->roundsPlanned(), 3);
}

void WindowFilesTest::aChangedFileDoesNotLeaveThePage()
{
    write(kMine, 3);
    MainWindow window(context());
    QVERIFY(opens(window, m_folder->filePath(kMine)));
    QAction* compare = window.actions().action(ActionId::ShowCompare);
    compare->trigger();
    write(kMine, 9);
    const auto* notice = window.findChild<QLabel*>(QStringLiteral("notice"));
    QTRY_VERIFY(notice->text().contains(QStringLiteral("Another program changed")));
    QVERIFY(compare->isChecked());
    const auto* design = window.findChild<QAbstractButton*>(QStringLiteral("view.design"));
    QVERIFY(!design->accessibleDescription().isEmpty());
    window.actions().action(ActionId::ShowDesign)->trigger();
    QVERIFY(design->accessibleDescription().isEmpty());
}

void WindowFilesTest::aNameWithoutSuffixIsSavedAsJson()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    QVERIFY(opens(window, path));
    QStringList offered;
    const SaveDialogAnswerer answerer({m_folder->filePath(QStringLiteral("another"))}, offered);
    QSignalSpy saved(&window.document(), &ExperimentDocument::saved);
    window.actions().action(ActionId::SaveFileAs)->trigger();
    QVERIFY(saved.count() > 0 || saved.wait(kTryMilliseconds));
    QCOMPARE(window.document().path(), m_folder->filePath(QStringLiteral("another.json")));
}

void WindowFilesTest::aFileDroppedOnTheWindowIsOpened()
{
    const QString path = write(kMine, 3);
    MainWindow window(context());
    window.show();
    QMimeData picture;
    picture.setUrls({QUrl::fromLocalFile(QStringLiteral("/a.png"))});
    QDragEnterEvent refused({90, 90}, Qt::CopyAction, &picture, Qt::LeftButton, Qt::NoModifier);
    refused.ignore();
    QApplication::sendEvent(&window, &refused);
    QVERIFY(!refused.isAccepted());
    QMimeData experiment;
    experiment.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({90, 90}, Qt::CopyAction, &experiment, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({90, 90}, Qt::CopyAction, &experiment, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &drop);
    QTRY_VERIFY(window.document().isRunnable());
    QCOMPARE(window.document().path(), path);
    QVERIFY(window.findChild<DesignPage*>()->isVisible());
}

COTERIE_WIDGET_SECTION(WindowFilesTest)

} // namespace tst_window_files

#include "tst_window_files.moc"
