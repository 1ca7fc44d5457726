#pragma once

#include "ui/design/json_change.h"

#include <QString>

namespace coterie::ui {

/// The text of a JSON document with these changes made in it. Everything that is not changed keeps
/// its characters: white space, key order, the way numbers are written. What is new is written as
/// the program writes experiment files, indented to fit its surroundings; a value that is there
/// already is left as it is written. The error says what does not fit, or why the text is no JSON.
[[nodiscard]] Result<QString> spliceJson(const QString& json, std::span<const JsonChange> changes);

} // namespace coterie::ui
