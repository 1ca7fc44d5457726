#include "core/run/queue_store.h"

#include "core/base/try.h"

#include <system_error>
#include <utility>

namespace coterie {

namespace {

/// One that nobody may look for is not known to be missing.
bool isMissing(const std::filesystem::path& file)
{
    std::error_code ignored;
    return std::filesystem::status(file, ignored).type() == std::filesystem::file_type::not_found;
}

} // namespace

QueueStore::QueueStore(std::filesystem::path wanted)
    : m_wanted(std::move(wanted))
    , m_file(m_wanted)
{}

Result<void> QueueStore::open()
{
    for (std::unique_ptr<RunStore>* store : {&m_rows, &m_sink}) {
        if (*store)
            continue;
        COTERIE_TRY(*store, RunStore::open(file()));
    }
    if (!m_leases) {
        COTERIE_TRY(m_leases, RunLeases::open(file()));
        m_rows->dropNeedlessStates(*m_leases);
    }
    return {};
}

void QueueStore::close()
{
    m_rows.reset();
    m_sink.reset();
    m_leases.reset();
    setFile(m_wanted);
}

bool QueueStore::holds(const std::filesystem::path& file) const
{
    return file == this->file() && (m_rows || !isMissing(file));
}

bool QueueStore::wouldHold(const std::filesystem::path& file) const
{
    return file == m_wanted && !isMissing(file);
}

Result<void> QueueStore::rescue()
{
    Result<void> moved = m_sink->rescue();
    Result<void> followed = follow();
    return moved ? followed : moved;
}

Result<void> QueueStore::follow()
{
    if (!sinkHasMoved())
        return {};
    COTERIE_TRY(m_rows, RunStore::open(m_sink->file()));
    setFile(m_sink->file());
    m_leases.reset(); // those of the other file
    return open();
}

std::filesystem::path QueueStore::file() const
{
    const std::lock_guard lock(m_mutex);
    return m_file;
}

void QueueStore::setFile(const std::filesystem::path& file)
{
    const std::lock_guard lock(m_mutex);
    m_file = file;
}

} // namespace coterie
