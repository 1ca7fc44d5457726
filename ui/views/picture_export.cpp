#include "ui/views/picture_export.h"

#include "ui/views/painted_view.h"
#include "ui/words.h"
#include "ui/written_file.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QMarginsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QWidget>

namespace coterie::ui {

namespace {

/// "csv" of "CSV (*.csv)".
QString endingOf(const QString& filter)
{
    const auto begin = filter.indexOf(QLatin1String("*.")) + 2;
    return filter.mid(begin, filter.size() - begin - 1);
}

/// At double scale; null if there is nothing to paint.
QImage imageOf(const PictureSource& picture)
{
    constexpr int kScale = 2;
    QImage image(picture.size() * kScale, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    image.setDevicePixelRatio(kScale);
    image.fill(Qt::transparent);
    picture.paint(image);
    return image;
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
    dialog->selectFile(name + QLatin1Char('.') + ending);
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(endingOf(filter));
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, &parent, write);
    dialog->open();
}

QString savePicture(const QString& path, const PictureSource& picture)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    const bool isPng = ending == QLatin1String("png");
    const bool isSvg = ending == QLatin1String("svg");
    if (!isPng && !isSvg && ending != QLatin1String("pdf"))
        return say("%1: the name of a picture must end in .png, .svg or .pdf").arg(path);
    if (picture.size().isEmpty())
        return say("%1: the picture is empty. Show the view first").arg(path);
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    constexpr int kDotsPerInch = 96; // of the screen, so that a point of text stays a point
    if (isPng) {
        imageOf(picture).save(&bytes, "PNG");
    } else if (isSvg) {
        QSvgGenerator svg;
        svg.setOutputDevice(&bytes);
        svg.setSize(picture.size());
        svg.setViewBox(QRect(QPoint(), picture.size()));
        svg.setResolution(kDotsPerInch);
        picture.paint(svg);
    } else {
        QPdfWriter pdf(&bytes);
        pdf.setResolution(kDotsPerInch);
        constexpr double kPointsPerDot = 72.0 / kDotsPerInch;
        pdf.setPageSize(QPageSize(QSizeF(picture.size()) * kPointsPerDot, QPageSize::Point));
        pdf.setPageMargins(QMarginsF());
        picture.paint(pdf);
    }
    const QString problem = writeFile(path, bytes.data());
    return problem.isEmpty() ? problem : say("%1: %2").arg(path, problem);
}

PictureSource pictureOf(QWidget& widget, const QString& name)
{
    return {.name = name,
            .size = [&widget] { return widget.size(); },
            .paint =
                [&widget](QPaintDevice& device) {
                    auto* view = qobject_cast<PaintedView*>(&widget);
                    if (view)
                        view->setRingAllowed(false);
                    QPainter painter(&device);
                    widget.render(&painter);
                    if (view)
                        view->setRingAllowed(true);
                }};
}

void savePictureAs(QWidget& window, const PictureSource& picture, const TellTrouble& tell)
{
    askForFile(window,
               say("Save the picture"),
               QStringLiteral("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"),
               picture.name,
               [picture, tell](const QString& path) { tell(savePicture(path, picture)); });
}

void copyPicture(const PictureSource& picture)
{
    if (const QImage image = imageOf(picture); !image.isNull())
        QApplication::clipboard()->setImage(image);
}

void offerPicture(QWidget& widget, const QString& name, const TellTrouble& tell)
{
    const PictureSource picture = pictureOf(widget, name);
    const auto add = [&](const QString& text, const char* action, auto slot) {
        auto* made = new QAction(text, &widget);
        made->setObjectName(QLatin1String(action));
        QObject::connect(made, &QAction::triggered, &widget, slot);
        widget.addAction(made);
    };
    add(say("Save the &picture…"), "savePicture", [&widget, picture, tell] {
        savePictureAs(widget, picture, tell);
    });
    add(say("&Copy the picture"), "copyPicture", [picture] { copyPicture(picture); });
    widget.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace coterie::ui
