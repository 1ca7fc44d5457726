#include "ui/runs/store_editor.h"

#include "ui/words.h"

#include <QStringList>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr int kDaysKept = 1; ///< how long a deleted run can be brought back

Result<void> replaceTags(RunStore& store, std::int64_t run, const std::vector<std::string>& tags)
{
    const Result<RunRow> row = store.run(run);
    if (!row)
        return Unexpected<Error>{row.error()};
    for (const std::string& old : row->tags)
        if (std::ranges::find(tags, old) == tags.end())
            if (Result<void> removed = store.removeTag(run, old); !removed)
                return removed;
    for (const std::string& tag : tags)
        if (Result<void> added = store.addTag(run, tag); !added)
            return added;
    return {};
}

} // namespace

StoreEditor::StoreEditor(std::filesystem::path file, QObject* parent)
    : QObject(parent)
    , m_file(std::move(file))
{
    m_pool.setMaxThreadCount(1); // one after another, in order
}

StoreEditor::~StoreEditor()
{
    m_pool.waitForDone();
}

void StoreEditor::run(Change change, const QString& done)
{
    m_pool.start([this, file = m_file, change = std::move(change), done] {
        const auto store = RunStore::open(file);
        const Result<void> result =
            store ? change(**store) : Result<void>(Unexpected<Error>{store.error()});
        const QString trouble = result ? QString() : toQString(result.error().sentence());
        QMetaObject::invokeMethod(
            this,
            [this, trouble, done] {
                if (!trouble.isEmpty())
                    return emit failed(trouble);
                if (!done.isEmpty())
                    emit said(done);
                emit changed();
            },
            Qt::QueuedConnection);
    });
}

void StoreEditor::discard(const std::vector<std::int64_t>& runs)
{
    run([runs](RunStore& store) { return store.discardRuns(runs); });
}

void StoreEditor::restore(const std::vector<std::int64_t>& runs)
{
    run([runs](RunStore& store) { return store.restoreRuns(runs); });
}

void StoreEditor::pin(const std::vector<std::int64_t>& runs, bool pinned)
{
    run([runs, pinned](RunStore& store) -> Result<void> {
        for (const std::int64_t id : runs)
            if (Result<void> done = store.setPinned(id, pinned); !done)
                return done;
        return {};
    });
}

void StoreEditor::setNote(std::int64_t id, const QString& note)
{
    run([id, text = note.toStdString()](RunStore& store) { return store.setNote(id, text); });
}

void StoreEditor::setTags(std::int64_t id, const QStringList& tags)
{
    std::vector<std::string> texts;
    for (const QString& tag : tags)
        texts.push_back(tag.toStdString());
    run([id, texts](RunStore& store) { return replaceTags(store, id, texts); });
}

void StoreEditor::purge()
{
    // A file that does not exist yet must not come into being by a window that looks for runs.
    std::error_code ignored;
    if (!std::filesystem::exists(m_file, ignored))
        return;
    m_pool.start([this, file = m_file] {
        const auto store = RunStore::open(file);
        const auto purged = store ? (*store)->purgeDiscarded(kDaysKept)
                                  : Result<std::size_t>(Unexpected<Error>{store.error()});
        if (purged) // nothing that anybody sees has changed
            return;
        const QString trouble = toQString(purged.error().sentence());
        QMetaObject::invokeMethod(
            this, [this, trouble] { emit failed(trouble); }, Qt::QueuedConnection);
    });
}

} // namespace coterie::ui
