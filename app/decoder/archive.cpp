#include "app/decoder/archive.h"

#include "app/decoder/parent.h"
#include "core/data/formats/archive_messages.h"

#include <archive.h>
#include <archive_entry.h>
#include <array>
#include <cerrno>
#include <clocale>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>
#include <zlib.h>

namespace coterie::decoder {

namespace {

/// What xz may need to unpack what `xz -9` packed, twice.
constexpr std::uint64_t kUnpackingBytes = std::uint64_t{160} << 20;

using Reader = std::unique_ptr<archive, decltype(&archive_read_free)>;

void answer(const ArchiveAnswer& words, const void* following, std::uint64_t bytes)
{
    const std::uint64_t size = sizeof words + bytes;
    writeAll(&size, sizeof size);
    writeAll(&words, sizeof words);
    writeAll(following, bytes);
}

void refuse(std::string_view words)
{
    answer({}, words.data(), words.size());
}

/// What libarchive says, without an end of line.
std::string problemOf(archive* reader)
{
    const char* said = archive_error_string(reader);
    std::string words = said == nullptr ? "libarchive does not say why" : said;
    while (!words.empty() && (words.back() == '\n' || words.back() == '.'))
        words.pop_back();
    return words;
}

/// A file in gzip. libarchive does not compare the checksums of one, zlib does.
class Gzip
{
public:
    explicit Gzip(int file)
        : m_file(gzdopen(file, "rb"))
    {}
    ~Gzip()
    {
        if (m_file != nullptr)
            gzclose_r(m_file);
    }
    Gzip(const Gzip&) = delete;
    Gzip& operator=(const Gzip&) = delete;

    /// The next bytes; none at the end. Negative: see problem().
    int read()
    {
        const int count =
            m_file == nullptr
                ? -1
                : gzread(m_file, m_bytes.data(), static_cast<unsigned>(m_bytes.size()));
        if (count > 0)
            return count;
        int error = Z_OK;
        const char* said = m_file == nullptr ? nullptr : gzerror(m_file, &error);
        if (count == 0 && (error == Z_OK || error == Z_STREAM_END))
            return 0;
        m_problem = "the gzip data is cut short";
        if (error != Z_BUF_ERROR) {
            std::string words = said == nullptr ? "zlib did not start" : said;
            if (const std::size_t name = words.find(">: "); name != words.npos)
                words.erase(0, name + 3); // "<fd:3>: "
            m_problem = "the gzip data is damaged: " + words;
        }
        return -1;
    }
    [[nodiscard]] const char* bytes() const { return m_bytes.data(); }
    [[nodiscard]] const std::string& problem() const { return m_problem; }

private:
    gzFile m_file;
    std::vector<char> m_bytes = std::vector<char>(65536);
    std::string m_problem;
};

extern "C" {

static la_ssize_t readGzip(archive* reader, void* from, const void** bytes)
{
    auto* gzip = static_cast<Gzip*>(from);
    const int count = gzip->read();
    if (count < 0)
        archive_set_error(reader, EIO, "%s", gzip->problem().c_str());
    *bytes = gzip->bytes();
    return count;
}
}

bool isGzip(int file)
{
    std::array<unsigned char, 2> begin{};
    return ::pread(file, begin.data(), begin.size(), 0) == 2 && begin[0] == 0x1F
           && begin[1] == 0x8B;
}

/// Formats and packings are those of the folders that people pass on. Another program is never
/// started for one.
bool start(archive* reader, int file, Gzip* gzip)
{
    for (const auto support : {&archive_read_support_format_tar,
                               &archive_read_support_format_zip,
                               &archive_read_support_filter_bzip2,
                               &archive_read_support_filter_xz})
        if (support(reader) != ARCHIVE_OK) {
            refuse("cannot be read: this libarchive was built without zip, bzip2 or xz");
            return false;
        }
    constexpr std::size_t kBlock = 65536;
    const int done = gzip != nullptr ? archive_read_open(reader, gzip, nullptr, &readGzip, nullptr)
                                     : archive_read_open_fd(reader, file, kBlock);
    if (done == ARCHIVE_OK)
        return true;
    refuse("the archive cannot be read: "
           + (gzip != nullptr && !gzip->problem().empty() ? gzip->problem() : problemOf(reader)));
    return false;
}

/// Why a member is not read; empty: it is.
std::string problemOf(archive_entry* entry)
{
    if (archive_entry_hardlink(entry) != nullptr || archive_entry_symlink(entry) != nullptr
        || archive_entry_filetype(entry) == AE_IFLNK)
        return "is a link, and links are not followed; must be a file or a folder";
    if (archive_entry_is_encrypted(entry) != 0)
        return "is encrypted, which is not read";
    if (archive_entry_filetype(entry) != AE_IFREG && archive_entry_filetype(entry) != AE_IFDIR)
        return "must be a file or a folder";
    return {};
}

class Server
{
public:
    Server(archive* reader, Gzip* gzip)
        : m_reader(reader)
        , m_gzip(gzip)
    {}

