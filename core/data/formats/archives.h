#pragma once

#include "core/data/formats/bytes.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// Called with each file's name and content, which it need not read; returns whether to continue.
using MemberReader = std::function<Result<bool>(const std::string& name, ByteSource& content)>;

/// Goes through the regular files of a tar archive (ustar, GNU or pax) in their order, without
/// unpacking anything to disk. Links, folders and devices are skipped.
[[nodiscard]] Result<void> readTar(ByteSource& archive, const MemberReader& reader);

/// One file of a zip archive, as the archive's directory describes it.
struct ZipMember
{
    std::string name;
    std::uint64_t size = 0; ///< unpacked
    std::uint64_t packedSize = 0;
    std::uint64_t offset = 0; ///< of its local header
    std::uint32_t checksum = 0;
    bool deflated = false; ///< else stored
};

/// A zip archive read in place: stored and deflated members, no encryption, no parts, no zip64.
class ZipArchive
{
public:
    [[nodiscard]] static Result<ZipArchive> open(std::shared_ptr<ByteStore> store);
    [[nodiscard]] static Result<ZipArchive> open(const std::filesystem::path& file);

    [[nodiscard]] const std::vector<ZipMember>& members() const { return m_members; }
    /// The first of this name.
    [[nodiscard]] const ZipMember* find(std::string_view name) const;
    /// The member's content. Reading to the end fails if size or checksum differ from the
    /// directory.
    [[nodiscard]] Result<ByteSourcePointer> content(const ZipMember& member) const;

private:
    std::shared_ptr<ByteStore> m_store;
    std::vector<ZipMember> m_members;
    std::map<std::string, std::size_t, std::less<>> m_places; ///< of members, by their names
};

} // namespace coterie
