#include "ui/runs/store_editor.h"

#include "core/base/try.h"
#include "ui/words.h"

namespace coterie::ui {

namespace {

constexpr int kDaysKept = 1; ///< how long a deleted run can be restored

} // namespace

StoreEditor::StoreEditor(StoreFiles files, QObject* parent)
    : QObject(parent)
    , m_files(std::move(files))
{
    m_pool.setMaxThreadCount(1); // in order
}

StoreEditor::~StoreEditor()
{
    m_pool.waitForDone();
}

void StoreEditor::run(RunStore::Mode mode, Change change, Outcome outcome)
{
    m_pool.start([this, files = m_files, mode, change = std::move(change), outcome] {
        const Result<void> result = [&]() -> Result<void> {
            COTERIE_TRY(const auto store,
                        mode == RunStore::Mode::ReadWrite ? RunStore::open(files.own())
                                                          : RunStore::openAll(files));
            return change(*store);
        }();
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

void StoreEditor::read(Change question, const QString& done, const QString& written)
{
    read(
        std::move(question), [done] { return done; }, written);
}

void StoreEditor::read(Change question, std::function<QString()> done, const QString& written)
{
    run(RunStore::Mode::ReadOnly,
        std::move(question),
        [this, done = std::move(done), written](bool succeeded) {
            if (succeeded)
                emit said(done(), written);
        });
}

void StoreEditor::change(Change change, Outcome outcome)
{
    run(RunStore::Mode::ReadWrite, std::move(change), std::move(outcome));
}

void StoreEditor::purge()
{
    // A window that only looks for runs must not create the file.
    std::error_code ignored;
    if (!std::filesystem::exists(m_files.own(), ignored))
        return;
    m_pool.start([file = m_files.own()] {
        if (const auto store = RunStore::open(file))
            static_cast<void>((*store)->purgeDiscarded(kDaysKept));
    });
}

} // namespace coterie::ui
