#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// A subject of IXI Tiny: its scan and its mask, by their names in a folder or an archive.
struct IxiSubject
{
    std::string scan;
    std::string mask;
    int id = 0;
    std::size_t centre = 0; ///< 0 Guys, 1 HH, 2 IOP
    bool test = false;      ///< belongs to the published test split
};

inline constexpr std::size_t kIxiCentres = 3;

/// Pairs scans and masks by the beginning of their names, IXI002-Guys-0828, in the order of the
/// subjects: a scan lies in a folder image (TorchIO's layout) or T1 (FLamby's), a mask in a folder
/// label. Other files are passed over. Fails with the subject that lacks one of the two, or has one
/// twice, as its error's text.
struct IxiListing
{
    std::vector<IxiSubject> subjects;
    std::string problem; ///< empty: none
};
[[nodiscard]] IxiListing listIxi(std::span<const std::string> names);

} // namespace coterie
