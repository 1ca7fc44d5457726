#pragma once

#include <QString>

#include <string_view>

namespace coterie::ui {

/// What a parameter is called where there is little room, by its name in a file: its paper's Greek
/// letter, or else its title as within a sentence. One name may be of several parameters; where
/// they are called differently, it is told as people write it.
[[nodiscard]] QString settingWord(std::string_view name);
/// "Algorithm α" for "algorithm/alpha", "Algorithm" for "algorithm/name": a setting by the last
/// steps of its place in a file.
[[nodiscard]] QString settingName(std::string_view steps);
/// "HCCT" for "hcct" at "/algorithm/name", "by size" for "bySize": what a setting is set to, as
/// people say it. Numbers stay as they are.
[[nodiscard]] QString settingValue(std::string_view pointer, std::string_view value);
/// "α = 80, learning rate = 0.1" for "alpha = 80, learningRate = 0.1": a run's place in a sweep.
[[nodiscard]] QString sweepWords(std::string_view sweep);
/// "HCCT · α = 80": an arm with its place in a sweep, if it has one.
[[nodiscard]] QString armWords(std::string_view arm, std::string_view sweep);

} // namespace coterie::ui
