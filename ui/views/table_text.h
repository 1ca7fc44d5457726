#pragma once

#include "ui/views/plain_table.h"

namespace coterie::ui {

/// For a README: a pipe table, numbers to the right.
[[nodiscard]] QString markdownText(const PlainTable& table);
/// For a paper: a booktabs tabular, numbers to the right, everything escaped that LaTeX would read.
[[nodiscard]] QString latexText(const PlainTable& table);

} // namespace coterie::ui
