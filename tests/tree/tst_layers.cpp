#include "tests/sections.h"
#include "tests/tree/layer_rules.h"

namespace tst_layers {

using coterie::tests::LayerViolation;
using coterie::tests::layerViolations;
using coterie::tests::readSourceTree;
using coterie::tests::SourceTree;

namespace {

QString text(const std::vector<LayerViolation>& violations)
{
    QStringList lines;
    for (const LayerViolation& violation : violations)
        lines += QString("%1:%2: %3")
                     .arg(QString::fromStdString(violation.file))
                     .arg(violation.line)
                     .arg(QString::fromStdString(violation.sentence));
    return lines.join('\n');
}

/// A tree in good order, into which tests plant violations.
SourceTree goodTree()
{
    return {
        {"core/experiment/experiment.h", "#pragma once\n#include <string>\n"},
        {"core/experiment/experiment_json.cpp",
         "#include \"core/experiment/experiment.h\"\n#include <nlohmann/json.hpp>\n"},
        {"core/report/sink.h", "#pragma once\n#include \"core/experiment/experiment.h\"\n"},
        {"core/store/sqlite_handle.h", "#pragma once\n#include <sqlite3.h>\n"},
        {"core/store/run_store.h", "#pragma once\n#include \"core/report/sink.h\"\n"},
        {"core/store/run_store.cpp",
         "#include \"core/store/run_store.h\"\n#include \"core/store/sqlite_handle.h\"\n"},
        {"core/nn/network.h", "#pragma once\n#include <torch/torch.h>\n"},
        {"core/run/run.h", "#pragma once\n#include \"core/store/run_store.h\"\n"},
        {"core/run/run.cpp", "#include \"core/run/run.h\"\n#include \"core/nn/network.h\"\n"},
        {"ui/window.h", "#pragma once\n#include <QMainWindow>\n#include \"core/run/run.h\"\n"},
        {"app/main.cpp", "#include \"ui/window.h\"\n#include <QApplication>\n"},
        {"tests/core/nn/tst_network.cpp", "#include \"core/nn/network.h\"\n#include <QTest>\n"},
        {"tests/ui/tst_window.cpp", "#include \"ui/window.h\"\n#include <QTest>\n"},
    };
}

} // namespace

class TestLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thisProjectKeepsItsLayers();
    void aGoodTreeHasNoViolations();
    void plantedViolationsAreFound_data();
    void plantedViolationsAreFound();
    void namesTheWholeWayToTorch();
    void includesInCommentsAndStringsDoNotCount();
    void includesInCirclesEnd();
};

void TestLayers::thisProjectKeepsItsLayers()
{
    const SourceTree tree = readSourceTree(COTERIE_SOURCE_DIR);
    QVERIFY(tree.contains("core/base/matrix.h"));
    QVERIFY(tree.contains("tests/tree/tst_layers.cpp"));
    const QString violations = text(layerViolations(tree));
    QVERIFY2(violations.isEmpty(), qPrintable('\n' + violations));
}

void TestLayers::aGoodTreeHasNoViolations()
{
    QCOMPARE(text(layerViolations(goodTree())), QString());
}

