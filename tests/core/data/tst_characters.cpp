#include "core/data/detect_data.h"
#include "core/data/formats/plain_text.h"
#include "core/data/partition.h"
#include "core/data/preprocess.h"
#include "core/data/sample_pictures.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/core/data/user_folder.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>

namespace tst_characters {

using namespace coterie;
using seedfiles::seed;
using seedfiles::sentenceOf;

namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<std::int32_t>;
using Bytes = std::vector<std::uint8_t>;

Result<CharacterText> read(const QByteArray& text, const CharacterOptions& options = {})
{
    return readCharacters(*seedfiles::plain(text), options);
}

QString alphabetOf(const CharacterText& text)
{
    QString letters;
    for (const char32_t letter : text.alphabet)
        letters += QString::fromUcs4(&letter, 1);
    return letters;
}

/// The text of an owner again.
QString textOf(const CharacterText& text, std::size_t owner)
{
    const QList<uint> alphabet = alphabetOf(text).toUcs4();
    QString all;
    for (const std::uint8_t number : text.texts[owner].characters) {
        const auto letter = static_cast<char32_t>(alphabet[number]);
        all += QString::fromUcs4(&letter, 1);
    }
    return all;
}

Names ownersOf(const CharacterText& text)
{
    Names names;
    for (const OwnedText& own : text.texts)
        names.push_back(own.name);
    return names;
}

const Bytes& valuesOf(const Samples& samples)
{
    return std::get<Bytes>(samples.values);
}

const QByteArray kPlay = "The title.\n\nANNA:\nHow are you?\n\nPAUL:\nWell.\nAnd you?\n\n"
                         "ANNA:\nWell.\n\nA line that is hers:too\n";

} // namespace

class TestCharacters : public coterie::test::UserFolderFixture
{
    Q_OBJECT

private Q_SLOTS:
    // --- the reader ---

    void charactersAreNumberedInTheirOrder()
    {
        const auto text = read("\xEF\xBB\xBF"
                               "ba \xC3\xA9\r\nc\rd");
        QVERIFY2(text.has_value(), qPrintable(sentenceOf(text)));
        QCOMPARE(alphabetOf(*text), QString::fromUtf8("\n abcd\xC3\xA9"));
        QVERIFY(text->texts.front().characters == (Bytes{3, 2, 1, 6, 0, 4, 0, 5}));
    }

    void speakersOwnWhatTheySay()
    {
        const auto text = read(kPlay, {.owners = TextOwners::Speakers});
        QVERIFY2(text.has_value(), qPrintable(sentenceOf(text)));
        QVERIFY(ownersOf(*text) == (Names{"ANNA", "PAUL"}));
        QCOMPARE(textOf(*text, 0), QString("How are you?\nWell.\nA line that is hers:too\n"));
        QCOMPARE(textOf(*text, 1), QString("Well.\nAnd you?\n"));
        QCOMPARE(text->leftOut, std::uint64_t{11}); // the title and its end
        QVERIFY(!alphabetOf(*text).contains('P'));  // no part of any text
    }

    void blocksOwnTheirLines()
    {
        const auto text = read("one\ntwo\n\n \t\nthree\n", {.owners = TextOwners::Blocks});
        QVERIFY2(text.has_value(), qPrintable(sentenceOf(text)));
        QVERIFY(ownersOf(*text) == (Names{"block 1", "block 2"}));
        QCOMPARE(textOf(*text, 0), QString("one\ntwo\n"));
        QCOMPARE(textOf(*text, 1), QString("three\n"));
    }

    void lettersBecomeSmallInThreeAlphabets()
    {
        const auto text =
            read(QString::fromUtf8("AZ ÄÞ× ŁłŸ ΑΩς ДЯЁЀ ħĦ ŻŹ ß").toUtf8(), {.lowerCase = true});
        QVERIFY2(text.has_value(), qPrintable(sentenceOf(text)));
        QCOMPARE(textOf(*text, 0), QString::fromUtf8("az äþ× łłÿ αως дяёѐ ħħ żź ß"));
    }

    void whatIsNoTextIsRefusedWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("Latin-1") << QByteArray("one\ntw\xE9\n")
                                 << "FILE: line 2, column 3: the byte 0xE9 is not UTF-8";
        QTest::newRow("zero") << QByteArray("a\0b", 3) << "line 1, column 2: a zero byte";
        QByteArray many;
        for (char32_t code = 0x4E00; code < 0x4E00 + 257; ++code)
            many += QString::fromUcs4(&code, 1).toUtf8();
        QTest::newRow("Chinese") << many
                                 << "line 1, column 257: \"\u4F00\" is one more than the 256";
    }

    void aNameThatIsNoTextIsRefusedWithItsPlace()
    {
        const auto said =
            sentenceOf(read("\n\xC3\x84\xC3\x84\xE9:\nwell\n", {.owners = TextOwners::Speakers}));
        QVERIFY2(said.contains("line 2, column 3: the byte 0xE9"), qPrintable(said));
    }

    void whatIsNoTextIsRefusedWithItsPlace()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, sentence);
        QVERIFY2(sentenceOf(read(text)).contains(sentence), qPrintable(sentenceOf(read(text))));
    }

    void aTextWithoutSpeakersSaysSo()
    {
        QVERIFY(sentenceOf(read("one\ntwo:\n", {.owners = TextOwners::Speakers}))
                    .contains("no line after an empty one is a name with a colon"));
    }

    void charactersThatCannotBeSeenHaveNames()
    {
        QCOMPARE(characterName(U' '), std::string("space"));
        QCOMPARE(characterName(U'\n'), std::string("new line"));
        QCOMPARE(characterName(0xAD), std::string("U+00AD"));
        QCOMPARE(characterName(0x301), std::string("U+0301"));
        QCOMPARE(characterName(0x1F), std::string("U+001F"));
        QCOMPARE(characterName(U'\u00E9'), std::string("\u00E9"));
        QCOMPARE(characterName(U'\u20AC'), std::string("\u20AC"));
        QCOMPARE(characterName(U'\U0001F600'), std::string("\U0001F600"));
    }

    // --- the data set ---

    void aWindowPredictsTheCharacterAfterIt()
    {
        put("t.txt", "abcabcab");
        const auto loaded = load({.length = 3, .stride = 1, .percent = 0});
        QVERIFY2(loaded.has_value(), qPrintable(sentenceOf(loaded)));
        const Dataset& data = **loaded;
        QVERIFY(data.train.shape == (SampleShape{.channels = 3}));
        QVERIFY(valuesOf(data.train) == (Bytes{0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 1, 2, 1, 2, 0}));
        QVERIFY(data.train.labels == (Numbers{0, 1, 2, 0, 1}));
        QVERIFY(data.classNames == (Names{"a", "b", "c"}));
        QCOMPARE(data.officialTest.count(), std::size_t{0});
        QVERIFY(data.domainNames.empty());
        std::vector<float> inputs(3); // the numbers themselves
        const std::int32_t second = 1;
        gather<float>(data.train, data.inputScale, std::span(&second, 1), inputs.data());
        QVERIFY(inputs == (std::vector<float>{1, 2, 0}));
        QCOMPARE(sampleText(data, data.train, 1), std::string("bca"));
    }

    /// Neither as an input nor as a class: else a network could learn them by heart.
    void noTrainingSampleHasACharacterOfTheTests()
    {
        put("t.txt", "aaaaaaaaaaaaaaabbbbb"); // b: a quarter
        const auto loaded = load({.length = 4, .stride = 3, .percent = 25});
        QVERIFY2(loaded.has_value(), qPrintable(sentenceOf(loaded)));
        const Dataset& data = **loaded;
        QCOMPARE(data.train.count(), std::size_t{4});
        QVERIFY(std::ranges::all_of(valuesOf(data.train), [](int value) { return value == 0; }));
        QVERIFY(data.train.labels == (Numbers{0, 0, 0, 0}));
        QVERIFY(data.officialTest.labels == (Numbers{1, 1})); // at 15 and 18
        QVERIFY(valuesOf(data.officialTest) == (Bytes{0, 0, 0, 0, 0, 1, 1, 1}));
    }

    void speakersAreTheClientsOfThePartitionNatural()
    {
        put("t.txt", kPlay);
        const auto loaded = load({.length = 5, .stride = 1, .percent = 20, .client = "speaker"});
        QVERIFY2(loaded.has_value(), qPrintable(sentenceOf(loaded)));
        const Dataset& data = **loaded;
        QVERIFY(data.domainsAreClients);
        QVERIFY(data.domainNames == (Names{"ANNA", "PAUL"}));
        QVERIFY(data.notes == (Names{"bytes before the first speaker left out: 11"}));
        DataSettings settings;
        settings.partition.name = "natural";
        const auto shards = makeShards(data, settings, {}, 1);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE(shards->size(), std::size_t{2});
        QCOMPARE((*shards)[1].name, std::string("PAUL"));
        QVERIFY((*shards)[1].testIsOfficial);
        // "Well.\nAnd you?\n": 15 characters, of which the last 3 are for tests.
        QCOMPARE((*shards)[1].train.size(), std::size_t{15 - 3 - 5});
        QCOMPARE((*shards)[1].test.size(), std::size_t{3});
    }

    void shortTextsAreLeftOutAndTold()
    {
        put("t.txt", kPlay);
        const auto some = load({.length = 15, .stride = 1, .percent = 0, .client = "speaker"});
        QVERIFY2(some.has_value(), qPrintable(sentenceOf(some)));
        QVERIFY((*some)->domainNames == (Names{"ANNA"}));
        QCOMPARE((*some)->notes.back(),
                 std::string("clients with fewer than 16 characters left out: 1, so that 1 are "
                             "left"));
        const auto none = load({.length = 500, .stride = 1, .percent = 20, .client = "speaker"});
        QVERIFY2(sentenceOf(none).contains("must have a client's text of at least 626 characters"),
                 qPrintable(sentenceOf(none)));
    }

    void stepsThatCalculateAreRefused()
    {
        put("t.txt", "abcabcabcabcabcabc");
        const auto loaded = load({.length = 3, .stride = 1, .percent = 20});
        QVERIFY2(loaded.has_value(), qPrintable(sentenceOf(loaded)));
        for (const NamedPart& part : preprocessParts()) {
            const Part step{.name = std::string(part.name), .parameters = {}};
            const auto done = preprocessed(*loaded, std::span(&step, 1));
            const bool keeps = step.name == "limit" || step.name == "mergePools";
            QCOMPARE(done.has_value(), keeps);
            if (!keeps)
                QCOMPARE(sentenceOf(done),
                         QString::fromStdString(
                             "/data/preprocess/0/step: " + step.name
                             + " cannot calculate with t.txt: its inputs are numbers of "
                               "characters"));
        }
    }

    void tooManyWindowsAreRefusedBeforeTheyAreMade()
    {
        put("t.txt", QByteArray("ab").repeated(1'000'000));
        qputenv("COTERIE_DATA_GB", "0.5");
        Part part{.name = "characters", .parameters = {}};
        part.parameters.set("path", std::string("t.txt"));
        part.parameters.set("length", std::int64_t{1000});
        part.parameters.set("stride", std::int64_t{1});
        const auto loaded = loadDataset(part, folders());
        qunsetenv("COTERIE_DATA_GB");
        QVERIFY2(sentenceOf(loaded).contains("the data set needs 2.01 GB of memory"),
                 qPrintable(sentenceOf(loaded)));
    }

    void aPackedTextThatGrowsTooMuchIsRefused()
    {
        put("t.txt", idxfiles::packed(QByteArray(3'000'000, 'a')));
        QVERIFY2(sentenceOf(load({})).contains("the text unpacks to more than 1048576 bytes"),
                 qPrintable(sentenceOf(load({}))));
        put("t.txt", idxfiles::packed("abcabcabcabc"));
        QVERIFY(load({.length = 3}).has_value());
    }

    void aTextIsTold_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const QByteArray prose = "It was a dark night.\nChapter 1\nThe rain fell, and fell.\n";
        QTest::newRow("prose") << "a.txt" << prose << "characters";
        QTest::newRow("upper case") << "A.TXT" << prose << "characters";
        QTest::newRow("play") << "a.txt" << kPlay << "characters client=speaker";
        QTest::newRow("table") << "a.txt" << QByteArray("a,b,kind\n1,2,x\n3,4,y\n") << "csv";
        QTest::newRow("words in columns")
            << "a.txt" << QByteArray("age,colour,ill\n1,red,no\n2,blue,yes\n") << "csv";
        QTest::newRow("numbers") << "a.txt" << QByteArray("1 2 0\n3 4 1\n")
                                 << "csv separator=blank";
    }

    void aTextIsTold()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        put(name, text);
        const auto found = detectData(m_folder->filePath(name).toStdString());
        QVERIFY2(found.has_value(), qPrintable(sentenceOf(found)));
        QString words = QString::fromStdString(found->dataset.name);
        for (const Parameter& parameter : found->dataset.parameters.all())
            if (parameter.name != "path")
                words +=
                    QString(" %1=%2").arg(QString::fromStdString(parameter.name),
                                          QString::fromStdString(toText(parameter.values.front())));
        QCOMPARE(words, expected);
    }

private:
    struct Wanted
    {
        std::int64_t length = 80;
        std::int64_t stride = 8;
        std::int64_t percent = 20;
        std::string client = "none";
    };

    [[nodiscard]] Result<DatasetPointer> load(const Wanted& wanted) const
    {
        Part part{.name = "characters", .parameters = {}};
        part.parameters.set("path", std::string("t.txt"));
        part.parameters.set("length", wanted.length);
        part.parameters.set("stride", wanted.stride);
        part.parameters.set("testPercent", wanted.percent);
        part.parameters.set("client", wanted.client);
        return loadDataset(part, folders());
    }
};

COTERIE_SECTION(TestCharacters)

} // namespace tst_characters

#include "tst_characters.moc"
