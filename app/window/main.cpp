#include "app/shipped_experiments.h"
#include "core/algorithms/own_methods.h"
#include "core/algorithms/registry.h"
#include "core/base/side_job.h"
#include "core/data/catalog.h"
#include "core/math/blas_kernel.h"
#include "core/run/environment.h"
#include "core/train/rank_links.h"
#include "ui/fetch/fetch_command.h"
#include "ui/frame/font_size.h"
#include "ui/language.h"
#include "ui/preferences/preferences.h"
#include "ui/window/main_window.h"
#include "ui/window/quickstart_tour.h"
#include "ui/window/window_dialogs.h"
#include "ui/words.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QNetworkProxyFactory>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

/// The command line's options, which are English like those of coterie-cli.
class CommandLine
{
public:
    CommandLine()
    {
        m_parser.setApplicationDescription(QStringLiteral(
            "A desktop workbench for federated learning: who should collaborate with whom?"));
        m_parser.addHelpOption();
        m_parser.addVersionOption();
        m_parser.addPositionalArgument(QStringLiteral("file"),
                                       QStringLiteral("An experiment file to open."),
                                       QStringLiteral("[file]"));
        m_parser.addOptions({m_database, m_data, m_methods, m_fetch});
    }

    /// Of the application. Ends the program if it is asked what it is, or if something is wrong.
    void process() { m_parser.process(*QCoreApplication::instance()); }
    /// Whether process() would end the program.
    [[nodiscard]] bool onlyTells(const QStringList& words)
    {
        return !m_parser.parse(words)
               || std::ranges::any_of(std::array{"help", "help-all", "version"},
                                      [this](const char* option) {
                                          return m_parser.isSet(QString::fromLatin1(option));
                                      });
    }

    [[nodiscard]] coterie::ui::CommandLinePlaces places() const
    {
        return {.storeFile = m_parser.value(m_database), .dataFolder = m_parser.value(m_data)};
    }
    [[nodiscard]] QString dataset() const { return m_parser.value(m_fetch); }
    [[nodiscard]] QString file() const { return m_parser.positionalArguments().value(0); }

private:
    QCommandLineParser m_parser;
    QCommandLineOption m_database{
        QStringLiteral("db"), QStringLiteral("The run store to use."), QStringLiteral("file")};
    QCommandLineOption m_data{QStringLiteral("data"),
                              QStringLiteral("The folder with the data sets' files."),
                              QStringLiteral("folder")};
    QCommandLineOption m_methods{
        QStringLiteral("methods"),
        QStringLiteral("Also load the methods in this folder's libraries."),
        QStringLiteral("folder")};
    QCommandLineOption m_fetch{
        QStringLiteral("fetch"),
        QStringLiteral("Download a data set into the data folder, without a window."),
        QStringLiteral("name")};
};

/// Read before the application exists, because a download needs no display.
bool wantsDownload(std::span<char*> arguments)
{
    return std::ranges::any_of(arguments, [](const char* argument) {
        const std::string_view word(argument);
        return word == "--fetch" || word.starts_with("--fetch=");
    });
}

/// Read before the application exists, because loading a library begins with a fork, and Qt has
/// threads then.
std::vector<std::filesystem::path> methodFolders(std::span<char*> arguments)
{
    constexpr std::string_view kOption = "--methods";
    std::vector<std::filesystem::path> folders;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string_view word(arguments[i]);
        if (word == kOption && i + 1 < arguments.size())
            folders.emplace_back(arguments[++i]);
        else if (word.starts_with(kOption) && word.substr(kOption.size()).starts_with('='))
            folders.emplace_back(word.substr(kOption.size() + 1));
    }
    folders.push_back(coterie::userMethodsFolder());
    return folders;
}

/// The same folders for a rank that the window starts.
std::vector<std::string> methodOptions(const std::vector<std::filesystem::path>& folders)
{
    std::vector<std::string> words;
    std::error_code ignored;
    for (const std::filesystem::path& folder : folders) {
        words.emplace_back("--methods");
        words.push_back(std::filesystem::absolute(folder, ignored).string());
    }
    return words;
}

/// coterie-cli, which is built and installed beside the window.
std::filesystem::path commandLineProgram()
{
    std::error_code ignored;
    return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "coterie-cli";
}

