#include "core/store/database.h"
#include "core/store/run_store.h"
#include "core/store/schema.h"
#include "tests/ordinary_user.h"
#include "tests/patience.h"
#include "tests/sections.h"
#include "ui/frame/font_size.h"
#include "ui/preferences/preferences.h"
#include "ui/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <fcntl.h>
#include <future>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_preferences {

using namespace coterie;
using namespace coterie::ui;

namespace {

/// Whether another process finds a lock of this one on the file.
bool isLockedByUs(const QString& path)
{
    const QByteArray name = QFile::encodeName(path);
    const pid_t other = ::fork();
    if (other == 0) { // only calls that are safe after a fork
        const int file = ::open(name.constData(), O_RDWR | O_CLOEXEC);
        struct flock lock
        {
        };
        lock.l_type = F_WRLCK;
        lock.l_whence = SEEK_SET; // from the first byte to the last
        const bool asked = file >= 0 && ::fcntl(file, F_GETLK, &lock) == 0;
        ::_exit(!asked ? 2 : lock.l_type == F_UNLCK ? 0 : 1);
    }
    int status = 0;
    if (other < 0 || ::waitpid(other, &status, 0) != other || !WIFEXITED(status)
        || WEXITSTATUS(status) > 1)
        qFatal("the other process cannot ask for the lock");
    return WEXITSTATUS(status) == 1;
}

} // namespace

/// What is kept, what wins at a start, and what is said about a place.
class PreferencesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void whatIsChosenIsKept();
    void valuesThatCannotBeUsedCountAsNotChosen();
    void whatCannotBeKeptIsSaid();
    void theCommandLineWinsOverTheChosenStore();
    void aChosenStoreWhoseFolderIsGoneIsReplacedAndSaid();
    void aDiskThatDoesNotAnswerHoldsUpNoStart();
    void disksAreWaitedForTogether();
    void aStoreThatWasThereAndIsGoneIsNotMadeAnew();
    void aDataFolderThatIsGoneIsSaid();
    void dataIsLookedForInThisOrder();
    void aStoreIsLookedAtBeforeItIsChosen_data();
    void aStoreIsLookedAtBeforeItIsChosen();
    void anOlderStoreIsOnlyLookedAt();
    void aStoreInUseKeepsItsLocks();
    void aLockedStoreIsSaid();
    void placesWithoutRightsAreSaid();
    void aDataFolderIsLookedAtBeforeItIsChosen();

private:
    [[nodiscard]] QString at(const char* name) const
    {
        return m_folder->filePath(QLatin1String(name));
    }

    std::optional<QTemporaryDir> m_folder;
    QByteArray m_dataBefore;
    QByteArray m_homeBefore;
};

void PreferencesTest::init()
{
    m_folder.emplace();
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->path());
    m_dataBefore = qgetenv("COTERIE_DATA");
    m_homeBefore = qgetenv("XDG_DATA_HOME");
    qputenv("COTERIE_DATA", "/of/the/environment");
    qputenv("XDG_DATA_HOME", "/home/data");
}

void PreferencesTest::cleanup()
{
    const auto restore = [](const char* name, const QByteArray& value) {
        value.isNull() ? qunsetenv(name) : qputenv(name, value);
    };
    restore("COTERIE_DATA", m_dataBefore);
    restore("XDG_DATA_HOME", m_homeBefore);
}

void PreferencesTest::whatIsChosenIsKept()
{
    QCOMPARE(keptPreferences(), Preferences());
    const Preferences chosen{.storeFile = QStringLiteral("/disk/runs.sqlite"),
                             .storeWasThere = true,
                             .dataFolder = QStringLiteral("/disk/data"),
                             .threads = 1,
                             .ranks = 2,
                             .fontPoints = 14,
                             .language = QStringLiteral("de")};
    QCOMPARE(keepPreferences(chosen), QString());
    QCOMPARE(keptPreferences(), chosen);
    const Preferences oneProcess{.ranks = 1}; // where cards would decide on more
    QCOMPARE(keepPreferences(oneProcess), QString());
    QCOMPARE(keptPreferences(), oneProcess);
    QCOMPARE(keepPreferences({}), QString());
    QCOMPARE(keptPreferences(), Preferences());
    QVERIFY(QSettings().allKeys().isEmpty());
}

void PreferencesTest::valuesThatCannotBeUsedCountAsNotChosen()
{
    QSettings settings;
    settings.setValue(QStringLiteral("preferences/threads"), mostThreads() + 1);
    settings.setValue(QStringLiteral("preferences/fontPoints"), kLargestFont + 1);
    QCOMPARE(keptPreferences(), Preferences());
    settings.setValue(QStringLiteral("preferences/language"), QStringLiteral("xx"));
    QCOMPARE(keptPreferences(), Preferences());
    settings.setValue(QStringLiteral("preferences/threads"), -1);
    settings.setValue(QStringLiteral("preferences/ranks"), mostRanks() + 1);
    settings.setValue(QStringLiteral("preferences/fontPoints"), QStringLiteral("large"));
    QCOMPARE(keptPreferences(), Preferences());
}

