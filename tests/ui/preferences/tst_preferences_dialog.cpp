#include "tests/sections.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/layout_check.h"
#include "tests/ui/window_fixture.h"
#include "ui/frame/font_size.h"
#include "ui/preferences/place_field.h"
#include "ui/preferences/preferences_dialog.h"
#include "ui/runs/run_controller.h"
#include "ui/views/line_plot.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QPointer>
#include <QScreen>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <qcustomplot.h>

#include <atomic>
#include <chrono>
#include <semaphore>

namespace tst_preferences_dialog {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// The dialog as the Edit menu opens it.
struct Opened
{
    explicit Opened(MainWindow& window)
    {
        window.actions().action(ActionId::Preferences)->trigger();
        dialog = window.findChild<PreferencesDialog*>();
        if (!dialog || !QTest::qWaitForWindowExposed(dialog, kTryMilliseconds))
            qFatal("the preferences do not appear");
    }

    template <typename Widget>
    [[nodiscard]] Widget& at(const char* name) const
    {
        return *dialog->findChild<Widget*>(QLatin1String(name));
    }
    [[nodiscard]] QPushButton& button(QDialogButtonBox::StandardButton which) const
    {
        return *dialog->findChild<QDialogButtonBox*>()->button(which);
    }
    [[nodiscard]] QPushButton& ok() const { return button(QDialogButtonBox::Ok); }

    QPointer<PreferencesDialog> dialog;
};

/// Without scrolling.
bool showsAll(const QWidget& dialog)
{
    const auto* area = dialog.findChild<QScrollArea*>();
    const int wide = area->viewport()->width();
    return area->widget()->layout()->totalHeightForWidth(wide) <= area->viewport()->height();
}

bool fitsScreen(const QWidget& dialog)
{
    const QSize room = dialog.screen()->availableSize();
    return dialog.width() <= room.width() && dialog.height() <= room.height();
}

} // namespace

class PreferencesDialogTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void cleanup() { setFontPoints(0); }
    void badPlacesAreSaidAtTheFieldAndCannotBeAccepted();
    void anOldPlaceThatCannotBeUsedBlocksNothing();
    void okDuringACheckAcceptsOnceTheDiskAnswers();
    void theAnswerHoldsWhileTheSamePlaceIsLookedAtAgain();
    void aFieldDoesNotWaitForItsDisk();
    void whatCannotBeKeptLeavesTheDialogOpen();
    void whatIsAcceptedIsKeptAndCancelTakesBack();
    void theFontSizeShowsAtOnceEverywhere();
    void whatIsAsWideAsItsTextFollowsTheFont();
    void whatWinsIsSaid();
    void aLostStoreIsSaidInTheWindow();
    void nothingIsCut();
    void itIsAsHighAsItsContentUpToTheScreen();
    void dockTitlesFollowTheFontAndBack();
};

void PreferencesDialogTest::badPlacesAreSaidAtTheFieldAndCannotBeAccepted()
{
    const auto window = shownWindow(context());
    const Opened opened(*window);
    QTRY_VERIFY(opened.ok().isEnabled());
    const auto& note = opened.at<QLabel>("storeFileNote");
    opened.at<QLineEdit>("storeFile")
        .setText(m_folder->filePath(QStringLiteral("gone/runs.sqlite")));
    QTRY_VERIFY2(note.text().startsWith(QStringLiteral("There is no folder")),
                 qPrintable(note.text()));
    QVERIFY(!opened.ok().isEnabled());
    QTest::keyClick(opened.dialog, Qt::Key_Return);
    QVERIFY(opened.dialog->isVisible());

    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("gone"))); // in another program
    QEvent back(QEvent::WindowActivate);
    QApplication::sendEvent(opened.dialog, &back);
    QTRY_VERIFY(opened.ok().isEnabled());
    opened.at<QLineEdit>("dataFolder").setText(QStringLiteral("data"));
    QTRY_VERIFY(opened.at<QLabel>("dataFolderNote").text().contains(QStringLiteral("whole path")));
    QVERIFY(!opened.ok().isEnabled());
}

