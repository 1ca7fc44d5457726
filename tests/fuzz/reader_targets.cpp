#include "tests/fuzz/reader_targets.h"

#include "core/collaboration/external_answer.h"
#include "core/data/detect_data.h"
#include "core/data/formats/archives.h"
#include "core/data/formats/cifar.h"
#include "core/data/formats/idx.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/label_lines.h"
#include "core/data/formats/leaf_json.h"
#include "core/data/formats/mat.h"
#include "core/data/formats/nifti.h"
#include "core/data/formats/npy.h"
#include "core/data/formats/number_table.h"
#include "core/data/formats/orientation.h"
#include "core/data/formats/pickle.h"
#include "core/data/formats/picture_answer.h"
#include "core/data/formats/plain_text.h"
#include "core/data/formats/safetensors.h"
#include "core/data/sets/heart_disease.h"
#include "tests/fuzz/checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace coterie::fuzz {

namespace {

using Bytes = std::vector<std::uint8_t>;

/// What is inside a class range and has as many labels as values.
void requireWhole(const Samples& samples, std::size_t classes)
{
    require(samples.labels.size() == samples.count());
    for (const std::int32_t label : samples.labels)
        require(label >= 0 && static_cast<std::size_t>(label) < classes);
}

template <typename Read>
void readUnpacked(Bytes bytes, Read&& read)
{
    const Result<ByteSourcePointer> source = openUnpacked(storeOf("input", std::move(bytes)));
    if (source)
        read(**source);
    else
        requireSentence(source);
}

void readIdxFile(Bytes bytes)
{
    readUnpacked(std::move(bytes), [](ByteSource& source) {
        const Result<IdxArray> array = readIdx(source, 3);
        requireSentence(array);
        if (array)
            require(array->values.size()
                    == array->dimensions[0] * array->dimensions[1] * array->dimensions[2]);
    });
}

void readCifarFile(Bytes bytes)
{
    readUnpacked(std::move(bytes), [](ByteSource& source) {
        Samples samples;
        const Result<void> done =
            appendCifar(source, {.labelBytes = 1, .classes = 10, .records = 2}, samples);
        requireSentence(done);
        if (done)
            requireWhole(samples, 10);
    });
}

/// A .npz is a zip of .npy files.
void readZipFile(Bytes bytes)
{
    const Result<ZipArchive> archive = ZipArchive::open(storeOf("input", std::move(bytes)));
    requireSentence(archive);
    if (!archive)
        return;
    for (const ZipMember& member :
         std::span(archive->members()).first(std::min<std::size_t>(archive->members().size(), 4))) {
        const Result<ByteSourcePointer> content = archive->content(member);
        requireSentence(content);
        if (content)
            requireSentence(readNpy(**content));
    }
}

void readMatFile(Bytes bytes)
{
    readUnpacked(std::move(bytes), [](ByteSource& source) {
        const Result<Samples> samples = readMatPictures(source, true);
        requireSentence(samples);
        if (samples)
            requireWhole(*samples, 10);
    });
}

void readCsvFile(Bytes bytes)
{
    const Result<NumberTable> table = readNumberTable(storeOf("input", std::move(bytes)), {});
    requireSentence(table);
    if (!table)
        return;
    require(table->values.size() == table->rows * table->features);
    require(table->labels.size() == table->rows);
    for (const std::int32_t label : table->labels)
        require(label >= 0 && static_cast<std::size_t>(label) < table->classNames.size());
}

/// The same text as a table with words, clients, a split and values to fill in.
void readClientTable(Bytes bytes)
{
    const Result<NumberTable> table = readNumberTable(storeOf("input", std::move(bytes)),
                                                      {.words = true,
                                                       .categories = {"0"},
                                                       .clientColumn = "1",
                                                       .splitColumn = "2",
                                                       .missing = MissingValues::Median});
    requireSentence(table);
    if (!table)
        return;
    require(table->values.size() == table->rows * table->features);
    require(table->labels.size() == table->rows && table->clients.size() == table->rows);
    require(table->test.empty() || table->test.size() == table->rows);
    for (const float value : table->values)
        require(std::isfinite(value));
    for (const std::int32_t client : table->clients)
        require(client >= 0 && static_cast<std::size_t>(client) < table->clientNames.size());
}

void readPickleFile(Bytes bytes)
{
    readUnpacked(std::move(bytes), [](ByteSource& source) {
        const auto arrays = readPickledArrays(source, {"x", "y"});
        requireSentence(arrays);
        if (!arrays)
            return;
        for (const auto& [name, array] : *arrays) {
            std::size_t count = 1;
            for (const std::size_t size : array.dimensions)
                require(!__builtin_mul_overflow(count, size, &count));
            require(countOf(array.values) == count);
        }
    });
}

void readLeafFile(Bytes bytes)
{
    readUnpacked(std::move(bytes), [](ByteSource& source) {
        requireSentence(readLeaf(source, [](const LeafUser& user) -> Result<void> {
            require(user.values.size() == user.labels.size() * user.shape.size()
                    || user.labels.empty());
            return {};
        }));
    });
}

void readTextFile(Bytes bytes)
{
    for (const TextOwners owners : {TextOwners::None, TextOwners::Speakers, TextOwners::Blocks})
        readUnpacked(bytes, [owners](ByteSource& source) {
            const Result<CharacterText> text = readCharacters(
                source, {.owners = owners, .lowerCase = owners == TextOwners::Blocks});
            requireSentence(text);
            if (!text)
                return;
            require(text->alphabet.size() <= kMostCharacters);
            for (const char32_t character : text->alphabet)
                require(!characterName(character).empty());
            for (const OwnedText& own : text->texts)
                for (const std::uint8_t character : own.characters)
                    require(character < text->alphabet.size());
        });
}

void readUspsFile(Bytes bytes)
{
    const Result<Samples> samples = readUspsText(storeOf("input", std::move(bytes)));
    requireSentence(samples);
    if (samples)
        requireWhole(*samples, 10);
}

void readHeartFile(Bytes bytes)
{
    readUnpacked(std::move(bytes), [](ByteSource& source) {
        const Result<HeartCentre> centre = readHeartCentre(source);
        requireSentence(centre);
        if (centre)
            require(centre->values.size() == centre->labels.size() * HeartCentre::kFeatures);
    });
}

void readExif(Bytes bytes)
{
    const int orientation = exifOrientation(bytes);
    require(orientation >= 1 && orientation <= 8);
    const std::size_t width = bytes.size() % 7 + 1;
    const Planes planes{.channels = 1,
                        .height = bytes.size() / width,
                        .width = width,
                        .values = Bytes(bytes.size() / width * width, 1)};
    if (planes.height > 0) {
        const Planes upright = turnedUpright(planes, orientation);
        require(upright.values == planes.values
                && upright.height * upright.width == upright.values.size());
    }
}

void readNiftiFile(Bytes bytes)
{
    readUnpacked(std::move(bytes), [](ByteSource& source) {
        const Result<Volume> volume = readNifti(source);
        requireSentence(volume);
        if (volume)
            require(resizedByArea(*volume, {4, 5, 3}).values.size() == 60);
    });
}

void readNpyFile(Bytes bytes)
{
    readUnpacked(std::move(bytes), [](ByteSource& source) {
        const Result<NumberArray> array = readNpy(source);
        requireSentence(array);
        if (!array)
            return;
        std::size_t count = 1;
        for (const std::size_t size : array->dimensions)
            require(!__builtin_mul_overflow(count, size, &count));
        require(countOf(array->values) == count);
        requireSentence(labelsOf(array->values, array->place, 0, 9));
    });
}

void readSafetensorsFile(Bytes bytes)
{
    const Result<std::vector<NamedTensor>> tensors =
        readSafetensors(*storeOf("input", std::move(bytes)));
    requireSentence(tensors);
    if (!tensors)
        return;
    for (const NamedTensor& tensor : *tensors) {
        std::size_t count = 1;
        for (const std::size_t size : tensor.shape)
            require(!__builtin_mul_overflow(count, size, &count));
        require(std::visit([](const auto& values) { return values.size(); }, tensor.values)
                == count);
    }
}

void readLabelFile(Bytes bytes)
{
    readUnpacked(std::move(bytes), [](ByteSource& source) {
        const auto labels = readLabelLines(source, 10);
        requireSentence(labels);
        if (labels)
            for (const auto& [name, label] : *labels)
                require(!name.empty() && label >= 0 && label < 10);
    });
}

/// A folder of the target's own, as long as the program runs.
class OwnFolder
{
public:
    OwnFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "detect-XXXXXX").string();
        require(mkdtemp(name.data()) != nullptr);
        m_path = name;
    }
    ~OwnFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// What a file is taken for is told from its first bytes, here under a name that says nothing.
