#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coterie {

struct Registry;

/// "Mean test error" for "meanTestError".
[[nodiscard]] std::string spelledOut(std::string_view lowerCamel);

/// What a setting of a plan is called beside its field on the Design page, after the words of its
/// section: "Algorithm: Data hunger (α)" for "/algorithm/alpha", "Algorithm" for "/algorithm/name".
/// `parts`: the names of those that have it, such as "hcct"; empty: any may. Where they give it
/// different titles, its own name is spelled out.
[[nodiscard]] std::string settingTitle(std::string_view pointer,
                                       const std::vector<std::string>& parts,
                                       const Registry& registry);

/// Its value as that page shows it: "HCCT" for "hcct" at "/algorithm/name", "yes" for "true",
/// "0.1 → 0.05" for what was changed by hand, "Crop (Height 28, Width 28)" for a step.
[[nodiscard]] std::string settingText(std::string_view pointer,
                                      const std::string& value,
                                      const std::vector<std::string>& parts,
                                      const Registry& registry);

/// The pointer of the setting that names the part that has this one: "/algorithm/name" for
/// "/algorithm/alpha"; empty: none does.
[[nodiscard]] std::string partPlace(std::string_view pointer);

} // namespace coterie
