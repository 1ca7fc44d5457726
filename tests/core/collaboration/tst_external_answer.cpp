#include "core/base/base64.h"
#include "core/collaboration/external_answer.h"
#include "tests/sections.h"

#include <QTest>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace tst_external_answer {

using namespace coterie;

ExternalQuestion of(std::size_t clients, int round = 4)
{
    return {.round = round, .isPresent = std::vector<bool>(clients, true)};
}

std::string answer(const std::string& rest)
{
    return "{\"message\": \"answer\", \"round\": 4" + (rest.empty() ? "" : ", " + rest) + "}";
}

/// As a script on a little-endian machine would write it.
std::string packed(const std::vector<double>& values, const std::string& shape)
{
    std::vector<std::byte> bytes(values.size() * sizeof(double));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return "{\"shape\": " + shape + ", \"float64\": \"" + toBase64(bytes) + "\"}";
}

/// What a command's answer may be, and which sentence everything else gets.
class TestExternalAnswer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void threeWaysToWriteTheMatrix_data()
    {
        QTest::addColumn<QString>("matrix");
        QTest::newRow("lists") << R"("A": [[0.25, 0.75], [0, 1]])";
        QTest::newRow("packed") << QString::fromStdString("\"A\": "
                                                          + packed({0.25, 0.75, 0, 1}, "[2, 2]"));
        QTest::newRow("sparse") << R"("rows": [[[1, 0.75], [0, 0.25]], [[1, 1]]])";
    }

    void threeWaysToWriteTheMatrix()
    {
        QFETCH(const QString, matrix);
        const auto read = readExternalAnswer(answer(matrix.toStdString()), of(2));
        QVERIFY2(read, read ? "" : read.error().sentence().c_str());
        Matrix expected(2, 2);
        expected.values = {0.25, 0.75, 0, 1};
        QVERIFY(read->collaboration == expected);
        QVERIFY(!read->groups);
        QVERIFY(!read->state);
    }

    void theRestIsRead()
    {
        const auto read = readExternalAnswer(
            answer(R"("groups": [[2, 0]], "merges": [{"left": 2, "right": 0, "score": -0.5},
                {"left": 3, "right": 1, "score": 2, "kind": "distance"}],
                "values": {"trust": [1, null, 0.5], "step": 7}, "log": "two\nlines", "state": "AQID")"),
            of(3));
        QVERIFY2(read, read ? "" : read.error().sentence().c_str());
        QVERIFY(!read->collaboration);
        const std::vector<std::vector<int>> groups{{0, 2}, {1}};
        QVERIFY(read->groups == groups);
        const std::vector<Merge> merges{
            {.left = 0, .right = 2, .score = -0.5, .kind = MergeKind::Gain, .size = 2},
            {.left = 1, .right = 3, .score = 2, .kind = MergeKind::Distance, .size = 3}};
        QVERIFY(read->merges == merges);
        QCOMPARE(read->values.size(), std::size_t{2});
        QVERIFY(!read->values[0].values[1]);
        QCOMPARE(read->values[1].values[2], std::optional(7.0));
        QCOMPARE(read->sentence, std::string("two\\nlines"));
        QCOMPARE(read->state->size(), std::size_t{3});
    }

    void clientsThatHaveNotJoinedKeepTheirOwn()
    {
        ExternalQuestion question = of(3);
        question.isPresent[2] = false;
        const auto read = readExternalAnswer(
            answer(R"("A": [[0.5, 0.5, 0], [0, 1, 0], [0, 0, 0]], "groups": [[0, 1]])"), question);
        QVERIFY(read);
        QCOMPARE(read->collaboration->at(2, 2), 1.0);
        QCOMPARE(read->groups->size(), std::size_t{1});
        const auto takes =
            readExternalAnswer(answer(R"("rows": [[[2, 1]], [[1, 1]], []])"), question);
        QCOMPARE(takes.error().complaint(),
                 std::string("row 0 of A takes from client 2, which has not joined yet"));
    }

    void aSumMayBeOffByRounding()
    {
        QVERIFY(readExternalAnswer(answer(R"("A": [[1.0000009]])"), of(1)));
        QVERIFY(!readExternalAnswer(answer(R"("A": [[1.000002]])"), of(1)));
    }

    void everythingElseGetsASentence_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const std::string& line, const char* sentence) {
            QTest::newRow(sentence) << QString::fromStdString(line) << sentence;
        };
        row("", "wrote a line that is no JSON: (an empty line)");
        row("hello \x1b[1m",
            "wrote a line that is no JSON: hello \\u001b[1m (line 1, column 1: \"hello\" is not a "
            "JSON value; text must be in double quotes)");
        row(answer(R"("A": [[NaN, 1], [0, 1]])"),
            "wrote a line that is no JSON: {\"message\": \"answer\", \"round\": 4, \"A\": [[NaN, "
            "1], "
            "[0, 1]]} (line 1, column 42: a number must be finite (is NaN))");
        row("[1]", "wrote a line that is no JSON object: [1]");
        row("{}", "wrote no message \"answer\"");
        row(R"({"message": "ready"})", "wrote no message \"answer\" but \"ready\"");
        row(R"({"message": "answer", "message": "answer"})",
            "wrote an object that has a key twice");
        row(R"({"message": "answer"})", "must say that its answer is of round 4");
        row(R"({"message": "answer", "round": 5})",
            "must say that its answer is of round 4 (is 5)");
        row(answer(""), "must write A, rows or groups");
        row(answer(R"("A": 1)"), R"(A must be {"shape": […], "float64": "…"} or a list)");
        row(answer(R"("A": [[1, 0]])"), "A must have 2 rows (has 1)");
        row(answer(R"("A": [[1, 0], [0]])"), "row 1 of A must be a list of 2 numbers (has 1)");
        row(answer(R"("A": [[1, 0], [0, "1"]])"),
            "row 1 of A has something at column 1 that is no number");
        row(answer(R"("A": [[1, 0], [0, 0.5]])"), "row 1 of A sums to 0.5, and must sum to 1");
        const double nan = std::numeric_limits<double>::quiet_NaN();
        row(answer("\"A\": " + packed({1, 0, nan, 1}, "[2, 2]")),
            "row 1 of A is not finite at column 0");
        row(answer("\"A\": " + packed({1, 0, 0, 1}, "[4, 1]")),
            "A must have the shape 2 × 2 (is [4,1])");
        row(answer("\"A\": " + packed({1, 0, 0}, "[2, 2]")),
            "A needs 32 bytes of float64 (has 24)");
        row(answer(R"("A": {"shape": [2, 2], "float64": "?"})"),
            "A has a float64 that is no base64");
        row(answer(R"("A": [[1, 0], [0, 1]], "rows": [])"),
            "must write either A or rows, not both");
        row(answer(R"("rows": [[]])"), "rows must be a list of 2 rows, one of each client");
        row(answer(R"("rows": [[[2, 1]], []])"), "row 0 names a client that does not exist: 2");
        row(answer(R"("rows": [[[0, 1], [0, 1]], []])"), "row 0 names client 0 twice");
        row(answer(R"("rows": [[0], []])"), "row 0 must be a list of [client, weight]");
        row(answer(R"("groups": [0])"), "groups must be a list of lists of clients");
        row(answer(R"("groups": [[0, -1]])"), "groups name a client that does not exist: -1");
        row(answer(R"("groups": [[0], [0]])"), "groups name client 0 twice");
        row(answer(R"("A": [[1, 0], [0, 1]], "merges": [{"left": 0, "right": 1, "score": 1}])"),
            "must write groups beside merges");
        row(answer(R"("groups": [], "merges": [{"left": 0, "right": 0, "score": 1}])"),
            "merge 0 must join two clients or earlier merges, each once");
        row(answer(R"("groups": [], "merges": [{"left": 0, "right": 1}])"),
            "merge 0 must have left, right and a score");
        row(answer(R"("groups": [], "values": [])"),
            "values must be an object with at most 50 names");
        row(answer(R"("groups": [], "values": {"a": [1]})"),
            "values of \"a\" must be a number or a list of 2");
        row(answer(R"("groups": [], "values": {"a": [1, "b"]})"),
            "values of \"a\" must be numbers or null");
        row(answer(R"("groups": [], "values": {"a b": 1})"),
            "a name of values must be letters and digits, begin with a small letter and have at "
            "most 40 of them (is \"a b\")");
        row(answer(R"("groups": [], "log": 1)"), "log must be a text of at most 1000 bytes");
        row(answer(R"("groups": [], "state": "A")"),
            "state must be at most 8 MB of bytes in base64");
        row(answer(R"("groups": [], "weights": 1)"),
            "wrote an answer with an unknown key: \"weights\"");
    }

    void everythingElseGetsASentence()
    {
        QFETCH(const QString, line);
        QFETCH(const QString, sentence);
        const auto read = readExternalAnswer(line.toStdString(), of(2));
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().complaint()), sentence);
    }

    void aMatrixOfManyClientsFits()
    {
        constexpr std::size_t kClients = 1300; // 18 MB in base64
        std::vector<double> values(kClients * kClients);
        for (std::size_t client = 0; client < kClients; ++client)
            values[client * kClients + client] = 1;
        const std::string line = answer("\"A\": " + packed(values, "[1300, 1300]"));
        QVERIFY(line.size() > kLongestExternalLine);
        QVERIFY(line.size() < longestExternalLine(kClients));
        QVERIFY(readExternalAnswer(line, of(kClients)));
        QCOMPARE(readExternalAnswer(line, of(2)).error().complaint(),
                 std::string("wrote a line that is too large to read: the text must be at most 16 "
                             "MB"));
    }

    void onlyThisProtocolIsSpoken()
    {
        QVERIFY(readExternalReady(R"({"message": "ready", "protocol": 1})"));
        QCOMPARE(readExternalReady(R"({"message": "ready", "protocol": 2})").error().complaint(),
                 std::string("must say that it speaks protocol 1 (is 2)"));
        QVERIFY(!readExternalReady(R"({"message": "ready"})"));
        QVERIFY(!readExternalReady("ready"));
    }
};

COTERIE_SECTION(TestExternalAnswer)

} // namespace tst_external_answer

#include "tst_external_answer.moc"
