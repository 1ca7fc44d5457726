#pragma once

#include "core/math/blas_kernel.h"

#include <QCoreApplication>
#include <QTest>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#endif

/// Tests select their BLAS kernel as the programs do: results depend on it, and so does the time
/// they take.
#define COTERIE_TEST_MAIN_WITH(Application, Class)                                                 \
    int main(int argc, char** argv)                                                                \
    {                                                                                              \
        coterie::selectBlasKernel(argc, argv);                                                     \
        /* as QTEST_MAIN does: sizes do not depend on the screen */                                \
        QCoreApplication::setAttribute(Qt::AA_Use96Dpi);                                           \
        Application application(argc, argv);                                                       \
        Class test;                                                                                \
        QTEST_SET_MAIN_SOURCE_PATH                                                                 \
        return QTest::qExec(&test, argc, argv);                                                    \
    }

/// `main` of a test that needs no window.
#define COTERIE_TEST_MAIN(Class) COTERIE_TEST_MAIN_WITH(QCoreApplication, Class)

#ifdef QT_WIDGETS_LIB
/// `main` of a test that builds widgets.
#define COTERIE_WIDGET_TEST_MAIN(Class) COTERIE_TEST_MAIN_WITH(QApplication, Class)
#endif