void PreferencesDialogTest::anOldPlaceThatCannotBeUsedBlocksNothing()
{
    const Preferences before{.storeFile = m_folder->filePath(QStringLiteral("gone/runs.sqlite")),
                             .storeWasThere = true,
                             .dataFolder = m_folder->filePath(QStringLiteral("gone"))};
    QCOMPARE(keepPreferences(before), QString());
    const auto window = shownWindow(context());
    const Opened opened(*window);
    QTRY_VERIFY(opened.at<QLabel>("storeFileNote").text().contains(QStringLiteral("is gone")));
    QTRY_VERIFY(opened.at<QLabel>("dataFolderNote").text().contains(QStringLiteral("no folder")));
    opened.at<QSpinBox>("threads").setValue(1);
    QVERIFY(opened.ok().isEnabled());
    opened.ok().click();
    QTRY_VERIFY(!opened.dialog);
    Preferences after = before;
    after.threads = 1;
    QCOMPARE(keptPreferences(), after);
}

void PreferencesDialogTest::okDuringACheckAcceptsOnceTheDiskAnswers()
{
    const auto window = shownWindow(context());
    const QString store = m_folder->filePath(QStringLiteral("mine.sqlite"));
    {
        const Opened opened(*window);
        opened.at<QLineEdit>("storeFile").setText(m_folder->filePath(QStringLiteral("gone/a")));
        opened.ok().click();
        QVERIFY(!opened.ok().isEnabled());
        QTRY_VERIFY(
            opened.at<QLabel>("storeFileNote").text().contains(QStringLiteral("no folder")));
        QVERIFY(opened.dialog->isVisible()); // what turns out bad is not accepted
        opened.at<QLineEdit>("storeFile").setText(store);
        opened.ok().click();
        QTRY_VERIFY(!opened.dialog);
    }
    QCOMPARE(keptPreferences().storeFile, store);
}

void PreferencesDialogTest::theAnswerHoldsWhileTheSamePlaceIsLookedAtAgain()
{
    const auto window = shownWindow(context());
    const Opened opened(*window);
    opened.at<QLineEdit>("storeFile").setText(m_folder->filePath(QStringLiteral("mine.sqlite")));
    QTRY_VERIFY(opened.at<QLabel>("storeFileNote").text().startsWith(QStringLiteral("A new run")));
    QEvent back(QEvent::WindowActivate);
    QApplication::sendEvent(opened.dialog, &back);
    QVERIFY(opened.ok().isEnabled());
    opened.ok().click();
    QVERIFY(!opened.dialog || !opened.dialog->isVisible());
}

void PreferencesDialogTest::aFieldDoesNotWaitForItsDisk()
{
    struct Disk
    {
        std::binary_semaphore isAsked{0};
        std::binary_semaphore answers{0};
        std::binary_semaphore isLeft{0};
        std::atomic<bool> isWaitedFor = false;
    };
    const auto disk = std::make_shared<Disk>();
    const PlaceWords words{.name = "field",
                           .title = QStringLiteral("Field"),
                           .tip = {},
                           .usual = {},
                           .winner = {},
                           .isFolder = true,
                           .check = [disk, hung = m_folder->path()](const QString& place) {
                               if (place != hung)
                                   return PlaceAnswer{};
                               constexpr std::chrono::milliseconds kLong{kTryMilliseconds};
                               disk->isAsked.release();
                               disk->isWaitedFor = !disk->answers.try_acquire_for(kLong);
                               disk->isLeft.release();
                               return PlaceAnswer{};
                           }};
    auto field = std::make_unique<PlaceField>(words, m_folder->path());
    disk->isAsked.acquire();
    // Another place is answered meanwhile.
    field->findChild<QLineEdit*>()->setText(m_folder->filePath(QStringLiteral("other")));
    QTRY_VERIFY(field->isUsable());
    field.reset(); // as Cancel does
    disk->answers.release();
    disk->isLeft.acquire();
    QVERIFY(!disk->isWaitedFor);
}

void PreferencesDialogTest::whatCannotBeKeptLeavesTheDialogOpen()
{
    const auto window = shownWindow(context());
    const Opened opened(*window);
    QFile inTheWay(m_folder->filePath(QStringLiteral("coterie"))); // the folder of the settings
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    opened.at<QSpinBox>("threads").setValue(1);
    opened.ok().click();
    const auto& problem = opened.at<QLabel>("preferencesProblem");
    QTRY_VERIFY(problem.isVisible());
    QVERIFY2(problem.text().contains(QSettings().fileName()), qPrintable(problem.text()));
    QVERIFY(opened.ok().isEnabled());
    QTRY_VERIFY(problem.height() >= problem.heightForWidth(problem.width()));
    QTRY_VERIFY(showsAll(*opened.dialog)); // higher by the problem
    QVERIFY(inTheWay.remove());
    opened.ok().click();
    QTRY_VERIFY(!opened.dialog);
    QCOMPARE(keptPreferences().threads, 1);
}

