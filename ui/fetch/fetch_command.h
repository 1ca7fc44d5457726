#pragma once

#include "core/data/catalog.h"
#include "ui/fetch/file_fetch.h"

#include <QString>

namespace coterie::ui {

/// `coterie --fetch NAME`: downloads a data set without a window or display; a QCoreApplication
/// must exist. Ctrl-C keeps the received bytes. Returns the exit code: 0 done, 2 bad input, 3
/// failed, 130 interrupted.
[[nodiscard]] int
runFetch(const QString& dataset, const DataFolders& folders, const FetchPatience& patience = {});

} // namespace coterie::ui
