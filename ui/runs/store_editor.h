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

    explicit StoreEditor(std::filesystem::path file, QObject* parent = nullptr);
    ~StoreEditor() override;

    void discard(const std::vector<std::int64_t>& runs);
    void restore(const std::vector<std::int64_t>& runs);
    void pin(const std::vector<std::int64_t>& runs, bool pinned);
    void setNote(std::int64_t run, const QString& note);
    /// Exactly these tags, in place of those it has.
    void setTags(std::int64_t run, const QStringList& tags);
    /// What was deleted long ago is deleted for good.
    void purge();
    /// Anything else that takes the store a while, an export for instance; `done` says so afterwards.
    void run(Change change, const QString& done = {});

signals:
    /// The store has changed; whoever shows its runs reads them again.
    void changed();
    /// Something asked for with run() has been done.
    void said(const QString& sentence);
    /// The sentence names the file and the reason; nothing of that change was kept.
    void failed(const QString& sentence);

private:
    std::filesystem::path m_file;
    QThreadPool m_pool;
};

} // namespace coterie::ui
