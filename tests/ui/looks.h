#pragma once

#include "tests/build_folder.h"

#include <QApplication>
#include <QDir>
#include <QImage>
#include <QPainter>
#include <QTest>
#include <QWidget>

#include <array>
#include <span>

/// Pictures for people to look at, in the build folder.
namespace coterie::ui::test {

/// How a page is looked at: both themes, at single and double scale. Icons and the numbers of axes
/// are pixmaps of the screen's own scale: QT_SCALE_FACTOR=2 shows them as a dense screen does.
struct Look
{
    const char* name;
    bool dark = false;
    int scale = 1;
};

inline constexpr std::array kLooks{Look{.name = "light"},
                                   Look{.name = "dark-2x", .dark = true, .scale = 2},
                                   Look{.name = "dark", .dark = true},
                                   Look{.name = "light-2x", .scale = 2}};
/// Each theme and each scale once, where all four would take long and show little more.
/// COTERIE_ALL_LOOKS=1 draws all four everywhere.
inline constexpr std::size_t kFewLooks = 2;

/// One row for each, with the columns "dark" and "scale".
inline void addLooks(std::size_t count = kLooks.size())
{
    if (qEnvironmentVariableIsSet("COTERIE_ALL_LOOKS"))
        count = kLooks.size();
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("scale");
    for (const Look& look : std::span(kLooks).first(count))
        QTest::newRow(look.name) << look.dark << look.scale;
}

/// The widget as it looks now, with what has popped up over it.
inline QImage drawn(QWidget& widget, int scale)
{
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // a word may have grown
    QImage picture(widget.size() * scale, QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(scale);
    QPainter painter(&picture);
    widget.render(&painter);
    for (QWidget* over : QApplication::topLevelWidgets())
        if (over->isVisible()
            && (over == QApplication::activePopupWidget() || over->windowType() == Qt::ToolTip))
            over->render(&painter, widget.mapFromGlobal(over->pos()));
    return picture;
}

/// False if the file cannot be written.
[[nodiscard]] inline bool kept(const QImage& picture, const QString& name)
{
    const QString folder = coterie::tests::builtFile("pictures");
    constexpr int kQuick = 80; // of PNG: little time for squeezing, and not a bit less to see
    return QDir().mkpath(folder)
           && picture.save(QStringLiteral("%1/%2.png").arg(folder, name), nullptr, kQuick);
}

} // namespace coterie::ui::test
