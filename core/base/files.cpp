#include "core/base/files.h"

#include "core/base/printable.h"
#include "core/base/try.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sstream>
#include <streambuf>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace coterie {

namespace {

namespace fs = std::filesystem;

/// A stream to a file descriptor that keeps the reason of a failed write, unlike std::ofstream.
class DescriptorBuffer final : public std::streambuf
{
public:
    explicit DescriptorBuffer(int descriptor)
        : m_descriptor(descriptor)
    {
        setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
    }
    [[nodiscard]] int problem() const { return m_problem; }

protected:
    int_type overflow(int_type letter) override
    {
        if (sync() != 0)
            return traits_type::eof();
        if (!traits_type::eq_int_type(letter, traits_type::eof()))
            sputc(traits_type::to_char_type(letter));
        return traits_type::not_eof(letter);
    }

    int sync() override
    {
        const char* place = pbase();
        while (place != pptr() && m_problem == 0) {
            const auto left = static_cast<std::size_t>(pptr() - place);
            const ssize_t written = ::write(m_descriptor, place, left);
            if (written >= 0)
                place += written;
            else if (errno != EINTR)
                m_problem = errno;
        }
        setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
        return m_problem == 0 ? 0 : -1;
    }

private:
    int m_descriptor;
    int m_problem = 0;
    std::array<char, 1 << 16> m_buffer{};
};

/// A descriptor, closed at the end.
class Descriptor
{
public:
    explicit Descriptor(int descriptor)
        : m_descriptor(descriptor)
    {}
    ~Descriptor() { static_cast<void>(close()); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int get() const { return m_descriptor; }
    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    [[nodiscard]] bool close()
    {
        return !isOpen() || ::close(std::exchange(m_descriptor, -1)) == 0;
    }

protected:
    void open(int descriptor) { m_descriptor = descriptor; }

private:
    int m_descriptor = -1;
};

/// The name of a temporary file of this process, which a signal that ends it removes. A handler may
/// neither lock nor allocate, and runs on any thread: what it reads is never freed.
struct TemporaryName
{
    std::atomic<bool> isTaken = false;
    std::atomic<bool> isComplete = false;
    std::array<char, PATH_MAX> text{};
};
std::array<TemporaryName, 16> temporaryNames;

extern "C" void removeTemporaries(int signal)
{
    const int interrupted = errno; // of the code that goes on until the raised signal comes
    for (const TemporaryName& name : temporaryNames)
        if (name.isComplete)
            ::unlink(name.text.data());
    ::raise(signal); // when this returns, and the usual way: SA_RESETHAND
    errno = interrupted;
}

/// Signals that the program handles or ignores stay as they are: then it ends by itself.
void catchSignals()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action = {};
        if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL)
            continue;
        action.sa_handler = &removeTemporaries;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        ::sigaction(signal, &action, nullptr);
    }
}

/// Keeps a copy of a name among them.
class RemovedBySignal
{
public:
    explicit RemovedBySignal(const std::string& name)
    {
        for (TemporaryName& place : temporaryNames) {
            if (name.size() >= place.text.size() || place.isTaken.exchange(true))
                continue;
            std::memcpy(place.text.data(), name.c_str(), name.size() + 1);
            place.isComplete = true;
            m_place = &place;
            break;
        }
        catchSignals();
    }
    ~RemovedBySignal()
    {
        if (m_place == nullptr)
            return;
        m_place->isComplete = false;
        m_place->isTaken = false;
    }
    RemovedBySignal(const RemovedBySignal&) = delete;
    RemovedBySignal& operator=(const RemovedBySignal&) = delete;

private:
    TemporaryName* m_place = nullptr;
};

