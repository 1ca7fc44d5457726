#include "core/data/formats/ixi_names.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

namespace coterie {

namespace {

constexpr std::array<std::string_view, kIxiCentres> kCentres{"Guys", "HH", "IOP"};

// The subjects of the test split, from the column "Split" of FLamby's metadata_tiny.csv: 62, 36 and
// 15 of the three centres (ALGORITHMS §9.7).
// clang-format off
constexpr std::array kTestSubjects{
    2, 12, 15, 17, 24, 27, 34, 36, 49, 54, 58, 63, 65, 75, 97, 106, 107, 111,
    112, 116, 118, 120, 121, 127, 129, 135, 141, 145, 148, 151, 153, 161, 185, 189, 194, 201,
    211, 214, 218, 229, 231, 238, 240, 248, 254, 256, 264, 269, 270, 279, 282, 289, 291, 293,
    294, 310, 313, 314, 319, 327, 328, 329, 336, 337, 362, 364, 369, 383, 388, 398, 401, 402,
    406, 408, 415, 420, 428, 430, 437, 444, 451, 456, 461, 470, 479, 485, 492, 496, 499, 502,
    503, 504, 511, 518, 519, 523, 524, 543, 547, 571, 585, 586, 589, 594, 595, 598, 607, 612,
    626, 633, 634, 635, 648,
};
// clang-format on

/// IXI002-Guys-0828 of a file's name; the rest may be anything.
std::optional<IxiSubject> subjectOf(std::string_view file)
{
    constexpr std::size_t kDigits = 3;
    if (!file.starts_with("IXI") || file.size() < 3 + kDigits + 2 || file[3 + kDigits] != '-')
        return std::nullopt;
    IxiSubject subject;
    for (const char digit : file.substr(3, kDigits)) {
        if (digit < '0' || digit > '9')
            return std::nullopt;
        subject.id = subject.id * 10 + (digit - '0');
    }
    const std::string_view rest = file.substr(3 + kDigits + 1);
    const auto centre = std::ranges::find(kCentres, rest.substr(0, rest.find('-')));
    if (centre == kCentres.end())
        return std::nullopt;
    subject.centre = static_cast<std::size_t>(centre - kCentres.begin());
    subject.test = std::ranges::binary_search(kTestSubjects, subject.id);
    return subject;
}

} // namespace

IxiListing listIxi(std::span<const std::string> names)
{
    std::map<int, IxiSubject> subjects;
    IxiListing listing;
    for (const std::string& name : names) {
        const std::filesystem::path path(name);
        const std::string file = path.filename().string();
        const std::string folder = path.parent_path().filename().string();
        const bool isMask = folder == "label";
        const std::optional<IxiSubject> subject = subjectOf(file);
        if (!subject || (!file.ends_with(".nii") && !file.ends_with(".nii.gz"))
            || (!isMask && folder != "image" && folder != "T1"))
            continue;
        IxiSubject& known = subjects.try_emplace(subject->id, *subject).first->second;
        std::string& place = isMask ? known.mask : known.scan;
        if (!place.empty())
            listing.problem =
                name + " is a second " + (isMask ? "mask" : "scan") + " beside " + place;
        place = name;
    }
    for (const auto& [id, subject] : subjects) {
        if (subject.scan.empty() && listing.problem.empty())
            listing.problem = subject.mask + " has no scan in a folder image or T1";
        if (subject.mask.empty() && listing.problem.empty())
            listing.problem = subject.scan + " has no mask in a folder label";
        listing.subjects.push_back(subject);
    }
    return listing;
}

} // namespace coterie
