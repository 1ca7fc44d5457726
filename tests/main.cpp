#include "core/base/side_job.h"
#include "core/math/blas_kernel.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QLocale>
#include <QSettings>
#include <QTemporaryDir>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace coterie::tests {

namespace {

struct Entry
{
    SectionMain main;
    bool isCompanion;
};

std::map<std::string, Entry>& entries()
{
    static std::map<std::string, Entry> known;
    return known;
}

/// In this process, as if it were the only section of the program.
int runOne(const Entry& section, int argc, char** argv)
{
    // Sections run beside each other, and none changes what another one or the user has set.
    const QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("coterie"));
    QCoreApplication::setApplicationName(QStringLiteral("test"));
    return section.main(argc, argv);
}

/// Each in a process of its own. This one has loaded what takes long to load and nothing else, so
/// they are copies of it.
int runEach(std::span<const std::string> names, std::vector<char*> arguments)
{
    std::string failed;
    arguments.push_back(nullptr);
    for (const std::string& name : names) {
        std::fflush(nullptr);
        const pid_t child = ::fork();
        if (child == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL); // where a limit of time ends this one
            std::exit(runOne(
                entries().at(name), static_cast<int>(arguments.size()) - 1, arguments.data()));
        }
        int status = 0;
        if (child < 0 || ::waitpid(child, &status, 0) != child || status != 0)
            failed += ' ' + name;
    }
    std::printf("%s%s\n", failed.empty() ? "All sections passed." : "FAILED:", failed.c_str());
    return failed.empty() ? 0 : 1;
}

} // namespace

bool underSanitizer()
{
#ifdef COTERIE_SANITIZED
    return true;
#else
    return false;
#endif
}

Section::Section(const char* file, SectionMain main)
{
    const std::string stem = std::filesystem::path(file).stem().string();
    entries()[stem.substr(stem.find('_') + 1)] = {main, false};
}

Section Section::companion(const char* name, SectionMain main)
{
    entries()[name] = {main, true};
    return {};
}

} // namespace coterie::tests

int main(int argc, char** argv)
{
    using namespace coterie::tests;
    if (const std::optional<int> done = coterie::doneSideJob(argc, argv))
        return *done;
    coterie::selectBlasKernel(argc,
                              argv); // results depend on the kernel, and so does the time they take
    QLocale::setDefault(QLocale::c());               // whatever the machine speaks
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi); // sizes do not depend on the screen
    // Without the name of a section all of them; with several, these.
    std::vector<std::string> names;
    for (int i = 1; i < argc && entries().contains(argv[i]); ++i)
        names.emplace_back(argv[i]);
    const bool namesOnly = static_cast<int>(names.size()) == argc - 1;
    if (argc < 2 || argv[1][0] == '-') {
        for (const auto& [name, entry] : entries())
            if (!entry.isCompanion)
                names.push_back(name);
        return runEach(names, {argv, argv + argc});
    }
    if (names.size() > 1 && namesOnly)
        return runEach(names, {argv, argv + 1});
    if (names.empty()) {
        std::fprintf(stderr, "There is no section \"%s\". The sections are:\n", argv[1]);
        for (const auto& [name, entry] : entries())
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    argv[1] = argv[0];
    return runOne(entries().at(names.front()), argc - 1, argv + 1);
}
