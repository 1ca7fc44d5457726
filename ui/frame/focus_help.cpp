#include "ui/frame/focus_help.h"

#include "ui/words.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QScreen>
#include <QWhatsThis>
#include <QWidget>

#include <algorithm>
#include <array>
#include <limits>

namespace coterie::ui {

namespace {

QString asRichText(const QString& text)
{
    return Qt::mightBeRichText(text)
               ? text
               : QStringLiteral("<p>%1</p>")
                     .arg(text.toHtmlEscaped().replace(u'\n', QStringLiteral("<br/>")));
}

QString nameOf(const QWidget& widget)
{
    if (!widget.accessibleName().isEmpty())
        return widget.accessibleName();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return button->text().remove(u'&');
    for (const QLabel* label : widget.window()->findChildren<QLabel*>())
        if (label->buddy() == &widget)
            return label->text().remove(u'&');
    return {};
}

QString purposeOf(const QWidget& widget)
{
    QString purpose = widget.toolTip().isEmpty() ? QString() : asRichText(widget.toolTip());
    if (!widget.whatsThis().isEmpty())
        purpose += asRichText(widget.whatsThis());
    if (!widget.accessibleDescription().isEmpty())
        purpose += asRichText(widget.accessibleDescription());
    return purpose;
}

QString keysOf(const QWidget& widget)
{
    QString rows;
    for (const QAction* action : widget.actions()) {
        if (action->shortcut().isEmpty())
            continue;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        const QString name = action->text().remove(u'&');
        rows += QStringLiteral("<tr><td style='white-space: pre'><b>%1</b>  </td><td>%2</td></tr>")
                    .arg(keys.toHtmlEscaped(),
                         action->statusTip().isEmpty()
                             ? name.toHtmlEscaped()
                             : say("<b>%1</b>: %2")
                                   .arg(name.toHtmlEscaped(), action->statusTip().toHtmlEscaped()));
    }
    return rows.isEmpty() ? rows : QStringLiteral("<table>%1</table>").arg(rows);
}

/// The visible part of a widget in screen coordinates. QWidget::visibleRegion() would leave out
/// what its children cover.
QRect visiblePart(const QWidget& widget)
{
    QRect visible(widget.mapToGlobal(QPoint()), widget.size());
    for (const QWidget* each = &widget; !each->isWindow();) {
        each = each->parentWidget();
        visible &= QRect(each->mapToGlobal(QPoint()), each->size());
    }
    return visible;
}

} // namespace

QString helpOn(const QWidget& widget)
{
    for (const QWidget* each = &widget; each;
         each = each->isWindow() ? nullptr : each->parentWidget()) {
        const QString purpose = purposeOf(*each);
        if (purpose.isEmpty())
            continue;
        const QString name = nameOf(*each);
        const QString title =
            name.isEmpty() ? QString() : QStringLiteral("<h4>%1</h4>").arg(name.toHtmlEscaped());
        return title + purpose + keysOf(*each);
    }
    return {};
}

void showHelpOnFocus(QWidget& window)
{
    QWidget* focused = window.focusWidget();
    if (!focused || !focused->isVisible())
        focused = &window;
    QString help = helpOn(*focused);
    if (help.isEmpty())
        help =
            asRichText(say("Press Tab to go to a field or drawing, then F1 to see what it is for. "
                           "Ctrl+K finds any command by its name; Shift+F1 opens the manual."));
    const QRect part = visiblePart(*focused);
    QWhatsThis::showText(part.bottomLeft(), help, focused);
    // The size of the popup is known only now.
    QWidget* shown = QApplication::activePopupWidget();
    if (!shown)
        return;
    const QRect frame = window.geometry();
    const bool fits = frame.width() >= shown->width() && frame.height() >= shown->height();
    shown->move(helpPlace(shown->size(),
                          focused == &window ? QRect(frame.topLeft(), QSize(1, 1)) : part,
                          fits ? frame : window.screen()->availableGeometry())
                    .topLeft());
}

QRect helpPlace(const QSize& size, const QRect& widget, const QRect& room)
{
    constexpr int kGap = 8;
    const std::array corners{QPoint(widget.left(), widget.bottom() + kGap),
                             QPoint(widget.right() + kGap, widget.top()),
                             QPoint(widget.left() - kGap - size.width(), widget.top()),
                             QPoint(widget.left(), widget.top() - kGap - size.height())};
    QRect best;
    int leastCovered = std::numeric_limits<int>::max();
    for (const QPoint& corner : corners) {
        QRect place(corner, size);
        place.moveRight(std::min(place.right(), room.right()));
        place.moveBottom(std::min(place.bottom(), room.bottom()));
        place.moveLeft(std::max(place.left(), room.left()));
        place.moveTop(std::max(place.top(), room.top()));
        const QRect covered = place & widget;
        const int area = covered.width() * covered.height();
        if (area < leastCovered) {
            best = place;
            leastCovered = area;
        }
    }
    return best;
}

} // namespace coterie::ui