void PreferencesDialogTest::whatIsAcceptedIsKeptAndCancelTakesBack()
{
    const auto window = shownWindow(context());
    const QString store = m_folder->filePath(QStringLiteral("mine.sqlite"));
    {
        const Opened opened(*window);
        opened.at<QLineEdit>("storeFile").setText(store);
        opened.at<QLineEdit>("dataFolder").setText(m_folder->path() + u'/');
        opened.at<QSpinBox>("threads").setValue(1);
        opened.at<QSpinBox>("ranks").setValue(2);
        auto& language = opened.at<QComboBox>("language");
        QCOMPARE(language.currentIndex(), 0); // as the system
        language.setCurrentText(QStringLiteral("Deutsch"));
        QTRY_VERIFY(opened.ok().isEnabled());
        opened.ok().click();
        QTRY_VERIFY(!opened.dialog);
    }
    const Preferences kept{.storeFile = store,
                           .dataFolder = m_folder->path(),
                           .threads = 1,
                           .ranks = 2,
                           .language = QStringLiteral("de")};
    QCOMPARE(keptPreferences(), kept);
    QVERIFY(!QFile::exists(store)); // not before the next start

    const Opened opened(*window);
    const int size = QApplication::font().pointSize();
    const bool wasDark = window->theme().isDarkNow();
    QCOMPARE(opened.at<QLineEdit>("storeFile").text(), store);
    QCOMPARE(opened.at<QComboBox>("language").currentText(), QStringLiteral("Deutsch"));
    opened.at<QLineEdit>("storeFile").clear();
    opened.at<QSpinBox>("fontSize").setValue(kLargestFont);
    opened.at<QComboBox>("colours").setCurrentIndex(wasDark ? 1 : 2);
    QCOMPARE(window->theme().isDarkNow(), !wasDark);
    QCOMPARE(QApplication::font().pointSize(), kLargestFont);
    opened.button(QDialogButtonBox::Cancel).click();
    QTRY_VERIFY(!opened.dialog);
    QCOMPARE(window->theme().isDarkNow(), wasDark);
    QCOMPARE(QApplication::font().pointSize(), size);
    QCOMPARE(keptPreferences(), kept);
}

void PreferencesDialogTest::theFontSizeShowsAtOnceEverywhere()
{
    const auto window = shownWindow(context());
    const auto* heading = window->findChild<QLabel*>(QStringLiteral("watchTitle"));
    const auto* plot = window->findChild<LinePlot*>();
    const auto* custom = plot->findChild<QCustomPlot*>();
    const double headingBefore = heading->font().pointSizeF();
    const double before = QApplication::font().pointSizeF();
    const Opened opened(*window);
    opened.at<QSpinBox>("fontSize").setValue(16);
    QTRY_COMPARE(opened.dialog->font().pointSize(), 16);
    QTRY_COMPARE(window->menuBar()->font().pointSize(), 16);
    QTRY_COMPARE(plot->font().pointSize(), 16);
    QTRY_COMPARE(custom->xAxis->tickLabelFont().pointSize(), 16);
    QTRY_VERIFY(qAbs(heading->font().pointSizeF() / headingBefore - 16 / before) < 0.01);
    opened.at<QSpinBox>("fontSize").setValue(kSmallestFont - 1); // as the desktop
    QCOMPARE(QApplication::font().pointSizeF(), before);
    QTRY_VERIFY(qAbs(heading->font().pointSizeF() - headingBefore) < 0.01);
    opened.at<QSpinBox>("fontSize").setValue(12);
    QTRY_VERIFY(opened.ok().isEnabled());
    opened.ok().click();
    QCOMPARE(keptPreferences().fontPoints, 12);
    QCOMPARE(QApplication::font().pointSize(), 12);
}

