#include "core/base/try.h"
#include "core/data/formats/file_tree.h"
#include "core/data/formats/picture_list.h"
#include "core/data/sets/user_files.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kFitWords{"stretch", "crop"};
constexpr std::array<std::string_view, 2> kColourWords{"asStored", "always"};

constexpr ParameterDescriptor
picturesParameter(std::string_view name, std::string_view title, std::string_view meaning)
{
    return {.name = name,
            .title = title,
            .type = ParameterType::Integer,
            .range = between(0, 1'000'000'000),
            .unit = "pictures",
            .meaning = meaning};
}

constexpr std::array kParameters{
    kFolderParameter,
    ParameterDescriptor{.name = "size",
                        .title = "Size of all pictures",
                        .type = ParameterType::Integer,
                        .range = between(0, 4096),
                        .unit = "pixels",
                        .meaning = "resizes every picture to a square of this side: fewer pixels "
                                   "are means of the covered ones, more lie between the nearest "
                                   "ones; 0: as stored, and all must have one size"},
    ParameterDescriptor{.name = "fit",
                        .title = "Pictures that are not square",
                        .type = ParameterType::Word,
                        .defaultWord = "stretch",
                        .words = kFitWords,
                        .meaning = "how a size is reached: stretch takes the whole picture and "
                                   "changes its proportions; crop takes the largest square in its "
                                   "middle"},
    ParameterDescriptor{.name = "colour",
                        .title = "Grey pictures in colour",
                        .type = ParameterType::Word,
                        .defaultWord = "asStored",
                        .words = kColourWords,
                        .meaning =
                            "whether grey pictures may stand among coloured ones: asStored "
                            "refuses them; always gives every grey picture three equal channels"},
    picturesParameter("samples",
                      "Most training pictures",
                      "at most this many training pictures are read, each class with its share of "
                      "them and at least one, evenly through their names; 0: all"),
    picturesParameter(
        "testSamples", "Most test pictures", "the same of the pictures in test; 0: all"),
};

constexpr NamedPart kPart{
    .name = "imageFolder",
    .title = "Folder of pictures",
    .meaning = "PNG and JPEG pictures of your own, in a folder for each class; folders named train "
               "and test may stand above the classes. An archive of the folder (.zip, .tar, "
               ".tar.gz, .tar.bz2, .tar.xz) is read as it is.",
    .parameters = kParameters};

constexpr PictureAdvice kAdvice{.size = "; \"size\" gives all pictures one size",
                                .colour =
                                    "; \"colour\": \"always\" makes grey pictures coloured ones"};

Result<std::vector<std::string>> classesIn(const FileTree& tree, const std::string& folder)
{
    COTERIE_TRY(std::vector<std::string> names, tree.folders(folder));
    if (names.empty())
        return fail(tree.path(folder).string(), "must contain a folder for each class");
    return names;
}

using Labelled = std::pair<std::string, std::int32_t>; // a picture and its class

/// At most so many of pictures that are sorted by class: the first of each class, and of the others
/// every n-th, so that each class has its share.
Result<std::vector<Labelled>>
chosen(std::vector<Labelled> pictures, std::uint64_t most, std::string_view parameter)
{
    if (most == 0 || pictures.size() <= most)
        return pictures;
    const auto isFirst = [&pictures](std::size_t at) {
        return at == 0 || pictures[at].second != pictures[at - 1].second;
    };
    std::uint64_t classes = 0;
    for (std::size_t at = 0; at < pictures.size(); ++at)
        classes += isFirst(at) ? 1 : 0;
    if (most < classes)
        return notAllowed(filled("/data/dataset/{}", parameter),
                          std::to_string(most),
                          filled("0 or at least one for each of the {} classes", classes));
    const std::uint64_t others = pictures.size() - classes;
    const std::uint64_t wanted = most - classes;
    std::vector<Labelled> kept;
    std::uint64_t seen = 0;
    for (std::size_t at = 0; at < pictures.size(); ++at) {
        bool isKept = isFirst(at);
        if (!isKept) {
            isKept = (seen + 1) * wanted / others > seen * wanted / others;
            ++seen;
        }
        if (isKept)
            kept.push_back(pictures[at]);
    }
    return kept;
}

/// How many pictures reading has changed.
struct Changes
{
    std::size_t turned = 0;
    std::size_t resized = 0;
    std::vector<std::string> notes = {}; ///< on those that were left out
};

/// A limit of the pictures of one part, and its parameter.
struct MostPictures
{
    std::uint64_t count = 0; ///< 0: none
    std::string_view parameter;
};

Result<Samples> readClasses(const FileTree& tree,
                            const std::string& folder,
                            const std::vector<std::string>& classes,
                            PictureReader& reader,
                            const PictureForm& form,
                            const MostPictures& most,
                            Changes& changes)
{
    std::vector<Labelled> pictures;
    for (std::size_t label = 0; label < classes.size(); ++label) {
        const std::string place = below(folder, classes[label]);
        if (!tree.hasFolder(place)) // there can be no test pictures
            continue;
        COTERIE_TRY(const std::vector<std::string> files, tree.files(place));
        for (const std::string& file : files)
            pictures.emplace_back(below(place, file), static_cast<std::int32_t>(label));
    }
    if (pictures.empty())
        return fail(tree.path(folder).string(),
                    "must contain PNG or JPEG pictures in the folders of the classes");
    const std::size_t all = pictures.size();
    COTERIE_TRY(pictures, chosen(std::move(pictures), most.count, most.parameter));
    if (pictures.size() < all)
        changes.notes.push_back(filled("{} pictures read: {} of {}",
                                       most.parameter == "samples" ? "training" : "test",
                                       pictures.size(),
                                       all));
    PictureList list(reader, pictures.size(), form, kAdvice);
    for (const auto& [file, label] : pictures) {
        COTERIE_TRY(const std::shared_ptr<ByteStore> store, tree.file(file));
        const ByteSourcePointer source = sourceOf(store, 0, store->size());
        COTERIE_CHECK(list.append(*source, label));
    }
    changes.turned += list.turned();
    changes.resized += list.resized();
    return list.take();
}

bool isWide(const Samples& samples)
{
    return std::holds_alternative<std::vector<float>>(samples.values);
}

/// Where one part has pictures of 16 bits, the other has its bytes as these too.
Result<void> makeAlike(const fs::path& folder, Samples& train, Samples& test)
{
    if (test.count() == 0 || isWide(train) == isWide(test))
        return {};
    Samples& bytes = isWide(train) ? test : train;
    const Samples& floats = isWide(train) ? train : test;
    return readBeside(memoryOf(floats), [&] { return widen(folder.string(), bytes); });
}

std::vector<std::string> notesOn(const Changes& changes, const ParameterSet& parameters)
{
    std::vector<std::string> notes = changes.notes;
    if (changes.turned > 0)
        notes.push_back(
            filled("pictures turned upright, as their EXIF data say: {}", changes.turned));
    if (changes.resized > 0)
        notes.push_back(filled("pictures resized to {}×{} ({}): {}",
                               parameters.integer("size"),
                               parameters.integer("size"),
                               parameters.word("fit"),
                               changes.resized));
    return notes;
}

Result<DatasetPointer> load(const ParameterSet& parameters, const DataFolders& folders)
{
    COTERIE_TRY(const fs::path folder, userPath(parameters, "path", folders));
    COTERIE_TRY(const FileTree tree, FileTree::open(folder, &isNamedAsPicture));
    const bool parts = tree.hasFolder("train");
    const std::string trainFolder = parts ? "train" : "";
    COTERIE_TRY(std::vector<std::string> classes, classesIn(tree, trainFolder));
    const PictureForm form{.size = {.side = static_cast<std::uint32_t>(parameters.integer("size")),
                                    .crops = parameters.word("fit") == "crop"},
                           .inColour = parameters.word("colour") == "always"};
    PictureReader reader;
    Changes changes;
    const auto mostOf = [&parameters](std::string_view parameter) {
        return MostPictures{.count = static_cast<std::uint64_t>(parameters.integer(parameter)),
                            .parameter = parameter};
    };
    COTERIE_TRY(Samples train,
                readClasses(tree, trainFolder, classes, reader, form, mostOf("samples"), changes));
    COTERIE_TRY(Samples test, readBeside(memoryOf(train), [&]() -> Result<Samples> {
                    return parts && tree.hasFolder("test") ? readClasses(
                               tree, "test", classes, reader, form, mostOf("testSamples"), changes)
                                                           : Samples{};
                }));
    COTERIE_CHECK(makeAlike(folder, train, test));
    COTERIE_TRY(std::string libraries, reader.libraries());
    constexpr float kLargest = 65535;
    const InputScale scale =
        isWide(train) ? InputScale{.scale = {1 / kLargest}, .offset = {0.0F}} : InputScale{};
    return userDataset(kPart,
                       folder,
                       std::move(train),
                       std::move(test),
                       {.classNames = std::move(classes),
                        .notes = notesOn(changes, parameters),
                        .decoders = std::move(libraries),
                        .inputScale = scale});
}

} // namespace

constexpr CatalogEntry kImageFolderSet =
    userSet(kPart, "your own folder or archive, named by path", &load);

} // namespace coterie
