#pragma once

#include <QString>

class QFileDialog;

namespace coterie::ui {

/// What a file dialog is for: each has a folder of its own.
enum class FolderFor
{
    Exports, ///< pictures and tables
    Experiments,
    Data,
    Bundles,
    Events, ///< for TensorBoard
    Models,
    Stores ///< that are read beside one's own
};

/// The folder of the user's last choice; empty: none yet, or it is gone.
[[nodiscard]] QString rememberedFolder(FolderFor use);

/// Begins in the folder of the last such choice, else in `otherwise`, and remembers the next. Of a
/// chosen folder the one around it is remembered.
void rememberFolder(QFileDialog& dialog, FolderFor use, const QString& otherwise = {});

} // namespace coterie::ui
