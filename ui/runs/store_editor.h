#pragma once

#include "core/store/run_store.h"

#include <QObject>
#include <QThreadPool>

#include <functional>

namespace coterie::ui {

/// Changes the run store off the GUI thread, one change after another in the order asked for; none
/// is ever dropped. Destroying it finishes those that wait.
class StoreEditor final : public QObject
{
    Q_OBJECT

public:
    using Change = std::function<Result<void>(RunStore&)>;
    /// Told on this object's thread whether the store took the change; if not, failed() said why.
    using Outcome = std::function<void(bool done)>;

    explicit StoreEditor(std::filesystem::path file, QObject* parent = nullptr);
    ~StoreEditor() override;

    void discard(const std::vector<std::int64_t>& runs, Outcome outcome = {});
    void restore(const std::vector<std::int64_t>& runs, Outcome outcome = {});
    void pin(const std::vector<std::int64_t>& runs, bool pinned, Outcome outcome = {});
    void setNote(std::int64_t run, const QString& note, Outcome outcome = {});
    /// Exactly these tags, in place of those it has.
    void setTags(std::int64_t run, const QStringList& tags, Outcome outcome = {});
    /// What was deleted long ago is deleted for good. Nobody asked for it, so a store that refuses
    /// is not told of: the next start tries again.
    void purge();
    /// What only reads the store and takes a while, an export for instance: a store that may not be
    /// written serves it too. `done` says so afterwards.
    void read(Change question, const QString& done);

signals:
    /// The store has changed; whoever shows its runs reads them again.
    void changed();
    /// Something asked for with read() has been done.
    void said(const QString& sentence);
    /// The sentence names the file and the reason; nothing of that change was kept.
    void failed(const QString& sentence);

private:
    void run(RunStore::Mode mode, Change change, Outcome outcome);

    std::filesystem::path m_file;
    QThreadPool m_pool;
};

} // namespace coterie::ui
