#include "ui/runs/store_editor.h"

#include "ui/words.h"

#include <QStringList>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr int kDaysKept = 1; ///< how long a deleted run can be restored

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
    m_pool.setMaxThreadCount(1); // in order
}

StoreEditor::~StoreEditor()
{
    m_pool.waitForDone();
}

void StoreEditor::run(RunStore::Mode mode, Change change, Outcome outcome)
{
    m_pool.start([this, file = m_file, mode, change = std::move(change), outcome] {
        const auto store = RunStore::open(file, mode);
        const Result<void> result =
            store ? change(**store) : Result<void>(Unexpected<Error>{store.error()});
        const QString trouble = result ? QString() : toQString(result.error().sentence());
        QMetaObject::invokeMethod(
            this,
            [this, mode, trouble, outcome] {
                if (!trouble.isEmpty())
                    emit failed(trouble);
                if (outcome)
                    outcome(trouble.isEmpty());
                if (trouble.isEmpty() && mode == RunStore::Mode::ReadWrite)
                    emit changed();
            },
            Qt::QueuedConnection);
    });
}

void StoreEditor::read(Change question, const QString& done)
{
    run(RunStore::Mode::ReadOnly, std::move(question), [this, done](bool succeeded) {
        if (succeeded)
            emit said(done);
    });
}

void StoreEditor::write(Change change, Outcome outcome)
{
    run(RunStore::Mode::ReadWrite, std::move(change), std::move(outcome));
}

void StoreEditor::discard(const std::vector<std::int64_t>& runs, Outcome outcome)
{
    write([runs](RunStore& store) { return store.discardRuns(runs); }, std::move(outcome));
}

void StoreEditor::restore(const std::vector<std::int64_t>& runs, Outcome outcome)
{
    write([runs](RunStore& store) { return store.restoreRuns(runs); }, std::move(outcome));
}

void StoreEditor::pin(const std::vector<std::int64_t>& runs, bool pinned, Outcome outcome)
{
    write(
        [runs, pinned](RunStore& store) -> Result<void> {
            for (const std::int64_t id : runs)
                if (Result<void> done = store.setPinned(id, pinned); !done)
                    return done;
            return {};
        },
        std::move(outcome));
}

void StoreEditor::setNote(std::int64_t id, const QString& note, Outcome outcome)
{
    write([id, text = note.toStdString()](RunStore& store) { return store.setNote(id, text); },
          std::move(outcome));
}

void StoreEditor::setTags(std::int64_t id, const QStringList& tags, Outcome outcome)
{
    std::vector<std::string> texts;
    for (const QString& tag : tags)
        texts.push_back(tag.toStdString());
    write([id, texts](RunStore& store) { return replaceTags(store, id, texts); },
          std::move(outcome));
}

void StoreEditor::purge()
{
    // A window that only looks for runs must not create the file.
    std::error_code ignored;
    if (!std::filesystem::exists(m_file, ignored))
        return;
    m_pool.start([file = m_file] {
        if (const auto store = RunStore::open(file))
            static_cast<void>((*store)->purgeDiscarded(kDaysKept));
    });
}

} // namespace coterie::ui
