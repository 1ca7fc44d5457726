#pragma once

#include "core/data/catalog.h"

#include <QString>

#include <chrono>
#include <filesystem>
#include <functional>

namespace coterie::ui {

/// What a user has chosen for every start of the window. Kept in the settings.
struct Preferences
{
    QString storeFile = {};     ///< empty: the usual one
    bool storeWasThere = false; ///< the chosen file has been seen
    QString dataFolder = {};    ///< empty: none but the usual one
    int threads = 0;            ///< that train; 0: one per core
    int ranks = 0;              ///< processes that compute a run together; 0: see cardRanks()
    int fontPoints = 0;         ///< 0: the desktop's
    QString language = {};      ///< the code of one of languages(); empty: the system's

    bool operator==(const Preferences&) const = default;
};

/// Values that the window cannot use, of a file that was edited by hand, count as not chosen.
[[nodiscard]] Preferences keptPreferences();
/// A sentence if they cannot be written; the earlier ones hold then. Empty: they are kept.
[[nodiscard]] QString keepPreferences(const Preferences& preferences);
/// Remembers that the chosen store is there if this is it, so that a start misses it later.
void noteStoreInUse(const std::filesystem::path& storeFile);

/// The most threads that can be chosen: one per core.
[[nodiscard]] int mostThreads();
/// The most ranks: one per core, but two on every machine.
[[nodiscard]] int mostRanks();

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
    QString storeTrouble = {}; ///< a sentence if the chosen store is not there
    QString dataTrouble = {};  ///< and for the data folder
};

/// How a start looks for the chosen places. The functions may outlive the call.
struct PlaceLook
{
    using Look = std::function<bool(const std::filesystem::path&)>;
    Look hasFolder = [](const std::filesystem::path& path) {
        std::error_code problem;
        return std::filesystem::is_directory(path, problem);
    };
    Look hasFile = [](const std::filesystem::path& path) {
        std::error_code problem;
        return std::filesystem::exists(path, problem);
    };
    std::chrono::milliseconds patience{3000}; ///< with all together; a sleeping disk takes seconds
};

/// The store of --db, else the chosen one, else the usual one, which also stands in for a chosen
/// one that is gone or whose folder is: a new store in its place would look as if all runs were
/// lost. Data is looked for in --data, COTERIE_DATA, the chosen folder if it is there, and the
/// usual one, in this order. A disk that does not answer in time counts as gone.
[[nodiscard]] StartPlaces placesAtStart(const Preferences& preferences,
                                        const CommandLinePlaces& commandLine,
                                        const PlaceLook& look = {});

/// Where data sets are downloaded to if nothing else is chosen; empty without a home folder.
[[nodiscard]] std::filesystem::path usualDataFolder();

/// What the window says about a place before it is chosen.
struct PlaceAnswer
{
    QString problem = {}; ///< why it cannot be used; empty if it can
    QString note = {};    ///< what will happen with it
    bool isThere = false; ///< of a store: the file exists
};

/// Opens the file, so that it can take a while. An empty path is the usual place. `wasThere`: it
/// has been seen before, so that a new store is no answer to its absence.
[[nodiscard]] PlaceAnswer checkStoreFile(const QString& path, bool wasThere = false);
[[nodiscard]] PlaceAnswer checkDataFolder(const QString& path);

} // namespace coterie::ui
