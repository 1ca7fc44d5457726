#pragma once

#include "core/data/catalog.h"

#include <QObject>

#include <filesystem>

namespace coterie::ui {

class ActionRegistry;
class ComparePage;

/// Opens the dialogs about the runs that are selected in Compare.
class RunDialogs final : public QObject
{
    Q_OBJECT

public:
    RunDialogs(const ComparePage& compare,
               ActionRegistry& actions,
               std::filesystem::path store,
               DataFolders folders,
               QWidget* window);
};

} // namespace coterie::ui
