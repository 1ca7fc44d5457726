#include "core/base/filled.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/plain_text.h"
#include "core/data/sets/user_files.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace coterie {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kClientWords{"none", "speaker", "block"};
constexpr std::array<std::string_view, 2> kLetterWords{"asStored", "lowerCase"};

struct CharactersParameters
{
    std::size_t length = 80;
    std::size_t stride = 8;
    TextOwners owners = TextOwners::None;
    bool lowerCase = false;
    std::size_t testPercent = 20;
};

constexpr std::array kTextParameters{
    bind<&CharactersParameters::length>(
        {.name = "length",
         .title = "Length of a window",
         .range = between(1, 1000),
         .unit = "characters",
         .meaning = "of the text before the character to be predicted, one input for each"}),
    bind<&CharactersParameters::stride>(
        {.name = "stride",
         .title = "Step between windows",
         .range = between(1, 1'000'000),
         .unit = "characters",
         .meaning = "from the beginning of a window to that of the next; 1 predicts every "
                    "character, more make fewer samples"}),
    bind<&CharactersParameters::owners>(
        {.name = "client",
         .title = "Whose text it is",
         .words = kClientWords,
         .meaning = "clients of the partition natural. speaker: a line \"NAME:\" after an empty "
                    "line says who speaks the lines below it, and a client has all that its name "
                    "says; block: each block of lines between empty lines is a client's; none: "
                    "nothing says it"}),
    bind<&CharactersParameters::lowerCase>(
        {.name = "letters",
         .words = kLetterWords,
         .meaning = "lowerCase makes the letters of Latin, Greek and Cyrillic small, so that the "
                    "alphabet is smaller"}),
    bind<&CharactersParameters::testPercent>(
        {.name = "testPercent",
         .title = "Text for tests",
         .range = between(0, 90),
         .unit = "percent",
         .meaning = "at the end of each text: test samples predict its characters, which no "
                    "training sample contains; 0: the partition chooses test samples, and "
                    "training windows contain their characters"}),
};

constexpr std::array kParameters = joinedTables(std::array{kPathParameter}, kTextParameters);

constexpr NamedPart kPart{
    .name = "characters",
    .title = "Text (next character)",
    .meaning = "A text of your own in UTF-8, plain or gzip: from a window of characters the next "
               "one is predicted. Inputs are numbers in the sorted alphabet of the file, which "
               "has at most 256 characters and is also the list of classes.",
    .parameters = kParameters};

/// The samples that a text gives. A window ends before the character that it predicts.
class Windows
{
public:
    explicit Windows(const CharactersParameters& parameters)
        : m_length(parameters.length)
        , m_stride(parameters.stride)
        , m_percent(parameters.testPercent)
    {}

    /// The characters of a text that are for tests: the last ones.
    [[nodiscard]] std::size_t testCharacters(std::size_t size) const
    {
        return m_percent == 0 ? 0 : std::max<std::size_t>(size * m_percent / 100, 1);
    }
    [[nodiscard]] bool isEnough(std::size_t size) const
    {
        return size > testCharacters(size) + m_length;
    }
    /// The shortest text that is enough.
    [[nodiscard]] std::size_t shortest() const
    {
        std::size_t size = m_length + 1;
        while (!isEnough(size))
            ++size;
        return size;
    }
    [[nodiscard]] std::uint64_t trainCount(std::size_t size) const
    {
        return (size - testCharacters(size) - 1 - m_length) / m_stride + 1;
    }
    [[nodiscard]] std::uint64_t testCount(std::size_t size) const
    {
        const std::size_t characters = testCharacters(size);
        return characters == 0 ? 0 : (characters - 1) / m_stride + 1;
    }
    void append(const std::vector<std::uint8_t>& text, Samples& train, Samples& test) const
    {
        const std::size_t cut = text.size() - testCharacters(text.size());
        append(text, m_length, cut, train);
        append(text, cut, text.size(), test); // its windows may begin before the cut
    }

private:
    void append(const std::vector<std::uint8_t>& text,
                std::size_t from,
                std::size_t to,
                Samples& samples) const
    {
        auto& values = std::get<std::vector<std::uint8_t>>(samples.values);
        for (std::size_t next = from; next < to; next += m_stride) {
            const auto end = text.begin() + static_cast<std::ptrdiff_t>(next);
            values.insert(values.end(), end - static_cast<std::ptrdiff_t>(m_length), end);
            samples.labels.push_back(*end);
        }
    }

