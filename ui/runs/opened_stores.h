#pragma once

#include "core/store/run_store.h"
#include "ui/latest_job.h"

#include <QObject>
#include <QStringList>

#include <optional>
#include <set>
#include <vector>

namespace coterie::ui {

class StoreReader;

/// The stores whose runs are shown beside those of one's own, and only read: opens and closes them,
/// and remembers them in the settings for the next start.
class OpenedStores final : public QObject
{
    Q_OBJECT

public:
    /// The reader's stores.
    explicit OpenedStores(StoreReader& reader, QObject* parent = nullptr);

    /// In the order in which they were opened.
    [[nodiscard]] std::vector<OtherStore> stores() const;
    /// Looks at the files off the GUI thread; each is opened, or refused with a sentence.
    void open(const QStringList& files);
    /// Those of the last time. Says once which are not there any more, or no stores any more. One
    /// that is locked is open without runs until it can be read.
    void openRemembered();
    void close(std::int64_t place);

signals:
    /// The user's wish was fulfilled: these have been opened.
    void opened(const QString& sentence);
    void closed(std::int64_t place);
    /// One was opened or closed.
    void changed();
    /// What could not be opened, or was closed because it cannot be read; names file and reason.
    void troubled(const QString& sentence);

private:
    /// A file that was looked at.
    struct Looked
    {
        std::filesystem::path file;
        bool isOwn = false;
        std::optional<OtherStore> known = {}; ///< it is open already, as this one
        std::optional<Error> refusal = {};
    };
    /// Each file once, whatever its names. Off the GUI thread: a disk in the network may be slow.
    [[nodiscard]] static std::vector<Looked>
    lookedAt(const std::vector<std::filesystem::path>& files, const StoreFiles& stores);
    [[nodiscard]] bool isOpen(std::int64_t place) const;
    void look();
    void take(const std::vector<Looked>& found);
    void dropUnread(const std::vector<UnreadStore>& unread);
    void remember() const;

    StoreReader& m_reader;
    StoreFiles m_files;
    std::vector<std::filesystem::path> m_waiting; ///< to be looked at next
    bool m_restoring = false;                     ///< those looked at are of the last time
    std::set<std::int64_t> m_locked;              ///< places of which that has been told
    LatestJob m_job;
};

} // namespace coterie::ui
