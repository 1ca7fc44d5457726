#include "core/base/side_job.h"
#include "core/math/blas_kernel.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QLocale>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

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

/// Without the name of a section: all of them, each in a process of its own.
int runAll(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    int failures = 0;
    for (const auto& [name, entry] : entries()) {
        if (entry.isCompanion)
            continue;
        QStringList arguments = application.arguments().mid(1);
        arguments.prepend(QString::fromStdString(name));
        failures +=
            QProcess::execute(QCoreApplication::applicationFilePath(), arguments) == 0 ? 0 : 1;
    }
    std::printf("%d of %zu sections failed\n", failures, entries().size());
    return failures == 0 ? 0 : 1;
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
    if (argc < 2 || argv[1][0] == '-')
        return runAll(argc, argv);
    const auto found = entries().find(argv[1]);
    if (found == entries().end()) {
        std::fprintf(stderr, "There is no section \"%s\". The sections are:\n", argv[1]);
        for (const auto& [name, entry] : entries())
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    // Sections run beside each other, and none changes what another one or the user has set.
    const QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("coterie"));
    QCoreApplication::setApplicationName(QStringLiteral("test"));
    argv[1] = argv[0];
    return found->second.main(argc - 1, argv + 1);
}
