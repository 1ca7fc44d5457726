#include "core/algorithms/elf_section.h"

#include "core/base/try.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <type_traits>

namespace coterie {

namespace {

#if defined(__x86_64__)
constexpr std::uint16_t kProcessor = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t kProcessor = EM_AARCH64;
#else
constexpr std::uint16_t kProcessor = EM_NONE; // the loader of the system compares it
#endif
constexpr unsigned char kByteOrder =
    std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

/// The bytes from `begin` on; nothing if the file ends before.
std::optional<std::string_view> part(std::string_view file, std::uint64_t begin, std::uint64_t size)
{
    if (begin > file.size() || size > file.size() - begin)
        return std::nullopt;
    return file.substr(begin, size);
}

template <typename Header>
std::optional<Header> headerAt(std::string_view file, std::uint64_t begin)
{
    static_assert(std::is_trivially_copyable_v<Header>);
    const std::optional<std::string_view> bytes = part(file, begin, sizeof(Header));
    if (!bytes)
        return std::nullopt;
    Header header;
    std::memcpy(&header, bytes->data(), sizeof header);
    return header;
}

/// In the table that begins at header.e_shoff.
std::optional<Elf64_Shdr>
sectionHeader(std::string_view file, const Elf64_Ehdr& header, std::uint64_t index)
{
    if (header.e_shoff > file.size())
        return std::nullopt; // so that the sum below stays within 64 bits
    return headerAt<Elf64_Shdr>(file, header.e_shoff + index * sizeof(Elf64_Shdr));
}

Unexpected<Error> notOne(std::string message)
{
    return fail({}, std::move(message));
}

Result<Elf64_Ehdr> libraryHeader(std::string_view file)
{
    if (!file.starts_with(std::string_view(ELFMAG, SELFMAG)))
        return notOne("is not a shared library");
    const std::optional<Elf64_Ehdr> header = headerAt<Elf64_Ehdr>(file, 0);
    if (!header)
        return notOne("is not a shared library: the file is cut off");
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != kByteOrder
        || (kProcessor != EM_NONE && header->e_machine != kProcessor))
        return notOne("is a library for another kind of processor");
    if (header->e_type != ET_DYN)
        return notOne("is not a shared library, but an object file or a program");
    if (header->e_shentsize != sizeof(Elf64_Shdr))
        return notOne("is not a shared library: its table of sections is damaged");
    return *header;
}

} // namespace

Result<std::optional<std::string_view>> sectionOf(std::string_view file, std::string_view section)
{
    COTERIE_TRY(const Elf64_Ehdr header, libraryHeader(file));
    const auto damaged = [] { return notOne("is cut off or damaged: its sections are not there"); };
    const auto names = sectionHeader(file, header, header.e_shstrndx);
    const auto text = names ? part(file, names->sh_offset, names->sh_size) : std::nullopt;
    if (!text)
        return damaged();
    for (std::uint64_t index = 0; index < header.e_shnum; ++index) {
        const std::optional<Elf64_Shdr> found = sectionHeader(file, header, index);
        if (!found)
            return damaged();
        if (found->sh_name >= text->size())
            return damaged();
        // No further than the name itself: a damaged table may have no end of a name for long.
        const std::string_view name = text->substr(found->sh_name, section.size() + 1);
        if (name.substr(0, name.find('\0')) != section)
            continue;
        const auto bytes = found->sh_type == SHT_PROGBITS
                               ? part(file, found->sh_offset, found->sh_size)
                               : std::nullopt;
        if (!bytes)
            return damaged();
        return bytes;
    }
    return std::optional<std::string_view>();
}

} // namespace coterie
