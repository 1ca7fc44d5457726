#include "core/data/formats/archives.h"

#include "core/base/try.h"
#include "core/data/formats/inflate_source.h"

#include <array>
#include <zlib.h>

namespace coterie {

namespace {

constexpr std::uint32_t kEndSignature = 0x06054B50;
constexpr std::uint32_t kEntrySignature = 0x02014B50;
constexpr std::uint32_t kLocalSignature = 0x04034B50;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kEntrySize = 46;
constexpr std::size_t kLocalSize = 30;
constexpr std::uint32_t kZip64 = 0xFFFFFFFF;

/// Compares a member with the size and the checksum in the directory.
class CheckedSource final : public ByteSource
{
public:
    CheckedSource(ByteSourcePointer content, const ZipMember& member)
        : ByteSource(content->name())
        , m_content(std::move(content))
        , m_size(member.size)
        , m_expected(member.checksum)
    {}

    [[nodiscard]] std::uint64_t largestContent() const override { return m_size; }

protected:
    Result<std::size_t> readSome(std::span<std::uint8_t> out) override
    {
        const auto wanted =
            static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_size - offset()));
        if (wanted == 0)
            return atEnd();
        COTERIE_TRY(const std::size_t count, m_content->read(out.first(wanted)));
        if (count < wanted)
            return failAt(
                *this,
                offset() + count,
                filled("the member ends here, the zip directory announces {} bytes", m_size));
        m_sum = crc32_z(m_sum, out.data(), count);
        return count;
    }

private:
    Result<std::size_t> atEnd()
    {
        if (m_sum != m_expected)
            return failAt(*this, offset(), "the member's checksum is wrong: the zip is damaged");
        COTERIE_CHECK(
            expectEnd(*m_content, filled("the {} bytes the zip directory announces", m_size)));
        return std::size_t{0};
    }

    ByteSourcePointer m_content;
    std::uint64_t m_size = 0;
    std::uint32_t m_expected = 0;
    uLong m_sum = crc32(0, nullptr, 0);
};

struct Directory
{
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::size_t members = 0;
};

/// The end record is at the end of the file, before a comment of at most 64 KB.
Result<Directory> findDirectory(ByteStore& store)
{
    constexpr std::uint64_t kLongestComment = 65535;
    const std::uint64_t tailSize = std::min(store.size(), kEndSize + kLongestComment);
    std::vector<std::uint8_t> tail(static_cast<std::size_t>(tailSize));
    const std::uint64_t tailStart = store.size() - tailSize;
    COTERIE_CHECK(store.readAt(tailStart, tail));
    for (std::size_t back = kEndSize; back <= tail.size(); ++back) {
        const std::uint8_t* record = tail.data() + tail.size() - back;
        if (little32(record) != kEndSignature)
            continue;
        const std::uint64_t place = store.size() - back;
        const Directory directory{.offset = little32(record + 16),
                                  .size = little32(record + 12),
                                  .members = little16(record + 10)};
        if (directory.offset == kZip64 || directory.members == 0xFFFF)
            return failAt(store, place, "a zip64 archive, which is not read");
        if (little16(record + 4) != 0 || little16(record + 8) != directory.members)
            return failAt(store, place, "a zip archive in parts, which is not read");
        if (directory.offset > place || directory.size > place - directory.offset)
            return failAt(store, place, "the zip directory would lie outside the file");
        return directory;
    }
    return failAt(store, store.size(), "the zip archive must have an end record");
}

/// One entry of the directory; `at` moves on to the next.
Result<ZipMember> readEntry(const ByteStore& store,
                            std::span<const std::uint8_t> bytes,
                            std::uint64_t start,
                            std::size_t& at)
{
    const std::uint64_t place = start + at;
    if (bytes.size() - at < kEntrySize || little32(bytes.data() + at) != kEntrySignature)
        return failAt(store, place, "must be an entry of the zip directory");
    const std::uint8_t* entry = bytes.data() + at;
    const std::size_t nameSize = little16(entry + 28);
    const std::size_t whole =
        kEntrySize + nameSize + little16(entry + 30) + std::size_t{little16(entry + 32)};
    if (bytes.size() - at < whole)
        return failAt(store, place, "an entry of the zip directory goes beyond its end");
    ZipMember member{.name =
                         std::string(reinterpret_cast<const char*>(entry) + kEntrySize, nameSize),
                     .size = little32(entry + 24),
                     .packedSize = little32(entry + 20),
                     .offset = little32(entry + 42),
                     .checksum = little32(entry + 16),
                     .deflated = little16(entry + 10) == 8};
    if (member.size == kZip64 || member.packedSize == kZip64 || member.offset == kZip64)
        return failAt(store, place, member.name + " is stored as zip64, which is not read");
    if ((little16(entry + 8) & 1) != 0)
        return failAt(store, place, member.name + " is encrypted, which is not read");
    if (!member.deflated && little16(entry + 10) != 0)
        return failAt(store,
                      place,
                      filled("{} must be stored (0) or deflated (8) (is packed by method {})",
                             member.name,
                             little16(entry + 10)));
    at += whole;
    return member;
}

} // namespace

Result<ZipArchive> ZipArchive::open(std::shared_ptr<ByteStore> store)
{
    COTERIE_TRY(const Directory directory, findDirectory(*store));
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(directory.size));
    COTERIE_CHECK(store->readAt(directory.offset, bytes));
    ZipArchive archive;
    std::size_t at = 0;
    for (std::size_t i = 0; i < directory.members; ++i) {
        COTERIE_TRY(ZipMember member, readEntry(*store, bytes, directory.offset, at));
        archive.m_places.try_emplace(member.name, i);
        archive.m_members.push_back(std::move(member));
    }
    archive.m_store = std::move(store);
    return archive;
}

Result<ZipArchive> ZipArchive::open(const std::filesystem::path& file)
{
    COTERIE_TRY(std::shared_ptr<ByteStore> store, openStore(file));
    return open(std::move(store));
}

const ZipMember* ZipArchive::find(std::string_view name) const
{
    const auto found = m_places.find(name);
    return found == m_places.end() ? nullptr : &m_members[found->second];
}

Result<ByteSourcePointer> ZipArchive::content(const ZipMember& member) const
{
    std::array<std::uint8_t, kLocalSize> local{};
    const std::uint64_t size = m_store->size();
    if (member.offset > size || size - member.offset < kLocalSize)
        return failAt(*m_store, member.offset, member.name + " would lie outside the file");
    COTERIE_CHECK(m_store->readAt(member.offset, local));
    if (little32(local.data()) != kLocalSignature)
        return failAt(*m_store, member.offset, "must be the header of " + member.name);
    const std::uint64_t begin = member.offset + kLocalSize + little16(local.data() + 26)
                                + std::uint64_t{little16(local.data() + 28)};
    if (begin > size || member.packedSize > size - begin)
        return failAt(*m_store, begin, member.name + " would go beyond the end of the file");
    ByteSourcePointer content =
        sourceOf(m_store, begin, member.packedSize, m_store->name() + ": " + member.name);
    if (member.deflated) {
        COTERIE_TRY(content, inflated(std::move(content), DeflateWrapper::None));
    }
    if (member.size > content->largestContent())
        return failAt(*m_store,
                      member.offset,
                      filled("{} announces {} bytes, its {} packed ones cannot hold them",
                             member.name,
                             member.size,
                             member.packedSize));
    return ByteSourcePointer(std::make_unique<CheckedSource>(std::move(content), member));
}

} // namespace coterie
