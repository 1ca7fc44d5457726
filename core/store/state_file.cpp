#include "core/store/state_file.h"

#include "core/store/database.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace coterie {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{4} << 20;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what, int problem)
{
    const std::string why = problem == ENOSPC || problem == EDQUOT
                                ? "the disk is full; free some space and try again"
                                : std::generic_category().message(problem);
    throw DatabaseError(fail(file.string(), what + ": " + why).error);
}

/// A file whose name is not on disk yet would be gone with the power.
void syncFolder(const std::filesystem::path& file)
{
    const std::filesystem::path folder = file.parent_path().empty() ? "." : file.parent_path();
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    ::fsync(descriptor);
    ::close(descriptor);
}

} // namespace

std::filesystem::path stateFile(const std::filesystem::path& store, std::int64_t run)
{
    return store.string() + "-state-" + std::to_string(run);
}

void StateFileWriter::Free::operator()(std::byte* memory) const
{
    std::free(memory);
}

StateFileWriter::StateFileWriter(const std::filesystem::path& file)
    : m_file(file)
    , m_buffer(static_cast<std::byte*>(std::aligned_alloc(kFileBlock, kBufferBytes)))
{
    if (!m_buffer)
        throw std::bad_alloc();
    std::error_code ignored;
    const bool isNew = !std::filesystem::exists(file, ignored);
    constexpr int kFlags = O_WRONLY | O_CREAT | O_CLOEXEC;
    constexpr mode_t kRights = S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH;
    m_descriptor = ::open(file.c_str(), kFlags | O_DIRECT, kRights);
    if (m_descriptor < 0 && errno == EINVAL) // a file system that always caches
        m_descriptor = ::open(file.c_str(), kFlags, kRights);
    if (m_descriptor < 0)
        refuse(file, "the state of the run cannot be written", errno);
    if (isNew)
        syncFolder(file);
}

StateFileWriter::~StateFileWriter()
{
    ::close(m_descriptor);
}

void StateFileWriter::write(std::uint64_t offset, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const std::size_t count = std::min(bytes.size(), kBufferBytes);
        std::memcpy(m_buffer.get(), bytes.data(), count);
        const std::size_t length = wholeBlocks(count);
        std::memset(m_buffer.get() + count, 0, length - count);
        writeBlocks(offset, length);
        offset += length;
        bytes = bytes.subspan(count);
    }
}

void StateFileWriter::writeBlocks(std::uint64_t offset, std::size_t length)
{
    for (std::size_t done = 0; done < length;) {
        const ssize_t written = ::pwrite(
            m_descriptor, m_buffer.get() + done, length - done, static_cast<off_t>(offset + done));
        if (written > 0) {
            done += static_cast<std::size_t>(written);
            continue;
        }
        const int problem = written == 0 ? EIO : errno;
        const int flags = ::fcntl(m_descriptor, F_GETFL);
        if (problem == EINVAL && (flags & O_DIRECT) != 0)
            ::fcntl(m_descriptor, F_SETFL, flags & ~O_DIRECT); // this disk has larger blocks
        else if (problem != EINTR)
            refuse(m_file, "the state of the run cannot be written", problem);
    }
}

void StateFileWriter::sync()
{
    if (::fdatasync(m_descriptor) != 0)
        refuse(m_file, "the state of the run cannot be written", errno);
}

std::vector<std::byte> readStateFile(const std::filesystem::path& file, const Extent& extent)
{
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        refuse(file, "the state of the run cannot be read", errno);
    std::vector<std::byte> bytes(extent.length);
    std::size_t done = 0;
    int problem = 0;
    while (done < bytes.size() && problem == 0) {
        const ssize_t got = ::pread(descriptor,
                                    bytes.data() + done,
                                    bytes.size() - done,
                                    static_cast<off_t>(extent.offset + done));
        if (got > 0)
            done += static_cast<std::size_t>(got);
        else if (got == 0)
            problem = ENODATA;
        else if (errno != EINTR)
            problem = errno;
    }
    ::close(descriptor);
    if (problem != 0)
        refuse(file, "the state of the run cannot be read", problem);
    return bytes;
}

} // namespace coterie
