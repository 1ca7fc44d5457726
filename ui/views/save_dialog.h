#pragma once

#include <QString>

class QFileDialog;
class QWidget;

namespace coterie::ui {

/// Asks where to save a file called so at first; choosing another kind of file changes its ending.
/// Closed, it deletes itself.
[[nodiscard]] QFileDialog* makeSaveDialog(QWidget* parent,
                                          const QString& title,
                                          const QString& filters,
                                          const QString& name,
                                          const QString& ending);

} // namespace coterie::ui
