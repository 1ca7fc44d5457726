#include "ui/preferences/preferences.h"

#include "core/base/files.h"
#include "core/store/run_store.h"
#include "ui/frame/font_size.h"
#include "ui/language.h"
#include "ui/words.h"

#include <QSettings>

#include <algorithm>
#include <future>
#include <thread>
#include <utility>

namespace coterie::ui {

namespace {

const QString kStoreKey = QStringLiteral("preferences/store");
const QString kStoreSeenKey = QStringLiteral("preferences/storeWasThere");
const QString kDataKey = QStringLiteral("preferences/data");
const QString kThreadsKey = QStringLiteral("preferences/threads");
const QString kRanksKey = QStringLiteral("preferences/ranks");
const QString kFontKey = QStringLiteral("preferences/fontPoints");
const QString kLanguageKey = QStringLiteral("preferences/language");

/// 0 for what is outside the range.
int orZero(int value, int least, int most)
{
    return value >= least && value <= most ? value : 0;
}

/// Empty for one that the window does not speak.
QString orNone(const QString& language)
{
    const bool isKnown =
        std::ranges::find(languages(), language, &Language::code) != languages().end();
    return isKnown ? language : QString();
}

/// Looks for a place on a thread that goes on by itself where a disk does not answer: the window
/// must not wait for it.
std::future<bool> lookedFor(std::function<bool()> isThere)
{
    std::packaged_task<bool()> task(std::move(isThere));
    std::future<bool> answer = task.get_future();
    std::thread(std::move(task)).detach();
    return answer;
}

/// Whether it is there, if that is known by then.
bool isThere(std::future<bool>& answer, std::chrono::steady_clock::time_point last)
{
    return answer.valid() && answer.wait_until(last) == std::future_status::ready && answer.get();
}

void writeTo(QSettings& settings, const Preferences& preferences)
{
    const auto keep = [&settings](const QString& key, const auto& value, bool isChosen) {
        if (isChosen)
            settings.setValue(key, value);
        else
            settings.remove(key);
    };
    const bool hasStore = !preferences.storeFile.isEmpty();
    keep(kStoreKey, preferences.storeFile, hasStore);
    keep(kStoreSeenKey, true, hasStore && preferences.storeWasThere);
    keep(kDataKey, preferences.dataFolder, !preferences.dataFolder.isEmpty());
    keep(kThreadsKey, preferences.threads, preferences.threads > 0);
    keep(kRanksKey, preferences.ranks, preferences.ranks > 0);
    keep(kFontKey, preferences.fontPoints, preferences.fontPoints > 0);
    keep(kLanguageKey, preferences.language, !preferences.language.isEmpty());
}

/// Before the usual folder, which is the last one.
void insertChosen(DataFolders& data, const std::filesystem::path& chosen)
{
    std::vector<std::filesystem::path>& folders = data.folders;
    if (std::ranges::find(folders, chosen) != folders.end())
        return;
    const bool hasUsual = !folders.empty() && !userDataFolder().empty();
    folders.insert(hasUsual ? folders.end() - 1 : folders.end(), chosen);
}

} // namespace

int mostThreads()
{
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int mostRanks()
{
    return std::max(2, mostThreads());
}

Preferences keptPreferences()
{
    const QSettings settings;
    return {.storeFile = settings.value(kStoreKey).toString(),
            .storeWasThere = settings.value(kStoreSeenKey).toBool(),
            .dataFolder = settings.value(kDataKey).toString(),
            .threads = orZero(settings.value(kThreadsKey).toInt(), 1, mostThreads()),
            .ranks = orZero(settings.value(kRanksKey).toInt(), 1, mostRanks()),
            .fontPoints = orZero(settings.value(kFontKey).toInt(), kSmallestFont, kLargestFont),
            .language = orNone(settings.value(kLanguageKey).toString())};
}

QString keepPreferences(const Preferences& preferences)
{
    const Preferences before = keptPreferences();
    QSettings settings;
    writeTo(settings, preferences);
    settings.sync();
    if (settings.status() == QSettings::NoError)
        return {};
    writeTo(settings, before); // what waits in memory would be written at some later time
    return say("The preferences cannot be kept, because %1 cannot be written. Free some space, or "
               "allow writing there, and press OK again.")
        .arg(settings.fileName());
}

void noteStoreInUse(const std::filesystem::path& storeFile)
{
    const Preferences kept = keptPreferences();
    if (kept.storeWasThere || toPath(kept.storeFile) != storeFile
        || !PlaceLook().hasFile(storeFile))
        return;
    // This alone: what another machine with this home folder has chosen stays.
    QSettings().setValue(kStoreSeenKey, true);
}

std::filesystem::path usualDataFolder()
{
    const std::filesystem::path folder = userDataFolder();
    return folder.empty() ? folder : folder / "data";
}

StartPlaces placesAtStart(const Preferences& preferences,
                          const CommandLinePlaces& commandLine,
                          const PlaceLook& look)
{
    StartPlaces places{.storeFile = defaultStoreFile(),
                       .dataFolders = defaultDataFolders(toPath(commandLine.dataFolder))};
    const std::filesystem::path store = toPath(preferences.storeFile);
    const std::filesystem::path data = toPath(preferences.dataFolder);
    // Both disks wake up at the same time.
    std::future<bool> storeIsThere;
    std::future<bool> dataIsThere;
    if (commandLine.storeFile.isEmpty() && !store.empty())
        storeIsThere = lookedFor([look, store, wasThere = preferences.storeWasThere] {
            return look.hasFolder(store.parent_path()) && (!wasThere || look.hasFile(store));
        });
    if (!data.empty())
        dataIsThere = lookedFor([look, data] { return look.hasFolder(data); });
    const auto last = std::chrono::steady_clock::now() + look.patience;
    if (!commandLine.storeFile.isEmpty()) {
        places.storeFile = toPath(commandLine.storeFile);
    } else if (isThere(storeIsThere, last)) {
        places.storeFile = store;
    } else if (!store.empty()) {
        places.storeTrouble = say("Your run store, %1, is not there. This start uses %2. Connect "
                                  "its disk and start again, or choose another run store in the "
                                  "preferences.")
                                  .arg(pathText(store), pathText(places.storeFile));
    }
    if (isThere(dataIsThere, last))
        insertChosen(places.dataFolders, data);
    else if (!data.empty())
        places.dataTrouble = say("Your data folder, %1, is not there. This start does without it. "
                                 "Connect its disk and start again, or choose another data folder "
                                 "in the preferences.")
                                 .arg(pathText(data));
    return places;
}

} // namespace coterie::ui
