#include "ui/window/palette_sources.h"

#include "core/store/statistics.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/saved_views.h"
#include "ui/design/design_page.h"
#include "ui/design/experiment_list.h"
#include "ui/frame/icons.h"
#include "ui/runs/store_reader.h"
#include "ui/window/command_palette.h"
#include "ui/words.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace coterie::ui {

namespace {

/// More are found in Compare, whose filter is made for them.
constexpr std::size_t kMostRuns = 1'000;

std::vector<PaletteEntry> entriesOf(const std::vector<ExperimentFile>& files,
                                    const std::function<void(const QString&)>& open)
{
    std::vector<PaletteEntry> entries;
    const QIcon sign = icon(QStringLiteral("file"));
    for (const ExperimentFile& file : files)
        entries.push_back({.text = say("Open %1").arg(file.name),
                           .note = file.group,
                           .tip = file.description,
                           .icon = sign,
                           .act = [open, path = file.path] { open(path); }});
    return entries;
}

std::vector<PaletteEntry> entriesOf(const std::vector<RunRow>& rows, StoreReader& reader)
{
    std::vector<PaletteEntry> entries;
    const QIcon sign = icon(QStringLiteral("replay"));
    for (const RunRow* run : newestRuns(rows, kMostRuns)) {
        const RunRow& row = *run;
        entries.push_back({.text = say("Show run %1: %2, %3") // the number says of which store
                                       .arg(toQString(row.numberText()),
                                            toQString(row.experimentName),
                                            titleOf(row).fullLabel()),
                           .note = row.isNotBegun() ? say("not begun") : statusText(row.status),
                           .tip = say("Open this run on the Watch page"),
                           .icon = sign,
                           .act = [&reader, id = row.id] { reader.readRounds({id}); }});
    }
    return entries;
}

std::vector<PaletteEntry> viewsOf(ComparePage& compare)
{
    std::vector<PaletteEntry> entries;
    const QIcon sign = icon(QStringLiteral("look"));
    for (const SavedView& view : compare.views().views()) {
        const QString name = toQString(view.name);
        entries.push_back({.text = say("Open the view %1").arg(name),
                           .note = say("saved view"),
                           .tip = say("List and compare runs as in this view"),
                           .icon = sign,
                           .act = [&compare, name] { compare.openView(name); }});
    }
    return entries;
}

} // namespace

std::vector<const RunRow*> newestRuns(std::span<const RunRow> runs, std::size_t most)
{
    std::vector<const RunRow*> newest;
    for (const RunRow& run : runs)
        newest.push_back(&run);
    const auto end = newest.begin() + std::ptrdiff_t(std::min(most, newest.size()));
    std::partial_sort(newest.begin(),
                      end,
                      newest.end(),
                      [](const RunRow* one, const RunRow* other) { return isNewer(*one, *other); });
    newest.erase(end, newest.end());
    return newest;
}

void addPaletteSources(CommandPalette& palette,
                       DesignPage& design,
                       ComparePage& compare,
                       StoreReader& reader,
                       const std::function<void(const QString&)>& open)
{
    palette.addSource([&design, open] { return entriesOf(design.experimentFiles(), open); });
    palette.addSource([&compare] { return viewsOf(compare); });
    QObject::connect(&reader, &StoreReader::viewsRead, &palette, &CommandPalette::refill);
    palette.addSource([&compare, &reader] { return entriesOf(compare.storedRuns(), reader); });
    // What was read last is found at once, what is new a moment later.
    QObject::connect(&palette, &CommandPalette::opened, &reader, &StoreReader::readRuns);
    QObject::connect(&reader, &StoreReader::runsRead, &palette, &CommandPalette::refill);
}

} // namespace coterie::ui
