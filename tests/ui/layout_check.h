#pragma once

#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QCheckBox>
#include <QComboBox>
#include <QHash>
#include <QImage>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPixmap>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSplitter>
#include <QStackedLayout>
#include <QStringList>
#include <QStyleOptionComboBox>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QWidget>

#include <algorithm>
#include <optional>
#include <vector>

/// What the eye checks in a window, for tests: texts that are cut, widgets on top of each other,
/// and colours that cannot be read. Looks at the window as it is on screen now.
namespace coterie::ui::test {

/// "QLabel “hint” in SectionPage: …"
inline QString nameOf(const QWidget& widget)
{
    QString name = QString::fromLatin1(widget.metaObject()->className()).section(':', -1);
    if (!widget.objectName().isEmpty())
        name += QStringLiteral(" “%1”").arg(widget.objectName());
    for (const QWidget* above = widget.parentWidget(); above; above = above->parentWidget())
        if (const QString type = QString::fromLatin1(above->metaObject()->className());
            type.startsWith(QLatin1String("coterie::ui::")))
            return name + QStringLiteral(" in ") + type.section(':', -1);
    return name;
}

inline QString plainText(const QString& text)
{
    return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

/// The text that a widget shows; empty for other widgets.
inline QString shownText(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return plainText(label->text());
    if (const auto* tool = qobject_cast<const QToolButton*>(&widget);
        tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull())
        return {};
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return button->text();
    if (const auto* box = qobject_cast<const QComboBox*>(&widget))
        return box->currentIndex() < 0 ? box->placeholderText() : box->currentText();
    if (const auto* field = qobject_cast<const QLineEdit*>(&widget))
        return field->text().isEmpty() ? field->placeholderText() : field->text();
    return {};
}

/// Why a text has too little room; empty if it has enough. A text that wraps needs its longest word
/// and all its lines. What elides on purpose has the whole text as its tooltip. A field scrolls.
inline QString squeezed(const QWidget& widget)
{
    const QString text = shownText(widget);
    if (text.isEmpty())
        return {};
    const QFontMetrics metrics = widget.fontMetrics();
    const auto tooNarrow = [&](int room, int needed) {
        return room + 1 >= needed ? QString()
                                  : QStringLiteral("%1 pixels for “%2”, which needs %3")
                                        .arg(room)
                                        .arg(text.left(60))
                                        .arg(needed);
    };
    if (qobject_cast<const ElidedLabel*>(&widget))
        return widget.toolTip().isEmpty() ? QStringLiteral("elides without a tooltip") : QString();
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        if (!label->wordWrap())
            return tooNarrow(widget.width(), widget.sizeHint().width());
        int longest = 0;
        for (const QString& word :
             text.split(QRegularExpression(QStringLiteral("[\\s/-]+")), Qt::SkipEmptyParts))
            longest = std::max(longest, metrics.horizontalAdvance(word));
        if (const QString narrow = tooNarrow(label->contentsRect().width(), longest);
            !narrow.isEmpty())
            return narrow;
        const int lines = label->heightForWidth(label->width());
        return label->height() + 1 >= lines ? QString()
                                            : QStringLiteral("%1 pixels high for “%2…”, needs %3")
                                                  .arg(label->height())
                                                  .arg(text.left(40))
                                                  .arg(lines);
    }
    if (qobject_cast<const QAbstractButton*>(&widget))
        return tooNarrow(widget.width(), widget.sizeHint().width());
    if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        if (box->isEditable())
            return {}; // its field is looked at
        QStyleOptionComboBox option;
        option.initFrom(box);
        option.subControls = QStyle::SC_All;
        option.frame = box->hasFrame();
        const QRect room = box->style()->subControlRect(
            QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        return tooNarrow(room.width(), metrics.horizontalAdvance(text));
    }
    constexpr int kLetters = 9;
    const int needed = metrics.horizontalAdvance(text.left(kLetters));
    return tooNarrow(widget.width(), needed);
}

/// The widgets that a layout places, also those of layouts in it.
inline void collectPlaced(const QLayout& layout, std::vector<QWidget*>& placed)
{
    for (int index = 0; index < layout.count(); ++index) {
        QLayoutItem* item = layout.itemAt(index);
        if (QWidget* widget = item->widget(); widget && widget->isVisible())
            placed.push_back(widget);
        else if (item->layout())
            collectPlaced(*item->layout(), placed);
    }
}

/// Widgets of one layout or splitter that overlap or leave their parent.
inline QStringList misplaced(const QWidget& parent)
{
    std::vector<QWidget*> placed;
    if (const auto* splitter = qobject_cast<const QSplitter*>(&parent)) {
        for (int index = 0; index < splitter->count(); ++index)
            if (splitter->widget(index)->isVisible())
                placed.push_back(splitter->widget(index));
    } else if (parent.layout() && !qobject_cast<const QStackedLayout*>(parent.layout())
               && !parent.inherits("QMainWindow")) {
        collectPlaced(*parent.layout(), placed);
    }
    QStringList faults;
    for (std::size_t one = 0; one < placed.size(); ++one) {
        const QRect mine = placed[one]->geometry();
        if (!parent.rect().adjusted(-1, -1, 1, 1).contains(mine))
            faults << QStringLiteral("%1 leaves %2").arg(nameOf(*placed[one]), nameOf(parent));
        for (std::size_t other = 0; other < one; ++other)
            if (mine.intersects(placed[other]->geometry()))
                faults << QStringLiteral("%1 lies over %2")
                              .arg(nameOf(*placed[one]), nameOf(*placed[other]));
    }
    return faults;
}

/// The colour in which a widget writes its text.
inline QColor textColour(const QWidget& widget)
{
    const auto role = [&] {
        if (qobject_cast<const QLabel*>(&widget))
            return widget.foregroundRole();
        if (qobject_cast<const AccentButton*>(&widget))
            return QPalette::HighlightedText;
        if (const auto* field = qobject_cast<const QLineEdit*>(&widget))
            return field->text().isEmpty() ? QPalette::PlaceholderText : QPalette::Text;
        if (qobject_cast<const QCheckBox*>(&widget) || qobject_cast<const QRadioButton*>(&widget))
            return QPalette::WindowText;
        const bool isStyled = qobject_cast<const QComboBox*>(&widget)
                              || qobject_cast<const QPushButton*>(&widget)
                              || qobject_cast<const QToolButton*>(&widget);
        return isStyled ? QPalette::ButtonText : QPalette::WindowText;
    }();
    return widget.palette().color(QPalette::Active, role);
}

/// The most frequent colour of a part of the picture.
inline QColor groundColour(const QImage& picture, const QRect& part)
{
    QHash<QRgb, int> counts;
    QRgb most = 0;
    for (int y = part.top(); y <= part.bottom(); ++y)
        for (int x = part.left(); x <= part.right(); ++x)
            if (const QRgb pixel = picture.pixel(x, y); ++counts[pixel] > counts[most])
                most = pixel;
    return QColor::fromRgb(most);
}

/// How a text stands out from what is painted behind it, if that is too little.
inline QString illegible(const QWidget& widget, const QWidget& window, const QImage& picture)
{
    constexpr double kLeast = 4.5;
    if (shownText(widget).isEmpty() || !widget.isEnabled())
        return {};
    const QRect seen = widget.visibleRegion().boundingRect();
    const QRect part = seen.translated(widget.mapTo(&window, QPoint())).intersected(picture.rect());
    if (part.width() < 8 || part.height() < 8)
        return {};
    const QColor text = textColour(widget);
    const QColor ground = groundColour(picture, part);
    const double ratio = contrast(text, ground);
    return ratio >= kLeast ? QString()
                           : QStringLiteral("“%1” in %2 on %3, a contrast of %4")
                                 .arg(shownText(widget).left(40), text.name(), ground.name())
                                 .arg(ratio, 0, 'f', 1);
}

/// Everything that is wrong on screen now, one sentence each.
inline QStringList layoutFaults(QWidget& window)
{
    QStringList faults;
    const QImage picture = window.grab().toImage();
    QList<QWidget*> widgets = window.findChildren<QWidget*>();
    widgets.prepend(&window);
    for (const QWidget* widget : widgets) {
        if (!widget->isVisible() || widget->window() != &window)
            continue;
        const auto add = [&](const QString& fault) {
            if (!fault.isEmpty())
                faults << QStringLiteral("%1: %2").arg(nameOf(*widget), fault);
        };
        add(squeezed(*widget));
        add(illegible(*widget, window, picture));
        faults << misplaced(*widget);
    }
    return faults;
}

} // namespace coterie::ui::test
