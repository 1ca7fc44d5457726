#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace coterie::ui {

class CommandPalette;
class ComparePage;
class DesignPage;
class StoreReader;

/// Lets the palette find the shipped experiments, the saved views and the newest stored runs.
/// `open` gets the path of an experiment file; a run is opened by the reader.
void addPaletteSources(CommandPalette& palette,
                       DesignPage& design,
                       ComparePage& compare,
                       StoreReader& reader,
                       const std::function<void(const QString&)>& open);

} // namespace coterie::ui
