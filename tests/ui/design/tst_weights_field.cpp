#include "core/data/formats/safetensors.h"
#include "tests/sections.h"
#include "tests/ui/design/model_bench.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QEvent>
#include <QFile>
#include <QLineEdit>
#include <QMimeData>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUrl>

#include <fstream>

namespace tst_weights_field {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

constexpr auto kPlace = "/model/initial/path";

/// A file with the names of the network mlr on pictures of 28×28.
void writeWeights(const QString& file, std::size_t inputs = 784)
{
    std::ofstream out(file.toStdString(), std::ios::binary);
    writeSafetensors(
        std::vector<NamedTensor>{
            {.name = "1.weight",
             .shape = {10, inputs},
             .values = std::vector<float>(10 * inputs, 0.5F)},
            {.name = "1.bias", .shape = {10}, .values = std::vector<float>(10, 0.25F)}},
        out);
}

void drop(QWidget& on, const QMimeData& data)
{
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&on, &enter);
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&on, &drop);
}

} // namespace

/// The field on the Model page for the initial weights.
class TestWeightsField final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const char* name) const
    {
        return m_folder.filePath(QLatin1String(name));
    }

private slots:
    void aDroppedFileIsTaken()
    {
        writeWeights(path("start.safetensors"));
        ModelBench bench;
        QVERIFY(bench.openWith(R"({"name": "mlr"})"));
        const QString before = bench.document.text();
        auto* field = bench.DesignBench::editor<QLineEdit>(kPlace);
        QVERIFY(field);
        QWidget& editor = *field->parentWidget();
        QVERIFY(editor.findChild<QToolButton*>(QStringLiteral("chooseFile")));
        QMimeData text;
        text.setText(QStringLiteral("no file"));
        drop(editor, text);
        QCOMPARE(bench.document.text(), before);
        QMimeData file;
        file.setUrls({QUrl::fromLocalFile(path("start.safetensors"))});
        drop(editor, file);
        QCOMPARE(bench.said(kPlace),
                 writeCompact(JsonNode::fromText(path("start.safetensors").toStdString())));
        QTRY_VERIFY(bench.document.isRunnable());
        QCOMPARE(field->text(), path("start.safetensors"));
        bench.document.undoStack().undo();
        QCOMPARE(bench.document.text(), before);
    }

    void whatDoesNotFitIsToldAtTheField()
    {
        writeWeights(path("other.safetensors"), 100);
        ModelBench bench;
        QVERIFY(bench.openWith(R"({"name": "mlr"})"));
        QVERIFY(bench.document.apply(
            QStringLiteral("Weights"),
            {{.pointer = kPlace,
              .value = JsonNode::fromText(path("other.safetensors").toStdString())}}));
        QTRY_COMPARE(bench.problemsOf(DesignSection::Model), 1);
        const QString said = bench.text("problem:/model/initial/path");
        QVERIFY2(said.contains(QStringLiteral("must have the shape [10, 784] (has [10, 100])")),
                 qPrintable(said));
        QVERIFY(!bench.document.isRunnable());
    }

    void aFileThatAppearsIsNoticed()
    {
        ModelBench bench;
        QVERIFY(bench.openWith(R"({"name": "mlr"})"));
        QVERIFY(bench.document.apply(
            QStringLiteral("Weights"),
            {{.pointer = kPlace,
              .value = JsonNode::fromText(path("later.safetensors").toStdString())}}));
        QTRY_COMPARE(bench.problemsOf(DesignSection::Model), 1);
        QVERIFY(!bench.document.isRunnable());
        writeWeights(path("later.safetensors"));
        QEvent back(QEvent::WindowActivate);
        QCoreApplication::sendEvent(&*bench.page, &back);
        QTRY_VERIFY(bench.document.isRunnable());
        // Its figures are those of the runs that begin with it.
        QTRY_VERIFY(bench.document.checked().identified);
        QCOMPARE(bench.document.checked().identified->model.initial->sha256.size(),
                 std::size_t{64});
        QVERIFY(bench.document.checked().experiment->model.initial->sha256.empty());
    }

    /// A relative path is looked for beside the experiment.
    void anotherFolderHasOtherFiles()
    {
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("with")));
        writeWeights(path("with/beside.safetensors"));
        ModelBench bench;
        QVERIFY(bench.openWith(R"({"name": "mlr"})"));
        QVERIFY(bench.document.apply(
            QStringLiteral("Weights"),
            {{.pointer = kPlace, .value = JsonNode::fromText("beside.safetensors")}}));
        QTRY_COMPARE(bench.problemsOf(DesignSection::Model), 1);
        bench.document.save(path("with/experiment.json"));
        QTRY_COMPARE(bench.document.path(), path("with/experiment.json"));
        QTRY_VERIFY(bench.document.isRunnable());
        QCOMPARE(bench.document.checked().experiment->model.initial->path,
                 path("with/beside.safetensors").toStdString());
    }

    /// A digest belongs to its file: both go together.
    void anotherFileHasNoDigestYet()
    {
        writeWeights(path("start.safetensors"));
        ModelBench bench;
        const std::string model =
            "{\"name\": \"mlr\", \"initial\": {\"path\": \"old\", \"sha256\": \""
            + std::string(64, 'a') + "\"}}";
        QVERIFY(bench.openWith(model.c_str()));
        auto* field = bench.DesignBench::editor<QLineEdit>(kPlace);
        QVERIFY(field);
        QMimeData file;
        file.setUrls({QUrl::fromLocalFile(path("start.safetensors"))});
        drop(*field->parentWidget(), file);
        QCOMPARE(bench.said("/model/initial/sha256"), std::string("–"));
        QTRY_VERIFY(bench.document.isRunnable());
        QVERIFY(bench.openWith(model.c_str()));
        field = bench.DesignBench::editor<QLineEdit>(kPlace);
        field->clear();
        emit field->textEdited({});
        QCOMPARE(bench.said("/model/initial"), std::string("–"));
        QTRY_VERIFY(bench.document.isRunnable());
    }

    /// An arm inherits the file, and may draw its weights all the same.
    void anArmRefusesTheCommonFile()
    {
        writeWeights(path("start.safetensors"));
        writeWeights(path("own.safetensors"));
        ModelBench bench;
        QVERIFY(bench.openWith(R"({"name": "mlr"})"));
        constexpr auto kOfArm = "/arms/0/model/initial/path";
        bench.page->showSection(DesignSection::Arms);
        const auto refuse = [&] {
            return bench.DesignBench::editor<QLineEdit>(kOfArm)
                ->parentWidget()
                ->findChild<QToolButton*>(QStringLiteral("drawWeights"));
        };
        QTRY_VERIFY(bench.DesignBench::editor<QLineEdit>(kOfArm));
        QVERIFY(refuse()->isHidden()); // there is nothing to refuse
        QVERIFY(bench.document.apply(
            QStringLiteral("Weights"),
            {{.pointer = kPlace,
              .value = JsonNode::fromText(path("start.safetensors").toStdString())}}));
        QTRY_VERIFY(bench.document.isRunnable());
        QTRY_VERIFY(!refuse()->isHidden());
        auto* field = bench.DesignBench::editor<QLineEdit>(kOfArm);
        QCOMPARE(field->placeholderText(), path("start.safetensors"));
        refuse()->click();
        QCOMPARE(bench.said("/arms/0/model"), std::string(R"({"initial":null})"));
        QTRY_VERIFY(!bench.document.isChecking() && bench.document.isRunnable());
        QTRY_VERIFY(refuse()->isChecked());
        QCOMPARE(field->placeholderText(), QStringLiteral("drawn weights"));
        const Experiment& drawn = *bench.document.checked().experiment;
        QVERIFY(drawn.model.initial && !drawn.arms[0].model->initial);
        // What is typed then is the arm's own file.
        field->setText(path("own.safetensors"));
        emit field->textEdited(field->text());
        QCOMPARE(bench.said(kOfArm),
                 writeCompact(JsonNode::fromText(path("own.safetensors").toStdString())));
        QTRY_VERIFY(bench.document.isRunnable());
        QTRY_VERIFY(!refuse()->isChecked());
        refuse()->click();
        QCOMPARE(bench.said("/arms/0/model"), std::string(R"({"initial":null})"));
        QTRY_VERIFY(refuse()->isChecked());
        refuse()->click(); // back to the common one
        QCOMPARE(bench.said("/arms/0/model"), std::string("–"));
    }

    /// A relative path stands for a file beside the experiment's.
    void aFileBesideTheExperimentIsFound()
    {
        writeWeights(path("start.safetensors"));
        ModelBench bench;
        QVERIFY(bench.openWith(R"({"name": "mlr", "initial": {"path": "start.safetensors"}})"));
        QTRY_COMPARE(bench.problemsOf(DesignSection::Model), 1);
        QFile saved(path("experiment.json"));
        QVERIFY(saved.open(QIODevice::WriteOnly));
        saved.write(bench.document.text().toUtf8());
        saved.close();
        QVERIFY(bench.open(path("experiment.json")));
        QTRY_VERIFY(bench.document.isRunnable());
        QCOMPARE(bench.said(kPlace), std::string("\"start.safetensors\""));
        QCOMPARE(
            QString::fromStdString(bench.document.checked().plans->front().model.initial->path),
            path("start.safetensors"));
    }
};

COTERIE_WIDGET_SECTION(TestWeightsField)

} // namespace tst_weights_field

#include "tst_weights_field.moc"
