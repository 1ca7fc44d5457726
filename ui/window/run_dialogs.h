#pragma once

#include "core/data/catalog.h"

#include <QObject>

#include <filesystem>

namespace coterie::ui {

class ActionRegistry;
class ComparePage;
class WindowRuns;

/// Opens the dialogs about the runs that are selected in Compare.
class RunDialogs final : public QObject
{
    Q_OBJECT

public:
    /// `runs` asks about the programs that runs start.
    RunDialogs(const ComparePage& compare,
               WindowRuns& runs,
               ActionRegistry& actions,
               std::filesystem::path store,
               DataFolders folders,
               QWidget* window);
};

} // namespace coterie::ui