/// The program's own arguments, and a null behind them. Qt's, which it takes with one dash or two,
/// are for the window; whoever reads the others alone does not know them.
std::vector<char*> withoutThoseOfQt(std::span<char*> arguments)
{
    constexpr std::array<std::string_view, 15> kWithValue{"platform",
                                                          "platformpluginpath",
                                                          "platformtheme",
                                                          "plugin",
                                                          "session",
                                                          "display",
                                                          "name",
                                                          "geometry",
                                                          "qwindowgeometry",
                                                          "icon",
                                                          "qwindowicon",
                                                          "title",
                                                          "qwindowtitle",
                                                          "style",
                                                          "stylesheet"};
    constexpr std::array<std::string_view, 5> kAlone{
        "reverse", "widgetcount", "nograb", "dograb", "qmljsdebugger"};
    constexpr std::array<std::string_view, 3> kWithEquals{"style", "stylesheet", "qmljsdebugger"};
    std::vector<char*> own;
    bool filesFollow = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view word(arguments[i]);
        filesFollow = filesFollow || word == "--";
        const std::size_t dashes = i == 0                   ? 0 // the program
                                   : word.starts_with("--") ? 2
                                   : word.starts_with('-')  ? 1
                                                            : 0;
        const std::size_t equals = word.find('=');
        const std::string_view name =
            dashes == 0 || filesFollow ? std::string_view() : word.substr(dashes, equals - dashes);
        const bool hasValue = equals != std::string_view::npos;
        if (hasValue ? std::ranges::find(kWithEquals, name) != kWithEquals.end()
                     : std::ranges::find(kAlone, name) != kAlone.end())
            continue;
        if (!hasValue && std::ranges::find(kWithValue, name) != kWithValue.end())
            ++i;
        else
            own.push_back(arguments[i]);
    }
    own.push_back(nullptr);
    return own;
}

/// What is wrong if an option has another one in place of its value, which it would swallow.
std::string swallowedOption(std::span<char*> own)
{
    constexpr std::array<std::string_view, 4> kWithValue{"--db", "--data", "--methods", "--fetch"};
    for (std::size_t i = 1; i + 1 < own.size(); ++i) {
        const std::string_view word(own[i]);
        if (word == "--")
            break;
        if (std::ranges::find(kWithValue, word) == kWithValue.end())
            continue;
        const std::string option(word);
        const std::string next(own[++i]);
        if (next.starts_with("--") || next == "-h" || next == "-v")
            return option + " needs a value (the next word is " + next
                   + "). To use it as the value, write " + option + '=' + next + '.';
    }
    return {};
}

/// Whether the program only tells what it is, or what is wrong with its own arguments, and ends:
/// for that no library of the user runs, and no display is needed.
bool onlyTells(std::span<char*> own)
{
    QStringList words;
    for (const char* word : own)
        words << QString::fromLocal8Bit(word);
    return CommandLine().onlyTells(words);
}

/// What Qt says of its displays while it looks for one; shown only where it finds one.
std::vector<QString>& heldWords()
{
    static std::vector<QString> held;
    return held;
}

/// One sentence in place of Qt's, which end in an abort.
[[noreturn]] void endWithoutDisplay()
{
    constexpr std::array kPlaces{"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"};
    const bool isAsked = std::ranges::any_of(kPlaces, [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    });
    std::string why = "DISPLAY and WAYLAND_DISPLAY are not set";
    if (isAsked && !heldWords().empty())
        why = heldWords().front().trimmed().toStdString();
    if (why.ends_with('.'))
        why.pop_back();
    std::cerr << "coterie: cannot open a display for its window (" << why
              << "); coterie-cli works without one.\n";
    std::_Exit(2); // threads of Qt may run
}

void hearQtAtStart(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    // A part of what Qt says when none of its platforms has a display.
    if (type == QtFatalMsg && message.contains(QStringLiteral("no Qt platform plugin")))
        endWithoutDisplay();
    const bool isOfDisplay =
        std::string_view(context.category ? context.category : "").starts_with("qt.qpa");
    // A developer can make Qt end the program after its first warning, which then is seen.
    const bool mayEnd = type == QtFatalMsg || qEnvironmentVariableIsSet("QT_FATAL_WARNINGS");
    if (isOfDisplay && !mayEnd)
        heldWords().push_back(message);
    else
        std::cerr << message.toStdString() << '\n';
}

