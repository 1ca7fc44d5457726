#include "tests/sections.h"
#include "ui/folder_dialog.h"
#include "ui/remembered_folder.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_remembered_folder {

using namespace coterie::ui;

/// Each kind of file dialog begins where the user's last choice of that kind was.
class RememberedFolderTest final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { QSettings().remove(QStringLiteral("files")); }
    void aDialogBeginsWhereTheLastOneEnded();
    void aFolderThatIsGoneIsForgotten();
    void aNewFolderIsMade();
};

void RememberedFolderTest::aDialogBeginsWhereTheLastOneEnded()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("data/scans")));
    const QString data = folder.filePath(QStringLiteral("data"));
    QFileDialog first;
    rememberFolder(first, FolderFor::Data, folder.path());
    QCOMPARE(first.directory().absolutePath(), folder.path());
    emit first.fileSelected(data + QStringLiteral("/digits.csv"));
    QFileDialog second;
    rememberFolder(second, FolderFor::Data, folder.path());
    QCOMPARE(second.directory().absolutePath(), data);
    emit second.fileSelected(data + QStringLiteral("/scans")); // a folder: its neighbours are seen
    QCOMPARE(rememberedFolder(FolderFor::Data), data);
    for (const FolderFor other : {FolderFor::Exports, FolderFor::Experiments, FolderFor::Bundles})
        QCOMPARE(rememberedFolder(other), QString());
}

void RememberedFolderTest::aFolderThatIsGoneIsForgotten()
{
    QTemporaryDir folder;
    QFileDialog dialog;
    rememberFolder(dialog, FolderFor::Bundles);
    emit dialog.fileSelected(folder.filePath(QStringLiteral("bundle.zip")));
    QCOMPARE(rememberedFolder(FolderFor::Bundles), folder.path());
    QVERIFY(folder.remove());
    QCOMPARE(rememberedFolder(FolderFor::Bundles), QString());
}

void RememberedFolderTest::aNewFolderIsMade()
{
    const QTemporaryDir folder;
    FolderDialog dialog(nullptr, QStringLiteral("Choose a folder"));
    dialog.setDirectory(folder.path());
    const QSignalSpy chosen(&dialog, &QFileDialog::fileSelected);
    dialog.show();
    auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    QVERIFY(name);
    name->setText(QStringLiteral("made/here"));
    const auto buttons = dialog.findChild<QDialogButtonBox*>()->buttons();
    QVERIFY(std::ranges::all_of(buttons, &QAbstractButton::isEnabled));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].toString(), folder.filePath(QStringLiteral("made/here")));
    QVERIFY(QFileInfo(folder.filePath(QStringLiteral("made/here"))).isDir());
}

COTERIE_WIDGET_SECTION(RememberedFolderTest)

} // namespace tst_remembered_folder

#include "tst_remembered_folder.moc"
