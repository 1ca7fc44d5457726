#include "tests/sections.h"
#include "tests/ui/window_fixture.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAction>
#include <QFile>
#include <QListView>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <filesystem>
#include <vector>

namespace tst_window_data {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// The one that is seen with these words on it.
QPushButton* buttonSaying(const QWidget& within, const char* words)
{
    for (auto* button : within.findChildren<QPushButton*>())
        if (button->isVisible() && button->text() == QString::fromLatin1(words))
            return button;
    return nullptr;
}

/// What finding the files of another set waits for.
std::atomic<bool> slowSetIsFound = true;

std::vector<std::filesystem::path> findSlowly(const DataFolders&)
{
    slowSetIsFound.wait(false);
    return {};
}

/// Empty files where Heart Disease has its own.
bool writeHeartFiles(const QDir& data)
{
    bool written = true;
    for (const char* place : {"cleveland", "hungarian", "switzerland", "va"}) {
        QFile file(data.filePath(QStringLiteral("processed.%1.data").arg(QLatin1String(place))));
        written = file.open(QIODevice::WriteOnly) && written;
    }
    return written;
}

} // namespace

/// An experiment whose data are missing is not run until they are there.
class WindowDataTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void anExperimentWithoutItsDataIsNotRun();
    void dataFoundOnTheDataPageLetTheExperimentRun();
    void dataOfTheExperimentAreNotWaitedForBehindOtherSets();
};

void WindowDataTest::anExperimentWithoutItsDataIsNotRun()
{
    const QString path = write(kMine, 3);
    write(kQuickstart, 3);
    MainWindow window(context());
    QVERIFY(opens(window, path));
    QAction* run = window.actions().action(ActionId::RunExperiment);
    const auto* button = window.findChild<QAbstractButton*>(QStringLiteral("runButton"));
    QVERIFY(run->isEnabled());
    const auto useData = [&](const char* name) {
        return window.document().apply(
            QStringLiteral("Other data"),
            {{.pointer = "/data/dataset", .value = JsonNode::fromText(name)}});
    };
    QVERIFY(useData("mnist"));
    QTRY_VERIFY(run->toolTip().startsWith(QStringLiteral("MNIST is not on this machine.")));
    QVERIFY(!run->isEnabled());
    QVERIFY(!button->isEnabled());
    QCOMPARE(button->toolTip(), run->toolTip());
    QVERIFY(!window.actions().action(ActionId::PauseRun)->isEnabled());
    // The notice above the page leads to where the data can be had.
    window.actions().action(ActionId::ShowDesign)->trigger();
    QTest::mouseClick(buttonSaying(window, "Open the Data page"), Qt::LeftButton);
    const auto* cards = window.findChild<QListView*>(QStringLiteral("datasetList"));
    QVERIFY(cards->isVisible());
    QCOMPARE(cards->currentIndex().data().toString(), QStringLiteral("MNIST"));
    // Other data, and nothing is in the way.
    QVERIFY(useData("glyphDigits"));
    QTRY_VERIFY(run->isEnabled());
    QVERIFY(run->toolTip().startsWith(QStringLiteral("Run every arm")));
    // What was said of one experiment does not stop another.
    QVERIFY(useData("mnist"));
    QTRY_VERIFY(!window.document().isChecking() && !run->isEnabled());
    window.document().save(path);
    QTRY_VERIFY(!window.document().isModified());
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunQuickstart)->trigger();
    QVERIFY(ended.wait(kTryMilliseconds));
}

void WindowDataTest::dataFoundOnTheDataPageLetTheExperimentRun()
{
    const QString path = write(kMine, 3);
    const QDir data(m_folder->filePath(QStringLiteral("data")));
    QVERIFY(data.mkpath(QStringLiteral(".")));
    WindowContext within = context();
    within.dataFolders.folders.push_back(data.path().toStdString());
    MainWindow window(within);
    QVERIFY(opens(window, path));
    const QAction* run = window.actions().action(ActionId::RunExperiment);
    QVERIFY(window.document().apply(
        QStringLiteral("Other data"),
        {{.pointer = "/data/dataset", .value = JsonNode::fromText("heartDisease")}}));
    QTRY_VERIFY(run->toolTip().contains(QStringLiteral("Heart Disease is not on this machine")));
    QVERIFY(writeHeartFiles(data));
    window.actions().action(ActionId::ShowData)->trigger(); // which looks, and Design is not shown
    QTRY_VERIFY(!run->toolTip().contains(QStringLiteral("not on this machine")));
}

void WindowDataTest::dataOfTheExperimentAreNotWaitedForBehindOtherSets()
{
    const QString path = write(kMine, 3);
    const QDir data(m_folder->filePath(QStringLiteral("data")));
    QVERIFY(data.mkpath(QStringLiteral(".")));
    WindowContext within = context();
    within.dataFolders.folders.push_back(data.path().toStdString());
    std::vector<CatalogEntry> catalog(within.catalog.begin(), within.catalog.end());
    catalog.front().find = &findSlowly;
    within.catalog = catalog;
    MainWindow window(within);
    slowSetIsFound = false;
    const auto letGo = qScopeGuard([] {
        slowSetIsFound = true;
        slowSetIsFound.notify_all();
    });
    QVERIFY(opens(window, path));
    const QAction* run = window.actions().action(ActionId::RunExperiment);
    QVERIFY(window.document().apply(
        QStringLiteral("Other data"),
        {{.pointer = "/data/dataset", .value = JsonNode::fromText("heartDisease")}}));
    QTRY_VERIFY(run->toolTip().contains(QStringLiteral("Heart Disease is not on this machine")));
    QVERIFY(writeHeartFiles(data));
    window.actions().action(ActionId::ShowData)->trigger();
    QTRY_VERIFY(!run->toolTip().contains(QStringLiteral("not on this machine")));
}

COTERIE_WIDGET_SECTION(WindowDataTest)

} // namespace tst_window_data

#include "tst_window_data.moc"
