#include "tests/sections.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/looks.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/theme.h"
#include "ui/views/figure_dialog.h"
#include "ui/views/figure_preview.h"
#include "ui/views/line_plot.h"
#include "ui/views/parallel_view.h"
#include "ui/views/picture_export.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <utility>

namespace tst_figure_dialog {

using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

PlotPicture errors()
{
    PlotPicture picture;
    picture.xLabel = QStringLiteral("Round");
    picture.yLabel = QStringLiteral("Test error (%)");
    std::size_t colour = 0;
    for (const char* name : {"FedAvg", "HCCT, α = 0.5", "Independent"}) {
        PlotLine line;
        line.name = QString::fromUtf8(name);
        line.colour = line.shape = colour;
        for (int round = 0; round <= 40; ++round) {
            line.x.push_back(round);
            line.y.push_back(20 + 10 * double(colour) + 60 * std::exp(-round / 8.0));
        }
        picture.lines.push_back(line);
        ++colour;
    }
    return picture;
}

Figure errorsFigure()
{
    LinePlot plot;
    plot.setPicture(errors());
    return plot.asPicture(QStringLiteral("curves")).take();
}

Figure viewFigure()
{
    ParallelView view;
    view.setAxes({{.title = QStringLiteral("alpha"), .values = {1.0, 2.0}, .words = {}},
                  {.title = QStringLiteral("error"), .values = {10.0, 20.0}, .words = {}}},
                 {QStringLiteral("one"), QStringLiteral("two")});
    return pictureOf(view, QStringLiteral("settings")).take();
}

template <typename Widget = QLineEdit>
Widget* field(const QDialog& dialog, const char* name)
{
    return dialog.findChild<Widget*>(QLatin1String(name));
}

void type(const QDialog& dialog, const char* name, const QString& text)
{
    auto* edit = field(dialog, name);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, text);
}

QString problemAt(const QDialog& dialog, const char* name)
{
    const auto* label = dialog.findChild<QLabel*>(QLatin1String(name) + QStringLiteral("Problem"));
    return label && label->isVisible() ? label->text() : QString();
}

void choose(const QDialog& dialog, const char* name, const QString& text)
{
    auto* box = field<QComboBox>(dialog, name);
    const int index = box->findText(text);
    QVERIFY2(index >= 0, qPrintable(text));
    box->setCurrentIndex(index);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class FigureDialogTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theViewMenuOpensIt();
    void thePreviewFollowsTheFields();
    void thePreviewIsTheFile();
    void aBadValueIsSaidAtItsField();
    void aColumnHasItsOwnWidth();
    void defaultsCanBeRestored();
    void onlyWhatAppliesIsShown();
    void enterAsksForAFileAndEscapeCloses();
    void theFolderIsRemembered();
    void whatCannotBeWrittenIsSaid();
    void aCopyIsTheFile();
    void anEmptyDrawingIsNotSaved();
    void aCopyHasTheResolutionInEveryFormat();
    void theFileIsNamedAfterTheTitle();
    void everyFieldHasANameATipAndItsTurn();
    void problemsStayLegibleInAnotherTheme();
    void itFitsASmallWindow_data();
    void itFitsASmallWindow();

private:
    QTemporaryDir m_folder;
};

void FigureDialogTest::init()
{
    QSettings().clear();
}

void FigureDialogTest::theViewMenuOpensIt()
{
    LinePlot plot;
    plot.setPicture(errors());
    QWidget window;
    showFigureDialog(window, plot.asPicture(QStringLiteral("curves")));
    auto* dialog = window.findChild<FigureDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->reject();
    QTRY_VERIFY(!window.findChild<FigureDialog*>());
}

