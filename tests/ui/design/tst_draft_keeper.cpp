#include "core/algorithms/registry.h"
#include "tests/sections.h"
#include "ui/design/draft_keeper.h"
#include "ui/design/experiment_document.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_draft_keeper {

using namespace coterie;
using namespace coterie::ui;

namespace {

const QString kQuickstart = QStringLiteral(COTERIE_SOURCE_DIR "/experiments/quickstart.json");

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

QByteArray read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList drafts(const QString& folder)
{
    return QDir(folder).entryList({QStringLiteral("*.draft")});
}

/// What a window leaves behind that was killed: its draft, and a lock whose process is gone.
void leaveBehind(const QString& from, const QString& to)
{
    QProcess dead;
    dead.start(QStringLiteral("true"), QStringList());
    QVERIFY(dead.waitForStarted(kTryMilliseconds));
    const QByteArray process = QByteArray::number(dead.processId());
    QVERIFY(dead.waitForFinished(kTryMilliseconds));
    for (const QString& name : drafts(from)) {
        QVERIFY(QFile::copy(from + u'/' + name, to + u'/' + name));
        QByteArrayList lock = read(from + u'/' + name + QStringLiteral(".lock")).split('\n');
        lock.front() = process;
        write(to + u'/' + name + QStringLiteral(".lock"), lock.join('\n'));
    }
}

} // namespace

/// Nothing that a user did is lost: not by a crash, not by another program.
class DraftKeeperTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void unsavedWorkSurvivesACrash();
    void aLivingWindowsDraftIsNotOffered();
    void savedAndDroppedWorkLeavesNothing();
    void aFileChangedElsewhereIsNoticedAndNotOverwritten();
    void readingItAgainCanBeTakenBack();
    void aFileThatVanishesIsNoticedAndCanBeWrittenAgain();
    void ownSavingIsNoNews();

private:
    std::optional<QTemporaryDir> m_folder;
    QString m_file;
    QByteArray m_original;
};

void DraftKeeperTest::init()
{
    m_folder.emplace();
    QDir(m_folder->path()).mkpath(QStringLiteral("drafts"));
    QDir(m_folder->path()).mkpath(QStringLiteral("crashed"));
    m_file = m_folder->filePath(QStringLiteral("experiment.json"));
    m_original = read(kQuickstart);
    write(m_file, m_original);
}

void DraftKeeperTest::unsavedWorkSurvivesACrash()
{
    const QString living = m_folder->filePath(QStringLiteral("drafts"));
    const QString crashed = m_folder->filePath(QStringLiteral("crashed"));
    ExperimentDocument document(registry());
    const DraftKeeper keeper(document, living);
    QSignalSpy opened(&document, &ExperimentDocument::opened);
    document.open(m_file);
    QVERIFY(opened.wait(kTryMilliseconds));
    QVERIFY(drafts(living).isEmpty());
    QVERIFY(document.apply(QStringLiteral("Change"),
                           {{.pointer = "/name", .value = JsonNode::fromText("Ünsaved 😀")}}));
    QTRY_COMPARE(drafts(living).size(), 1);
    leaveBehind(living, crashed);

    ExperimentDocument next(registry());
    DraftKeeper nextKeeper(next, crashed);
    QSignalSpy found(&nextKeeper, &DraftKeeper::found);
    nextKeeper.lookForDrafts();
    QVERIFY(found.wait(kTryMilliseconds));
    const auto draft = found.front().front().value<Draft>();
    QCOMPARE(draft.path, m_file);
    QCOMPARE(draft.text, document.text());
    QSignalSpy restored(&next, &ExperimentDocument::opened);
    next.restore(draft.path, draft.text);
    QVERIFY(restored.wait(kTryMilliseconds));
    QCOMPARE(next.text(), document.text());
    QCOMPARE(next.path(), m_file);
    QVERIFY(next.isModified());
    QVERIFY(next.isRunnable());
    DraftKeeper::discard(draft);
    QTRY_COMPARE(drafts(crashed).size(), 1); // its own by now
    QVERIFY(drafts(crashed).front() != QFileInfo(draft.file).fileName());
    QCOMPARE(read(m_file), m_original);
}

void DraftKeeperTest::aLivingWindowsDraftIsNotOffered()
{
    const QString folder = m_folder->filePath(QStringLiteral("drafts"));
    ExperimentDocument document(registry());
    const DraftKeeper keeper(document, folder);
    document.setText(QStringLiteral("{ }"));
    QTRY_COMPARE(drafts(folder).size(), 1);
    QVERIFY(abandonedDrafts(folder).empty());
}

