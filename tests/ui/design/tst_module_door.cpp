#include "core/base/json_values.h"
#include "tests/core/data/zip_files.h"
#include "tests/sections.h"
#include "tests/ui/design/design_bench.h"
#include "ui/design/module_door.h"
#include "ui/remembered_folder.h"
#include "ui/words.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QTemporaryDir>
#include <QUrl>

#include <array>

namespace tst_module_door {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

const QString kModules = QStringLiteral(COTERIE_SOURCE_DIR "/tests/core/nn/modules");

constexpr std::array kParameters{
    ParameterDescriptor{.name = "path", .type = ParameterType::Text, .meaning = "the file"},
    ParameterDescriptor{.name = "output", .type = ParameterType::Text, .meaning = "the layer"}};
constexpr std::array kWithModule{
    NamedPart{.name = "mlr", .title = "Linear"},
    NamedPart{.name = "torchScript", .title = "Module", .parameters = kParameters}};

/// The door beside an experiment.
struct DoorBench
{
    ExperimentDocument document{registry()};
    ModuleDoor door{document};

    [[nodiscard]] bool open(std::span<const NamedPart> models = kWithModule)
    {
        QSignalSpy checked(&document, &ExperimentDocument::checkedChanged);
        document.open(kQuickstart);
        if (!checked.wait(kTryMilliseconds))
            return false;
        show(models);
        return true;
    }
    void show(std::span<const NamedPart> models = kWithModule)
    {
        PartPlace place = modelPlace(registry());
        place.known = models;
        door.show(place);
    }
    [[nodiscard]] QString said(const char* pointer) const
    {
        return toQString(textAt(*document.json(), pointer));
    }
    [[nodiscard]] const QLabel& problem() const
    {
        return *door.findChild<QLabel*>(QStringLiteral("moduleProblem"));
    }
};

} // namespace

/// A module of PyTorch on the Model page.
class ModuleDoorTest final : public QObject
{
    Q_OBJECT

private slots:
    void aModuleBecomesTheModel();
    void settingsOfTheModelBeforeGo();
    void otherFilesAreRefusedAndNothingIsLost();
    void theDialogRemembersItsFolder();
    void itIsThereWhereAModelIsAModule();
    void aFileCanBeDroppedOnThePage();
};

void ModuleDoorTest::aModuleBecomesTheModel()
{
    DoorBench bench;
    QVERIFY(bench.open());
    const QString before = bench.document.text();
    bench.door.take(kModules + QStringLiteral("/lenet.pt"));
    QTRY_COMPARE(bench.said("/model/path"), kModules + QStringLiteral("/lenet.pt"));
    QCOMPARE(bench.said("/model/name"), QStringLiteral("torchScript"));
    bench.document.undoStack().undo();
    QCOMPARE(bench.document.text(), before);
}

void ModuleDoorTest::settingsOfTheModelBeforeGo()
{
    DoorBench bench;
    QVERIFY(bench.open());
    JsonNode old = jsonObject({{"name", "torchScript"},
                               {"path", "other.pt"},
                               {"output", "head"},
                               {"precision", "float64"}});
    QVERIFY(bench.document.apply(QStringLiteral("Prepare"),
                                 {{.pointer = "/model", .value = std::move(old)}}));
    bench.show();
    bench.door.take(kModules + QStringLiteral("/vit.pt"));
    QTRY_COMPARE(bench.said("/model/path"), kModules + QStringLiteral("/vit.pt"));
    QCOMPARE(bench.said("/model/output"), QString()); // of another module
    QCOMPARE(bench.said("/model/precision"), QStringLiteral("float64"));
}

void ModuleDoorTest::otherFilesAreRefusedAndNothingIsLost()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("weights.pth"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(zipfiles::zipOf({{"archive/data.pkl", "."}, {"archive/data/0", "1234"}}));
    file.close();
    DoorBench bench;
    QVERIFY(bench.open());
    const QString before = bench.document.text();
    QVERIFY(bench.problem().isHidden());
    bench.door.take(path);
    QTRY_VERIFY(!bench.problem().isHidden());
    QVERIFY2(bench.problem().text().contains(QStringLiteral("torch.jit.script(module).save")),
             qPrintable(bench.problem().text()));
    QVERIFY(bench.problem().text().startsWith(path));
    QCOMPARE(bench.document.text(), before);
    bench.show(); // nothing has changed
    QVERIFY(!bench.problem().isHidden());
    QVERIFY(bench.document.apply(QStringLiteral("Rounds"),
                                 {{.pointer = "/rounds", .value = JsonNode::fromWhole(3)}}));
    bench.show();
    QVERIFY(bench.problem().isHidden());
}

void ModuleDoorTest::theDialogRemembersItsFolder()
{
    DoorBench bench;
    QVERIFY(bench.open());
    bench.door.findChild<QPushButton*>(QStringLiteral("openModule"))->click();
    auto* dialog = bench.door.findChild<QFileDialog*>();
    QVERIFY(dialog);
    emit dialog->fileSelected(kModules + QStringLiteral("/lstm.pt"));
    dialog->reject();
    QTRY_COMPARE(bench.said("/model/path"), kModules + QStringLiteral("/lstm.pt"));
    QCOMPARE(rememberedFolder(FolderFor::Models), kModules);
}

void ModuleDoorTest::itIsThereWhereAModelIsAModule()
{
    DoorBench bench;
    QVERIFY(bench.open(std::span(kWithModule).first(1)));
    QVERIFY(bench.door.isHidden());
    const QString before = bench.document.text();
    bench.door.take(kModules + QStringLiteral("/lenet.pt"));
    QCOMPARE(bench.document.text(), before);
    bench.show();
    QVERIFY(!bench.door.isHidden());
}

/// As wide as the page, so that nobody has to aim.
void ModuleDoorTest::aFileCanBeDroppedOnThePage()
{
    DesignBench bench;
    QVERIFY(bench.open());
    bench.page->showSection(DesignSection::Model);
    auto* door = bench.page->findChild<ModuleDoor*>();
    QVERIFY(door);
    const bool isAmong = ModuleDoor::isAmong(registry().models);
    QTRY_COMPARE(!door->isHidden(), isAmong);
    QWidget* content = door;
    while (!qobject_cast<QScrollArea*>(content->parentWidget()->parentWidget()))
        content = content->parentWidget();
    QCOMPARE(content->acceptDrops(), isAmong);
    if (!isAmong)
        return;
    QMimeData file;
    file.setUrls({QUrl::fromLocalFile(kModules + QStringLiteral("/lenet.pt"))});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &file, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(content, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &file, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(content, &drop);
    QTRY_COMPARE(bench.said("/model/name"), std::string("\"torchScript\""));
    for (const auto* field : door->parentWidget()->findChildren<QLineEdit*>())
        QVERIFY(!field->acceptDrops());
}

COTERIE_WIDGET_SECTION(ModuleDoorTest)

} // namespace tst_module_door

#include "tst_module_door.moc"
