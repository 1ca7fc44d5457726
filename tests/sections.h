#pragma once

#include "tests/patience.h"

#include <QCoreApplication>
#include <QTest>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif

/// The tests of one folder are one program, and each of its files is a section of it:
/// tst_linkage.cpp is the section "linkage" of tst_core_math. Sections run in processes of their
/// own, so they share nothing and may run in parallel.

namespace coterie::tests {

using SectionMain = int (*)(int argc, char** argv);

/// Registers a section when the program starts. A companion is a process that a test starts: it
/// runs only if it is named.
class Section
{
public:
    Section(const char* file, SectionMain main);
    static Section companion(const char* name, SectionMain main);

private:
    Section() = default;
};

template <typename Application, typename Class>
int runSection(int argc, char** argv)
{
    Application application(argc, argv);
    Class test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace coterie::tests

#define COTERIE_SECTION_WITH(Application, Class)                                                   \
    static const coterie::tests::Section kSection##Class(                                          \
        __FILE__, &coterie::tests::runSection<Application, Class>);

/// Makes a test class that needs no window a section of its program.
#define COTERIE_SECTION(Class) COTERIE_SECTION_WITH(QCoreApplication, Class)

#ifdef QT_WIDGETS_LIB
/// Makes a test class that builds widgets a section of its program.
#define COTERIE_WIDGET_SECTION(Class) COTERIE_SECTION_WITH(QApplication, Class)
#endif
