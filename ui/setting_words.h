#pragma once

#include <QString>

#include <string_view>

namespace coterie::ui {

/// The short name of a parameter, by its name in a file: its paper's Greek letter, or else its
/// title in lower case. If parameters of that name have different titles, the name itself, spaced.
[[nodiscard]] QString settingWord(std::string_view name);
/// "Algorithm α" for "algorithm/alpha", "Algorithm" for "algorithm/name": a setting by the end of
/// its JSON pointer.
[[nodiscard]] QString settingName(std::string_view steps);
/// "HCCT" for "hcct" at "/algorithm/name", "by size" for "bySize": the readable value of a setting.
/// Numbers are unchanged.
[[nodiscard]] QString settingValue(std::string_view pointer, std::string_view value);
/// "α = 80, learning rate = 0.1" for "alpha = 80, learningRate = 0.1": a sweep point.
[[nodiscard]] QString sweepWords(std::string_view sweep);
/// "HCCT · α = 80": an arm with its sweep point, if it has one.
[[nodiscard]] QString armWords(std::string_view arm, std::string_view sweep);

} // namespace coterie::ui
