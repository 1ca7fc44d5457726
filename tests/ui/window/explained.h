#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSlider>
#include <QStringList>

/// Whether what is on screen says what it is for when the mouse rests on it.
namespace coterie::ui::test {

/// A control of the program's own, not one that Qt made inside another.
inline bool isControl(const QWidget& widget)
{
    if (widget.objectName().startsWith(QStringLiteral("qt_"))
        || qobject_cast<const QHeaderView*>(&widget) || qobject_cast<const QScrollBar*>(&widget))
        return false;
    for (const QWidget* outer = widget.parentWidget(); outer; outer = outer->parentWidget())
        if (qobject_cast<const QComboBox*>(outer) || qobject_cast<const QLineEdit*>(outer)
            || qobject_cast<const QAbstractSpinBox*>(outer) || outer->inherits("QTabBar")
            || (outer->inherits("QAbstractItemView") && widget.inherits("QAbstractButton"))
            || (outer->inherits("QDockWidget") && widget.parentWidget() == outer))
            return false;
    return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget)
           || qobject_cast<const QLineEdit*>(&widget)
           || qobject_cast<const QAbstractSlider*>(&widget)
           || qobject_cast<const QAbstractSpinBox*>(&widget)
           || qobject_cast<const QAbstractItemView*>(&widget)
           || qobject_cast<const QPlainTextEdit*>(&widget);
}

/// Those in sight that say nothing; `seen` counts all that are in sight.
inline QStringList unexplained(const QWidget& window, int& seen)
{
    QStringList silent;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !isControl(*widget))
            continue;
        ++seen;
        if (widget->toolTip().isEmpty())
            silent << QStringLiteral("%1 \"%2\" in %3")
                          .arg(QLatin1String(widget->metaObject()->className()),
                               widget->objectName(),
                               QLatin1String(widget->parentWidget()->metaObject()->className()));
    }
    return silent;
}

} // namespace coterie::ui::test