void PreferencesTest::whatCannotBeKeptIsSaid()
{
    QFile inTheWay(at("coterie")); // where the folder of the settings would be made
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    const QString said = keepPreferences({.threads = 1});
    QVERIFY2(said.contains(QSettings().fileName()), qPrintable(said));
    QCOMPARE(keptPreferences(), Preferences()); // nor does it wait to be written later
    QVERIFY(inTheWay.remove());
    QCOMPARE(keepPreferences({.threads = 1}), QString());
    QCOMPARE(keptPreferences().threads, 1);
}

void PreferencesTest::theCommandLineWinsOverTheChosenStore()
{
    const Preferences chosen{.storeFile = at("runs.sqlite")};
    QCOMPARE(pathText(placesAtStart({}, {}).storeFile),
             QStringLiteral("/home/data/coterie/runs.sqlite"));
    const StartPlaces places = placesAtStart(chosen, {});
    QCOMPARE(pathText(places.storeFile), at("runs.sqlite"));
    QCOMPARE(places.storeTrouble, QString());
    QCOMPARE(
        pathText(placesAtStart(chosen, {.storeFile = QStringLiteral("other.sqlite")}).storeFile),
        QStringLiteral("other.sqlite"));
}

void PreferencesTest::aChosenStoreWhoseFolderIsGoneIsReplacedAndSaid()
{
    const StartPlaces places = placesAtStart({.storeFile = at("gone/runs.sqlite")}, {});
    QCOMPARE(pathText(places.storeFile), QStringLiteral("/home/data/coterie/runs.sqlite"));
    QVERIFY2(places.storeTrouble.contains(at("gone")), qPrintable(places.storeTrouble));
    QVERIFY(!QFileInfo::exists(at("gone")));
    const CommandLinePlaces named{.storeFile = QStringLiteral("other.sqlite")};
    QCOMPARE(placesAtStart({.storeFile = at("gone/runs.sqlite")}, named).storeTrouble, QString());
}

void PreferencesTest::aDiskThatDoesNotAnswerHoldsUpNoStart()
{
    const auto disk = std::make_shared<std::promise<void>>(); // its end is the end of the wait
    const std::shared_future<void> answer = disk->get_future().share();
    PlaceLook look;
    look.hasFolder = [answer](const std::filesystem::path&) {
        answer.wait();
        return true;
    };
    look.patience = std::chrono::milliseconds(1);
    const StartPlaces places =
        placesAtStart({.storeFile = at("runs.sqlite"), .dataFolder = at("data")}, {}, look);
    QCOMPARE(pathText(places.storeFile), QStringLiteral("/home/data/coterie/runs.sqlite"));
    QVERIFY(places.storeTrouble.contains(at("runs.sqlite")));
    QVERIFY(places.dataTrouble.contains(at("data")));
    disk->set_value();
    look.patience = std::chrono::minutes(1);
    QCOMPARE(pathText(placesAtStart({.storeFile = at("runs.sqlite")}, {}, look).storeFile),
             at("runs.sqlite"));
}

void PreferencesTest::disksAreWaitedForTogether()
{
    const auto data = std::make_shared<std::promise<void>>();
    const std::shared_future<void> isAsked = data->get_future().share();
    PlaceLook look;
    look.patience = std::chrono::milliseconds(kTryMilliseconds);
    look.hasFolder = [data, isAsked, name = toPath(at("data"))](const std::filesystem::path& path) {
        if (path == name)
            data->set_value();
        else
            isAsked.wait(); // the store's answers only once the other has been asked
        return true;
    };
    const StartPlaces places =
        placesAtStart({.storeFile = at("runs.sqlite"), .dataFolder = at("data")}, {}, look);
    QCOMPARE(places.storeTrouble, QString());
    QCOMPARE(places.dataTrouble, QString());
    QCOMPARE(pathText(places.storeFile), at("runs.sqlite"));
}

