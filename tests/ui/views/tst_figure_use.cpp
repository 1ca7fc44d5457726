#include "tests/sections.h"
#include "ui/views/figure_dialog.h"
#include "ui/views/figure_preview.h"
#include "ui/views/line_plot.h"
#include "ui/views/picture_export.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <optional>

namespace tst_figure_use {

using namespace coterie::ui;

namespace {

/// An error that falls from round to round.
PlotPicture errors(int first, int last)
{
    PlotPicture picture;
    picture.xLabel = QStringLiteral("Round");
    picture.yLabel = QStringLiteral("Test error (%)");
    PlotLine line;
    line.name = QStringLiteral("FedAvg");
    for (int round = first; round <= last; ++round) {
        line.x.push_back(round);
        line.y.push_back(90 - 50.0 * (round - first) / (last - first));
    }
    picture.lines.push_back(line);
    return picture;
}

Figure errorsFigure(int last)
{
    LinePlot plot;
    plot.setPicture(errors(0, last));
    return plot.asPicture(QStringLiteral("curves")).take();
}

/// Counts how often it is drawn.
Figure countingFigure(int& drawn)
{
    return {.name = QStringLiteral("counted"),
            .paint = [&drawn](QPainter&, const QSize&, const FigureStyle&) { ++drawn; }};
}

template <typename Widget = QLineEdit>
Widget* field(const QDialog& dialog, const char* name)
{
    return dialog.findChild<Widget*>(QLatin1String(name));
}

void choose(const QDialog& dialog, const char* name, const QString& text)
{
    auto* box = field<QComboBox>(dialog, name);
    box->setCurrentIndex(box->findText(text));
    QCOMPARE(box->currentText(), text);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Pixels of paper across the middle.
int paperAcross(QWidget& widget)
{
    const QImage image = widget.grab().toImage();
    int white = 0;
    for (int x = 0; x < image.width(); ++x)
        white += image.pixelColor(x, image.height() / 2) == QColor(Qt::white) ? 1 : 0;
    return white;
}

} // namespace

class FigureUseTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { QSettings().clear(); }
    void whatWasSavedIsRemembered();
    void whatWasCopiedIsRemembered();
    void closingRemembersNothing();
    void titleAndLimitsNeverReachOtherData();
    void aNarrowZoomOpensWithoutAProblem();
    void enterPressesTheFocusedButton();
    void manyKeysDrawThePreviewOnce();
    void anAnswerStaysUntilAFieldChanges();
    void aResizeScalesThePreviewAndDrawsItOnce();

private:
    QTemporaryDir m_folder;
};

void FigureUseTest::whatWasSavedIsRemembered()
{
    FigureSettings last;
    {
        FigureDialog dialog(errorsFigure(100));
        dialog.show();
        choose(dialog, "figureColumn", QStringLiteral("Double column"));
        field(dialog, "figureFontSize")->setText(QStringLiteral("10.5"));
        field(dialog, "figureLineWidth")->setText(QStringLiteral("1.5"));
        choose(dialog, "figureLegend", QStringLiteral("Right of the plot"));
        choose(dialog, "figureFormat", QStringLiteral("SVG"));
        last = dialog.settings();
        dialog.saveTo(m_folder.filePath(QStringLiteral("saved.svg")));
        QVERIFY(!dialog.isVisible());
    }
    FigureDialog again(errorsFigure(100));
    again.show();
    QVERIFY(again.settings() == last);
    QVERIFY(last.family.isEmpty()); // not chosen, so it follows the window's
    QCOMPARE(field(again, "figureWidth")->text(), QStringLiteral("174"));
    // And is what a file gets that is written without the dialog.
    LinePlot plot;
    plot.setPicture(errors(0, 100));
    const QString path = m_folder.filePath(QStringLiteral("again.svg"));
    QCOMPARE(savePicture(path, plot.asPicture(QStringLiteral("curves"))), QString());
    QVERIFY(contentOf(path).contains("width=\"174mm\""));
}

void FigureUseTest::whatWasCopiedIsRemembered()
{
    {
        FigureDialog dialog(errorsFigure(100));
        dialog.show();
        field(dialog, "figureFontSize")->setText(QStringLiteral("10.5"));
        field<QPushButton>(dialog, "figureCopy")->click();
    }
    QCOMPARE(settingsOf(errorsFigure(100)).fontSize, 10.5);
}

void FigureUseTest::closingRemembersNothing()
{
    {
        FigureDialog dialog(errorsFigure(100));
        dialog.show();
        field(dialog, "figureFontSize")->setText(QStringLiteral("10.5"));
        choose(dialog, "figureLegend", QStringLiteral("None"));
        dialog.reject();
    }
    QVERIFY(settingsOf(errorsFigure(100)) == FigureSettings{});
}

/// Ten rounds with the limits of a hundred would be an empty plot below a title that is not theirs.
void FigureUseTest::titleAndLimitsNeverReachOtherData()
{
    {
        FigureDialog dialog(errorsFigure(100));
        dialog.show();
        field(dialog, "figureTitle")->setText(QStringLiteral("A hundred rounds"));
        field(dialog, "figureLeft")->setText(QStringLiteral("50"));
        field(dialog, "figureLineWidth")->setText(QStringLiteral("2"));
        const QString path = m_folder.filePath(QStringLiteral("hundred.svg"));
        dialog.saveTo(path);
        QVERIFY(contentOf(path).contains(">A hundred rounds</text>"));
    }
    LinePlot plot;
    plot.setPicture(errors(0, 10));
    const PictureSource other = plot.asPicture(QStringLiteral("curves"));
    const QString path = m_folder.filePath(QStringLiteral("ten.svg"));
    QCOMPARE(savePicture(path, other), QString());
    QVERIFY(!contentOf(path).contains("A hundred rounds"));
    copyPicture(other);
    FigureSettings plain{.lineWidth = 2};
    QVERIFY(QApplication::clipboard()->image().convertToFormat(QImage::Format_RGB32)
            == figureImage(other.take(), plain, plain.dotsPerInch)
                   .convertToFormat(QImage::Format_RGB32));
    FigureDialog dialog(other.take());
    QCOMPARE(field(dialog, "figureTitle")->text(), QString());
    QCOMPARE(field(dialog, "figureLeft")->text(), QString());
    QCOMPARE(field(dialog, "figureLineWidth")->text(), QStringLiteral("2"));
}

void FigureUseTest::aNarrowZoomOpensWithoutAProblem()
{
    LinePlot plot;
    plot.setPicture(errors(12000, 13000));
    plot.showPart(12341, 12344, 60, 90);
    FigureDialog dialog(plot.asPicture(QStringLiteral("curves")).take());
    dialog.show();
    QCOMPARE(field(dialog, "figureLeft")->text(), QStringLiteral("12341"));
    QCOMPARE(field(dialog, "figureRight")->text(), QStringLiteral("12344"));
    QVERIFY(field<QLabel>(dialog, "figureLeftProblem")->isHidden());
    QVERIFY(field<QPushButton>(dialog, "figureSave")->isEnabled());
    QCOMPARE(dialog.settings().limits[0], std::optional(12341.0));
    QCOMPARE(dialog.settings().limits[1], std::optional(12344.0));
}

void FigureUseTest::enterPressesTheFocusedButton()
{
    FigureDialog dialog(errorsFigure(100));
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog, kTryMilliseconds));
    const auto press = [&](QWidget* widget) {
        widget->setFocus();
        QTest::keyClick(widget, Qt::Key_Return);
    };
    QApplication::clipboard()->clear();
    press(field<QPushButton>(dialog, "figureCopy"));
    QTRY_VERIFY(!QApplication::clipboard()->image().isNull());
    field(dialog, "figureFontSize")->setText(QStringLiteral("20"));
    press(field<QPushButton>(dialog, "figureDefaults"));
    QTRY_COMPARE(dialog.settings().fontSize, FigureSettings{}.fontSize);
    QVERIFY(!dialog.findChild<QFileDialog*>());
    press(field(dialog, "figureTitle")); // a field still asks for the file
    auto* file = dialog.findChild<QFileDialog*>();
    QVERIFY(file && file->isVisible());
    file->reject();
    QTRY_VERIFY(!dialog.findChild<QFileDialog*>());
    const auto buttons = dialog.findChildren<QPushButton*>();
    const auto close = std::ranges::find_if(buttons, [](const QPushButton* button) {
        return button->toolTip() == QStringLiteral("Close without a file");
    });
    QVERIFY(close != buttons.end());
    press(*close);
    QTRY_VERIFY(!dialog.isVisible());
    QVERIFY(!dialog.findChild<QFileDialog*>());
}

