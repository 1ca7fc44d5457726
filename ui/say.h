#pragma once

#include <QCoreApplication>
#include <QString>

namespace coterie::ui {

/// A text of the window outside any class, in the user's language.
[[nodiscard]] inline QString say(const char* text)
{
    return QCoreApplication::translate("coterie", text);
}

} // namespace coterie::ui
