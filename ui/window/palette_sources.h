#pragma once

#include <QObject>
#include <QString>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace coterie {
struct RunRow;
}

namespace coterie::ui {

class CommandPalette;
class ComparePage;
class DesignPage;
class StoreReader;

/// At most so many of the runs: one's own newest first, then those of other stores.
[[nodiscard]] std::vector<const RunRow*> newestRuns(std::span<const RunRow> runs, std::size_t most);

/// Lets the palette find the shipped experiments, the saved views and the newest stored runs.
/// `open` gets the path of an experiment file; a run is opened by the reader.
void addPaletteSources(CommandPalette& palette,
                       DesignPage& design,
                       ComparePage& compare,
                       StoreReader& reader,
                       const std::function<void(const QString&)>& open);

} // namespace coterie::ui