/// Sizes that were computed for another font cut the text, or keep room for what is smaller now.
void PreferencesDialogTest::whatIsAsWideAsItsTextFollowsTheFont()
{
    const auto window = shownWindow(context());
    auto& watch = *window->actions().action(ActionId::ShowWatch);
    watch.trigger();
    const auto* metrics = window->findChild<QComboBox*>(QStringLiteral("metric"));
    const auto* why = window->findChild<QLabel*>(QStringLiteral("mergeWhy"));
    QVERIFY(metrics && why);
    const auto widest = [&] {
        int width = 0;
        for (int entry = 0; entry < metrics->count(); ++entry)
            width =
                std::max(width, metrics->fontMetrics().horizontalAdvance(metrics->itemText(entry)));
        return width;
    };
    layOut();
    const int before = metrics->minimumSizeHint().width(); // as the layout has asked
    const int lines = why->minimumHeight();
    QCOMPARE_GE(before, widest());
    const Opened opened(*window);
    for (const auto& [points, isLarger] :
         {std::pair(kLargestFont, true), std::pair(kSmallestFont, false)}) {
        opened.at<QSpinBox>("fontSize").setValue(points);
        QTRY_COMPARE(metrics->font().pointSize(), points);
        QTRY_VERIFY(metrics->minimumSizeHint().width() >= widest());
        QTRY_VERIFY((metrics->minimumSizeHint().width() > before) == isLarger);
        QTRY_VERIFY(why->minimumHeight() >= 2 * why->fontMetrics().lineSpacing());
        QTRY_VERIFY((why->minimumHeight() > lines) == isLarger);
    }
    opened.button(QDialogButtonBox::Cancel).click();
    QTRY_VERIFY(!opened.dialog);
}

void PreferencesDialogTest::whatWinsIsSaid()
{
    const QByteArray before = qgetenv("COTERIE_DATA");
    qputenv("COTERIE_DATA", "/of/the/environment");
    const auto restore = qScopeGuard(
        [&] { before.isNull() ? qunsetenv("COTERIE_DATA") : qputenv("COTERIE_DATA", before); });
    WindowContext named = context();
    named.commandLine = {.storeFile = QStringLiteral("named.sqlite"),
                         .dataFolder = QStringLiteral("/named")};
    const auto window = shownWindow(named);
    const Opened opened(*window);
    // Its checks look at the environment, too.
    for (const char* note : {"storeFileNote", "dataFolderNote"})
        QTRY_VERIFY(!opened.at<QLabel>(note).text().isEmpty());
    const QString store = opened.at<QLabel>("storeFileWinner").text();
    QVERIFY2(store.startsWith(QStringLiteral("Set by --db: this start uses named.sqlite")),
             qPrintable(store));
    const QString data = opened.at<QLabel>("dataFolderWinner").text();
    QVERIFY2(data.startsWith(
                 QStringLiteral("Set by --data (/named) and COTERIE_DATA (/of/the/environment)")),
             qPrintable(data));
}

void PreferencesDialogTest::aLostStoreIsSaidInTheWindow()
{
    WindowContext lost = context();
    lost.startTroubles = {QStringLiteral("Your run store is not there."),
                          QString(),
                          QStringLiteral("Your data folder is not there.")};
    const auto window = shownWindow(lost);
    const QList<QLabel*> labels = window->findChildren<QLabel*>(QStringLiteral("startTrouble"));
    QCOMPARE(labels.size(), 2);
    QVERIFY(opens(*window, write(kMine, 50))); // as with a file on the command line
    QVERIFY(window->actions().action(ActionId::ShowDesign)->isChecked());
    for (const QLabel* label : labels)
        QTRY_VERIFY(label->isVisible());
    QCOMPARE(labels[0]->text(), lost.startTroubles[0]);
    QSignalSpy ended(&window->controller(), &RunController::queueEnded);
    window->actions().action(ActionId::RunExperiment)->trigger();
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(labels[0]->isVisible()); // nobody has closed it
    labels[0]->parentWidget()->findChild<QToolButton*>()->click();
    QVERIFY(!labels[0]->isVisible());
    QVERIFY(labels[1]->isVisible());
}

