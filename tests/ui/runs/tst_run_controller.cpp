#include "core/run/environment.h"
#include "tests/sections.h"
#include "ui/refresh_timer.h"
#include "ui/runs/run_controller.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace tst_run_controller {

using namespace coterie;
using namespace coterie::ui;

/// What the window's hand on the queue does before the queue is asked.
class RunControllerTest : public QObject
{
    Q_OBJECT

private slots:
    void aGpuThatIsNotThereIsToldBeforeAnythingIsQueued();
};

void RunControllerTest::aGpuThatIsNotThereIsToldBeforeAnythingIsQueued()
{
    if (automaticDevice() == "cuda")
        QSKIP("LibTorch finds a GPU here");
    const QTemporaryDir folder;
    const QString store = folder.filePath(QStringLiteral("runs.sqlite"));
    RefreshTimer timer;
    RunController controller(
        {.storeFile = store.toStdString(), .dataFolders = {}, .threads = 1, .device = {}}, timer);
    const QSignalSpy troubled(&controller, &RunController::troubled);
    RunPlan plan;
    plan.device = "cuda";
    controller.start({}, {plan});
    QCOMPARE(troubled.size(), 1);
    QVERIFY(troubled.front().front().toString().startsWith(
        QStringLiteral("/device: must be \"cpu\" or \"auto\"")));
    QVERIFY(!controller.isBusy());
    QVERIFY(!QFile::exists(store));
}

COTERIE_SECTION(RunControllerTest)

} // namespace tst_run_controller

#include "tst_run_controller.moc"