    std::size_t m_length;
    std::size_t m_stride;
    std::size_t m_percent;
};

void reserve(Samples& samples, std::uint64_t count, bool owned)
{
    const auto all = static_cast<std::size_t>(count);
    std::get<std::vector<std::uint8_t>>(samples.values).reserve(all * samples.shape.size());
    samples.labels.reserve(all);
    if (owned)
        samples.domains.reserve(all);
}

Result<DatasetPointer>
cutIntoWindows(const fs::path& file, CharacterText text, const CharactersParameters& parameters)
{
    const bool owned = parameters.owners != TextOwners::None;
    const Windows windows(parameters);
    const std::size_t there = text.texts.size();
    std::erase_if(text.texts,
                  [&](const OwnedText& own) { return !windows.isEnough(own.characters.size()); });
    if (text.texts.empty())
        return fail(file.string(),
                    filled("must have {} of at least {} characters: a window of {}, one to "
                           "predict, and what testPercent keeps for tests",
                           owned ? "a client's text" : "a text",
                           windows.shortest(),
                           parameters.length));
    if (text.alphabet.size() < 2)
        return fail(file.string(), "must have at least two different characters");

    std::uint64_t trained = 0;
    std::uint64_t tested = 0;
    std::uint64_t held = 0;
    for (const OwnedText& own : text.texts) {
        trained += windows.trainCount(own.characters.size());
        tested += windows.testCount(own.characters.size());
        held += own.characters.size();
    }
    constexpr auto kMostSamples =
        static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
    if (std::max(trained, tested) > kMostSamples)
        return fail(file.string(),
                    filled("{} windows, more than the {} samples that a data set may have; a "
                           "larger stride makes fewer",
                           std::max(trained, tested),
                           kMostSamples));
    const std::uint64_t each = parameters.length + sizeof(std::int32_t) * (owned ? 2 : 1);
    COTERIE_CHECK(checkMemory(file.string(), held + (trained + tested) * each));

    UserFacts facts{.inputScale = InputScale{.scale = {1.0F}, .offset = {0.0F}},
                    .inputsAreClasses = true};
    Samples train;
    train.shape = {.channels = parameters.length, .height = 1, .width = 1};
    Samples test = train;
    reserve(train, trained, owned);
    reserve(test, tested, owned);
    for (OwnedText& own : text.texts) {
        windows.append(own.characters, train, test);
        if (!owned)
            continue;
        const auto client = static_cast<std::int32_t>(facts.clientNames.size());
        train.domains.resize(train.labels.size(), client);
        test.domains.resize(test.labels.size(), client);
        facts.clientNames.push_back(std::move(own.name));
    }
    for (const char32_t character : text.alphabet)
        facts.classNames.push_back(characterName(character));
    if (text.leftOut > 0)
        facts.notes.push_back(filled("bytes before the first speaker left out: {}", text.leftOut));
    if (const std::size_t kept = text.texts.size(); kept < there)
        facts.notes.push_back(
            filled("clients with fewer than {} characters left out: {}, so that {} are left",
                   windows.shortest(),
                   there - kept,
                   kept));
    return userDataset(kPart, file, std::move(train), std::move(test), std::move(facts));
}

Result<DatasetPointer> load(const ParameterSet& given, const DataFolders& folders)
{
    COTERIE_TRY(const fs::path file, userPath(given, "path", folders));
    COTERIE_TRY(const ByteSourcePointer source, openUnpacked(file));
    const auto parameters = readParameters<CharactersParameters>(kTextParameters, given);
    COTERIE_TRY(
        CharacterText text,
        readCharacters(*source, {.owners = parameters.owners, .lowerCase = parameters.lowerCase}));
    return cutIntoWindows(file, std::move(text), parameters);
}

} // namespace

constexpr CatalogEntry kCharactersSet = userSet(kPart, "your own file, named by path", &load);

} // namespace coterie
