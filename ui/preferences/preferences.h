#pragma once

#include "core/data/catalog.h"

#include <QString>

#include <filesystem>

namespace coterie::ui {

/// What a user has chosen for every start of the window. Kept in the settings.
struct Preferences
{
    QString storeFile = {};  ///< empty: the usual one
    QString dataFolder = {}; ///< empty: none but the usual one
    int threads = 0;         ///< that train; 0: one per core
    int fontPoints = 0;      ///< 0: the desktop's

    bool operator==(const Preferences&) const = default;
};

/// Values that the window cannot use, of a file that was edited by hand, count as not chosen.
[[nodiscard]] Preferences keptPreferences();
void keepPreferences(const Preferences& preferences);

/// The most threads that can be chosen: one per core.
[[nodiscard]] int mostThreads();

/// What the command line of this start names; empty: nothing. It wins over the preferences.
struct CommandLinePlaces
{
    QString storeFile = {};  ///< of --db
    QString dataFolder = {}; ///< of --data
};

/// The places that a start uses.
struct StartPlaces
{
    std::filesystem::path storeFile;
    DataFolders dataFolders;
    QString trouble = {}; ///< a sentence if a chosen place is not there
};

/// The store of --db, else the chosen one, else the usual one, which also stands in for a chosen
/// one whose folder is gone: a store in a new folder would look as if all runs were lost.
/// Data is looked for in --data, COTERIE_DATA, the chosen folder and the usual one, in this order.
[[nodiscard]] StartPlaces placesAtStart(const Preferences& preferences,
                                        const CommandLinePlaces& commandLine);

/// Where data sets are downloaded to if nothing else is chosen; empty without a home folder.
[[nodiscard]] std::filesystem::path usualDataFolder();

/// What the window says about a place before it is chosen.
struct PlaceAnswer
{
    QString problem = {}; ///< why it cannot be used; empty if it can
    QString note = {};    ///< what will happen with it
};

/// Opens the file, so that it can take a while. An empty path is the usual place.
[[nodiscard]] PlaceAnswer checkStoreFile(const QString& path);
[[nodiscard]] PlaceAnswer checkDataFolder(const QString& path);

} // namespace coterie::ui
