#include "ui/views/picture_export.h"

#include "ui/views/painted_view.h"
#include "ui/words.h"

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
#include <QSaveFile>
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

namespace {

constexpr int kDotsPerInch = 96; // of the screen, so that a point of text stays a point

QByteArray asPng(const QSize& size, const std::function<void(QPaintDevice&)>& paint)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    pictureImage(size, paint).save(&buffer, "PNG");
    return bytes;
}

QByteArray asSvg(const QSize& size, const std::function<void(QPaintDevice&)>& paint)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(), size));
    svg.setResolution(kDotsPerInch);
    paint(svg);
    return bytes;
}

QByteArray asPdf(const QSize& size, const std::function<void(QPaintDevice&)>& paint)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(kDotsPerInch);
    constexpr double kPointsPerDot = 72.0 / kDotsPerInch;
    pdf.setPageSize(QPageSize(QSizeF(size) * kPointsPerDot, QPageSize::Point));
    pdf.setPageMargins(QMarginsF());
    paint(pdf);
    return bytes;
}

} // namespace

QString pictureFilters()
{
    return QStringLiteral("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)");
}

QImage pictureImage(const QSize& size, const std::function<void(QPaintDevice&)>& paint)
{
    constexpr int kScale = 2;
    QImage image(size * kScale, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return image;
    image.setDevicePixelRatio(kScale);
    image.fill(Qt::transparent);
    paint(image);
    return image;
}

QString
savePicture(const QString& path, const QSize& size, const std::function<void(QPaintDevice&)>& paint)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending != QLatin1String("png") && ending != QLatin1String("svg")
        && ending != QLatin1String("pdf"))
        return say("%1: a picture's name must end in .png, .svg or .pdf").arg(path);
    if (size.isEmpty())
        return say("%1: the picture has no size; show it first").arg(path);
    const QByteArray bytes = ending == QLatin1String("png")   ? asPng(size, paint)
                             : ending == QLatin1String("svg") ? asSvg(size, paint)
                                                              : asPdf(size, paint);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return say("%1: %2").arg(path, file.errorString());
    return {};
}

QString savePicture(const QString& path, QWidget& widget)
{
    return savePicture(
        path, widget.size(), [&widget](QPaintDevice& device) { paintWidget(widget, device); });
}

void paintWidget(QWidget& widget, QPaintDevice& device)
{
    auto* view = qobject_cast<PaintedView*>(&widget);
    if (view)
        view->setRingAllowed(false);
    QPainter painter(&device);
    widget.render(&painter);
    if (view)
        view->setRingAllowed(true);
}

PictureSource pictureOf(QWidget& widget, const QString& name)
{
    return {.name = name,
            .size = [&widget] { return widget.size(); },
            .paint = [&widget](QPaintDevice& device) { paintWidget(widget, device); }};
}

void savePictureAs(QWidget& window, const PictureSource& picture, const TellTrouble& tell)
{
    QFileDialog* dialog =
        saveDialog(&window, say("Save the picture"), pictureFilters(), picture.name);
    QObject::connect(
        dialog, &QFileDialog::fileSelected, &window, [picture, tell](const QString& path) {
            tell(savePicture(path, picture.size(), picture.paint));
        });
    dialog->open();
}

void copyPicture(const PictureSource& picture)
{
    if (const QImage image = pictureImage(picture.size(), picture.paint); !image.isNull())
        QApplication::clipboard()->setImage(image);
}

void offerPicture(QWidget& widget, const QString& name, const TellTrouble& tell)
{
    const PictureSource picture = pictureOf(widget, name);
    auto* save = new QAction(say("Save the &picture…"), &widget);
    save->setObjectName(QStringLiteral("savePicture"));
    QObject::connect(save, &QAction::triggered, &widget, [&widget, picture, tell] {
        savePictureAs(widget, picture, tell);
    });
    auto* copy = new QAction(say("&Copy the picture"), &widget);
    copy->setObjectName(QStringLiteral("copyPicture"));
    QObject::connect(copy, &QAction::triggered, &widget, [picture] { copyPicture(picture); });
    widget.addActions({save, copy});
    widget.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace coterie::ui
