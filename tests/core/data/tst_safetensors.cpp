#include "core/data/formats/safetensors.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

using namespace coterie;

namespace tst_safetensors {

std::string fileOf(const std::string& header, const std::string& data)
{
    const std::uint64_t length = header.size();
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    return bytes + header + data;
}

Result<std::vector<NamedTensor>> read(const std::string& bytes)
{
    return readSafetensors(*storeOf("a.safetensors", {bytes.begin(), bytes.end()}));
}

std::string written(const std::vector<NamedTensor>& tensors)
{
    std::ostringstream out;
    writeSafetensors(tensors, out);
    return out.str();
}

/// Models as PyTorch's users keep them: what we write they read, and the other way round.
class TestSafetensors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsReadBack()
    {
        const std::vector<NamedTensor> model{
            {.name = "0.weight", .shape = {2, 3}, .values = std::vector<float>{0, 1, -2, 3, 4, 5}},
            {.name = "0.bias", .shape = {1}, .values = std::vector<float>{0.1F}},
            {.name = "1.running_mean", .shape = {2}, .values = std::vector<double>{0.1, 1e300}},
            {.name = "1.num_batches_tracked", .shape = {}, .values = std::vector<std::int64_t>{7}},
            {.name = "none", .shape = {0, 4}, .values = std::vector<float>{}}};
        const std::string bytes = written(model);
        auto back = read(bytes);
        QVERIFY2(back.has_value(), back ? "" : back.error().sentence().c_str());
        QCOMPARE(back->size(), model.size());
        for (const NamedTensor& tensor : model)
            QVERIFY2(std::ranges::find(*back, tensor) != back->end(), tensor.name.c_str());
        // The data begin at a multiple of 8, and wide numbers come first.
        std::uint64_t length = 0;
        std::memcpy(&length, bytes.data(), sizeof length);
        QCOMPARE(length % 8, std::uint64_t{0});
        QVERIFY(std::holds_alternative<std::vector<double>>(back->front().values));
    }

    void everyBitOfANumberStays()
    {
        const float nan = std::bit_cast<float>(0x7fc12345U);
        const std::vector<float> odd{
            nan, -0.0F, std::numeric_limits<float>::infinity(), 1e-45F, 3.4e38F};
        const auto back = read(written({{.name = "w", .shape = {5}, .values = odd}}));
        QVERIFY(back.has_value());
        const auto& values = std::get<std::vector<float>>(back->front().values);
        QCOMPARE(values.size(), odd.size());
        QCOMPARE(std::memcmp(values.data(), odd.data(), 4 * odd.size()), 0);
    }

