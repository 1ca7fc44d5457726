#include "app/shipped_experiments.h"
#include "core/algorithms/registry.h"
#include "core/collab/blas_kernel.h"
#include "core/data/catalog.h"
#include "core/store/run_store.h"
#include "ui/window/main_window.h"
#include "ui/words.h"

#include <QApplication>
#include <QCommandLineParser>

int main(int argc, char** argv)
{
    // Before any thread exists: it may start the program once more.
    coterie::selectBlasKernel(argc, argv);

    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("coterie"));
    QCoreApplication::setApplicationName(QStringLiteral("coterie"));
    QCoreApplication::setApplicationVersion(QStringLiteral(COTERIE_VERSION));

    // Wayland takes the window's icon from the menu entry of this name.
    QGuiApplication::setDesktopFileName(QStringLiteral("coterie"));

    QCommandLineParser parser;
    parser.setApplicationDescription(QCoreApplication::translate(
        "main",
        "A workbench for one question: who should collaborate with whom in federated learning?"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("file"),
                                 QCoreApplication::translate("main", "An experiment file to open."),
                                 QStringLiteral("[file]"));
    const QCommandLineOption database(QStringLiteral("db"),
                                      QCoreApplication::translate("main", "The run store to use."),
                                      QStringLiteral("file"));
    const QCommandLineOption data(
        QStringLiteral("data"),
        QCoreApplication::translate("main", "The folder with the data sets' files."),
        QStringLiteral("folder"));
    parser.addOptions({database, data});
    parser.process(application);

    const auto named =
        parser.isSet(data) ? coterie::ui::toPath(parser.value(data)) : std::filesystem::path();
    const coterie::DataFolders folders = coterie::defaultDataFolders(named);
    const coterie::ui::WindowContext context{
        .registry = coterie::registry(),
        .catalog = coterie::dataCatalog(),
        .dataFolders = folders,
        .queue = {.storeFile = parser.isSet(database) ? coterie::ui::toPath(parser.value(database))
                                                      : coterie::defaultStoreFile(),
                  .dataFolders = folders.folders,
                  .threads = 0,
                  .device = {}},
        .experimentsFolder = coterie::ui::pathText(coterie::shippedExperiments())};
    coterie::ui::MainWindow window(context);
    if (!parser.positionalArguments().isEmpty())
        window.openFile(parser.positionalArguments().front());
    window.show();
    return QApplication::exec();
}
