#include "core/base/files.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <streambuf>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace coterie {

namespace {

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

/// The temporary file; removed unless it was renamed.
class TemporaryFile
{
public:
    explicit TemporaryFile(const std::filesystem::path& target)
        : m_path(target.string() + ".XXXXXX")
    {
        m_descriptor = ::mkostemp(m_path.data(), O_CLOEXEC);
        if (m_descriptor < 0)
            m_path.clear();
        else
            ::fchmod(m_descriptor, 0644); // mkostemp gives 0600, but exports are shared
    }
    ~TemporaryFile()
    {
        static_cast<void>(close());
        if (!m_path.empty())
            ::unlink(m_path.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; }
    [[nodiscard]] bool close()
    {
        return m_descriptor < 0 || ::close(std::exchange(m_descriptor, -1)) == 0;
    }
    [[nodiscard]] bool becomes(const std::filesystem::path& target)
    {
        if (::rename(m_path.c_str(), target.c_str()) != 0)
            return false;
        m_path.clear();
        return true;
    }

private:
    std::string m_path;
    int m_descriptor = -1;
};

Unexpected<Error> refused(const std::filesystem::path& file, int problem)
{
    if (problem == ENOSPC || problem == EDQUOT)
        return fail(file.string(), "the disk is full; the file was not written");
    return fail(file.string(),
                "the file cannot be written (" + std::generic_category().message(problem) + ")");
}

std::filesystem::path folderNamedBy(const char* variable)
{
    const char* value = std::getenv(variable);
    return value == nullptr ? "" : value;
}

} // namespace

Result<void> writeFileAtomically(const std::filesystem::path& file,
                                 const std::function<Result<void>(std::ostream&)>& write)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored))
        return fail(file.string(), "must be a file name (is a folder)", ErrorKind::File);
    TemporaryFile temporary(file);
    if (temporary.descriptor() < 0)
        return refused(file, errno);
    DescriptorBuffer buffer(temporary.descriptor());
    std::ostream out(&buffer);
    Result<void> written = write(out);
    out.flush();
    if (buffer.problem() != 0) // before `written`, which may only say that the stream failed
        return refused(file, buffer.problem());
    if (!written)
        return written;
    if (::fsync(temporary.descriptor()) != 0 || !temporary.close() || !temporary.becomes(file))
        return refused(file, errno);
    return {};
}

std::filesystem::path userDataFolder()
{
    if (const std::filesystem::path data = folderNamedBy("XDG_DATA_HOME"); data.is_absolute())
        return data / "coterie";
    const std::filesystem::path home = folderNamedBy("HOME");
    return home.empty() ? home : home / ".local" / "share" / "coterie";
}

} // namespace coterie
