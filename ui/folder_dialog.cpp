#include "ui/folder_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QLineEdit>
#include <QPushButton>

namespace coterie::ui {

FolderDialog::FolderDialog(QWidget* parent, const QString& title)
    : QFileDialog(parent, title)
{
    setFileMode(Directory);
    setOption(ShowDirsOnly);
    auto* name = findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    const auto* buttons = findChild<QDialogButtonBox*>();
    if (!name || !buttons)
        return; // the platform's own dialog
    // Connected after Qt's slot, which disables the button for a new name.
    connect(name, &QLineEdit::textChanged, this, [buttons](const QString& typed) {
        if (typed.trimmed().isEmpty())
            return;
        for (QAbstractButton* button : buttons->buttons())
            if (buttons->buttonRole(button) == QDialogButtonBox::AcceptRole)
                button->setEnabled(true);
    });
}

void FolderDialog::accept()
{
    const QStringList chosen = selectedFiles();
    if (chosen.size() == 1 && !QFileInfo::exists(chosen.front()))
        QDir().mkpath(chosen.front()); // where that fails, the dialog says that it is not there
    QFileDialog::accept();
}

} // namespace coterie::ui
