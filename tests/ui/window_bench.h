#pragma once

#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "tests/patience.h"
#include "ui/window/main_window.h"

#include <QSettings>
#include <QTest>

#include <memory>

namespace coterie::ui::test {

inline const QString kShippedExperiments = QStringLiteral(COTERIE_SOURCE_DIR "/experiments");

/// Settings, recent files and drafts of one test's own; those of a section are in tests/main.cpp.
inline void useSettingsIn(const QString& folder)
{
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
}

/// A window over this store, with no data folders and one worker.
inline WindowContext windowOver(const std::filesystem::path& store,
                                const QString& experiments = kShippedExperiments)
{
    return {.registry = registry(),
            .catalog = dataCatalog(),
            .dataFolders = {},
            .queue = {.storeFile = store, .dataFolders = {}, .threads = 1, .device = {}},
            .experimentsFolder = experiments,
            .manualFolder = QStringLiteral(COTERIE_SOURCE_DIR "/docs")};
}

/// The store of a test's folder.
inline std::filesystem::path storeIn(const QString& folder)
{
    return (folder + QStringLiteral("/runs.sqlite")).toStdString();
}

/// It is on screen, at the size at which pages are looked at.
inline std::unique_ptr<MainWindow> shownWindow(const WindowContext& context)
{
    auto window = std::make_unique<MainWindow>(context);
    window->resize(1440, 900);
    window->show();
    if (!QTest::qWaitForWindowExposed(window.get(), kTryMilliseconds))
        qFatal("the window does not appear");
    return window;
}

} // namespace coterie::ui::test