void FigureUseTest::manyKeysDrawThePreviewOnce()
{
    int drawn = 0;
    FigureDialog dialog(countingFigure(drawn));
    dialog.show();
    const auto& preview = *dialog.findChild<FigurePreview*>();
    QTRY_VERIFY(!preview.image().isNull());
    const QImage before = preview.image();
    drawn = 0;
    QTest::keyClicks(field(dialog, "figureTitle"), QStringLiteral("A title of many keys"));
    QCOMPARE(drawn, 0); // no key waits for it
    QCOMPARE(dialog.settings().title, QStringLiteral("A title of many keys"));
    QTRY_VERIFY(preview.image() != before);
    QCOMPARE(drawn, 1);
}

void FigureUseTest::anAnswerStaysUntilAFieldChanges()
{
    FigureDialog dialog(errorsFigure(100));
    dialog.show();
    const auto* note = field<QLabel>(dialog, "figureNote");
    const auto& preview = *dialog.findChild<FigurePreview*>();
    field<QPushButton>(dialog, "figureCopy")->click(); // before the preview is drawn
    QTRY_VERIFY(!preview.image().isNull());
    QVERIFY2(note->text().startsWith(QStringLiteral("Copied")), qPrintable(note->text()));
    field(dialog, "figureTitle")->setText(QStringLiteral("Errors"));
    QTRY_COMPARE(note->text(), QString());
}

void FigureUseTest::aResizeScalesThePreviewAndDrawsItOnce()
{
    int drawn = 0;
    const Figure figure = countingFigure(drawn);
    FigurePreview preview(figure);
    preview.resize(300, 240);
    preview.show();
    QTRY_VERIFY(!preview.image().isNull());
    const QImage before = preview.image();
    const int across = paperAcross(preview);
    QVERIFY(across > 200);
    drawn = 0;
    for (int width = 310; width <= 600; width += 10) {
        preview.resize(width, width * 4 / 5);
        QCOMPARE(drawn, 0); // no step waits for it
    }
    QVERIFY(paperAcross(preview) > 1.8 * across);
    QVERIFY(preview.image() == before);
    QTRY_VERIFY(preview.image() != before);
    QCOMPARE(drawn, 1);
    QVERIFY(preview.image().width() > 1.8 * before.width());
}

COTERIE_WIDGET_SECTION(FigureUseTest)

} // namespace tst_figure_use

#include "tst_figure_use.moc"