/// The new content until it is complete: a file without a name, which vanishes with its process
/// however that ends. On a file system that has none of those (NFS, vfat) it is a named file beside
/// the target, which SIGKILL or a crash leaves behind.
class TemporaryFile : public Descriptor
{
public:
    explicit TemporaryFile(const fs::path& target)
        : Descriptor(::open((target.has_parent_path() ? target.parent_path() : ".").c_str(),
                            O_TMPFILE | O_WRONLY | O_CLOEXEC,
                            0600))
        , m_target(target.string())
    {
        if (!isOpen()) {
            m_name = m_target + ".XXXXXX";
            open(::mkostemp(m_name.data(), O_CLOEXEC));
            if (isOpen())
                m_removed.emplace(m_name);
        }
        struct stat before = {};
        if (isOpen()) // exports are shared; a file that is replaced keeps its mode
            ::fchmod(get(), ::stat(m_target.c_str(), &before) == 0 ? before.st_mode & 07777 : 0644);
        else
            m_name.clear();
    }
    ~TemporaryFile()
    {
        if (!m_name.empty())
            ::unlink(m_name.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    /// Gives the complete file the target's name. False: errno says why.
    [[nodiscard]] bool replaceTarget()
    {
        if (::fsync(get()) != 0)
            return false;
        if (m_name.empty()) {
            if (link(m_target))
                return true;
            if (errno != EEXIST || !linkBeside())
                return false;
        }
        if (!close() || ::rename(m_name.c_str(), m_target.c_str()) != 0)
            return false;
        m_removed.reset();
        m_name.clear();
        return true;
    }

private:
    [[nodiscard]] bool link(const std::string& name) const
    {
        const std::string self = "/proc/self/fd/" + std::to_string(get());
        return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    }
    /// Only a rename replaces a file, and it needs a name: one that is free.
    [[nodiscard]] bool linkBeside()
    {
        for (int number = ::getpid();; ++number) {
            std::string name = m_target + '.' + std::to_string(number);
            if (link(name)) {
                m_name = std::move(name);
                m_removed.emplace(m_name);
                return true;
            }
            if (errno != EEXIST)
                return false;
        }
    }

    std::string m_target;
    std::string m_name; // of the file beside the target; empty: it has none
    std::optional<RemovedBySignal> m_removed;
};

Unexpected<Error> refused(const fs::path& file, int problem)
{
    if (problem == ENOSPC || problem == EDQUOT)
        return fail(file.string(), "the disk is full; the file was not written");
    return fail(file.string(),
                "the file cannot be written (" + std::generic_category().message(problem) + ")");
}

Result<void> writeTo(int descriptor,
                     const fs::path& file,
                     const std::function<Result<void>(std::ostream&)>& write)
{
    DescriptorBuffer buffer(descriptor);
    std::ostream out(&buffer);
    Result<void> written;
    if (::isatty(descriptor) != 0) { // no place for a stranger's escapes
        std::ostringstream text;
        written = write(text);
        out << printable(text.str(), LineEnds::Keep);
    } else {
        written = write(out);
    }
    out.flush();
    if (buffer.problem() != 0) // before `written`, which may only say that the stream failed
        return refused(file, buffer.problem());
    return written;
}

/// Where symbolic links lead.
struct Target
{
    std::optional<fs::path> file; // may not exist yet; nothing: its place cannot be replaced
    int descriptor = -1;          // of this process, which the links name: /dev/stdout
};

/// There is no file at the end of links in a circle, and of those in /proc, which name open files.
Target targetOf(fs::path file)
{
    constexpr int kMostLinks = 40; // as the kernel follows
    const std::string own = "/proc/" + std::to_string(::getpid()) + "/";
    std::error_code problem;
    for (int link = 0; link < kMostLinks && fs::is_symlink(file, problem); ++link) {
        const fs::path folder = fs::canonical(fs::absolute(file).parent_path(), problem);
        const fs::path next = fs::read_symlink(file, problem);
        if (problem)
            return {};
        if (folder.string().starts_with("/proc/")) {
            const bool isOwn = folder.string().starts_with(own) && folder.filename() == "fd";
            return {.file = {}, .descriptor = isOwn ? std::atoi(file.filename().c_str()) : -1};
        }
        file = folder / next; // an absolute one stands alone
    }
    return {.file = fs::is_symlink(file, problem) ? std::nullopt : std::optional(file)};
}

/// How long a pipe's other end may take: the shell starts both programs at once.
constexpr std::chrono::milliseconds kPatience{2000};

/// Whether a program has begun to write to the pipe, or has closed it, before patience ends.
bool waitForWriter(int pipe)
{
    pollfd waiting{.fd = pipe, .events = POLLIN, .revents = 0};
    int ready = 0;
    do {
        ready = ::poll(&waiting, 1, static_cast<int>(kPatience.count()));
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

/// Opens a device, or a pipe when a program reads it. ENXIO: none does.
int openForWriting(const fs::path& file)
{
    constexpr int kFlags = O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC;
    constexpr std::chrono::milliseconds kPause{10};
    auto left = kPatience;
    int descriptor = -1;
    // Without O_NONBLOCK opening a pipe that nobody reads would never end.
    while ((descriptor = ::open(file.c_str(), kFlags | O_NONBLOCK)) < 0 && errno == ENXIO
           && left.count() > 0) {
        std::this_thread::sleep_for(kPause);
        left -= kPause;
    }
    if (descriptor >= 0)
        ::fcntl(descriptor, F_SETFL, kFlags); // writing waits for the reader
    return descriptor;
}

fs::path folderNamedBy(const char* variable)
{
    const char* value = std::getenv(variable);
    return value == nullptr ? "" : value;
}

} // namespace

Result<void> writeFileAtomically(const fs::path& file,
                                 const std::function<Result<void>(std::ostream&)>& write)
{
    if (file.empty())
        return fail({}, "The name of the file to write is empty.");
    std::error_code ignored;
    const fs::file_status status = fs::status(file, ignored);
    if (fs::is_directory(status))
        return fail(file.string(), "must be a file name (is a folder)", ErrorKind::File);
    const Target target = targetOf(file);
    // A rename would replace a file that is read-only. What is open for writing already can be
    // written to, whatever its mode.
    if (target.descriptor < 0 && fs::exists(status)
        && ::faccessat(AT_FDCWD, file.c_str(), W_OK, AT_EACCESS) != 0)
        return refused(file, errno);
    // A device, a pipe or an open file takes bytes as they come. One that is open here is not
    // opened again: a new place in the file would begin at 0, and later output overwrite it.
    if (!target.file || (fs::exists(status) && !fs::is_regular_file(status))) {
        const Descriptor stream(target.descriptor >= 0
                                    ? ::fcntl(target.descriptor, F_DUPFD_CLOEXEC, 0)
                                    : openForWriting(file));
        if (!stream.isOpen() && errno == ENXIO && fs::is_fifo(status))
            return fail(file.string(), "no program reads this pipe", ErrorKind::File);
        return stream.isOpen() ? writeTo(stream.get(), file, write) : refused(file, errno);
    }
    TemporaryFile temporary(*target.file);
    if (!temporary.isOpen())
        return refused(file, errno);
    COTERIE_CHECK(writeTo(temporary.get(), file, write));
    if (!temporary.replaceTarget())
        return refused(file, errno);
    return {};
}

Result<std::string> readWholeFile(const fs::path& file, std::size_t most)
{
    const auto refuse = [&file](std::string message, ErrorKind kind = ErrorKind::File) {
        return fail(file.string(), std::move(message), kind);
    };
    const auto because = [](int problem) {
        return " (" + std::generic_category().message(problem) + ")";
    };
    std::error_code problem;
    const fs::file_status status = fs::status(file, problem);
    if (status.type() == fs::file_type::not_found)
        return refuse("there is no such file", ErrorKind::NotFound);
    if (problem)
        return refuse("cannot be read (" + problem.message() + ")");
    if (!fs::is_regular_file(status) && !fs::is_fifo(status))
        return refuse("must be a file (is a folder or device)");
    // Else opening a pipe would wait for its writer, for ever if there is none.
    const Descriptor opened(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!opened.isOpen())
        return refuse("the file cannot be opened" + because(errno));
    std::string bytes;
    std::array<char, 1 << 16> piece{};
    bool mayLackWriter = fs::is_fifo(status);
    bool waitedInVain = false;
    while (bytes.size() < most) {
        const ssize_t count =
            ::read(opened.get(), piece.data(), std::min(piece.size(), most - bytes.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno != EAGAIN)
            return refuse("the file cannot be read to its end" + because(errno));
        if (count < 0) // the pipe has a writer; from here on reading waits for its bytes
            ::fcntl(opened.get(), F_SETFL, O_RDONLY);
        if (count == 0 && waitedInVain)
            return refuse("no program writes to this pipe");
        if (count == 0 && !mayLackWriter)
            break;
        // After the wait it is read once more: a program may have it open without writing yet.
        waitedInVain = count == 0 && !waitForWriter(opened.get());
        if (count > 0)
            bytes.append(piece.data(), static_cast<std::size_t>(count));
        mayLackWriter = false;
    }
    return bytes;
}

fs::path userDataFolder()
{
    if (const fs::path data = folderNamedBy("XDG_DATA_HOME"); data.is_absolute())
        return data / "coterie";
    const fs::path home = folderNamedBy("HOME");
    return home.empty() ? home : home / ".local" / "share" / "coterie";
}

} // namespace coterie
