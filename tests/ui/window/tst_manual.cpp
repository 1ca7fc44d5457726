#include "tests/sections.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/theme.h"
#include "ui/window/manual.h"
#include "ui/window/manual_page.h"
#include "ui/words.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextTable>
#include <QTreeWidget>

namespace tst_manual {

using namespace coterie::ui;

namespace {

const QString kDocs = QStringLiteral(COTERIE_SOURCE_DIR "/docs");

QString documentPath(const char* name)
{
    return QDir(kDocs).filePath(QLatin1String(name));
}

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList anchorsOf(const QString& path)
{
    ManualPage page;
    page.showMarkdown(textOf(path), path);
    QStringList anchors;
    for (const ManualPage::Section& section : page.sections())
        anchors << section.anchor;
    return anchors;
}

/// As the manual lists them, without their order.
QFileInfoList documents()
{
    QFileInfoList all;
    for (const QString& folder : {kDocs, kDocs + QStringLiteral("/tutorials")})
        all += QDir(folder).entryInfoList({QStringLiteral("*.md")});
    return all;
}

/// A manual on screen.
struct Shown
{
    explicit Shown(const QString& folder = kDocs)
        : manual(folder)
    {
        manual.resize(1000, 720);
        manual.popUp();
        if (!QTest::qWaitForWindowActive(&manual, kTryMilliseconds))
            qFatal("the manual does not appear");
    }

    [[nodiscard]] int scroll() const { return page.verticalScrollBar()->value(); }
    [[nodiscard]] QString text() const { return page.toPlainText(); }
    [[nodiscard]] QString title(int row) const { return list.topLevelItem(row)->text(0); }
    [[nodiscard]] QString atTop() const { return page.cursorForPosition({40, 8}).block().text(); }

    Manual manual;
    ManualPage& page = *manual.findChild<ManualPage*>();
    QTreeWidget& list = *manual.findChild<QTreeWidget*>();
    QLineEdit& find = *manual.findChild<QLineEdit*>(QStringLiteral("manualFind"));
    QLabel& found = *manual.findChild<QLabel*>(QStringLiteral("manualFound"));
};

} // namespace

class ManualTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void beginsWithTheGuideAndListsAllDocuments();
    void linksLeadToDocumentsAndSectionsAndBack();
    void aSectionInTheListIsShown();
    void tutorialsAreOpenedFromAnyDocument();
    void everyLinkInTheDocumentsHasATarget();
    void picturesFitTheColumn();
    void tablesHaveBoldHeadings();
    void findGoesFromMatchToMatch();
    void aMissingDocumentIsNamed();
    void aMissingManualSaysWhatToDo();
    void followsTheThemeAndKeepsThePlace();

private:
    QTemporaryDir m_folder;
};

void ManualTest::initTestCase()
{
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
}

void ManualTest::beginsWithTheGuideAndListsAllDocuments()
{
    const Shown shown;
    QCOMPARE(shown.manual.file(), documentPath("guide.md"));
    QCOMPARE(shown.title(0), QStringLiteral("Guide"));
    QCOMPARE(shown.title(1), QStringLiteral("Tutorial: HCCT"));
    QCOMPARE(shown.title(6), QStringLiteral("Algorithms"));
    QCOMPARE(shown.list.topLevelItemCount(), documents().size());
    QVERIFY(shown.list.topLevelItem(0)->childCount() > 3); // the sections of the shown document
    QVERIFY(shown.manual.windowTitle().startsWith(QStringLiteral("Guide")));
    QVERIFY(shown.page.hasFocus()); // so that the keys scroll
}

