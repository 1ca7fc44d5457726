#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace coterie::ui {

class CommandPalette;
class DesignPage;
class StoreReader;

/// Lets the palette find the shipped experiments and the newest stored runs. `open` gets the path
/// of an experiment file; a run is opened by the reader.
void addPaletteSources(CommandPalette& palette,
                       DesignPage& design,
                       StoreReader& reader,
                       const std::function<void(const QString&)>& open);

} // namespace coterie::ui
