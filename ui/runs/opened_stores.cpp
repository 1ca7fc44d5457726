#include "ui/runs/opened_stores.h"

#include "ui/runs/store_reader.h"
#include "ui/words.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

const QString kKey = QStringLiteral("stores/others");

/// Why its runs cannot be shown; nothing if they can.
std::optional<Error> refusalOf(const std::filesystem::path& file)
{
    const auto store = RunStore::open(file, RunStore::Mode::AsItIs);
    if (!store)
        return store.error();
    const auto runs = (*store)->runs();
    return runs ? std::nullopt : std::optional(runs.error());
}

} // namespace

OpenedStores::OpenedStores(StoreReader& reader, QObject* parent)
    : QObject(parent)
    , m_reader(reader)
    , m_files(reader.files())
{
    connect(&reader, &StoreReader::storesUnread, this, &OpenedStores::dropUnread);
}

std::vector<OtherStore> OpenedStores::stores() const
{
    return m_files.others();
}

void OpenedStores::openRemembered()
{
    m_restoring = true;
    open(QSettings().value(kKey).toStringList());
    m_restoring = m_job.isBusy();
}

void OpenedStores::open(const QStringList& files)
{
    for (const QString& file : files)
        m_waiting.push_back(toPath(QFileInfo(file).absoluteFilePath()));
    if (!m_waiting.empty() && !m_job.isBusy())
        look();
}

std::vector<OpenedStores::Looked>
OpenedStores::lookedAt(const std::vector<std::filesystem::path>& files, const StoreFiles& stores)
{
    std::vector<Looked> found;
    StoreFiles seen;
    for (const std::filesystem::path& file : files) {
        if (seen.find(file))
            continue;
        seen.add(file);
        Looked looked{.file = file, .isOwn = stores.isOwn(file), .known = stores.find(file)};
        if (!looked.isOwn && !looked.known)
            looked.refusal = refusalOf(file);
        found.push_back(std::move(looked));
    }
    return found;
}

bool OpenedStores::isOpen(std::int64_t place) const
{
    return std::ranges::any_of(stores(),
                               [place](const OtherStore& store) { return store.place == place; });
}

void OpenedStores::look()
{
    m_job.run([files = std::exchange(m_waiting, {}),
               stores = m_files] { return lookedAt(files, stores); },
              [this](const std::vector<Looked>& found) {
                  take(found);
                  m_restoring = false;
                  if (!m_waiting.empty())
                      look();
              });
}

void OpenedStores::take(const std::vector<Looked>& found)
{
    QStringList troubles;
    QStringList names;
    bool isChanged = false;
    for (const Looked& looked : found) {
        const QString path = pathText(looked.file);
        if (looked.isOwn) {
            troubles << tr("%1 is your own run store, whose runs are listed already.").arg(path);
        } else if (looked.known && isOpen(looked.known->place)) {
            troubles << tr("%1 is open already, as “%2”.").arg(path, toQString(looked.known->name));
        } else if (looked.refusal) {
            troubles << toQString(looked.refusal->sentence());
            if (m_restoring && canPass(*looked.refusal)) {
                m_locked.insert(m_files.add(looked.file).place);
                isChanged = true;
            }
        } else {
            names << toQString(m_files.add(looked.file).name);
            isChanged = true;
        }
    }
    const bool isWish = !m_restoring;
    remember();
    if (isChanged) {
        m_reader.readRuns();
        emit changed();
    }
    if (!names.isEmpty() && isWish)
        emit opened(counted(names.size(),
                            tr("The runs of the store “%1” are listed beside your own. They "
                               "are only read.")
                                .arg(names.front()),
                            tr("The runs of %1 stores are listed beside your own. They are "
                               "only read.")));
    if (!troubles.isEmpty())
        emit troubled(troubles.join(u'\n'));
}

void OpenedStores::close(std::int64_t place)
{
    m_files.remove(place);
    m_locked.erase(place);
    remember();
    m_reader.readRuns();
    emit closed(place);
    emit changed();
}

void OpenedStores::dropUnread(const std::vector<UnreadStore>& unread)
{
    QStringList troubles;
    std::set<std::int64_t> locked;
    for (const UnreadStore& each : unread) {
        const QString why = toQString(each.why.sentence());
        if (!isOpen(each.store.place))
            continue; // it was closed meanwhile
        if (canPass(each.why)) {
            locked.insert(each.store.place);
            if (!m_locked.contains(each.store.place))
                troubles << why;
        } else {
            close(each.store.place);
            troubles << tr("The store “%1” was closed: %2").arg(toQString(each.store.name), why);
        }
    }
    m_locked = std::move(locked);
    if (!troubles.isEmpty())
        emit troubled(troubles.join(u'\n'));
}

void OpenedStores::remember() const
{
    QStringList files;
    for (const OtherStore& store : m_files.others())
        files << pathText(store.file);
    QSettings().setValue(kKey, files);
}

} // namespace coterie::ui
