#include "ui/frame/action_menu.h"

#include <QAbstractScrollArea>
#include <QMenu>

namespace coterie::ui {

void offerActions(QAbstractScrollArea& list)
{
    list.setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(
        &list, &QWidget::customContextMenuRequested, &list, [&list](const QPoint& place) {
            auto* menu = new QMenu(&list);
            menu->setAttribute(Qt::WA_DeleteOnClose);
            menu->setToolTipsVisible(true);
            menu->addActions(list.actions());
            menu->popup(list.viewport()->mapToGlobal(place));
        });
}

} // namespace coterie::ui