void TestLayers::plantedViolationsAreFound_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("include");
    QTest::addColumn<QString>("sentence");
    const auto plant =
        [](const char* name, const char* file, const char* include, const char* sentence) {
            QTest::newRow(name) << file << include << sentence;
        };
    plant("later folder",
          "core/experiment/planted.cpp",
          "\"core/report/sink.h\"",
          "core/experiment may not use core/report, which comes after it: \"core/report/sink.h\"");
    plant("later folder, relative path",
          "core/store/planted.h",
          "\"../run/run.h\"",
          "core/store may not use core/run, which comes after it: \"../run/run.h\"");
    plant("later folder, missing file",
          "core/data/planted.h",
          "\"core/nn/none.h\"",
          "core/data may not use core/nn, which comes after it: \"core/nn/none.h\"");
    plant("later folder, angle brackets",
          "core/data/planted.h",
          "<core/nn/network.h>",
          "core/data may not use core/nn, which comes after it: \"core/nn/network.h\"");
    plant("unknown folder",
          "core/misc/planted.h",
          "<string>",
          "core has no folder \"misc\" in its order of folders");
    plant("ui in core",
          "core/run/planted.h",
          "\"ui/window.h\"",
          "core may not use ui: \"ui/window.h\"");
    plant("tests in core",
          "core/run/planted.h",
          "\"tests/core/x.h\"",
          "core may not use tests: \"tests/core/x.h\"");
    plant(
        "app in ui", "ui/planted.h", "\"app/options.h\"", "ui may not use app: \"app/options.h\"");
    plant("page in a shared widget",
          "ui/frame/planted.cpp",
          "\"ui/watch/watch_page.h\"",
          "ui/frame may not use ui/watch, which comes after it: \"ui/watch/watch_page.h\"");
    plant("page beside a page",
          "ui/compare/planted.cpp",
          "\"ui/watch/watch_page.h\"",
          "ui/compare may not use ui/watch, which stands beside it: \"ui/watch/watch_page.h\"");
    plant("folder in a file of ui itself",
          "ui/planted.cpp",
          "\"ui/frame/card.h\"",
          "ui itself may not use ui/frame, which comes after it: \"ui/frame/card.h\"");
    plant("unknown folder of ui",
          "ui/misc/planted.h",
          "<string>",
          "ui has no folder \"misc\" in its order of folders");
    plant("ui in a test of core",
          "tests/core/run/planted.cpp",
          "\"ui/window.h\"",
          "the tests of core may not use ui: \"ui/window.h\"");
    plant(
        "Qt class in core", "core/run/planted.cpp", "<QString>", "core may not use Qt: <QString>");
    plant("Qt module in core",
          "core/nn/planted.h",
          "<QtCore/QObject>",
          "core may not use Qt: <QtCore/QObject>");
    plant("QCustomPlot in core",
          "core/run/planted.h",
          "<qcustomplot.h>",
          "core may not use Qt: <qcustomplot.h>");
    plant("torch in the values",
          "core/collaboration/planted.cpp",
          "<torch/torch.h>",
          "core/collaboration is built without torch: <torch/torch.h>");
    plant("ATen in the values",
          "core/experiment/planted.h",
          "<ATen/ATen.h>",
          "core/experiment is built without torch: <ATen/ATen.h>");
    plant("SQLite elsewhere",
          "core/run/planted.cpp",
          "<sqlite3.h>",
          "only core/store may use SQLite: <sqlite3.h>");
    plant("SQLite in quotes",
          "ui/planted.cpp",
          "\"sqlite3.h\"",
          "only core/store may use SQLite: <sqlite3.h>");
    plant("SQLite in a test",
          "tests/core/run/planted.cpp",
          "<sqlite3.h>",
          "only core/store may use SQLite: <sqlite3.h>");
    plant("torch in ui",
          "ui/planted.cpp",
          "<torch/types.h>",
          "ui may not reach torch: <torch/types.h>");
    plant("torch in app",
          "app/planted.cpp",
          "<c10/util/Exception.h>",
          "app may not reach torch: <c10/util/Exception.h>");
    plant("JSON in ui",
          "ui/planted.cpp",
          "<nlohmann/json.hpp>",
          "ui may not reach nlohmann_json: <nlohmann/json.hpp>");
    plant("torch behind a header",
          "ui/planted.h",
          "\"core/nn/network.h\"",
          "ui may not reach torch: core/nn/network.h → torch/torch.h");
    plant("SQLite behind a header, from app",
          "app/planted.cpp",
          "\"core/store/sqlite_handle.h\"",
          "app may not reach SQLite: core/store/sqlite_handle.h → sqlite3.h");
    plant("torch behind a header, from a test of ui",
          "tests/ui/planted.cpp",
          "\"core/nn/network.h\"",
          "tests may not reach torch: core/nn/network.h → torch/torch.h");
}

void TestLayers::plantedViolationsAreFound()
{
    QFETCH(QString, file);
    QFETCH(QString, include);
    QFETCH(QString, sentence);
    SourceTree tree = goodTree();
    tree[file.toStdString()] =
        QString("// a file\n\n  #  include %1 // why\n").arg(include).toStdString();
    QCOMPARE(text(layerViolations(tree)), QString("%1:3: %2").arg(file, sentence));
}

void TestLayers::namesTheWholeWayToTorch()
{
    SourceTree tree = goodTree();
    tree["core/run/run.h"] += "#include \"core/train/federation.h\"\n";
    tree["core/train/federation.h"] = "#include <vector>\n#include \"core/nn/network.h\"\n";
    // Reported once, at the header of ui that leads there; not again at app/main.cpp, which
    // includes that header …
    QCOMPARE(
        text(layerViolations(tree)).section('\n', -1),
        QString("ui/window.h:3: ui may not reach torch: core/run/run.h → core/train/federation.h → "
                "core/nn/network.h → torch/torch.h"));
    // … but app reaches it too, through ui.
    QVERIFY(text(layerViolations(tree))
                .startsWith("app/main.cpp:1: app may not reach torch: ui/window.h → "));
}

void TestLayers::includesInCommentsAndStringsDoNotCount()
{
    SourceTree tree = goodTree();
    tree["core/experiment/quiet.cpp"] = "// #include <QString>\n"
                                        "/* #include <torch/torch.h>\n"
                                        "#include <sqlite3.h>\n"
                                        "*/\n"
                                        "const char* a = \"/*\"; // \"\n"
                                        "const char* b = \"#include <QString>\";\n"
                                        "const int c = 1'000;\n"
                                        "/*/ #include <QString> /*/\n";
    QCOMPARE(text(layerViolations(tree)), QString());
    tree["core/experiment/quiet.cpp"] += "#include <QString>\n";
    QCOMPARE(text(layerViolations(tree)),
             QString("core/experiment/quiet.cpp:9: core may not use Qt: <QString>"));
}

void TestLayers::includesInCirclesEnd()
{
    const SourceTree tree{
        {"core/experiment/a.h", "#include \"core/experiment/b.h\"\n"},
        {"core/experiment/b.h", "#include \"core/experiment/a.h\"\n"},
        {"ui/c.h", "#include \"core/experiment/a.h\"\n"},
    };
    QCOMPARE(text(layerViolations(tree)), QString());
}

COTERIE_SECTION(TestLayers)

} // namespace tst_layers

#include "tst_layers.moc"
