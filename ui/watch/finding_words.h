#pragma once

#include <QString>

#include <string_view>

namespace coterie::ui {

/// A finding's sentence (core/summary/findings.h) in the window's language, with its minus signs
/// and numbers; the names in it stay as they are. A sentence that is not known stays English.
[[nodiscard]] QString findingText(std::string_view sentence);

} // namespace coterie::ui
