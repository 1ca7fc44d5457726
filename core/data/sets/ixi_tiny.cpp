#include "core/data/formats/archives.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/nifti.h"
#include "core/data/sets/published_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace coterie {

namespace {

/// A subject of IXI Tiny: its scan and its mask, by their names in a folder or an archive.
struct IxiSubject
{
    std::string scan;
    std::string mask;
    int id = 0;
    std::size_t centre = 0; ///< 0 Guys, 1 HH, 2 IOP
    bool test = false;      ///< belongs to the published test split
};

constexpr std::array<std::string_view, 3> kCentres{"Guys", "HH", "IOP"};

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

/// Pairs scans and masks by the beginning of their names, IXI002-Guys-0828, in the order of the
/// subjects: a scan lies in a folder image (TorchIO's layout) or T1 (FLamby's), a mask in a folder
/// label. Other files are skipped. A subject must have both, once.
Result<std::vector<IxiSubject>> subjectsOf(const std::string& place,
                                           std::span<const std::string> names)
{
    std::map<int, IxiSubject> subjects;
    std::string problem;
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
        std::string& held = isMask ? known.mask : known.scan;
        if (!held.empty())
            problem = name + " is a second " + (isMask ? "mask" : "scan") + " beside " + held;
        held = name;
    }
    std::vector<IxiSubject> listed;
    for (const auto& [id, subject] : subjects) {
        if (subject.scan.empty() && problem.empty())
            problem = subject.mask + " has no scan in a folder image or T1";
        if (subject.mask.empty() && problem.empty())
            problem = subject.scan + " has no mask in a folder label";
        listed.push_back(subject);
    }
    if (listed.empty())
        problem = "must contain scans in folders image or T1 and masks in folders label";
    if (!problem.empty())
        return fail(place, problem);
    return listed;
}

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kFolders{
    "ixi-tiny", "ixi_tiny", "fed_ixi", "IXI-Dataset"};
constexpr std::array<std::string_view, 2> kArchives{"ixi_tiny.zip", "7kd5wj7v7p-3.zip"};
constexpr std::array kDownloads{
    PublishedFile{.name = "ixi_tiny.zip",
                  .md5 = "bfb60f4074283d78622760230bfa1f98",
                  .note = "address and MD5 as TorchIO has them",
                  .address = "https://www.dropbox.com/s/ogxjwjxdv5mieah/ixi_tiny.zip?dl=1"}};
constexpr PublishedFiles kSet{
    .part = {.name = "ixiTiny",
             .title = "IXI Tiny",
             .meaning = "566 head scans of three London hospitals, resized to 48×60×48 and "
                        "standardised one by one, with a mask of the brain to be found. The "
                        "hospitals are the domains; 113 scans are the published test split.",
             .paper = "Pérez-García, Sparks, Ourselin: TorchIO (2020), arXiv 2003.04696, as in "
                      "FLamby, arXiv 2210.04620"},
    .folders = kFolders,
    .address = {},
    .downloads = kDownloads};
constexpr std::array<std::size_t, 3> kSize{48, 60, 48};

/// The scans and masks below a folder, none of them more than six folders deep.
std::vector<fs::path> scansBelow(const fs::path& folder)
{
    constexpr int kDeepest = 6;
    std::vector<fs::path> files;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, error);
    for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
        if (at.depth() >= kDeepest)
            at.disable_recursion_pending();
        const std::string name = at->path().filename().string();
        if (name.starts_with("IXI") && (name.ends_with(".nii.gz") || name.ends_with(".nii")))
            files.push_back(at->path());
    }
    std::ranges::sort(files);
    return files;
}

/// The archive alone, or the scans and masks.
std::vector<fs::path> find(const DataFolders& folders)
{
    std::error_code ignored;
    for (const fs::path& folder : folders.folders) {
        for (const std::string_view archive : kArchives)
            for (const std::string_view below : {kFolders[0], kFolders[1], std::string_view()})
                if (fs::is_regular_file(folder / below / archive, ignored))
                    return {folder / below / archive};
        for (const std::string_view below : kFolders)
            if (std::vector<fs::path> files = scansBelow(folder / below); !files.empty())
                return files;
    }
    return {};
}

using Open = std::function<Result<ByteSourcePointer>(const std::string& name)>;

Result<Volume> readVolume(const Open& open, const std::string& name)
{
    COTERIE_TRY(ByteSourcePointer source, open(name));
    COTERIE_TRY(const ByteSourcePointer unpacked, unpackedIfGzip(std::move(source)));
    return readNifti(*unpacked);
}

std::string sizeText(const Volume& volume)
{
    return filled("{}×{}×{}", volume.size[0], volume.size[1], volume.size[2]);
}

/// A mask marks every voxel of its scan as brain (1) or not (0).
Result<void> checkMask(const Volume& mask, const Volume& scan)
{
    if (mask.size != scan.size)
        return fail(mask.place.file,
                    filled("at byte {}: the mask must have {} voxels as {} (has {})",
                           kNiftiSizePlace,
                           sizeText(scan),
                           scan.place.file,
                           sizeText(mask)));
    const auto wrong =
        std::ranges::find_if(mask.values, [](float value) { return value != 0 && value != 1; });
    if (wrong != mask.values.end())
        return mask.failAt(static_cast<std::size_t>(wrong - mask.values.begin()),
                           "0 or 1 in a mask");
    return {};
}

