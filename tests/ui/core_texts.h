#pragma once

#include <QStringList>

namespace coterie::ui::test {

/// Every text of core that the window shows as a label, a tooltip or a choice, in English: of the
/// registry, the catalogue, the settings, the metrics and the exports. With %1 for numbers where
/// texts differ only in them.
[[nodiscard]] QStringList coreTexts();

} // namespace coterie::ui::test