void FigureDialogTest::thePreviewFollowsTheFields()
{
    FigureDialog dialog(errorsFigure());
    dialog.show();
    const auto& preview = *dialog.findChild<FigurePreview*>();
    QTRY_VERIFY(!preview.image().isNull());
    QImage before = preview.image();
    const auto changes = [&] {
        const bool changed =
            QTest::qWaitFor([&] { return preview.image() != before; }, kTryMilliseconds);
        before = preview.image();
        return changed;
    };
    type(dialog, "figureTitle", QStringLiteral("Errors"));
    QVERIFY(changes());
    QCOMPARE(dialog.settings().title, QStringLiteral("Errors"));
    type(dialog, "figureXName", QStringLiteral("t"));
    QVERIFY(changes());
    type(dialog, "figureTop", QStringLiteral("200"));
    QVERIFY(changes());
    QCOMPARE(dialog.settings().limits[3], std::optional(200.0));
    type(dialog, "figureLineWidth", QStringLiteral("3"));
    QVERIFY(changes());
    type(dialog, "figureFontSize", QStringLiteral("12"));
    QVERIFY(changes());
    choose(dialog, "figureLegend", QStringLiteral("Inside, top right"));
    QVERIFY(changes());
    type(dialog, "figureHeight", QStringLiteral("40"));
    QVERIFY(changes());
    QVERIFY(std::abs(double(preview.image().width()) / preview.image().height() - 84.0 / 40)
            < 0.02);
}