/// Mean 0 and standard deviation 1 over all voxels of a scan (MONAI's NormalizeIntensity).
void standardise(std::vector<float>& values)
{
    const auto count = static_cast<double>(values.size());
    double sum = 0;
    for (const float value : values)
        sum += static_cast<double>(value);
    const double mean = sum / count;
    double squares = 0;
    for (const float value : values)
        squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
    const double deviation = std::sqrt(squares / count);
    for (float& value : values)
        value = static_cast<float>((static_cast<double>(value) - mean)
                                   / (deviation > 0 ? deviation : 1));
}

Result<void> append(Samples& samples, const IxiSubject& subject, const Open& open)
{
    COTERIE_TRY(const Volume scan, readVolume(open, subject.scan));
    COTERIE_TRY(const Volume mask, readVolume(open, subject.mask));
    COTERIE_CHECK(checkMask(mask, scan));
    Volume resized = resizedByArea(scan, kSize);
    standardise(resized.values);
    auto& values = std::get<std::vector<float>>(samples.values);
    values.insert(values.end(), resized.values.begin(), resized.values.end());
    // A voxel that is brain only in part is none: FLamby's code cuts fractions off.
    for (const float share : resizedByArea(mask, kSize).values)
        samples.masks.push_back(share >= 1 ? 1 : 0);
    samples.domains.push_back(static_cast<std::int32_t>(subject.centre));
    return {};
}

Result<DatasetPointer>
read(const std::string& place, const std::vector<std::string>& names, const Open& open)
{
    COTERIE_TRY(const std::vector<IxiSubject> subjects, subjectsOf(place, names));
    std::array<Samples, 2> parts; // training, test
    const std::size_t voxels = kSize[0] * kSize[1] * kSize[2];
    const std::size_t bytes = subjects.size() * voxels * (sizeof(float) + 1); // scan and mask
    COTERIE_CHECK(checkMemory(place, bytes));
    for (const bool test : {false, true}) {
        Samples& samples = parts[test ? 1 : 0];
        const auto count =
            static_cast<std::size_t>(std::ranges::count(subjects, test, &IxiSubject::test));
        samples.shape = {.channels = 1, .height = kSize[1], .width = kSize[2], .depth = kSize[0]};
        samples.values.emplace<std::vector<float>>().reserve(count * voxels);
        samples.masks.reserve(count * voxels);
    }
    for (const IxiSubject& subject : subjects)
        COTERIE_CHECK(
            readBeside(bytes, [&] { return append(parts[subject.test ? 1 : 0], subject, open); }));
    return makeDataset(kSet.part,
                       {.classNames = {},
                        .domainNames = kCentres,
                        .inputScale = {.scale = {1.0F}, .offset = {0.0F}}},
                       std::move(parts[0]),
                       std::move(parts[1]));
}

Result<DatasetPointer> load(const ParameterSet&, const DataFolders& folders)
{
    const std::vector<fs::path> files = find(folders);
    if (files.empty()) {
        std::string looked;
        for (const fs::path& folder : folders.folders)
            looked += (looked.empty() ? " in " : ", ") + folder.string();
        return notFound(kSet.part.title,
                        looked
                            + ". Download ixi_tiny.zip (TorchIO) into DIR/ixi-tiny and name DIR "
                              "with --data or in COTERIE_DATA");
    }
    std::vector<std::string> names;
    if (files.front().extension() != ".zip") {
        for (const fs::path& file : files)
            names.push_back(file.string());
        return read(files.front().parent_path().string(), names, [](const std::string& name) {
            return openUnpacked(fs::path(name));
        });
    }
    COTERIE_TRY(const ZipArchive archive, ZipArchive::open(files.front()));
    for (const ZipMember& member : archive.members())
        names.push_back(member.name);
    return read(files.front().string(), names, [&archive](const std::string& name) {
        return archive.content(*archive.find(name));
    });
}

} // namespace

constexpr CatalogEntry kIxiTinySet{
    .part = kSet.part,
    .builtIn = false,
    .licence = "CC BY-SA 3.0, brain-development.org",
    .origin =
        "IXI data set, Imperial College London; small version by F. Pérez-García. ixi_tiny.zip "
        "(see TorchIO's IXITiny) or FLamby's archive into DIR/ixi-tiny, where it is read in place, "
        "or their folders unpacked there; DIR is named by --data or COTERIE_DATA.",
    .load = &load,
    .find = &find,
    .takesWhatIsThere = [](const ParameterSet&) { return true; }, // those of 566 scans there are
    .published = &kSet,
    .samples = KnownSamples{
        .shape = {.channels = 1, .height = kSize[1], .width = kSize[2], .depth = kSize[0]},
        .task = Task::Mask}};

} // namespace coterie
