#pragma once

#include <QFileDialog>

namespace coterie::ui {

/// Asks for a folder to write into; one that is typed and does not exist yet is made. Qt's own
/// dialog refuses such a name.
class FolderDialog final : public QFileDialog
{
    Q_OBJECT

public:
    explicit FolderDialog(QWidget* parent, const QString& title);

    void accept() override;
};

} // namespace coterie::ui
