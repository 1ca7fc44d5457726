#include "ui/views/picture_actions.h"

#include "ui/say.h"
#include "ui/views/picture_export.h"
#include "ui/views/save_dialog.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QImage>
#include <QWidget>

namespace coterie::ui {

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
