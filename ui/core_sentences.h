#pragma once

#include <QString>

#include <string_view>

namespace coterie::ui {

/// In the window's language: a sentence of core with names and numbers of the user's in it, such as
/// what reading changed in a table or why a graphics card is idle. The names stay as they are.
/// A sentence that is not known stays English.
[[nodiscard]] QString sentenceFromCore(std::string_view sentence);

/// Why a run ended, likewise. A setting's place in the file becomes words: "Model path: …".
[[nodiscard]] QString reasonFromCore(std::string_view reason);

} // namespace coterie::ui