    /// As `safetensors.numpy.save` writes it, with the tensors in another order than their bytes.
    void theHeadersOrderDoesNotMatter()
    {
        const auto back = read(fileOf(R"({"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]},)"
                                      R"("a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}  )",
                                      std::string("\0\0\x80\x3f\0\0\0\x40", 8)));
        QVERIFY(back.has_value());
        QCOMPARE(back->at(0).name, std::string("a"));
        QCOMPARE(std::get<0>(back->at(0).values), std::vector<float>{1});
        QCOMPARE(std::get<0>(back->at(1).values), std::vector<float>{2});
    }

    /// The numbers of the formats' definitions: the largest, the least, the odd ones.
    void halvesBecomeFloats()
    {
        const auto valuesOf = [](const char* type, const std::vector<std::uint16_t>& halves) {
            const std::string bytes(reinterpret_cast<const char*>(halves.data()),
                                    2 * halves.size());
            const auto back =
                read(fileOf("{\"w\":{\"dtype\":\"" + std::string(type) + "\",\"shape\":["
                                + std::to_string(halves.size()) + "],\"data_offsets\":[0,"
                                + std::to_string(bytes.size()) + "]}}",
                            bytes));
            if (!back)
                qFatal("%s", back.error().sentence().c_str());
            return std::get<std::vector<float>>(back->front().values);
        };
        const float infinite = std::numeric_limits<float>::infinity();
        const std::vector<float> halves = valuesOf(
            "F16",
            {0x3C00, 0xC000, 0x7BFF, 0x0400, 0x0001, 0x83FF, 0x0000, 0x7C00, 0xFC00, 0x3555});
        const std::vector<float> wanted{
            1, -2, 65504, 0x1p-14F, 0x1p-24F, -0x3FFp-24F, 0, infinite, -infinite, 0x1.554p-2F};
        QVERIFY(halves == wanted);
        QVERIFY(std::isnan(valuesOf("F16", {0x7E00}).front()));
        const std::vector<float> brain = valuesOf("BF16", {0x3F80, 0xC040, 0x0001, 0x7F80, 0x3DCD});
        QVERIFY((brain == std::vector<float>{1, -3, 0x1p-133F, infinite, 0x1.9ap-4F}));
    }

    void damagedFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const std::string& bytes, const char* sentence) {
            QTest::addRow("%s", name) << QByteArray(bytes.data(), qsizetype(bytes.size()))
                                      << QString("a.safetensors: ") + QString::fromUtf8(sentence);
        };
        const auto one = [](const std::string& entry) { return "{\"w\":{" + entry + "}}"; };
        const std::string four = "abcd";
        row("empty", "", "is too short for a .safetensors file");
        row("header beyond the end",
            fileOf("{}", "").substr(0, 9),
            "says that its header has 2 bytes, but only 1 follow; it is cut off or no .safetensors "
            "file");
        row("header of 2^64 - 1 bytes",
            std::string(8, '\xff') + "{}",
            "says that its header has 18446744073709551615 bytes, but only 2 follow; it is cut off "
            "or no .safetensors file");
        row("large header",
            fileOf("{}" + std::string(1'000'000, ' '), ""),
            "has a header of 1000002 bytes; at most 1000000 are read");
        row("no object", fileOf("[]", ""), "the header must be a JSON object");
        row("a list for a tensor",
            fileOf(R"({"w":[]})", ""),
            "tensor \"w\" must have dtype, shape and data_offsets and nothing else");
        row("another key",
            fileOf(one(R"("dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1)"), four),
            "tensor \"w\" must have dtype, shape and data_offsets and nothing else");
        row("unknown type",
            fileOf(one(R"("dtype":"U8","shape":[4],"data_offsets":[0,4])"), four),
            "tensor \"w\" has the type \"U8\"; only F32, F64, F16, BF16 and I64 can be read");
        row("negative size",
            fileOf(one(R"("dtype":"F32","shape":[-1],"data_offsets":[0,4])"), four),
            "tensor \"w\" must have a shape of whole numbers of at least 0");
        row("half a size",
            fileOf(one(R"("dtype":"F32","shape":[0.5],"data_offsets":[0,4])"), four),
            "tensor \"w\" must have a shape of whole numbers of at least 0");
        row("descending offsets",
            fileOf(one(R"("dtype":"F32","shape":[1],"data_offsets":[4,0])"), four),
            "tensor \"w\" must have data_offsets of two ascending whole numbers");
        row("one offset",
            fileOf(one(R"("dtype":"F32","shape":[1],"data_offsets":[4])"), four),
            "tensor \"w\" must have data_offsets of two ascending whole numbers");
        row("beyond the data",
            fileOf(one(R"("dtype":"F32","shape":[2],"data_offsets":[0,8])"), four),
            "tensor \"w\" ends at byte 8 of the data, which has 4");
        row("wrong size",
            fileOf(one(R"("dtype":"F32","shape":[2],"data_offsets":[0,4])"), four),
            "tensor \"w\" has 4 bytes; its shape [2] of F32 needs 8");
        row("product of 2^64",
            fileOf(one(R"("dtype":"F64","shape":[2147483648,1073741824],"data_offsets":[0,0])"),
                   ""),
            "tensor \"w\" has the shape [2147483648, 1073741824], which no file can hold the "
            "numbers of");
        const std::string a = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)";
        row("overlap",
            fileOf(a + R"("b":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})", four + four),
            "tensor \"b\" overlaps with tensor \"a\"");
        row("gap",
            fileOf(a + R"("b":{"dtype":"F32","shape":[1],"data_offsets":[8,12]}})",
                   four + four + four),
            "tensor \"b\" begins at byte 8 of the data; the bytes from 4 on belong to no tensor");
        row("surplus data",
            fileOf(one(R"("dtype":"F32","shape":[1],"data_offsets":[0,4])"), four + "xyz"),
            "the last 3 bytes belong to no tensor");
        row("a name twice",
            fileOf(a + R"("a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", four + four),
            "the header has a key twice: /a");
    }

    void damagedFilesAreRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        const auto tensors = read(bytes.toStdString());
        QVERIFY(!tensors);
        QCOMPARE(QString::fromStdString(tensors.error().sentence()), sentence);
    }

    void deepAndBrokenHeadersAreRefused()
    {
        for (const std::string& header : {std::string(900'000, '['),
                                          "{\"w\":" + std::string(500, '['),
                                          std::string("{\"w\":"),
                                          std::string("{\"\xff\":1}"),
                                          std::string()}) {
            const auto tensors = read(fileOf(header, ""));
            QVERIFY(!tensors);
            QVERIFY2(QString::fromStdString(tensors.error().sentence())
                         .startsWith("a.safetensors: the header cannot be read: "),
                     tensors.error().sentence().c_str());
        }
    }
};

COTERIE_SECTION(TestSafetensors)

} // namespace tst_safetensors

#include "tst_safetensors.moc"
