#include "ui/views/save_dialog.h"

#include <QFileDialog>

namespace coterie::ui {

namespace {

/// "csv" of "CSV (*.csv)".
QString endingOf(const QString& filter)
{
    const auto begin = filter.indexOf(QLatin1String("*.")) + 2;
    return filter.mid(begin, filter.size() - begin - 1);
}

} // namespace

QFileDialog*
saveDialog(QWidget* parent, const QString& title, const QString& filters, const QString& name)
{
    const QStringList forms = filters.split(QStringLiteral(";;"));
    const QString ending = endingOf(forms.front());
    auto* dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(forms);
    dialog->setDefaultSuffix(ending);
    dialog->selectFile(name + QLatin1Char('.') + ending);
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(endingOf(filter));
    });
    return dialog;
}

} // namespace coterie::ui
