#pragma once

#include <QString>

class QFileDialog;
class QWidget;

namespace coterie::ui {

/// Asks for a file to write, without blocking; the caller connects to it and opens it. `filters`
/// are the forms, "CSV (*.csv);;LaTeX (*.tex)": the ending of a name follows the one that is
/// chosen.
[[nodiscard]] QFileDialog*
saveDialog(QWidget* parent, const QString& title, const QString& filters, const QString& name);

} // namespace coterie::ui