void PreferencesDialogTest::nothingIsCut()
{
    WindowContext named = context();
    named.commandLine.storeFile = QStringLiteral("a/long/way/to/the/run/store/of/all.sqlite");
    const auto window = shownWindow(named);
    window->resize(900, 600);
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        window->theme().choose(theme);
        const Opened opened(*window);
        QVERIFY(fitsScreen(*opened.dialog));
        opened.at<QLineEdit>("dataFolder").setText(m_folder->filePath(QStringLiteral("gone")));
        QTRY_VERIFY(
            opened.at<QLabel>("dataFolderNote").text().contains(QStringLiteral("no folder")));
        QStringList faults;
        (void)QTest::qWaitFor([&] { return (faults = layoutFaults(*opened.dialog)).isEmpty(); },
                              kTryMilliseconds);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
        opened.at<QSpinBox>("fontSize").setValue(kLargestFont);
        (void)QTest::qWaitFor([&] { return (faults = layoutFaults(*opened.dialog)).isEmpty(); },
                              kTryMilliseconds);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
        QVERIFY(fitsScreen(*opened.dialog));
        opened.button(QDialogButtonBox::Cancel).click();
        QTRY_VERIFY(!opened.dialog);
    }
}

void PreferencesDialogTest::itIsAsHighAsItsContentUpToTheScreen()
{
    WindowContext named = context();
    named.commandLine.storeFile = QStringLiteral("named.sqlite"); // one line more
    const auto window = shownWindow(named);
    window->resize(900, 600); // it may be higher than the window
    const Opened opened(*window);
    for (const char* note : {"storeFileNote", "dataFolderNote"})
        QTRY_VERIFY(!opened.at<QLabel>(note).text().isEmpty());
    QTRY_VERIFY(showsAll(*opened.dialog));
    layOut();
    const int usual = opened.dialog->height();
    const auto noteOf = [&](const QString& folder) {
        opened.at<QLineEdit>("dataFolder").setText(folder);
        return opened.at<QLabel>("dataFolderNote").text();
    };
    const QString gone = m_folder->filePath(QStringLiteral("gone for good/").repeated(6));
    QTRY_VERIFY(noteOf(gone).contains(QStringLiteral("no folder")));
    QTRY_VERIFY(opened.dialog->height() > usual);
    QTRY_VERIFY(showsAll(*opened.dialog));
    layOut();
    const int higher = opened.dialog->height();
    // The buttons stay where they are when it goes.
    QTRY_VERIFY(!noteOf(m_folder->path()).contains(QStringLiteral("no folder")));
    layOut();
    QCOMPARE(opened.dialog->height(), higher);
    opened.at<QSpinBox>("fontSize").setValue(kLargestFont);
    QTRY_VERIFY(opened.dialog->height() > higher);
    QVERIFY(opened.dialog->height() <= opened.dialog->screen()->availableSize().height());
}

void PreferencesDialogTest::dockTitlesFollowTheFontAndBack()
{
    const auto window = shownWindow(context());
    QVERIFY(opens(*window, write(kMine, 2)));
    QSignalSpy ended(&window->controller(), &RunController::queueEnded);
    window->actions().action(ActionId::RunExperiment)->trigger();
    QTRY_COMPARE(ended.count(), 1);
    auto* dock = window->findChild<QDockWidget*>(QStringLiteral("curves"));
    QTRY_VERIFY(dock->isVisible());
    // Rows of pixels that the title's letters touch.
    const auto letterHeight = [dock] {
        const QImage title = dock->grab({0, 0, dock->width() / 3, dock->widget()->y()}).toImage();
        const QRgb ground = title.pixel(title.width() - 1, title.height() / 2);
        int rows = 0;
        for (int y = 1; y + 1 < title.height(); ++y) {
            bool isTouched = false;
            for (int x = 1; x < title.width(); ++x)
                isTouched |= std::abs(qGray(title.pixel(x, y)) - qGray(ground)) > 60;
            rows += isTouched;
        }
        return rows;
    };
    const int high = letterHeight();
    QVERIFY(high > 4);
    setFontPoints(kLargestFont);
    QTRY_VERIFY2(letterHeight() > 1.5 * high, qPrintable(QString::number(letterHeight())));
    setFontPoints(0);
    QTRY_COMPARE(letterHeight(), high);
}

COTERIE_WIDGET_SECTION(PreferencesDialogTest)

} // namespace tst_preferences_dialog

#include "tst_preferences_dialog.moc"
