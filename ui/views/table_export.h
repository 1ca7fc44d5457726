#pragma once

#include "ui/views/plain_table.h"

namespace coterie::ui {

/// The forms in which a table can be saved, for a file dialog.
[[nodiscard]] QString tableFilters();
/// Writes it in the form that the file's ending says: .tex, .md or, for anything else, CSV. Empty,
/// or what went wrong.
[[nodiscard]] QString saveTable(const QString& path, const PlainTable& table);

} // namespace coterie::ui
