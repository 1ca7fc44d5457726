#pragma once

#include "core/store/run_store.h"

#include <QObject>
#include <QThreadPool>

#include <functional>

namespace coterie::ui {

/// Changes one's own run store off the GUI thread, one change after another and in order; none is
/// dropped. The destructor finishes the changes that wait.
class StoreEditor final : public QObject
{
    Q_OBJECT

public:
    using Change = std::function<Result<void>(RunStore&)>;
    /// Called on this object's thread; if the change failed, failed() gave the reason.
    using Outcome = std::function<void(bool done)>;

    explicit StoreEditor(StoreFiles files, QObject* parent = nullptr);
    ~StoreEditor() override;

    void change(Change change, Outcome outcome = {});
    /// Removes runs for good that were deleted long ago. Errors are not reported, as the next start
    /// tries again.
    void purge();
    /// For work that only reads, an export for instance; it also works for a read-only store, and
    /// for runs of the stores beside one's own.
    /// `done` is said afterwards, with the file or folder that was written.
    void read(Change question, const QString& done, const QString& written = {});
    /// The same with a sentence that depends on what was read; it is asked for afterwards.
    void read(Change question, std::function<QString()> done, const QString& written = {});

signals:
    void changed();
    /// After read().
    void said(const QString& sentence, const QString& written);
    /// The sentence names the file and the reason. The store is unchanged.
    void failed(const QString& sentence);

private:
    void run(RunStore::Mode mode, Change change, Outcome outcome);

    StoreFiles m_files;
    QThreadPool m_pool;
};

} // namespace coterie::ui