void FigureDialogTest::thePreviewIsTheFile()
{
    FigureDialog dialog(errorsFigure());
    dialog.show();
    const auto& preview = *dialog.findChild<FigurePreview*>();
    type(dialog, "figureTitle", QStringLiteral("Errors"));
    choose(dialog, "figureFormat", QStringLiteral("PNG"));
    QTRY_VERIFY(!preview.image().isNull());
    QImage image = preview.image();
    image.setDevicePixelRatio(1);
    const QString path = m_folder.filePath(QStringLiteral("preview.png"));
    dialog.saveTo(path);
    const QImage saved =
        QImage(path).scaled(image.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    double sum = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            sum += std::abs(qGray(image.pixel(x, y)) - qGray(saved.pixel(x, y)));
    QVERIFY2(sum / image.width() / image.height() < 3, qPrintable(QString::number(sum)));
}

void FigureDialogTest::aBadValueIsSaidAtItsField()
{
    FigureDialog dialog(errorsFigure());
    dialog.show();
    auto* save = field<QPushButton>(dialog, "figureSave");
    choose(dialog, "figureFormat", QLatin1String("PNG"));
    for (const auto& [name, text, sentence] :
         {std::tuple("figureHeight", "3", "Height must be from 20 to 1000 mm (is 3)."),
          std::tuple("figureFontSize", "big", "Font size must be from 4 to 36 pt (is big)."),
          std::tuple("figureLineWidth", "0", "Line width must be from 0.1 to 10 pt (is 0)."),
          std::tuple("figureDots", "9999", "Resolution must be from 50 to 1200 dpi (is 9999).")}) {
        const QString before = field(dialog, name)->text();
        const FigureSettings last = dialog.settings();
        field(dialog, name)->setText(QLatin1String(text)); // at once: 99 is good, 9999 is not
        const char* row = QLatin1String(name) == QLatin1String("figureFontSize") ? "figureFamily"
                          : QLatin1String(name) == QLatin1String("figureDots")   ? "figureFormat"
                                                                                 : name;
        QCOMPARE(problemAt(dialog, row), QLatin1String(sentence));
        QVERIFY(!save->isEnabled());
        QVERIFY(dialog.settings() == last);
        type(dialog, name, before);
        QCOMPARE(problemAt(dialog, row), QString());
        QVERIFY(save->isEnabled());
    }
    type(dialog, "figureBottom", QStringLiteral("50"));
    type(dialog, "figureTop", QStringLiteral("40"));
    QCOMPARE(problemAt(dialog, "figureBottom"),
             QStringLiteral("The first limit must be below the second (are 50 and 40)."));
}

void FigureDialogTest::aColumnHasItsOwnWidth()
{
    FigureDialog dialog(errorsFigure());
    dialog.show();
    auto* width = field(dialog, "figureWidth");
    QCOMPARE(width->text(), QStringLiteral("84"));
    QVERIFY(!width->isEnabled());
    choose(dialog, "figureColumn", QStringLiteral("Own width"));
    QVERIFY(width->isEnabled());
    type(dialog, "figureWidth", QStringLiteral("101.5"));
    QCOMPARE(dialog.settings().width(), 101.5);
    choose(dialog, "figureColumn", QStringLiteral("Double column"));
    QCOMPARE(width->text(), QStringLiteral("174"));
    QCOMPARE(dialog.settings().width(), 174.0);
    choose(dialog, "figureColumn", QStringLiteral("Own width"));
    QCOMPARE(width->text(), QStringLiteral("101.5"));
    type(dialog, "figureWidth", QStringLiteral("7"));
    QVERIFY(!problemAt(dialog, "figureColumn").isEmpty());
}

void FigureDialogTest::defaultsCanBeRestored()
{
    FigureDialog dialog(errorsFigure());
    dialog.show();
    const FigureSettings fresh = dialog.settings();
    type(dialog, "figureTitle", QStringLiteral("Errors"));
    type(dialog, "figureHeight", QStringLiteral("99"));
    type(dialog, "figureFontSize", QStringLiteral("nonsense"));
    QTest::mouseClick(field<QPushButton>(dialog, "figureDefaults"), Qt::LeftButton);
    QVERIFY(dialog.settings() == fresh);
    QCOMPARE(problemAt(dialog, "figureFamily"), QString());
}

void FigureDialogTest::onlyWhatAppliesIsShown()
{
    FigureDialog plot(errorsFigure());
    FigureDialog view(viewFigure());
    for (const char* name : {"figureXName", "figureLeft"}) {
        QVERIFY(field(plot, name));
        QVERIFY(!field(view, name));
    }
    QVERIFY(field(plot, "figureLineWidth") && field(view, "figureLineWidth"));
    QVERIFY(field<QComboBox>(plot, "figureLegend") && !field<QComboBox>(view, "figureLegend"));
    for (const char* name : {"figureWidth", "figureHeight", "figureFontSize", "figureTitle"})
        QVERIFY(field(view, name));
    Figure tall = viewFigure();
    tall.heightAt = [](int, const FigureStyle&) { return 500; };
    const FigureDialog high(tall);
    QVERIFY(!field(high, "figureHeight"));
}

void FigureDialogTest::enterAsksForAFileAndEscapeCloses()
{
    FigureDialog dialog(errorsFigure());
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog, kTryMilliseconds));
    field(dialog, "figureTitle")->setFocus();
    QTest::keyClick(field(dialog, "figureTitle"), Qt::Key_Return);
    auto* file = dialog.findChild<QFileDialog*>();
    QVERIFY(file && file->isVisible());
    file->reject();
    QVERIFY(dialog.isVisible());
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
}

void FigureDialogTest::theFolderIsRemembered()
{
    const QString folder = m_folder.filePath(QStringLiteral("figures"));
    QVERIFY(QDir().mkpath(folder));
    for (const bool again : {false, true}) {
        FigureDialog dialog(errorsFigure());
        dialog.show();
        QTest::mouseClick(field<QPushButton>(dialog, "figureSave"), Qt::LeftButton);
        auto* file = dialog.findChild<QFileDialog*>();
        QVERIFY(file);
        QCOMPARE(file->defaultSuffix(), QStringLiteral("pdf"));
        if (again)
            QCOMPARE(QFileInfo(file->directory().path()).canonicalFilePath(),
                     QFileInfo(folder).canonicalFilePath());
        const QString path = folder + QStringLiteral("/curves.pdf");
        emit file->fileSelected(path);
        QVERIFY(contentOf(path).startsWith("%PDF"));
        QVERIFY(!dialog.isVisible());
        file->reject();
    }
}

