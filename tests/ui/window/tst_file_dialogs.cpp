#include "tests/sections.h"
#include "tests/ui/window_fixture.h"
#include "ui/remembered_folder.h"

#include <QAction>
#include <QFileDialog>
#include <QSettings>
#include <QTest>
#include <QTimer>

namespace tst_file_dialogs {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// Chooses this file in the next file dialog, whether or not the program waits for it.
class Chooser final : public QTimer
{
public:
    explicit Chooser(const QString& path)
    {
        setInterval(5);
        connect(this, &QTimer::timeout, this, [this, path] {
            for (QWidget* widget : QApplication::topLevelWidgets())
                if (auto* dialog = qobject_cast<QFileDialog*>(widget);
                    dialog && dialog->isVisible()) {
                    stop();
                    m_began = dialog->directory().absolutePath();
                    emit dialog->fileSelected(path);
                    dialog->reject();
                    return;
                }
        });
        start();
    }
    /// The folder in which the dialog began; empty before there was one.
    [[nodiscard]] const QString& began() const { return m_began; }

private:
    QString m_began;
};

} // namespace

/// The dialogs of the window that ask for a file begin where the last one of their kind ended.
class FileDialogsTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void aDialogGoesOnWhereTheLastOneEnded_data();
    void aDialogGoesOnWhereTheLastOneEnded();
};

void FileDialogsTest::aDialogGoesOnWhereTheLastOneEnded_data()
{
    QTest::addColumn<ActionId>("action");
    QTest::addColumn<FolderFor>("use");
    QTest::newRow("open an experiment") << ActionId::OpenFile << FolderFor::Experiments;
    QTest::newRow("open another store") << ActionId::OpenStore << FolderFor::Stores;
    QTest::newRow("save an experiment") << ActionId::SaveFileAs << FolderFor::Experiments;
    QTest::newRow("import data") << ActionId::ImportDataFile << FolderFor::Data;
    QTest::newRow("import a data folder") << ActionId::ImportDataFolder << FolderFor::Data;
    QTest::newRow("import a bundle") << ActionId::ImportBundle << FolderFor::Bundles;
    QTest::newRow("export a bundle") << ActionId::ExportBundle << FolderFor::Bundles;
    QTest::newRow("export events") << ActionId::ExportTensorBoard << FolderFor::Events;
    QTest::newRow("save models") << ActionId::ExportModels << FolderFor::Models;
    QTest::newRow("export the table") << ActionId::ExportRunTable << FolderFor::Exports;
    QTest::newRow("write a report") << ActionId::ExportReport << FolderFor::Exports;
}

void FileDialogsTest::aDialogGoesOnWhereTheLastOneEnded()
{
    QFETCH(ActionId, action);
    QFETCH(FolderFor, use);
    const QDir folder(m_folder->path());
    QVERIFY(folder.mkdir(QStringLiteral("first")) && folder.mkdir(QStringLiteral("second")));
    QFileDialog before;
    rememberFolder(before, use);
    emit before.fileSelected(folder.filePath(QStringLiteral("first/any")));
    MainWindow window(context());
    window.show();
    window.actions().action(ActionId::NewExperiment)->trigger();
    QTRY_VERIFY(!window.document().isEmpty());
    QAction& asks = *window.actions().action(action);
    asks.setEnabled(true); // without runs too
    Chooser chooser(folder.filePath(QStringLiteral("second/any")));
    asks.trigger();
    QTRY_COMPARE(QDir(chooser.began()).canonicalPath(),
                 QDir(folder.filePath(QStringLiteral("first"))).canonicalPath());
    QCOMPARE(QDir(rememberedFolder(use)).canonicalPath(),
             QDir(folder.filePath(QStringLiteral("second"))).canonicalPath());
}

COTERIE_WIDGET_SECTION(FileDialogsTest)

} // namespace tst_file_dialogs

#include "tst_file_dialogs.moc"
