#pragma once

#include <QString>

namespace coterie::ui {

struct RoundGroups;

/// "clients 0 and 1 formed group 1; client 5 left group 2": who trains with whom since this round
/// and did not in the groups before, if there were any; nothing where all is as it was. Many
/// changes are counted.
[[nodiscard]] QString groupChangeText(const RoundGroups* before, const RoundGroups& now);

} // namespace coterie::ui
