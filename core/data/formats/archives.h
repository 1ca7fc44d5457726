#pragma once

#include "core/data/formats/bytes.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

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
/// It is NumPy's container of arrays (.npz), which are found by name in any order, and that of our
/// own bundles and of three published sets. Archives of a user's folder go through readArchive().
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
