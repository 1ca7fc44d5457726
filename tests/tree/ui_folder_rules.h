#pragma once

#include <string>
#include <string_view>

namespace coterie::tests {

/// What is wrong with a file of ui that includes this file of the project, `written` so in its
/// include line; empty: nothing. `included` may be empty or lie outside ui.
[[nodiscard]] std::string
uiFolderFault(std::string_view file, std::string_view included, std::string_view written);

} // namespace coterie::tests