void PreferencesTest::aStoreThatWasThereAndIsGoneIsNotMadeAnew()
{
    const QString path = at("runs.sqlite");
    QCOMPARE(keepPreferences({.storeFile = path}), QString());
    noteStoreInUse(toPath(path)); // it has not been made yet
    QVERIFY(!keptPreferences().storeWasThere);
    QCOMPARE(pathText(placesAtStart(keptPreferences(), {}).storeFile), path);
    QVERIFY(RunStore::open(toPath(path)));
    noteStoreInUse(toPath(at("other.sqlite"))); // of --db
    QVERIFY(!keptPreferences().storeWasThere);
    noteStoreInUse(toPath(path));
    QVERIFY(keptPreferences().storeWasThere);
    QCOMPARE(pathText(placesAtStart(keptPreferences(), {}).storeFile), path);

    QVERIFY(QFile::rename(path, at("elsewhere.sqlite"))); // as if its disk were not mounted
    const StartPlaces places = placesAtStart(keptPreferences(), {});
    QCOMPARE(pathText(places.storeFile), QStringLiteral("/home/data/coterie/runs.sqlite"));
    QVERIFY2(places.storeTrouble.contains(path), qPrintable(places.storeTrouble));
    QVERIFY(checkStoreFile(path, true).problem.contains(QStringLiteral("is gone")));
    QCOMPARE(checkStoreFile(path).problem, QString());
}

void PreferencesTest::aDataFolderThatIsGoneIsSaid()
{
    const StartPlaces places = placesAtStart({.dataFolder = at("gone")}, {});
    QVERIFY2(places.dataTrouble.contains(at("gone")), qPrintable(places.dataTrouble));
    QVERIFY(std::ranges::find(places.dataFolders.folders, toPath(at("gone")))
            == places.dataFolders.folders.end());
    QCOMPARE(placesAtStart({.dataFolder = m_folder->path()}, {}).dataTrouble, QString());
}

void PreferencesTest::dataIsLookedForInThisOrder()
{
    const auto folders = [](const Preferences& preferences, const CommandLinePlaces& commandLine) {
        QStringList found;
        for (const auto& folder : placesAtStart(preferences, commandLine).dataFolders.folders)
            found << pathText(folder);
        return found.join(u' ');
    };
    const Preferences chosen{.dataFolder = m_folder->path()};
    QCOMPARE(folders(chosen, {.dataFolder = QStringLiteral("/named")}),
             QStringLiteral("/named /of/the/environment %1 /home/data/coterie/data")
                 .arg(m_folder->path()));
    qunsetenv("COTERIE_DATA");
    QCOMPARE(folders(chosen, {}), m_folder->path() + QStringLiteral(" /home/data/coterie/data"));
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("coterie/data")));
    qputenv("XDG_DATA_HOME", QFile::encodeName(m_folder->path()));
    QCOMPARE(folders({.dataFolder = at("coterie/data")}, {}), at("coterie/data"));
    qputenv("XDG_DATA_HOME", "/home/data");
    QCOMPARE(folders({}, {}), QStringLiteral("/home/data/coterie/data"));
}

void PreferencesTest::aStoreIsLookedAtBeforeItIsChosen_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isUsable");
    QTest::addColumn<QString>("words");
    QTest::newRow("the usual one") << QString() << true << QStringLiteral("/home/data/coterie");
    QTest::newRow("new") << QStringLiteral("new.sqlite") << true << QStringLiteral("next start");
    QTest::newRow("there") << QStringLiteral("there.sqlite") << true << QStringLiteral("already");
    QTest::newRow("empty") << QStringLiteral("empty.sqlite") << true
                           << QStringLiteral("empty file");
    QTest::newRow("newer") << QStringLiteral("newer.sqlite") << false
                           << QStringLiteral("newer version of Coterie");
    QTest::newRow("older") << QStringLiteral("older.sqlite") << true
                           << QStringLiteral("older version");
    QTest::newRow("a text") << QStringLiteral("text.txt") << false
                            << QStringLiteral("Choose another file");
    QTest::newRow("a folder") << QStringLiteral("folder") << false << QStringLiteral("is a folder");
    QTest::newRow("in no folder") << QStringLiteral("gone/runs.sqlite") << false
                                  << QStringLiteral("There is no folder");
}

void PreferencesTest::aStoreIsLookedAtBeforeItIsChosen()
{
    QFETCH(QString, name);
    QFETCH(bool, isUsable);
    QFETCH(QString, words);
    for (const char* store : {"there.sqlite", "newer.sqlite"})
        QVERIFY(RunStore::open(toPath(at(store))));
    Database(toPath(at("newer.sqlite")), Database::Access::ReadWrite)
        .execute("PRAGMA user_version = " + std::to_string(kStoreVersion + 1));
    {
        Database older(toPath(at("older.sqlite")), Database::Access::ReadWrite);
        createTables(older, 1);
    }
    QVERIFY(QFile(at("empty.sqlite")).open(QIODevice::WriteOnly));
    QFile text(at("text.txt"));
    QVERIFY(text.open(QIODevice::WriteOnly) && text.write("A shopping list.") > 0);
    text.close();
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("folder")));
    const auto files = [this] { // without those that SQLite keeps beside a store
        return QDir(m_folder->path())
            .entryList(QDir::AllEntries | QDir::Hidden)
            .filter(QRegularExpression(QStringLiteral("^(?!.*-(shm|wal)$)")));
    };
    const QStringList before = files();

    const PlaceAnswer answer =
        checkStoreFile(name.isEmpty() ? QString() : m_folder->filePath(name));
    const QString& said = isUsable ? answer.note : answer.problem;
    QVERIFY2(said.contains(words, Qt::CaseInsensitive), qPrintable(answer.note + answer.problem));
    QCOMPARE(answer.problem.isEmpty(), isUsable);
    QCOMPARE(files(), before);
    QVERIFY(!checkStoreFile(QStringLiteral("runs.sqlite")).problem.isEmpty()); // of which folder?
}

