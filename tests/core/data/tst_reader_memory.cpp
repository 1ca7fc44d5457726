#include "core/data/formats/cifar.h"
#include "core/data/preprocess.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/fuzz/reader_targets.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>
#include <random>

namespace tst_reader_memory {

using namespace coterie;

namespace {

/// What this program's own new and delete hold, and the most they held since that was last asked
/// for: no page, no cache and no neighbour counts.
std::atomic<std::int64_t> held{0};
std::atomic<std::int64_t> peak{0};

void* countedOrNull(std::size_t size) noexcept
{
    void* memory = std::malloc(size > 0 ? size : 1); // NOLINT: this is operator new
    if (!memory)
        return nullptr;
    const std::int64_t now = held += static_cast<std::int64_t>(malloc_usable_size(memory));
    if (now > peak)
        peak = now;
    return memory;
}

void* counted(std::size_t size)
{
    if (void* memory = countedOrNull(size))
        return memory;
    throw std::bad_alloc();
}

void uncounted(void* memory) noexcept
{
    if (memory)
        held -= static_cast<std::int64_t>(malloc_usable_size(memory));
    std::free(memory); // NOLINT
}

} // namespace

} // namespace tst_reader_memory

void* operator new(std::size_t size)
{
    return tst_reader_memory::counted(size);
}
void* operator new[](std::size_t size)
{
    return tst_reader_memory::counted(size);
}
// Of the whole program, so of its other sections too: std::stable_sort allocates by this one.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return tst_reader_memory::countedOrNull(size);
}
void operator delete(void* memory) noexcept
{
    tst_reader_memory::uncounted(memory);
}
void operator delete[](void* memory) noexcept
{
    tst_reader_memory::uncounted(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    tst_reader_memory::uncounted(memory);
}
void operator delete[](void* memory, std::size_t) noexcept
{
    tst_reader_memory::uncounted(memory);
}

namespace tst_reader_memory {

namespace {

constexpr std::int64_t kMiB = 1 << 20;

using seedfiles::replaced;
using seedfiles::seed;

QByteArray little(std::uint64_t value, int bytes)
{
    QByteArray out;
    for (int i = 0; i < bytes; ++i)
        out.append(static_cast<char>(value >> (8 * i) & 0xFFU));
    return out;
}

QByteArray noise(qsizetype size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    std::mt19937 random(3); // NOLINT: the same bytes every time
    for (char& byte : bytes)
        byte = static_cast<char>(random());
    return bytes;
}

/// 100 MiB of one piece, in 100 KB or less.
QByteArray packedHundred(const QByteArray& piece)
{
    const QByteArray mebibyte = piece.repeated(kMiB / piece.size());
    return idxfiles::packed(mebibyte).repeated(100);
}

/// A pickled dictionary in which 3,000 names stand for one list of 10,000 numbers: 120 MB as
/// floats.
QByteArray listUnderManyNames()
{
    QByteArray bytes("\x80\x02}(U\x01x](", 9);
    bytes += QByteArray("K\x01", 2).repeated(10000);
    bytes += QByteArray("eq\x00", 3); // remembered as 0
    for (int name = 0; name < 3000; ++name)
        bytes += QByteArray("U\x04", 2) + QByteArray::number(1000 + name) + QByteArray("h\x00", 2);
    return bytes + "u.";
}

QByteArray npyHeader(const char* type, const char* shape)
{
    QByteArray dictionary =
        QByteArray("{'descr': '") + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
    dictionary += QByteArray((64 - (11 + dictionary.size()) % 64) % 64, ' ') + '\n';
    return QByteArray("\x93NUMPY\x01\x00", 8)
           + little(static_cast<std::uint64_t>(dictionary.size()), 2) + dictionary;
}

/// The seed's header with other sizes.
QByteArray nifti(int x, int y, int z, const QByteArray& values)
{
    const QByteArray header = seed("nifti/floats").first(352);
    return replaced(header,
                    42,
                    little(std::uint64_t(x), 2) + little(std::uint64_t(y), 2)
                        + little(std::uint64_t(z), 2))
           + values;
}

QByteArray matElement(std::uint32_t type, const QByteArray& data)
{
    return little(type, 4) + little(static_cast<std::uint64_t>(data.size()), 4) + data
           + QByteArray((8 - data.size() % 8) % 8, '\0');
}

QByteArray matArray(char name, int arrayClass, const QByteArray& dimensions, const QByteArray& data)
{
    return matElement(6, little(std::uint64_t(arrayClass), 4) + little(0, 4))
           + matElement(5, dimensions) + little(1, 2) + little(1, 2) + name + QByteArray(3, '\0')
           + data;
}

/// Pictures of 32 × 32 in colour and their labels; `announced` of them, `there` of them.
QByteArray mat(std::uint64_t announced, qsizetype there)
{
    const QByteArray header = seed("mat/plain").first(128);
    const QByteArray pictures =
        matArray('X',
                 9,
                 little(32, 4) + little(32, 4) + little(3, 4) + little(announced, 4),
                 little(2, 4) + little(announced * 3072, 4) + noise(there * 3072));
    const QByteArray labels = matArray(
        'y', 9, little(announced, 4) + little(1, 4), matElement(2, QByteArray(there, '\1')));
    const auto whole = [](const QByteArray& body) {
        return little(14, 4) + little(static_cast<std::uint64_t>(body.size()), 4) + body;
    };
    const auto compressed = [](const QByteArray& element) {
        const QByteArray packed = qCompress(element).mid(4);
        return little(15, 4) + little(static_cast<std::uint64_t>(packed.size()), 4) + packed;
    };
    return header + compressed(whole(pictures)) + compressed(whole(labels));
}

QByteArray cifar(qsizetype records)
{
    return (QByteArray(1, '\3') + noise(3072)).repeated(records);
}

QByteArray table(int rows)
{
    QByteArray text;
    for (int row = 0; row < rows; ++row)
        text += "0.125,0.25,0.5,1,2,4,8,16,32,64," + QByteArray::number(row % 10) + '\n';
    return text;
}

QByteArray usps(int rows)
{
    return (QByteArray("6.0000") + QByteArray(" 0.500").repeated(256) + '\n').repeated(rows);
}

/// A zip whose only member is announced to unpack to 4 GB.
QByteArray lyingZip()
{
    QByteArray bytes = seed("zip/deflated");
    for (qsizetype at = bytes.indexOf("PK\x01\x02"); at >= 0;
         at = bytes.indexOf("PK\x01\x02", at + 1))
        bytes = replaced(bytes, at + 24, little(0xFFFFFFF0, 4));
    return bytes;
}

} // namespace

/// The promise of every reader: never more memory than twice what is declared and what the file can
/// hold. Bombs declare or unpack to gigabytes; honest files show that the count sees what is read.
class TestReaderMemory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bombsTakeNoMemory_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("reader");
        QTest::addColumn<qint64>("most");
        // What was received is at most a quarter MiB of noise, or runs until the lie is seen: room
        // for the reader's buffers and the first piece of its growth.
        const auto row = [](const char* reader,
                            const char* name,
                            const QByteArray& bytes,
                            qint64 most = 4 * kMiB) {
            QTest::addRow("%s, %s", reader, name) << bytes << QString(reader) << most;
        };
        const QByteArray zeros = packedHundred(QByteArray(1024, '\0'));
        row("idx",
            "unpacks to more than it says",
            idxfiles::packed(idxfiles::words({2051, 10, 4, 4})) + zeros);
        row("idx",
            "says more than it holds",
            idxfiles::packed(idxfiles::words({2051, 1 << 20, 32, 32}) + noise(kMiB / 4)));
        row("idx", "says 2^93 bytes", idxfiles::words({2051, ~0U, ~0U, ~0U}));
        row("cifar", "unpacks without end", zeros);
        row("zip", "a member of 4 GB", lyingZip());
        row("mat", "says 4 GB", mat(1'398'000, 80));
        row("mat",
            "unpacks without end",
            seed("mat/plain").first(128) + little(15, 4) + little(0xFFFFFFF0, 4)
                + qCompress(QByteArray(64 * kMiB, '\0')).mid(4));
        row("csv", "unpacks without end", packedHundred("1,2\n3,4\n"));
        row("csv", "one line without end", packedHundred("1,2,3,4,"));
        row("usps", "unpacks without end", packedHundred("6.0 0.5 \n"));
        row("heart", "unpacks without end", packedHundred("1,2,3,4\n"));
        row("exif",
            "65535 entries",
            QByteArray("Exif\0\0MM\0*\0\0\0\x08\xFF\xFF", 16) + noise(kMiB / 2));
        row("labels", "unpacks without end", packedHundred("x 1\n"));
        row("nifti", "32767 × 32767 × 32767", nifti(32767, 32767, 32767, noise(kMiB / 4)));
        row("nifti",
            "1024 × 1024 × 512, packed",
            idxfiles::packed(nifti(1024, 1024, 512, noise(kMiB / 4))));
        row("npy", "2^60 numbers", npyHeader("<f8", "(1152921504606846976,)"));
        row("npy",
            "2^30 numbers, packed",
            idxfiles::packed(npyHeader("<f4", "(1073741824,)") + noise(kMiB / 4)));
        row("npy", "2^32 × 2^32 numbers", npyHeader("|u1", "(4294967296, 4294967296)"));
        row("safetensors", "a header of 2^60 bytes", little(std::uint64_t{1} << 60, 8));
        const QByteArray header =
            R"({"w": {"dtype": "F32", "shape": [1152921504606846976], "data_offsets": [0, 4]}})";
        row("safetensors",
            "2^60 numbers",
            little(std::uint64_t(header.size()), 8) + header + "1234");
        row("clients", "unpacks without end", packedHundred("1,a,train,2\n"));
        row("clients", "one line without end", packedHundred("1,a,train,2,"));
        row("leaf",
            "numbers without end",
            idxfiles::packed(R"({"users": ["a"], "num_samples": [1], "user_data": {"a": {"y": [)")
                + idxfiles::packed(QByteArray("0,").repeated(kMiB / 2)).repeated(4));
        row("leaf",
            "a sample without end",
            idxfiles::packed(R"({"users": ["a"], "num_samples": [1], "user_data": {"a": {"x": [[)")
                + idxfiles::packed(QByteArray("0,").repeated(kMiB / 2)).repeated(4));
        row("pickle", "one list under many names", npyHeader("|O", "()") + listUnderManyNames());
        row("answer",
            "2^60 numbers",
            R"({"message": "answer", "round": 4, "A": {"shape": [1073741824, 1073741824], "float64": ""}})");
        // A text declares nothing: twice what a file of this size can hold.
        const QByteArray text = packedHundred("a text\n");
        constexpr qint64 kLargestGrowth = 250;
        row("characters", "unpacks without end", text, 2 * kLargestGrowth * text.size());
        row("message", "a picture of 16 GB", seed("message/too_large"));
        row("detect", "unpacks without end", zeros);
        row("detect", "a member of 4 GB", lyingZip());
    }

    void bombsTakeNoMemory()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, reader);
        QFETCH(qint64, most);
        QVERIFY(bytes.size() < kMiB);
        const std::int64_t grown = peakOf(reader, bytes);
        QVERIFY2(grown < most, qPrintable(QString("%1 bytes").arg(grown)));
    }

    void everyReaderHasABomb()
    {
        // Those of the table above, by name.
        const QSet<QString> bombed{"idx",
                                   "cifar",
                                   "zip",
                                   "mat",
                                   "csv",
                                   "usps",
                                   "heart",
                                   "labels",
                                   "exif",
                                   "nifti",
                                   "npy",
                                   "safetensors",
                                   "clients",
                                   "leaf",
                                   "pickle",
                                   "answer",
                                   "characters",
                                   "message",
                                   "detect"};
        for (const fuzz::ReaderTarget& target : fuzz::readerTargets())
            QVERIFY2(bombed.contains(QString::fromUtf8(target.name.data())), target.name.data());
    }

    void honestFilesTakeAtMostTwiceTheirSize_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("reader");
        QTest::addColumn<qint64>("size"); // of the values, as they are held
        const auto row =
            [](const char* reader, const char* name, const QByteArray& bytes, qint64 size) {
                QTest::addRow("%s, %s", reader, name) << bytes << QString(reader) << size;
            };
        const QByteArray idx = idxfiles::images(4000, 28, 28);
        row("idx", "plain", idx, idx.size());
        row("idx", "packed", idxfiles::packed(idx), idx.size());
        row("mat", "compressed", mat(1500, 1500), 1500 * 3072);
        row("csv", "plain", table(100'000), 100'000 * 11 * 4);
        row("csv", "packed", idxfiles::packed(table(100'000)), 100'000 * 11 * 4);
        row("usps", "plain", usps(4000), 4000 * 257 * 4);
        row("nifti", "floats", nifti(128, 128, 64, noise(128 * 128 * 64 * 4)), 128 * 128 * 64 * 4);
        row("npy", "floats", npyHeader("<f4", "(1048576,)") + noise(4 * kMiB), 4 * kMiB);
        row("npy",
            "doubles",
            npyHeader("<f8", "(1048576,)") + QByteArray(8 * kMiB, '\0'),
            4 * kMiB);
    }

    void honestFilesTakeAtMostTwiceTheirSize()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, reader);
        QFETCH(qint64, size);
        const std::int64_t grown = peakOf(reader, bytes);
        qInfo("%.2f times the size of the values", double(grown) / double(size));
        QVERIFY2(grown < 2 * size + kMiB, qPrintable(QString("%1 bytes").arg(grown)));
        QVERIFY2(grown > size / 2, "the file was not read at all");
    }

    void appendedRecordsTakeTwiceTheirSize()
    {
        constexpr qsizetype kRecords = 2000;
        const QByteArray bytes = cifar(kRecords);
        const std::int64_t before = held;
        peak = before;
        Samples samples;
        const auto source = seedfiles::plain(bytes);
        const std::int64_t stored = held - before;
        QVERIFY(appendCifar(*source, {.records = kRecords}, samples).has_value());
        const std::int64_t grown = peak - before - stored;
        QVERIFY2(grown < 2 * bytes.size() + kMiB, qPrintable(QString("%1 bytes").arg(grown)));
    }

    /// The samples as they were, and all of them in one piece: nothing to spare.
    void poolsAreMergedWithoutRoomToSpare()
    {
        constexpr std::int64_t kTrain = 6 * kMiB;
        constexpr std::int64_t kTest = kMiB;
        auto dataset = std::make_shared<Dataset>();
        dataset->title = "Made up";
        dataset->train.values = std::vector<std::uint8_t>(kTrain, 1);
        dataset->officialTest.values = std::vector<std::uint8_t>(kTest, 2);
        std::shared_ptr<const Dataset> whole = std::move(dataset);
        const std::vector<Part> steps{{.name = "mergePools", .parameters = {}}};
        const std::int64_t before = held;
        peak = before;
        const auto merged = preprocessed(std::move(whole), steps);
        const std::int64_t grown = peak - before;
        QVERIFY(merged.has_value());
        QCOMPARE((*merged)->train.count(), std::size_t{kTrain + kTest});
        qInfo("%.2f times the size of all samples", double(grown) / double(kTrain + kTest));
        QVERIFY2(grown < kTrain + kTest + kMiB / 4, qPrintable(QString("%1 bytes").arg(grown)));
    }

private:
    /// The most memory the reader held beyond the file's own bytes.
    static std::int64_t peakOf(const QString& reader, const QByteArray& bytes)
    {
        const auto targets = fuzz::readerTargets();
        const auto target = std::ranges::find_if(targets, [&](const fuzz::ReaderTarget& known) {
            return reader == QLatin1String(known.name.data());
        });
        if (target == targets.end())
            qFatal("no reader %s", qPrintable(reader));
        std::vector<std::uint8_t> file(bytes.begin(), bytes.end());
        const std::int64_t before = held;
        peak = before;
        target->read(std::move(file));
        return peak - before;
    }
};

COTERIE_SECTION(TestReaderMemory)

} // namespace tst_reader_memory

#include "tst_reader_memory.moc"