void DraftKeeperTest::savedAndDroppedWorkLeavesNothing()
{
    const QString folder = m_folder->filePath(QStringLiteral("drafts"));
    {
        ExperimentDocument document(registry());
        const DraftKeeper keeper(document, folder);
        document.setText(QStringLiteral("{ }"));
        QTRY_COMPARE(drafts(folder).size(), 1);
        QSignalSpy saved(&document, &ExperimentDocument::saved);
        document.save(m_file);
        QVERIFY(saved.wait(kTryMilliseconds));
        QTRY_VERIFY(drafts(folder).isEmpty());
        document.setText(QStringLiteral("{  }"));
        QTRY_COMPARE(drafts(folder).size(), 1);
    } // closed without saving: the user was asked
    QVERIFY(QDir(folder).entryList(QDir::Files).isEmpty());
}

void DraftKeeperTest::aFileChangedElsewhereIsNoticedAndNotOverwritten()
{
    ExperimentDocument document(registry());
    FileWatch watch(document);
    QSignalSpy opened(&document, &ExperimentDocument::opened);
    QSignalSpy changed(&watch, &FileWatch::changedElsewhere);
    document.open(m_file);
    QVERIFY(opened.wait(kTryMilliseconds));
    write(m_file, "{ \"theirs\": 1 }");
    QTRY_COMPARE(changed.count(), 1);
    document.setText(QStringLiteral("{ \"mine\": 1 }"));
    QSignalSpy overtaken(&document, &ExperimentDocument::overtaken);
    document.save(m_file);
    QVERIFY(overtaken.wait(kTryMilliseconds));
    QCOMPARE(read(m_file), QByteArray("{ \"theirs\": 1 }"));
    QVERIFY(document.isModified());
    QSignalSpy saved(&document, &ExperimentDocument::saved);
    document.save(m_file, true);
    QVERIFY(saved.wait(kTryMilliseconds));
    QCOMPARE(read(m_file), QByteArray("{ \"mine\": 1 }"));
    QVERIFY(!document.isModified());
}

void DraftKeeperTest::readingItAgainCanBeTakenBack()
{
    ExperimentDocument document(registry());
    QSignalSpy opened(&document, &ExperimentDocument::opened);
    document.open(m_file);
    QVERIFY(opened.wait(kTryMilliseconds));
    document.setText(QStringLiteral("{ \"mine\": 1 }"));
    write(m_file, "{ \"theirs\": 1 }");
    document.reload();
    QTRY_COMPARE(document.text(), QStringLiteral("{ \"theirs\": 1 }"));
    QVERIFY(!document.isModified());
    document.undoStack().undo();
    QCOMPARE(document.text(), QStringLiteral("{ \"mine\": 1 }"));
    QVERIFY(document.isModified());
}

void DraftKeeperTest::aFileThatVanishesIsNoticedAndCanBeWrittenAgain()
{
    ExperimentDocument document(registry());
    FileWatch watch(document);
    QSignalSpy opened(&document, &ExperimentDocument::opened);
    QSignalSpy vanished(&watch, &FileWatch::vanished);
    document.open(m_file);
    QVERIFY(opened.wait(kTryMilliseconds));
    QVERIFY(QFile::remove(m_file));
    QTRY_COMPARE(vanished.count(), 1);
    document.loseFile();
    QVERIFY(document.isModified());
    QSignalSpy saved(&document, &ExperimentDocument::saved);
    document.save(m_file);
    QVERIFY(saved.wait(kTryMilliseconds));
    QCOMPARE(read(m_file), m_original);
}

void DraftKeeperTest::ownSavingIsNoNews()
{
    ExperimentDocument document(registry());
    FileWatch watch(document);
    QSignalSpy opened(&document, &ExperimentDocument::opened);
    QSignalSpy changed(&watch, &FileWatch::changedElsewhere);
    QSignalSpy vanished(&watch, &FileWatch::vanished);
    document.open(m_file);
    QVERIFY(opened.wait(kTryMilliseconds));
    for (int number = 0; number < 3; ++number) {
        document.setText(document.text() + u' ');
        QSignalSpy saved(&document, &ExperimentDocument::saved);
        document.save(m_file);
        QVERIFY(saved.wait(kTryMilliseconds));
    }
    QTest::qWait(400); // more than the watch's rest
    QCOMPARE(changed.count() + vanished.count(), 0);
}

COTERIE_WIDGET_SECTION(DraftKeeperTest)

} // namespace tst_draft_keeper

#include "tst_draft_keeper.moc"
