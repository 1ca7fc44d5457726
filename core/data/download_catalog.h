#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

/// One file to fetch for a data set. A digest that is not known is empty: none is invented.
struct Download
{
    std::string_view dataset; ///< its name in the catalogue
    std::string_view file;    ///< where it belongs below a data folder
    std::string_view address;
    std::uint64_t bytes = 0; ///< 0: not known
    std::string_view sha256 = {};
    std::string_view md5 = {};
    std::string_view note =
        {}; ///< where the digest comes from, if not from the publisher's own file
};

/// Every file with an address that a program can fetch from. SynthDigits is not in it: its author
/// keeps it where a person has to agree to the download.
[[nodiscard]] std::span<const Download> downloadCatalog();
[[nodiscard]] std::vector<Download> downloadsOf(std::string_view dataset);

} // namespace coterie