void FigureDialogTest::whatCannotBeWrittenIsSaid()
{
    FigureDialog dialog(errorsFigure());
    dialog.show();
    const auto* note = dialog.findChild<QLabel*>(QStringLiteral("figureNote"));
    const QString nowhere = m_folder.filePath(QStringLiteral("none/curves.png"));
    dialog.saveTo(nowhere);
    QVERIFY(dialog.isVisible());
    QVERIFY2(note->text().startsWith(nowhere), qPrintable(note->text()));
    dialog.saveTo(m_folder.filePath(QStringLiteral("curves.bmp")));
    QVERIFY(note->text().contains(QStringLiteral(".svg")));
    QVERIFY(!QFile::exists(m_folder.filePath(QStringLiteral("curves.bmp"))));
    const QString path = m_folder.filePath(QStringLiteral("curves.SVG"));
    dialog.saveTo(path); // the ending decides
    QVERIFY(!dialog.isVisible() && contentOf(path).contains("<svg"));
}

void FigureDialogTest::aCopyIsTheFile()
{
    FigureDialog dialog(errorsFigure());
    dialog.show();
    QTest::mouseClick(field<QPushButton>(dialog, "figureCopy"), Qt::LeftButton);
    const QImage image = QApplication::clipboard()->image();
    QCOMPARE(image.size(), QSize(992, 744)); // 84 × 63 mm at 300 dpi
}

void FigureDialogTest::anEmptyDrawingIsNotSaved()
{
    FigureDialog dialog({.name = QStringLiteral("clients")});
    dialog.show();
    QVERIFY(!field<QPushButton>(dialog, "figureSave")->isEnabled());
    QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("figureNote"))
                ->text()
                .contains(QStringLiteral("empty")));
}

void FigureDialogTest::aCopyHasTheResolutionInEveryFormat()
{
    FigureDialog dialog(errorsFigure());
    dialog.show();
    const auto copied = [&dialog](int dots) {
        type(dialog, "figureDots", QString::number(dots));
        field<QPushButton>(dialog, "figureCopy")->click();
        return QApplication::clipboard()->image().width();
    };
    for (const char* format : {"PDF", "PNG", "SVG"}) {
        choose(dialog, "figureFormat", QLatin1String(format));
        QVERIFY2(field(dialog, "figureDots")->isEnabled(), format);
        const int coarse = copied(100);
        QVERIFY2(coarse > 300 && std::abs(copied(200) - 2 * coarse) <= 2, format); // 84 mm wide
        type(dialog, "figureDots", QStringLiteral("9999")); // only PNG needs it, and copies
        QVERIFY2(!field<QPushButton>(dialog, "figureCopy")->isEnabled(), format);
        QCOMPARE(field<QPushButton>(dialog, "figureSave")->isEnabled(), format[1] != 'N');
    }
}

void FigureDialogTest::theFileIsNamedAfterTheTitle()
{
    FigureDialog dialog(errorsFigure());
    dialog.show();
    type(dialog, "figureTitle", QStringLiteral("Errors: a = 1 / 10"));
    field<QPushButton>(dialog, "figureSave")->click();
    const auto* files = dialog.findChild<QFileDialog*>();
    QVERIFY(files);
    QCOMPARE(QFileInfo(files->selectedFiles().value(0)).completeBaseName(),
             QStringLiteral("Errors a = 1 10"));
}