void PreferencesTest::anOlderStoreIsOnlyLookedAt()
{
    Database older(toPath(at("older.sqlite")), Database::Access::ReadWrite);
    createTables(older, 1);
    QVERIFY(checkStoreFile(at("older.sqlite")).note.contains(QStringLiteral("is updated when")));
    QCOMPARE(older.firstValue("PRAGMA user_version"), std::string("1"));
}

/// Closing any descriptor of a file would drop them, and then another program can damage it.
void PreferencesTest::aStoreInUseKeepsItsLocks()
{
    const QString path = at("runs.sqlite");
    const auto store = RunStore::open(toPath(path));
    QVERIFY(store);
    QVERIFY(isLockedByUs(path));
    QCOMPARE(checkStoreFile(path).problem, QString());
    QVERIFY(isLockedByUs(path));
}

void PreferencesTest::aLockedStoreIsSaid()
{
    const QString path = at("runs.sqlite");
    QVERIFY(RunStore::open(toPath(path)));
    Database other(toPath(path), Database::Access::ReadWrite);
    other.execute("PRAGMA locking_mode = EXCLUSIVE");
    other.execute("BEGIN EXCLUSIVE");
    const PlaceAnswer answer = checkStoreFile(path);
    QVERIFY2(answer.problem.contains(QStringLiteral("locked")),
             qPrintable(answer.note + answer.problem));
    other.execute("ROLLBACK");
}

void PreferencesTest::placesWithoutRightsAreSaid()
{
    const QDir folder(m_folder->path());
    QVERIFY(folder.mkdir(QStringLiteral("shelf")));
    const QString shelf = at("shelf");
    QVERIFY(RunStore::open(toPath(shelf) / "runs.sqlite"));
    using Permission = QFileDevice;
    const auto readable = Permission::ReadOwner | Permission::ReadGroup | Permission::ReadOther;
    const auto enter = Permission::ExeOwner | Permission::ExeGroup | Permission::ExeOther;
    QVERIFY(QFile::setPermissions(m_folder->path(), readable | enter | Permission::WriteOwner));
    QVERIFY(QFile::setPermissions(shelf, readable | enter));
    QVERIFY(QFile::setPermissions(shelf + QStringLiteral("/runs.sqlite"), readable));
    PlaceAnswer made;
    PlaceAnswer there;
    PlaceAnswer data;
    asOrdinaryUser([&] {
        made = checkStoreFile(shelf + QStringLiteral("/new.sqlite"));
        there = checkStoreFile(shelf + QStringLiteral("/runs.sqlite"));
        data = checkDataFolder(shelf);
    });
    QVERIFY2(made.problem.contains(QStringLiteral("Nothing can be written")),
             qPrintable(made.note + made.problem));
    QVERIFY2(there.problem.contains(QStringLiteral("cannot be written")),
             qPrintable(there.note + there.problem));
    QCOMPARE(data.problem, QString()); // what is there can be read
    QVERIFY2(data.note.contains(QStringLiteral("none can be downloaded")), qPrintable(data.note));
    QVERIFY(QFile::setPermissions(shelf, readable | enter | Permission::WriteOwner));
}

void PreferencesTest::aDataFolderIsLookedAtBeforeItIsChosen()
{
    QVERIFY(checkDataFolder({}).note.contains(QStringLiteral("/home/data/coterie/data")));
    QCOMPARE(checkDataFolder(m_folder->path()).problem, QString());
    QVERIFY(checkDataFolder(at("gone")).problem.contains(QStringLiteral("no folder")));
    QVERIFY(checkDataFolder(QStringLiteral("data")).problem.contains(QStringLiteral("whole path")));
    QFile file(at("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(checkDataFolder(at("file")).problem.contains(QStringLiteral("is a file")));
}

COTERIE_SECTION(PreferencesTest)

} // namespace tst_preferences

#include "tst_preferences.moc"