void ManualTest::linksLeadToDocumentsAndSectionsAndBack()
{
    Shown shown;
    shown.page.verticalScrollBar()->setValue(300);
    emit shown.page.anchorClicked(QUrl(QStringLiteral("algorithms.md#21-hcct")));
    QCOMPARE(shown.manual.file(), documentPath("algorithms.md"));
    QTRY_VERIFY(shown.atTop().startsWith(QStringLiteral("2.1 HCCT")));
    emit shown.page.anchorClicked(QUrl(QStringLiteral("#12-metrics")));
    QVERIFY(shown.atTop().startsWith(QStringLiteral("12. Metrics")));
    QTest::keyClick(&shown.manual, Qt::Key_Left, Qt::AltModifier);
    QVERIFY(shown.atTop().startsWith(QStringLiteral("2.1 HCCT")));
    QTest::keyClick(&shown.manual, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(shown.manual.file(), documentPath("guide.md"));
    QCOMPARE(shown.scroll(), 300);
    QTest::keyClick(&shown.manual, Qt::Key_Right, Qt::AltModifier);
    QVERIFY(shown.atTop().startsWith(QStringLiteral("2.1 HCCT")));
    // From the middle of the history, a new place drops what lay ahead.
    shown.manual.open(documentPath("gpu.md"));
    QTest::keyClick(&shown.manual, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(shown.manual.file(), documentPath("gpu.md"));
}

void ManualTest::aSectionInTheListIsShown()
{
    Shown shown;
    QTreeWidgetItem* section = shown.list.topLevelItem(0)->child(3);
    const QString title = section->text(0);
    shown.list.setCurrentItem(section);
    QTRY_COMPARE(shown.atTop(), title);
    shown.page.verticalScrollBar()->setValue(0);
    QTest::mouseClick(shown.list.viewport(),
                      Qt::LeftButton,
                      Qt::NoModifier,
                      shown.list.visualItemRect(section).center());
    QTRY_COMPARE(shown.atTop(), title);
    QTest::keyClick(&shown.manual, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(shown.scroll(), 0); // one step back, not two places of the same section
    shown.list.setCurrentItem(shown.list.topLevelItem(1));
    QTRY_VERIFY(shown.manual.file() != documentPath("guide.md"));
    QCOMPARE(shown.list.topLevelItem(0)->childCount(), 0);
}

void ManualTest::tutorialsAreOpenedFromAnyDocument()
{
    Shown shown;
    shown.manual.open(QStringLiteral("tutorials/hcct.md"));
    QCOMPARE(shown.manual.file(), documentPath("tutorials/hcct.md"));
    QVERIFY(shown.list.topLevelItem(1)->childCount() > 3);
    shown.manual.open(QStringLiteral("tutorials/sFedHP.md")); // from another tutorial
    QCOMPARE(shown.manual.file(), documentPath("tutorials/sFedHP.md"));
    const QTreeWidgetItem* item = shown.list.topLevelItem(3)->child(1);
    shown.list.setCurrentItem(const_cast<QTreeWidgetItem*>(item));
    QTRY_COMPARE(shown.atTop(), item->text(0));
    emit shown.page.anchorClicked(QUrl(QStringLiteral("../algorithms.md#4-sfedhp-and-fedhp")));
    QCOMPARE(shown.manual.file(), documentPath("algorithms.md"));
}

void ManualTest::everyLinkInTheDocumentsHasATarget()
{
    static const QRegularExpression kCode(QStringLiteral("```.*?```|`[^`]*`"),
                                          QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression kLink(QStringLiteral("\\]\\(([^)\\s]+)\\)"));
    QMap<QString, QStringList> anchors; // by document
    for (const QFileInfo& document : documents()) {
        const QString path = document.filePath();
        const QString text = textOf(path).remove(kCode);
        for (auto links = kLink.globalMatch(text); links.hasNext();) {
            const QString link = links.next().captured(1);
            const QUrl target = QUrl::fromLocalFile(path).resolved(QUrl(link));
            if (!target.isLocalFile())
                continue;
            const QString where = document.fileName() + QStringLiteral(": ") + link;
            QVERIFY2(QFileInfo::exists(target.toLocalFile()), qPrintable(where));
            if (!target.hasFragment())
                continue;
            if (!anchors.contains(target.toLocalFile()))
                anchors[target.toLocalFile()] = anchorsOf(target.toLocalFile());
            QVERIFY2(anchors[target.toLocalFile()].contains(target.fragment()), qPrintable(where));
        }
    }
}

void ManualTest::picturesFitTheColumn()
{
    const Shown shown;
    int pictures = 0;
    for (QTextBlock block = shown.page.document()->begin(); block.isValid(); block = block.next())
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextCharFormat format = part.fragment().charFormat();
            if (!format.isImageFormat())
                continue;
            const double width = format.toImageFormat().width();
            QVERIFY(width > 100 && width <= shown.page.viewport()->width());
            ++pictures;
        }
    QVERIFY(pictures > 0);
    QVERIFY(shown.page.document()->size().width() <= shown.page.viewport()->width() + 1);
}

void ManualTest::tablesHaveBoldHeadings()
{
    // Without an empty line between code and table, which Qt reads in its own way.
    ManualPage page;
    page.showMarkdown(QStringLiteral("```\nrun\n```\n\n| one | two |\n|---|---|\n| 1 | 2 |\n"), {});
    const QTextTable* table = nullptr;
    for (QTextFrame* frame : page.document()->rootFrame()->childFrames())
        if (const auto* found = qobject_cast<QTextTable*>(frame))
            table = found;
    QVERIFY(table);
    for (int column = 0; column < 2; ++column) {
        const QTextTableCell cell = table->cellAt(0, column);
        QCOMPARE(cell.firstCursorPosition().block(), cell.lastCursorPosition().block());
        QTextCursor text = cell.lastCursorPosition();
        QVERIFY(text.charFormat().fontWeight() >= QFont::Bold);
    }
}

void ManualTest::findGoesFromMatchToMatch()
{
    Shown shown;
    QTest::keyClick(&shown.manual, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(shown.find.hasFocus());
    QTest::keyClicks(&shown.find, QStringLiteral("quickstart"));
    const qsizetype matches = shown.text().count(QStringLiteral("quickstart"), Qt::CaseInsensitive);
    QVERIFY(matches > 2);
    QCOMPARE(shown.found.text(), QStringLiteral("1 of %1").arg(matches));
    QCOMPARE(shown.page.extraSelections().size(), matches);
    QTest::keyClick(&shown.find, Qt::Key_Return);
    QCOMPARE(shown.found.text(), QStringLiteral("2 of %1").arg(matches));
    QTest::keyClick(&shown.manual, Qt::Key_F3, Qt::ShiftModifier);
    QTest::keyClick(&shown.manual, Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(shown.found.text(), QStringLiteral("%1 of %1").arg(matches)); // round the end
    shown.find.setText(QStringLiteral("no such words"));
    QCOMPARE(shown.found.text(), QStringLiteral("Not found"));
    QTest::keyClick(&shown.find, Qt::Key_Escape);
    QVERIFY(shown.find.text().isEmpty() && shown.page.hasFocus() && shown.manual.isVisible());
    QTest::keyClick(&shown.page, Qt::Key_Escape);
    QVERIFY(!shown.manual.isVisible());
}

void ManualTest::aMissingDocumentIsNamed()
{
    Shown shown;
    emit shown.page.anchorClicked(QUrl(QStringLiteral("nothing.md#here")));
    QVERIFY2(shown.text().contains(documentPath("nothing.md"))
                 && shown.text().contains(QStringLiteral("No such file")),
             qPrintable(shown.text()));
    QTest::keyClick(&shown.manual, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(shown.manual.file(), documentPath("guide.md"));
}

void ManualTest::aMissingManualSaysWhatToDo()
{
    const QTemporaryDir folder;
    const Shown shown(folder.path());
    QVERIFY(shown.text().contains(folder.path()));
    QVERIFY(shown.text().contains(QStringLiteral("Install Coterie again")));
}

void ManualTest::followsTheThemeAndKeepsThePlace()
{
    Theme theme;
    theme.choose(ThemeChoice::Light);
    Shown shown;
    shown.manual.open(documentPath("store.md"));
    shown.page.verticalScrollBar()->setValue(400);
    const auto codeColour = [&] {
        QTextBlock block = shown.page.document()->begin();
        while (block.isValid() && !block.blockFormat().hasProperty(QTextFormat::BackgroundBrush))
            block = block.next();
        return block.blockFormat().background().color();
    };
    const QColor light = codeColour();
    theme.choose(ThemeChoice::Dark);
    QTRY_VERIFY(codeColour() != light);
    QCOMPARE(shown.scroll(), 400);
    const QPalette palette = shown.page.palette();
    QVERIFY(contrast(palette.color(QPalette::Text), codeColour()) >= 4.5);
    QVERIFY(contrast(palette.color(QPalette::Link), palette.color(QPalette::Base)) >= 4.5);
    theme.choose(ThemeChoice::System);
}

COTERIE_WIDGET_SECTION(ManualTest)

} // namespace tst_manual

#include "tst_manual.moc"
