#include "ui/frame/font_size.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFontInfo>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

double fontPointsOf(const QFont& font)
{
    return font.pointSizeF() > 0 ? font.pointSizeF() : QFontInfo(font).pointSizeF();
}

/// As it was before this program chose one.
const QFont& desktopFont()
{
    static const QFont font = QApplication::font();
    return font;
}

} // namespace

int desktopFontPoints()
{
    return static_cast<int>(std::lround(fontPointsOf(desktopFont())));
}

void setFontPoints(int points)
{
    QFont font = desktopFont();
    if (points > 0)
        font.setPointSize(std::clamp(points, kSmallestFont, kLargestFont));
    const double before = fontPointsOf(QApplication::font());
    const double ratio = fontPointsOf(font) / before;
    if (ratio == 1)
        return;
    // Read before anything changes: a font can come from the widget above.
    std::vector<std::pair<QWidget*, double>> own;
    for (QWidget* widget : QApplication::allWidgets())
        if (widget->testAttribute(Qt::WA_SetFont)
            && widget->font().resolveMask() & QFont::SizeResolved)
            own.emplace_back(widget, fontPointsOf(widget->font()) * ratio);
    QApplication::setFont(font);
    for (const auto& [widget, size] : own) {
        QFont scaled = widget->font();
        scaled.setPointSizeF(size);
        widget->setFont(scaled);
    }
    // Qt keeps the smallest width of a box from before its font changed, so that a larger text
    // would be cut. These events come after those that bring the font.
    for (QWidget* widget : QApplication::allWidgets())
        if (qobject_cast<QComboBox*>(widget))
            QCoreApplication::postEvent(widget, new QEvent(QEvent::StyleChange));
}

} // namespace coterie::ui
