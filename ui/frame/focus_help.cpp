#include "ui/frame/focus_help.h"

#include "ui/say.h"

#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QWhatsThis>
#include <QWidget>

#include <algorithm>

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

/// A tooltip is short; what is longer stands under "What's this?".
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
    for (const QAction* action : widget.actions())
        if (!action->shortcut().isEmpty())
            rows += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                        .arg(action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped(),
                             action->text().remove(u'&').toHtmlEscaped());
    return rows.isEmpty() ? rows : QStringLiteral("<table>%1</table>").arg(rows);
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
        help = asRichText(say("Tab and Shift+Tab go from one field or drawing to the next; F1 then "
                              "says what it is for. Ctrl+K finds any command by its name."));
    const QPoint below(0, focused == &window ? 0 : std::min(focused->height(), 40));
    QWhatsThis::showText(focused->mapToGlobal(below), help, focused);
}

} // namespace coterie::ui
