#include "core/data/detect_data.h"

#include "core/base/lower_case.h"
#include "core/base/try.h"
#include "core/data/detect_federation.h"
#include "core/data/detect_pictures.h"
#include "core/data/detect_text.h"
#include "core/data/formats/archive_reader.h"
#include "core/data/formats/archives.h"
#include "core/data/formats/cifar.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/picture_reader.h"
#include "core/data/formats/text_lines.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <sstream>

namespace coterie {

namespace {

namespace fs = std::filesystem;

using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<std::string>;

constexpr std::string_view kKnownFormats =
    "IDX, CIFAR's binary version, CSV, .npy, .npz, LEAF's JSON, plain text (.txt), folders of PNG "
    "or JPEG pictures and folders with a file for each client are known, archives of such folders, "
    "and the published files of the data sets that Coterie lists";

constexpr std::size_t kEnough = 64 << 10;

/// The beginning of what a file unpacks to.
Result<Bytes> beginningOf(const fs::path& file)
{
    COTERIE_TRY(const ByteSourcePointer source, openUnpacked(file));
    Bytes bytes(kEnough);
    COTERIE_TRY(const std::size_t count, source->read(bytes));
    bytes.resize(count);
    return bytes;
}

bool startsWith(const Bytes& bytes, std::string_view magic)
{
    return std::string(bytes.begin(), bytes.end()).starts_with(magic);
}

void setIfThere(Part& part, std::string_view parameter, const fs::path& path)
{
    if (!path.empty())
        part.parameters.set(parameter, path.string());
}

/// The file beside this one whose name has the first word that occurs replaced; longer words come
/// before those they contain.
fs::path sibling(const fs::path& file,
                 std::initializer_list<std::pair<std::string_view, std::string_view>> words)
{
    std::error_code ignored;
    const std::string name = file.filename().string();
    for (const auto& [word, other] : words) {
        const std::size_t at = name.rfind(word);
        if (at == std::string::npos)
            continue;
        std::string changed = name;
        changed.replace(at, word.size(), other);
        Words candidates{changed, changed + ".gz"};
        if (changed.ends_with(".gz"))
            candidates.push_back(changed.substr(0, changed.size() - 3));
        for (const std::string& candidate : candidates)
            if (fs::is_regular_file(file.parent_path() / candidate, ignored))
                return file.parent_path() / candidate;
    }
    return {};
}

/// The file with labels that belongs to a file of samples by its name, as "y_train.npy" to
/// "x_train.npy"; empty if there is none.
fs::path labelsBeside(const fs::path& samples)
{
    return sibling(samples,
                   {{"images-idx3", "labels-idx1"},
                    {"images", "labels"},
                    {"features", "labels"},
                    {"features", "targets"},
                    {"samples", "labels"},
                    {"data", "labels"},
                    {"data", "target"},
                    {"x", "y"},
                    {"X", "y"},
                    {"X", "Y"}});
}

/// The file of test samples (or labels) that belongs to one to train on; empty if there is none.
fs::path testBeside(const fs::path& train)
{
    return sibling(
        train,
        {{"train", "test"}, {"train", "t10k"}, {"data_batch_1", "test_batch"}, {"Train", "Test"}});
}

/// A file of samples with the file of its labels, and both for tests if they are there.
Part partWithLabels(std::string_view name, const fs::path& file)
{
    Part part = partAt(name, file);
    setIfThere(part, "labels", labelsBeside(file));
    const fs::path test = testBeside(file);
    if (!test.empty() && !labelsBeside(test).empty()) {
        setIfThere(part, "testPath", test);
        setIfThere(part, "testLabels", labelsBeside(test));
    }
    return part;
}

// --- published sets ---

/// A published set whose files are in this folder, or in a folder of their usual name below it.
const CatalogEntry* publishedIn(const fs::path& folder, const fs::path& file)
{
    for (const CatalogEntry& entry : dataCatalog()) {
        if (entry.builtIn || entry.fromPath)
            continue;
        const std::vector<fs::path> files = entry.find({.folders = {folder}});
        if (file.empty() ? !files.empty() : std::ranges::find(files, file) != files.end())
            return &entry;
    }
    return nullptr;
}

DetectedData publishedData(const CatalogEntry& entry, const fs::path& folder)
{
    return {.dataset = {.name = std::string(entry.part.name), .parameters = {}},
            .meaning = "The published files of " + std::string(entry.part.title) + ".",
            .folder = folder};
}

// --- folders ---

/// The archive of a folder, judged by the names in it; nothing if it is that of no data set.
Result<std::optional<DetectedData>> detectArchive(const fs::path& file)
{
    // What else lies beside the folder at the top says nothing of what is in it.
    COTERIE_TRY(const FileTree tree, FileTree::list(file, [](const std::string& name) {
                    return isNamedAsPicture(name) || isNamedAsFederation(name);
                }));
    COTERIE_TRY(std::optional<DetectedData> pictures, picturesIn(file, tree));
    return pictures ? pictures : federationIn(file, tree);
}

Result<DetectedData> detectFolder(const fs::path& folder)
{
    if (const CatalogEntry* entry = publishedIn(folder, {}))
        return publishedData(*entry, folder);
    COTERIE_TRY(std::optional<DetectedData> pictures, picturesIn(folder));
    if (pictures)
        return *std::move(pictures);
    if (std::optional<DetectedData> clients = federationIn(folder))
        return std::move(*clients);
    return fail(folder.string(),
                "nothing in it that can be read as a data set; " + std::string(kKnownFormats));
}

// --- files ---

Result<DetectedData> detectIdx(const fs::path& file, std::size_t dimensions)
{
    if (dimensions == 1) {
        const fs::path pictures =
            sibling(file, {{"labels-idx1", "images-idx3"}, {"labels", "images"}});
        if (!pictures.empty())
            return detectData(pictures);
        return fail(file.string(), "holds labels (IDX); choose the file of their pictures");
    }
    if (dimensions != 3)
        return fail(file.string(),
                    filled("must be an IDX file of 3 dimensions, pictures (has {})", dimensions));
    return DetectedData{.dataset = partWithLabels("idx", file),
                        .meaning = "Pictures and labels in MNIST's format (IDX)."};
}

DetectedData detectNpy(const fs::path& file)
{
    return {.dataset = partWithLabels("npy", file),
            .meaning = "NumPy arrays: samples in one file, labels in another."};
}

/// The first of the usual names that the archive has an array of.
std::string usualName(const std::set<std::string>& arrays, std::span<const std::string_view> names)
{
    for (const std::string_view name : names)
        for (const std::string& array : arrays)
            if (lowerCase(array) == name)
                return array;
    return {};
}

Result<DetectedData> detectNpz(const fs::path& file)
{
    constexpr std::array<std::string_view, 8> kSamples{
        "x", "x_train", "xtrain", "train_x", "images", "train_images", "data", "features"};
    constexpr std::array<std::string_view, 8> kLabels{
        "y", "y_train", "ytrain", "train_y", "labels", "train_labels", "target", "targets"};
    constexpr std::array<std::string_view, 4> kTest{"x_test", "xtest", "test_x", "test_images"};
    constexpr std::array<std::string_view, 4> kTestLabels{
        "y_test", "ytest", "test_y", "test_labels"};
    COTERIE_TRY(const ZipArchive archive, ZipArchive::open(file));
    std::set<std::string> arrays;
    for (const ZipMember& member : archive.members())
        if (member.name.ends_with(".npy"))
            arrays.insert(member.name.substr(0, member.name.size() - 4));
    if (std::optional<DetectedData> client = clientArchive(file, arrays))
        return std::move(*client);
    if (arrays.empty())
        return fail(file.string(),
                    "a zip archive without NumPy arrays; " + std::string(kKnownFormats));
    Part part = partAt("npz", file);
    const auto take = [&](std::string_view parameter, std::span<const std::string_view> names) {
        const std::string name = usualName(arrays, names);
        if (!name.empty())
            part.parameters.set(parameter, name);
        return name;
    };
    const std::string x = take("x", kSamples);
    const std::string y = take("y", kLabels);
    if (!usualName(arrays, kTest).empty() && !usualName(arrays, kTestLabels).empty()) {
        take("xTest", kTest);
        take("yTest", kTestLabels);
    }
    std::string list;
    for (const std::string& array : arrays)
        list += (list.empty() ? "" : ", ") + array;
    return DetectedData{.dataset = std::move(part),
                        .meaning = x.empty() || y.empty()
                                       ? "A NumPy archive of " + list + "."
                                       : "A NumPy archive: " + x + " are the samples, " + y
                                             + " the labels."};
}

/// Records of one or two label bytes and a 32×32 picture, without a header: only the size tells.
Result<std::optional<DetectedData>> detectCifar(const fs::path& file, const Bytes& begin)
{
    const std::string name = lowerCase(file.filename().string());
    if (!name.ends_with(".bin") && !name.ends_with(".bin.gz"))
        return std::optional<DetectedData>();
    COTERIE_TRY(const std::uint64_t size, unpackedSize(file));
    for (const std::size_t labelBytes : {std::size_t{1}, std::size_t{2}}) {
        const std::size_t record = labelBytes + kCifarShape.size();
        if (size == 0 || size % record != 0)
            continue;
        std::uint8_t largest = 0;
        for (std::size_t at = labelBytes - 1; at < begin.size(); at += record)
            largest = std::max(largest, begin[at]);
        const std::int64_t classes = labelBytes == 2 || largest > 9 ? 100 : 10;
        Part part = partAt("cifarFile", file);
        part.parameters.set("labelBytes", static_cast<std::int64_t>(labelBytes));
        part.parameters.set("classes", classes);
        setIfThere(part, "testPath", testBeside(file));
        return std::optional(DetectedData{.dataset = std::move(part),
                                          .meaning = std::to_string(size / record)
                                                     + " pictures in CIFAR's binary version, "
                                                     + std::to_string(classes) + " classes."});
    }
    return fail(file.string(),
                filled("its {} bytes are not whole records of CIFAR's binary version (3,073 or "
                       "3,074 bytes each)",
                       size));
}

// --- tables ---

Words linesOf(const Bytes& bytes)
{
    constexpr std::size_t kMostLines = 200;
    Words lines;
    std::istringstream text(std::string(bytes.begin(), bytes.end()));
    for (std::string line; lines.size() < kMostLines && std::getline(text, line);) {
        if (text.eof() && bytes.size() == kEnough)
            break; // its end was not read
        if (!text.eof() && line.ends_with('\r'))
            line.pop_back();
        if (!line.empty())
            lines.push_back(line);
    }
    return lines;
}

/// A column with more than twenty different numbers, or with fractions, is a regression target.
bool looksLikeTarget(const Words& lines, char separator, std::size_t column)
{
    constexpr std::size_t kMostClasses = 20;
    std::set<double> values;
    std::vector<std::string_view> cells;
    for (std::size_t line = 1; line < lines.size(); ++line) {
        splitLine(lines[line], separator, cells);
        const std::optional<double> value =
            column < cells.size() ? numberIn(cells[column]) : std::nullopt;
        if (!value)
            return false;
        if (*value != std::round(*value))
            return true;
        values.insert(*value);
    }
    return values.size() > kMostClasses;
}

/// `fewest` lines must have as many columns as the second.
std::optional<DetectedData>
detectTable(const fs::path& file, const Words& lines, std::size_t fewest)
{
    constexpr std::array<std::pair<char, std::string_view>, 4> kSeparators{
        {{',', "comma"}, {';', "semicolon"}, {'\t', "tab"}, {' ', "blank"}}};
    std::vector<std::string_view> cells;
    const std::string& probe = lines[lines.size() > 1 ? 1 : 0]; // the first may be a header
    for (const auto& [mark, word] : kSeparators) {
        const char separator = mark; // clang 14 captures no structured binding
        splitLine(probe, separator, cells);
        const auto numbers = std::ranges::count_if(
            cells, [](std::string_view cell) { return numberIn(cell).has_value(); });
        // Every column but the label's is a number; or the lines have as many columns.
        const auto isAlike = [&](const std::string& line) {
            std::vector<std::string_view> own;
            splitLine(line, separator, own);
            return own.size() == cells.size();
        };
        const bool even =
            separator != ' ' && numbers > 0 && isAlike(lines.front())
            && static_cast<std::size_t>(std::ranges::count_if(lines, isAlike)) >= fewest;
        if (cells.size() < 2 || (!even && static_cast<std::size_t>(numbers) + 1 < cells.size()))
            continue;
        Part part = partAt("csv", file);
        if (word != "comma")
            part.parameters.set("separator", std::string(word));
        splitLine(lines.front(), separator, cells);
        std::size_t label = cells.size() - 1;
        std::string roles;
        for (std::size_t column = 0; column < cells.size(); ++column)
            for (const std::string_view role : {"client", "split"})
                if (cells[column] == role && !part.parameters.find(role)) {
                    part.parameters.set(role, std::string(role));
                    roles += filled(", column {} the {}", column, role);
                }
        const auto hasRole = [&](std::size_t column) {
            return cells[column] == "client" || cells[column] == "split";
        };
        while (label > 0 && hasRole(label))
            --label;
        const bool target = looksLikeTarget(lines, separator, label);
        if (target)
            part.parameters.set("task", std::string("regression"));
        const bool last = label + 1 == cells.size();
        return DetectedData{
            .dataset = std::move(part),
            .meaning = "A table of " + std::to_string(cells.size()) + " columns; "
                       + (last ? "the last" : "column " + std::to_string(label)) + " is "
                       + (target ? "the number to be predicted" : "the class") + roles + "."};
    }
    return std::nullopt;
}

std::optional<DetectedData> detectTable(const fs::path& file, const Bytes& begin)
{
    if (std::ranges::find(begin, std::uint8_t{0}) != begin.end())
        return std::nullopt;
    const Words lines = linesOf(begin);
    if (lines.empty())
        return std::nullopt;
    if (std::optional<DetectedData> table = detectTable(file, lines, lines.size()))
        return table;
    // In what is named so, a line with another number of columns is a slip, which the reader names.
    const std::string extension = lowerCase(file.extension().string());
    if (extension != ".csv" && extension != ".tsv")
        return std::nullopt;
    return detectTable(file, lines, lines.size() - lines.size() / 10);
}

/// Names another format by its first bytes, for a helpful error.
std::string_view otherFormat(const Bytes& begin)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kFormats{
        {{"\x89HDF\r\n", "HDF5"},
         {"MATLAB 5.0 MAT-file", "MATLAB (of a layout other than SVHN's)"},
         {"PAR1", "Parquet"},
         {"\x80\x04", "Python's pickle"},
         {"\x80\x02", "Python's pickle"},
         {"\x80\x05", "Python's pickle"}}};
    for (const auto& [magic, name] : kFormats)
        if (startsWith(begin, magic))
            return name;
    return {};
}

Result<DetectedData> detectFile(const fs::path& file)
{
    for (const fs::path& folder : {file.parent_path(), file.parent_path().parent_path()})
        if (const CatalogEntry* entry = publishedIn(folder, file))
            return publishedData(*entry, folder);
    COTERIE_TRY(const Bytes begin, beginningOf(file));
    if (begin.empty())
        return fail(file.string(), "the file is empty");
    if (startsWith(begin, "\x89PNG\r\n") || startsWith(begin, "\xFF\xD8\xFF"))
        return foldersOfPicture(file);
    if (startsWith(begin, "\x93NUMPY"))
        return detectNpy(file);
    if (isNamedAsArchive(file)) {
        COTERIE_TRY(std::optional<DetectedData> folder, detectArchive(file));
        if (folder)
            return *std::move(folder);
        if (lowerCase(file.extension().string()) != ".zip")
            return fail(file.string(),
                        "an archive without anything that can be read as a data set; "
                            + std::string(kKnownFormats));
    }
    if (std::optional<DetectedData> users = leafFile(file, begin))
        return std::move(*users);
    if (startsWith(begin, "PK\x03\x04") || startsWith(begin, "PK\x05\x06"))
        return detectNpz(file);
    if (startsWith(begin, std::string_view("\0\0\x08", 3)) && begin.size() > 3)
        return detectIdx(file, begin[3]);
    COTERIE_TRY(std::optional<DetectedData> cifar, detectCifar(file, begin));
    if (cifar)
        return std::move(*cifar);
    std::optional<DetectedData> table = detectTable(file, begin);
    if (std::optional<DetectedData> text = textFile(file, begin, table))
        return std::move(*text);
    if (table)
        return std::move(*table);
    const std::string_view other = otherFormat(begin);
    return fail(file.string(),
                (other.empty() ? std::string("no format that is known")
                               : std::string(other) + " cannot be read here")
                    + "; " + std::string(kKnownFormats));
}

} // namespace

Result<DetectedData> detectData(const fs::path& path)
{
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (failed || !fs::exists(status))
        return fail(path.string(), "there is no such file or folder");
    // An absolute path, because the experiment can be run from any folder.
    const fs::path whole = fs::absolute(path, failed).lexically_normal();
    const fs::path named = whole.has_filename() ? whole : whole.parent_path();
    return fs::is_directory(status) ? detectFolder(named) : detectFile(named);
}

} // namespace coterie
