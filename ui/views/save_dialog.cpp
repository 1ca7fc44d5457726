#include "ui/views/save_dialog.h"

#include <QFileDialog>

namespace coterie::ui {

QFileDialog* makeSaveDialog(QWidget* parent,
                            const QString& title,
                            const QString& filters,
                            const QString& name,
                            const QString& ending)
{
    const QString file = name + QLatin1Char('.') + ending;
    auto* dialog = new QFileDialog(parent, title, file);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(filters.split(QStringLiteral(";;")));
    dialog->setDefaultSuffix(ending);
    dialog->selectFile(file);
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        const auto begin = filter.indexOf(QLatin1String("*.")) + 2;
        dialog->setDefaultSuffix(filter.mid(begin, filter.size() - begin - 1));
    });
    return dialog;
}

} // namespace coterie::ui