void detectFile(Bytes bytes)
{
    static const OwnFolder folder;
    const std::filesystem::path file = folder.path() / "input";
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    const Result<DetectedData> found = detectData(file);
    requireSentence(found);
    if (found)
        require(!found->dataset.name.empty() && !found->meaning.empty());
}

/// The answer of a command to round 4 among three clients, the last of whom has not joined.
void readCommandAnswer(Bytes bytes)
{
    const std::string_view line(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    requireSentence(readExternalReady(line));
    const ExternalQuestion question{.round = 4, .isPresent = {true, true, false}};
    const Result<ExternalAnswer> answer = readExternalAnswer(line, question);
    requireSentence(answer);
    if (!answer)
        return;
    require(answer->collaboration || answer->groups);
    if (const std::optional<Matrix>& a = answer->collaboration) {
        require(a->rows == 3 && a->columns == 3 && a->values.size() == 9);
        for (std::size_t i = 0; i < 3; ++i) {
            double sum = 0;
            for (const double weight : a->row(i))
                sum += weight;
            require(std::abs(sum - 1) <= kRowSumTolerance && (i == 2 || a->at(i, 2) == 0));
        }
    }
    if (answer->groups) {
        std::size_t members = 0;
        for (const std::vector<int>& group : *answer->groups)
            for (const int client : group)
                members += client == 0 || client == 1 ? 1 : 0;
        require(members == 2);
    }
    require(answer->merges.size() <= 2);
    for (const NamedValues& values : answer->values)
        require(!values.name.empty() && values.values.size() == 3);
}

/// What the decoder of pictures answers, which a picture's file may have taken over.
void readPictureAnswer(Bytes bytes)
{
    const std::string_view answer(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::optional<PictureAnswer> head = pictureAnswerIn(answer);
    if (!head)
        return;
    const std::string_view following = answer.substr(sizeof *head);
    for (const char letter : wordsIn(following))
        require(static_cast<unsigned char>(letter) >= 0x20 && letter != 0x7F);
    const Result<Picture> picture = pictureIn("input", *head, following);
    requireSentence(picture);
    if (picture)
        require(picture->shape.size() > 0
                && std::visit([](const auto& values) { return values.size(); }, picture->values)
                       == picture->shape.size());
}

constexpr std::array kTargets{
    ReaderTarget{.name = "idx", .read = &readIdxFile},
    ReaderTarget{.name = "cifar", .read = &readCifarFile},
    ReaderTarget{.name = "zip", .read = &readZipFile},
    ReaderTarget{.name = "mat", .read = &readMatFile},
    ReaderTarget{.name = "csv", .read = &readCsvFile},
    ReaderTarget{.name = "clients", .read = &readClientTable},
    ReaderTarget{.name = "pickle", .read = &readPickleFile},
    ReaderTarget{.name = "leaf", .read = &readLeafFile},
    ReaderTarget{.name = "characters", .read = &readTextFile},
    ReaderTarget{.name = "usps", .read = &readUspsFile},
    ReaderTarget{.name = "heart", .read = &readHeartFile},
    ReaderTarget{.name = "exif", .read = &readExif},
    ReaderTarget{.name = "nifti", .read = &readNiftiFile},
    ReaderTarget{.name = "npy", .read = &readNpyFile},
    ReaderTarget{.name = "safetensors", .read = &readSafetensorsFile},
    ReaderTarget{.name = "labels", .read = &readLabelFile},
    ReaderTarget{.name = "detect", .read = &detectFile},
    ReaderTarget{.name = "answer", .read = &readCommandAnswer},
    ReaderTarget{.name = "message", .read = &readPictureAnswer},
};

} // namespace

std::span<const ReaderTarget> readerTargets()
{
    return kTargets;
}

} // namespace coterie::fuzz
