#include "core/algorithms/own_methods.h"
#include "tests/sections.h"
#include "tests/ui/window/page_walk.h"
#include "ui/window/run_on_slurm.h"
#include "ui/window/window_dialogs.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QScreen>

namespace tst_dialogs {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Dialogs and windows beside the main one: within their screen, and whole on a small one.
class DialogsTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void eachFitsItsScreenAndASmallOne();
    void buttonsHaveNoSignThatIgnoresTheTheme();
    void methodsOfTheUserAreTold();
    void aTitleIsAFileNameWithoutSigns();
};

namespace {

/// Those that are open beside the main window.
QList<QWidget*> openBeside(const MainWindow& window)
{
    QList<QWidget*> open;
    for (QWidget* each : QApplication::topLevelWidgets())
        if (each != &window && each->isVisible()
            && (each->windowType() == Qt::Dialog || each->windowType() == Qt::Window))
            open << each;
    return open;
}

} // namespace

void DialogsTest::aTitleIsAFileNameWithoutSigns()
{
    QCOMPARE(fileNameFor(QStringLiteral("Quickstart: alone or together? (from run 40)")),
             QStringLiteral("Quickstart_alone_or_together_from_run_40"));
    QCOMPARE(fileNameFor(QStringLiteral("../Größe %1 \\ 2-3.5")), QStringLiteral("Größe_1_2-3.5"));
    QCOMPARE(fileNameFor(QStringLiteral("?")), QStringLiteral("experiment"));
    QCOMPARE(fileNameFor(QStringLiteral(".5 of the clients")), QStringLiteral("5_of_the_clients"));
}

void DialogsTest::eachFitsItsScreenAndASmallOne()
{
    constexpr QSize kSmall(880, 560); // what a frame leaves of 900 × 600
    MainWindow window(context());
    window.theme().choose(ThemeChoice::Light);
    window.resize(900, 600);
    QVERIFY(showsARun(window, write(kMine, fullExperiment())));
    QStringList faults;
    for (const ActionId action : {ActionId::Preferences,
                                  ActionId::SufficientClusters,
                                  ActionId::Manual,
                                  ActionId::SaveClientsPicture,
                                  ActionId::ForkWatched}) {
        const QString name = window.actions().action(action)->objectName();
        window.actions().action(ActionId::ShowWatch)->trigger();
        if (action == ActionId::SaveClientsPicture) {
            window.actions().action(ActionId::ShowDesign)->trigger();
            window.findChild<DesignPage*>()->showSection(DesignSection::Clients);
            QTRY_VERIFY(window.actions().action(action)->isEnabled());
        }
        window.actions().action(action)->trigger();
        QTRY_VERIFY2(openBeside(window).size() == 1, qPrintable(name));
        QWidget& dialog = *openBeside(window).constFirst();
        const QSize room = dialog.screen()->availableSize();
        if (dialog.width() > room.width() || dialog.height() > room.height())
            faults
                << QStringLiteral("%1: %2×%3").arg(name).arg(dialog.width()).arg(dialog.height());
        dialog.resize(kSmall);
        QStringList found;
        (void)QTest::qWaitFor(
            [&] {
                found = layoutFaults(dialog);
                found.removeIf([](const QString& fault) { // looked at elsewhere
                    return fault.contains(QStringLiteral("a contrast of"));
                });
                if (dialog.width() > kSmall.width() || dialog.height() > kSmall.height())
                    found << QStringLiteral("%1×%2 is the least")
                                 .arg(dialog.width())
                                 .arg(dialog.height());
                return found.isEmpty();
            },
            faults.isEmpty() ? kTryMilliseconds : 1'000); // it fails anyway
        for (const QString& fault : found)
            faults << QStringLiteral("%1: %2").arg(name, fault);
        dialog.close();
        QTRY_VERIFY2(openBeside(window).isEmpty(), qPrintable(name));
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

/// The style's own signs have one colour: a black cross on dark.
void DialogsTest::buttonsHaveNoSignThatIgnoresTheTheme()
{
    const MainWindow window(context()); // sets the style
    const QDialogButtonBox box(QDialogButtonBox::Ok | QDialogButtonBox::Cancel
                               | QDialogButtonBox::Close);
    for (const QAbstractButton* button : box.buttons())
        QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
}

/// What was refused at every start, what was loaded when it is new or another library.
void DialogsTest::methodsOfTheUserAreTold()
{
    LoadedMethods methods{
        .loaded = {{.name = "midway", .library = "/methods/midway.so", .digest = "01"}},
        .refused = {
            Error{.place = "/methods/old.so", .message = "was built with another compiler"}}};
    const QString refused = QStringLiteral(
        "A method of yours was not loaded. /methods/old.so: was built with another compiler.");
    const QString loaded = QStringLiteral("The method midway was loaded from /methods/midway.so.");
    QCOMPARE(methodNotices(methods), (QStringList{refused, loaded}));
    QCOMPARE(methodNotices(methods), QStringList{refused});
    methods.loaded.front().digest = "02";
    methods.refused.clear();
    QCOMPARE(methodNotices(methods), QStringList{loaded});
    QCOMPARE(methodNotices({}), QStringList{});
    QCOMPARE(methodNotices(methods), QStringList{loaded}); // it was gone

    methods.refused = {
        {.place = "/methods/old.so", .message = "says \x1b[31m" + std::string(5000, 'a')}};
    const QString told = methodNotices(methods).front();
    QVERIFY2(told.contains(QStringLiteral("says \\u001b[31maaa")), qPrintable(told));
    QVERIFY(told.size() < 400);
}

COTERIE_WIDGET_SECTION(DialogsTest)

} // namespace tst_dialogs

#include "tst_dialogs.moc"