void FigureDialogTest::everyFieldHasANameATipAndItsTurn()
{
    FigureDialog dialog(errorsFigure());
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog, kTryMilliseconds));
    QStringList walked;
    for (int i = 0; i < 30 && !walked.contains(QStringLiteral("figureSave")); ++i) {
        const QWidget* here = dialog.focusWidget();
        QVERIFY2(!here->toolTip().isEmpty(), qPrintable(here->objectName()));
        if (!qobject_cast<const QPushButton*>(here))
            QVERIFY2(!here->accessibleName().isEmpty(), qPrintable(here->objectName()));
        walked << here->objectName();
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
    }
    const QStringList fields{"figureColumn",
                             "figureHeight",
                             "figureFamily",
                             "figureFontSize",
                             "figureLineWidth",
                             "figureTitle",
                             "figureXName",
                             "figureLeft",
                             "figureRight",
                             "figureYName",
                             "figureBottom",
                             "figureTop",
                             "figureLegend",
                             "figureFormat",
                             "figureDots"};
    QCOMPARE(walked.mid(0, fields.size()), fields);
    const QStringList second{"figureFontSize", "figureRight", "figureTop", "figureDots"};
    for (const QString& name : fields) {
        const auto labels = dialog.findChildren<QLabel*>();
        const bool hasLabel = std::ranges::any_of(labels, [&](const QLabel* label) {
            return label->buddy() && label->buddy()->objectName() == name;
        });
        QVERIFY2(hasLabel != second.contains(name), qPrintable(name));
    }
}

void FigureDialogTest::problemsStayLegibleInAnotherTheme()
{
    Theme theme;
    FigureDialog dialog(errorsFigure());
    dialog.show();
    type(dialog, "figureHeight", QStringLiteral("x"));
    const auto* problem = dialog.findChild<QLabel*>(QStringLiteral("figureHeightProblem"));
    const auto& preview = *dialog.findChild<FigurePreview*>();
    QTRY_VERIFY(!preview.image().isNull());
    const QImage paper = preview.image();
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
        theme.choose(choice);
        QTRY_COMPARE(problem->palette().color(QPalette::WindowText),
                     problemColour(dialog.palette()));
        QVERIFY(contrast(problem->palette().color(QPalette::WindowText),
                         dialog.palette().color(QPalette::Window))
                > 4.5);
        QCOMPARE(preview.image(), paper);
    }
}

void FigureDialogTest::itFitsASmallWindow_data()
{
    addLooks();
}

void FigureDialogTest::itFitsASmallWindow()
{
    QFETCH(bool, dark);
    QFETCH(int, scale);
    Theme theme;
    theme.choose(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    const QString look = QString::fromLatin1(QTest::currentDataTag());
    for (const QSize size : {QSize(900, 600), QSize(1600, 1000)}) {
        QWidget window;
        window.resize(size);
        FigureDialog dialog(errorsFigure(), &window);
        dialog.show();
        QTRY_VERIFY(!dialog.findChild<FigurePreview*>()->image().isNull());
        layOut();
        QVERIFY(dialog.width() <= size.width() && dialog.height() <= size.height());
        const QString name = QStringLiteral("figure-%1-%2").arg(look).arg(size.width());
        QVERIFY(kept(drawn(dialog, scale), name));
        for (const QWidget* part : dialog.findChildren<QWidget*>()) {
            const auto* label = qobject_cast<const QLabel*>(part);
            if (label && label->isVisible() && !label->wordWrap())
                QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
            if (part->parentWidget() != &dialog && part->isVisible())
                QVERIFY2(part->parentWidget()->rect().contains(part->geometry())
                             || part->parentWidget()->inherits("QComboBox"),
                         qPrintable(part->objectName()));
            if (qobject_cast<const QLineEdit*>(part) && part->isVisible())
                QVERIFY2(part->width() >= part->minimumSizeHint().width(),
                         qPrintable(part->objectName()));
        }
    }
    FigureDialog view(viewFigure());
    view.show();
    QTRY_VERIFY(!view.findChild<FigurePreview*>()->image().isNull());
    QVERIFY(kept(drawn(view, scale), QStringLiteral("figure-view-%1").arg(look)));
}

COTERIE_WIDGET_SECTION(FigureDialogTest)

} // namespace tst_figure_dialog

#include "tst_figure_dialog.moc"