/// The application, with its display.
class WindowApplication final
{
public:
    WindowApplication(int& argc, char** argv)
        : m_before(qInstallMessageHandler(&hearQtAtStart))
        , m_application(argc, argv)
    {
        qInstallMessageHandler(m_before);
        for (const QString& words : heldWords())
            qWarning("%s", qPrintable(words));
    }

private:
    QtMessageHandler m_before;
    QApplication m_application;
};

void introduce()
{
    QCoreApplication::setOrganizationName(QStringLiteral("coterie"));
    QCoreApplication::setApplicationName(QStringLiteral("coterie"));
    QCoreApplication::setApplicationVersion(QStringLiteral(COTERIE_VERSION));
    QNetworkProxyFactory::setUseSystemConfiguration(true);
}

int download(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    introduce();
    CommandLine line;
    line.process();
    const coterie::ui::StartPlaces places =
        coterie::ui::placesAtStart(coterie::ui::keptPreferences(), line.places());
    if (!places.dataTrouble.isEmpty())
        std::cerr << places.dataTrouble.toStdString() << '\n';
    return coterie::ui::runFetch(line.dataset(), places.dataFolders);
}

/// Ends the program.
int tell(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    introduce();
    CommandLine().process();
    return 0;
}

int showWindow(int argc, char** argv)
{
    const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
    const coterie::LoadedMethods methods = coterie::loadMethods(methodFolders(arguments));
    const WindowApplication application(argc, argv);
    introduce();
    // Wayland takes the window's icon from the menu entry of this name.
    QGuiApplication::setDesktopFileName(QStringLiteral("coterie"));
    CommandLine line;
    line.process();
    const coterie::ui::Preferences preferences = coterie::ui::keptPreferences();
    coterie::ui::speak(coterie::ui::languageAtStart(preferences.language));
    const coterie::ui::StartPlaces places = coterie::ui::placesAtStart(preferences, line.places());
    coterie::ui::setFontPoints(preferences.fontPoints);
    std::vector<std::filesystem::path> own = methodFolders(arguments);
    own.pop_back(); // the user's folder, which each rank knows
    const coterie::ui::WindowContext context{
        .registry = coterie::registry(),
        .catalog = coterie::dataCatalog(),
        .dataFolders = places.dataFolders,
        .queue = {.storeFile = places.storeFile,
                  .dataFolders = places.dataFolders.folders,
                  .threads = preferences.threads,
                  .device = {},
                  .rankStart = {.count = coterie::checkRanksAvailable() ? preferences.ranks : 1,
                                .program = commandLineProgram(),
                                .options = methodOptions(own),
                                .dataFolders = places.dataFolders.folders,
                                .threads = preferences.threads}},
        .experimentsFolder = coterie::ui::pathText(coterie::shippedExperiments()),
        .manualFolder = coterie::ui::pathText(coterie::shippedManual()),
        .commandLine = line.places(),
        .startTroubles = QStringList{places.storeTrouble, places.dataTrouble}
                         + coterie::ui::methodNotices(methods)};
    coterie::ui::MainWindow window(context);
    if (!line.file().isEmpty())
        window.openFile(line.file());
    window.show();
    if (line.file().isEmpty())
        window.tour().offer();
    coterie::ui::noteStoreInUse(places.storeFile);
    const int result = QApplication::exec();
    coterie::ui::noteStoreInUse(places.storeFile); // a new one is made by the first run
    return result;
}

} // namespace

int main(int argc, char** argv)
{
    if (const std::optional<int> done = coterie::doneSideJob(argc, argv))
        return *done;
    // Before any thread starts: it can restart the program.
    coterie::selectBlasKernel(argc, argv);
    coterie::prepareEnvironment();
    std::signal(SIGPIPE, SIG_IGN); // a pipe that an export goes to may be closed
    std::signal(SIGXFSZ, SIG_IGN); // a file may grow beyond what ulimit allows
    std::vector<char*> words =
        withoutThoseOfQt(std::span<char*>(argv, static_cast<std::size_t>(argc)));
    const std::span<char*> own(words.data(), words.size() - 1);
    if (const std::string problem = swallowedOption(own); !problem.empty()) {
        std::cerr << "coterie: " << problem << '\n';
        return 1; // as for other wrong options
    }
    const int count = static_cast<int>(own.size());
    if (wantsDownload(own))
        return download(count, words.data());
    return onlyTells(own) ? tell(count, words.data()) : showWindow(argc, argv);
}
