#include "core/store/leases.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace coterie {

namespace {

/// The file has one number for each run: the process that computes it or died with it; 0: none.
using ProcessId = std::int64_t;

off_t placeOf(std::int64_t run)
{
    // A stranger's store may number its runs beyond what a file can hold.
    constexpr std::int64_t kMostRuns = std::int64_t{1} << 32;
    return static_cast<off_t>(run & (kMostRuns - 1)) * static_cast<off_t>(sizeof(ProcessId));
}

std::filesystem::path placeBeside(const std::filesystem::path& store)
{
    return store.string() + "-running";
}

/// The lock of one run.
struct flock lockOf(std::int64_t run, short type)
{
    struct flock lock = {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = placeOf(run);
    lock.l_len = sizeof(ProcessId);
    return lock;
}

} // namespace

class LeaseFile
{
public:
    explicit LeaseFile(const std::filesystem::path& store, int access)
        : m_path(placeBeside(store))
        , m_descriptor(
              ::open(m_path.c_str(), access | O_CLOEXEC, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH))
    {}
    ~LeaseFile()
    {
        if (isOpen())
            ::close(m_descriptor);
    }
    LeaseFile(const LeaseFile&) = delete;
    LeaseFile& operator=(const LeaseFile&) = delete;

    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }

    [[nodiscard]] Unexpected<Error> refusal(int problem) const
    {
        return fail(m_path.string(),
                    "cannot use the file that lists the runs in progress: "
                        + std::generic_category().message(problem),
                    problem == ENOSPC || problem == EDQUOT ? ErrorKind::TooMuch : ErrorKind::Other);
    }

    /// 0 or the errno. The lock belongs to the open file, not to the process: two queues of one
    /// process exclude each other too, and no other close() of the same file ends it.
    [[nodiscard]] int lock(std::int64_t run, short type) const
    {
        struct flock wanted = lockOf(run, type);
        return ::fcntl(m_descriptor, F_OFD_SETLK, &wanted) == 0 ? 0 : errno;
    }

    [[nodiscard]] bool isLocked(std::int64_t run) const
    {
        struct flock asked = lockOf(run, F_RDLCK);
        return ::fcntl(m_descriptor, F_OFD_GETLK, &asked) == 0 && asked.l_type != F_UNLCK;
    }

    [[nodiscard]] int sign(std::int64_t run, ProcessId process) const
    {
        const ssize_t written = ::pwrite(m_descriptor, &process, sizeof process, placeOf(run));
        if (written == sizeof process)
            return 0;
        return written < 0 ? errno : ENOSPC;
    }

    /// 0: nobody.
    [[nodiscard]] ProcessId signature(std::int64_t run) const
    {
        ProcessId process = 0;
        const ssize_t got = ::pread(m_descriptor, &process, sizeof process, placeOf(run));
        return got == sizeof process && process > 0 ? process : 0;
    }

    [[nodiscard]] std::string holder(std::int64_t run) const
    {
        const ProcessId process = signature(run);
        if (process == 0) // it has the lock and has not signed yet
            return "another process on this machine";
        if (process == ::getpid())
            return "another queue of this program";
        return "another process (pid " + std::to_string(process) + ") on this machine";
    }

private:
    const std::filesystem::path m_path;
    const int m_descriptor;
};

bool isComputed(const std::filesystem::path& store, std::int64_t run)
{
    const LeaseFile file(store, O_RDONLY);
    return file.isOpen() && file.isLocked(run);
}

bool wasLeft(const std::filesystem::path& store, std::int64_t run)
{
    const LeaseFile file(store, O_RDONLY);
    // Signed before and after, because another process may sign or release in between.
    return file.isOpen() && file.signature(run) != 0 && !file.isLocked(run)
           && file.signature(run) != 0;
}

RunLease::RunLease(std::shared_ptr<LeaseFile> file, std::int64_t run, std::int64_t signedBefore)
    : m_file(std::move(file))
    , m_run(run)
    , m_signedBefore(signedBefore)
{}

RunLease& RunLease::operator=(RunLease&& other) noexcept
{
    std::swap(m_file, other.m_file);
    std::swap(m_run, other.m_run);
    std::swap(m_signedBefore, other.m_signedBefore);
    return *this;
}

RunLease::~RunLease()
{
    if (!m_file)
        return;
    static_cast<void>(m_file->sign(m_run, m_signedBefore)); // a crash leaves the process id
    static_cast<void>(m_file->lock(m_run, F_UNLCK));        // closing the file does it too
}

RunLeases::RunLeases(std::shared_ptr<LeaseFile> file)
    : m_file(std::move(file))
{}

Result<RunLeases> RunLeases::open(const std::filesystem::path& store)
{
    auto file = std::make_shared<LeaseFile>(store, O_RDWR | O_CREAT);
    if (!file->isOpen())
        return file->refusal(errno);
    return RunLeases(std::move(file));
}

Result<RunLease> RunLeases::take(std::int64_t run)
{
    const int problem = m_file->lock(run, F_WRLCK);
    if (problem == EAGAIN || problem == EACCES)
        return fail({},
                    "Run " + std::to_string(run) + " is being computed by " + m_file->holder(run)
                        + ".");
    if (problem != 0)
        return m_file->refusal(problem);
    RunLease lease(m_file, run, m_file->signature(run));
    if (const int refused = m_file->sign(run, ::getpid()); refused != 0)
        return m_file->refusal(refused);
    return lease;
}

} // namespace coterie