    /// False: nothing can follow.
    bool next()
    {
        archive_entry* entry = nullptr;
        while (true) {
            const int done = archive_read_next_header(m_reader, &entry);
            if (done == ARCHIVE_EOF) {
                finish();
                return false;
            }
            // A warning is about what is not looked at: owners, times.
            if (done != ARCHIVE_OK && done != ARCHIVE_WARN) {
                refuse("the archive is damaged"
                       + (m_members == 0 ? std::string() : " after member " + m_name) + ": "
                       + problemOf(m_reader));
                return false;
            }
            if (++m_members > kMostMembers) {
                refuse("has more than " + std::to_string(kMostMembers) + " members");
                return false;
            }
            const char* name = archive_entry_pathname(entry);
            if (name == nullptr || std::string_view(name).size() > kLongestMemberName) {
                refuse("the name of member " + std::to_string(m_members)
                       + (name == nullptr ? " cannot be read" : " is too long"));
                return false;
            }
            m_name = name;
            if (const std::string problem = problemOf(entry); !problem.empty()) {
                refuse("member " + m_name + " " + problem);
                return false;
            }
            if (archive_entry_filetype(entry) == AE_IFDIR)
                continue;
            const std::int64_t size =
                archive_entry_size_is_set(entry) != 0 ? archive_entry_size(entry) : -1;
            answer({.kind = ArchiveAnswerKind::Member,
                    .size = size < 0 ? kUnknownSize : static_cast<std::uint64_t>(size)},
                   m_name.data(),
                   m_name.size());
            m_isInMember = true;
            return true;
        }
    }

    bool read()
    {
        const la_ssize_t count =
            m_isInMember ? archive_read_data(m_reader, m_piece.data(), m_piece.size()) : 0;
        if (count < 0) {
            refuse("the archive is damaged: " + problemOf(m_reader));
            return false;
        }
        m_isInMember = count > 0;
        answer(
            {.kind = ArchiveAnswerKind::Bytes}, m_piece.data(), static_cast<std::uint64_t>(count));
        return true;
    }

private:
    /// The end of the gzip data has their checksum.
    void finish()
    {
        int more = 0;
        do {
            more = m_gzip == nullptr ? 0 : m_gzip->read();
        } while (more > 0);
        if (more < 0)
            refuse("the archive is damaged: " + m_gzip->problem());
        else
            answer({.kind = ArchiveAnswerKind::End}, nullptr, 0);
    }

    archive* m_reader;
    Gzip* m_gzip;
    std::vector<char> m_piece = std::vector<char>(kArchivePiece);
    std::uint64_t m_members = 0;
    std::string m_name;        ///< of the newest one
    bool m_isInMember = false; ///< else there is nothing left to read of it
};

} // namespace

int serveArchive(const char* name)
{
    std::setlocale(LC_CTYPE, "C.UTF-8"); // the names of members stay as they are
    const int file = ::open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const std::uint64_t used = usedAddresses();
    limitOnce();
    limitTime(kDecodingSeconds);
    limitMemory(used, kUnpackingBytes);
    ArchiveRequest request;
    if (!readAll(&request, sizeof request))
        return 0;
    if (request.protocol != kArchiveProtocol) {
        refuse("the decoder is of another version");
        return 1;
    }
    if (file < 0) {
        refuse("cannot be opened for reading");
        return 1;
    }
    std::optional<Gzip> gzip; // outlives its reader
    if (isGzip(file))
        gzip.emplace(file);
    const Reader reader(archive_read_new(), &archive_read_free);
    Gzip* unpacking = gzip ? &*gzip : nullptr;
    if (reader == nullptr || !start(reader.get(), file, unpacking))
        return 1;
    Server server(reader.get(), unpacking);
    bool goesOn = true;
    do {
        limitTime(kDecodingSeconds);
        goesOn = request.kind == ArchiveRequestKind::Next ? server.next() : server.read();
    } while (goesOn && readAll(&request, sizeof request));
    return 0;
}

} // namespace coterie::decoder
