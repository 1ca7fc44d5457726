#include "ui/views/picture_export.h"

#include "ui/remembered_folder.h"
#include "ui/views/figure_dialog.h"
#include "ui/views/figure_drawing.h"
#include "ui/views/painted_view.h"
#include "ui/words.h"
#include "ui/written_file.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QWidget>

#include <memory>
#include <optional>

namespace coterie::ui {

namespace {

/// "csv" of "CSV (*.csv)".
QString endingOf(const QString& filter)
{
    const auto begin = filter.indexOf(QLatin1String("*.")) + 2;
    return filter.mid(begin, filter.size() - begin - 1);
}

std::optional<FigureFormat> formatOf(const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("pdf"))
        return FigureFormat::Pdf;
    if (ending == QLatin1String("svg"))
        return FigureFormat::Svg;
    if (ending == QLatin1String("png"))
        return FigureFormat::Png;
    return std::nullopt;
}

} // namespace

void askForFile(QWidget& parent,
                const QString& title,
                const QString& filters,
                const QString& name,
                const std::function<void(const QString&)>& write)
{
    const QStringList forms = filters.split(QStringLiteral(";;"));
    const QString ending = endingOf(forms.front());
    auto* dialog = new QFileDialog(&parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(forms);
    dialog->setDefaultSuffix(ending);
    rememberFolder(*dialog, FolderFor::Exports);
    dialog->selectFile(name + QLatin1Char('.') + ending);
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(endingOf(filter));
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, &parent, write);
    dialog->open();
}

QString writeFigure(const QString& path, const Figure& figure, FigureSettings settings)
{
    const std::optional<FigureFormat> format = formatOf(path);
    if (!format)
        return say("%1: the name of a picture must end in .png, .svg or .pdf").arg(path);
    if (figure.isEmpty())
        return say("%1: the picture is empty. Show the view first").arg(path);
    settings.format = *format;
    if (const QString many = tooManyPixels(figure, settings);
        *format == FigureFormat::Png && !many.isEmpty())
        return say("%1: %2").arg(path, many);
    const QString problem = writeFile(path, figureFile(figure, settings));
    return problem.isEmpty() ? problem : say("%1: %2").arg(path, problem);
}

QString savePicture(const QString& path, const PictureSource& picture)
{
    const Figure figure = picture.take();
    return writeFigure(path, figure, settingsOf(figure));
}

PictureSource pictureOf(const PaintedView& view, const QString& name)
{
    return {.name = name, .take = [&view, name] {
                const std::shared_ptr<PaintedView> copy = view.copied();
                return Figure{
                    .name = name,
                    .paint =
                        [copy](QPainter& painter, const QSize& size, const FigureStyle& style) {
                            copy->drawOnPaper(painter, size, style);
                        },
                    .own = copy->figureParts()};
            }};
}

void copyPicture(const PictureSource& picture)
{
    const Figure figure = picture.take();
    if (figure.isEmpty())
        return;
    FigureSettings settings = settingsOf(figure);
    while (!tooManyPixels(figure, settings).isEmpty())
        settings.dotsPerInch /= 2;
    QApplication::clipboard()->setImage(figureImage(figure, settings, settings.dotsPerInch));
}

void offerPicture(QWidget& widget, const PictureSource& picture)
{
    const auto add = [&](const QString& text, const char* action, auto slot) {
        auto* made = new QAction(text, &widget);
        made->setObjectName(QLatin1String(action));
        QObject::connect(made, &QAction::triggered, &widget, slot);
        widget.addAction(made);
    };
    add(say("Save the &picture…"), "savePicture", [&widget, picture] {
        showFigureDialog(widget, picture);
    });
    add(say("&Copy the picture"), "copyPicture", [picture] { copyPicture(picture); });
    widget.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace coterie::ui
