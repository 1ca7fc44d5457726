#include "core/collaboration/external_answer.h"

#include "core/base/base64.h"
#include "core/base/json_parse.h"
#include "core/base/printable.h"
#include "core/base/try.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace coterie {

namespace {

using Kind = JsonNode::Kind;

constexpr std::size_t kLongestSentence = 1000;
constexpr std::size_t kLongestName = 40;
constexpr std::size_t kMostValueNames = 50;
constexpr std::size_t kLargestScriptState = std::size_t{8} << 20;
constexpr std::size_t kQuotedBytes = 80;

Unexpected<Error> wrong(std::string message)
{
    return fail({}, std::move(message));
}

std::string started(std::string_view text)
{
    std::size_t end = std::min(text.size(), kQuotedBytes);
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end; // not inside a character
    return printable(text.substr(0, end), LineEnds::Escape) + (end < text.size() ? "…" : "");
}

Result<JsonNode> objectIn(std::string_view line, std::size_t longest = kLongestExternalLine)
{
    Result<ParsedJson> parsed = parseJson(line, longest);
    if (!parsed && line.empty())
        return wrong("wrote a line that is no JSON: (an empty line)");
    if (!parsed) {
        const std::string reason = printable(parsed.error().message, LineEnds::Escape);
        if (parsed.error().kind == ErrorKind::TooMuch)
            return wrong("wrote a line that is too large to read: " + reason);
        return wrong("wrote a line that is no JSON: " + started(line) + " (" + reason + ')');
    }
    if (!parsed->duplicates.empty())
        return wrong("wrote an object that has a key twice");
    if (parsed->root.kind != Kind::Object)
        return wrong("wrote a line that is no JSON object: " + started(line));
    return std::move(parsed->root);
}

/// The kind of message, which `wanted` names.
Result<void> checkMessage(const JsonNode& root, std::string_view wanted)
{
    const JsonNode* message = root.find("message");
    if (message != nullptr && message->kind == Kind::Text && message->text == wanted)
        return {};
    return wrong("wrote no message " + inQuotes(wanted)
                 + (message == nullptr ? "" : " but " + started(writeCompact(*message))));
}

/// The numbers of {"shape": […], "float64": "…"}.
Result<std::vector<double>>
packedNumbers(const JsonNode& node, const std::string& name, const std::vector<std::size_t>& shape)
{
    const JsonNode* given = node.find("shape");
    const JsonNode* packed = node.find("float64");
    if (given == nullptr || given->kind != Kind::List || packed == nullptr
        || packed->kind != Kind::Text || node.items.size() != 2)
        return wrong(name + R"( must be {"shape": […], "float64": "…"} or a list)");
    std::string wanted;
    std::size_t count = 1;
    for (const std::size_t size : shape) {
        wanted += (wanted.empty() ? "" : " × ") + std::to_string(size);
        count *= size;
    }
    const bool fits =
        std::ranges::equal(given->items, shape, [](const JsonNode& one, std::size_t other) {
            return one.kind == Kind::Number && one.isWhole && std::cmp_equal(one.whole, other);
        });
    if (!fits)
        return wrong(name + " must have the shape " + wanted + " (is "
                     + started(writeCompact(*given)) + ")");
    const std::optional<std::vector<std::byte>> bytes = fromBase64(packed->text);
    if (!bytes)
        return wrong(name + " has a float64 that is no base64");
    if (bytes->size() != count * sizeof(double))
        return wrong(name + " needs " + std::to_string(count * sizeof(double))
                     + " bytes of float64 (has " + std::to_string(bytes->size()) + ")");
    std::vector<double> numbers(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t bits = 0;
        for (std::size_t k = 0; k < sizeof(double); ++k)
            bits |= static_cast<std::uint64_t>((*bytes)[i * sizeof(double) + k]) << (8 * k);
        numbers[i] = std::bit_cast<double>(bits);
    }
    return numbers;
}

Result<Matrix> listedMatrix(const JsonNode& node, std::size_t clients)
{
    if (node.items.size() != clients)
        return wrong("A must have " + std::to_string(clients) + " rows (has "
                     + std::to_string(node.items.size()) + ")");
    Matrix a(clients, clients);
    for (std::size_t i = 0; i < clients; ++i) {
        const JsonNode& row = node.items[i];
        if (row.kind != Kind::List || row.items.size() != clients)
            return wrong("row " + std::to_string(i) + " of A must be a list of "
                         + std::to_string(clients) + " numbers"
                         + (row.kind == Kind::List
                                ? " (has " + std::to_string(row.items.size()) + ")"
                                : ""));
        for (std::size_t j = 0; j < clients; ++j) {
            if (row.items[j].kind != Kind::Number)
                return wrong("row " + std::to_string(i) + " of A has something at column "
                             + std::to_string(j) + " that is no number");
            a.at(i, j) = row.items[j].number;
        }
    }
    return a;
}

/// The client that a number names.
std::optional<std::size_t> clientIn(const JsonNode& node, std::size_t clients)
{
    if (node.kind != Kind::Number || !node.isWhole || node.whole < 0
        || std::cmp_greater_equal(node.whole, clients))
        return std::nullopt;
    return static_cast<std::size_t>(node.whole);
}

/// Rows as lists of [client, weight].
Result<Matrix> sparseMatrix(const JsonNode& node, std::size_t clients)
{
    if (node.kind != Kind::List || node.items.size() != clients)
        return wrong("rows must be a list of " + std::to_string(clients)
                     + " rows, one of each client");
    Matrix a(clients, clients);
    for (std::size_t i = 0; i < clients; ++i) {
        const std::string name = "row " + std::to_string(i);
        if (node.items[i].kind != Kind::List)
            return wrong(name + " must be a list of [client, weight]");
        std::vector<bool> named(clients);
        for (const JsonNode& pair : node.items[i].items) {
            if (pair.kind != Kind::List || pair.items.size() != 2
                || pair.items[1].kind != Kind::Number)
                return wrong(name + " must be a list of [client, weight]");
            const std::optional<std::size_t> client = clientIn(pair.items[0], clients);
            if (!client)
                return wrong(name + " names a client that does not exist: "
                             + started(writeCompact(pair.items[0])));
            if (named[*client])
                return wrong(name + " names client " + std::to_string(*client) + " twice");
            named[*client] = true;
            a.at(i, *client) = pair.items[1].number;
        }
    }
    return a;
}

/// Of a client that has not joined the row says nothing yet: it keeps its own model.
Result<void> checkRows(Matrix& a, const std::vector<bool>& isPresent)
{
    for (std::size_t i = 0; i < a.rows; ++i) {
        const std::string name = "row " + std::to_string(i) + " of A";
        double sum = 0;
        for (std::size_t j = 0; j < a.columns; ++j) {
            const double weight = a.at(i, j);
            if (!std::isfinite(weight))
                return wrong(name + " is not finite at column " + std::to_string(j));
            if (isPresent[i] && !isPresent[j] && weight != 0)
                return wrong(name + " takes from client " + std::to_string(j)
                             + ", which has not joined yet");
            sum += weight;
        }
        if (!isPresent[i]) {
            std::ranges::fill(a.row(i), 0.0);
            a.at(i, i) = 1;
        } else if (!(std::abs(sum - 1) <= kRowSumTolerance)) {
            return wrong(name + " sums to " + shortestText(sum) + ", and must sum to 1");
        }
    }
    return {};
}

Result<std::optional<Matrix>> matrixIn(const JsonNode& root, const std::vector<bool>& isPresent)
{
    const std::size_t clients = isPresent.size();
    const JsonNode* dense = root.find("A");
    const JsonNode* sparse = root.find("rows");
    if (dense != nullptr && sparse != nullptr)
        return wrong("must write either A or rows, not both");
    if (dense == nullptr && sparse == nullptr)
        return std::optional<Matrix>();
    Matrix a(clients, clients);
    if (sparse != nullptr) {
        COTERIE_TRY(a, sparseMatrix(*sparse, clients));
    } else if (dense->kind == Kind::List) {
        COTERIE_TRY(a, listedMatrix(*dense, clients));
    } else {
        COTERIE_TRY(a.values, packedNumbers(*dense, "A", {clients, clients}));
    }
    COTERIE_CHECK(checkRows(a, isPresent));
    return std::optional(std::move(a));
}

/// Those who have joined and are not listed are alone.
Result<std::vector<std::vector<int>>> groupsIn(const JsonNode& node,
                                               const std::vector<bool>& isPresent)
{
    if (node.kind != Kind::List)
        return wrong("groups must be a list of lists of clients");
    std::vector<std::vector<int>> groups;
    std::vector<bool> listed(isPresent.size());
    for (const JsonNode& item : node.items) {
        if (item.kind != Kind::List)
            return wrong("groups must be a list of lists of clients");
        std::vector<int> group;
        for (const JsonNode& member : item.items) {
            const std::optional<std::size_t> client = clientIn(member, isPresent.size());
            if (!client)
                return wrong("groups name a client that does not exist: "
                             + started(writeCompact(member)));
            const std::string name = "client " + std::to_string(*client);
            if (!isPresent[*client])
                return wrong("groups name " + name + ", which has not joined yet");
            if (listed[*client])
                return wrong("groups name " + name + " twice");
            listed[*client] = true;
            group.push_back(static_cast<int>(*client));
        }
        std::ranges::sort(group);
        if (!group.empty())
            groups.push_back(std::move(group));
    }
    for (std::size_t client = 0; client < isPresent.size(); ++client)
        if (isPresent[client] && !listed[client])
            groups.push_back({static_cast<int>(client)});
    std::ranges::sort(groups);
    return groups;
}

/// [{"left": 0, "right": 1, "score": 0.5}, …]; merge m makes node N + m.
Result<std::vector<Merge>> mergesIn(const JsonNode& node, std::size_t clients)
{
    if (node.kind != Kind::List)
        return wrong("merges must be a list of objects");
    std::vector<Merge> merges;
    std::vector<int> sizes(clients, 1); // of the nodes; 0: inside another
    for (const JsonNode& item : node.items) {
        const std::string name = "merge " + std::to_string(merges.size());
        const JsonNode* left = item.find("left");
        const JsonNode* right = item.find("right");
        const JsonNode* score = item.find("score");
        const JsonNode* kind = item.find("kind");
        if (left == nullptr || right == nullptr || score == nullptr || score->kind != Kind::Number
            || !std::isfinite(score->number))
            return wrong(name + " must have left, right and a score");
        if (kind != nullptr && kind->text != "gain" && kind->text != "distance")
            return wrong(name + " must have the kind \"gain\" or \"distance\"");
        const std::optional<std::size_t> one = clientIn(*left, sizes.size());
        const std::optional<std::size_t> other = clientIn(*right, sizes.size());
        if (!one || !other || one == other || sizes[*one] == 0 || sizes[*other] == 0)
            return wrong(name + " must join two clients or earlier merges, each once");
        const int size = std::exchange(sizes[*one], 0) + std::exchange(sizes[*other], 0);
        merges.push_back({.left = static_cast<int>(std::min(*one, *other)),
                          .right = static_cast<int>(std::max(*one, *other)),
                          .score = score->number,
                          .kind = kind != nullptr && kind->text == "distance" ? MergeKind::Distance
                                                                              : MergeKind::Gain,
                          .size = size});
        sizes.push_back(size);
    }
    return merges;
}

bool isValueName(std::string_view name)
{
    const auto isLetter = [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    };
    return !name.empty() && name.size() <= kLongestName && name.front() >= 'a'
           && name.front() <= 'z' && std::ranges::all_of(name, [&](char letter) {
                  return isLetter(letter) || (letter >= '0' && letter <= '9');
              });
}

/// One number of each client, or one for all.
Result<NamedValues>
valuesIn(const std::string& name, const JsonNode& node, const std::vector<bool>& isPresent)
{
    const std::size_t clients = isPresent.size();
    if (!isValueName(name))
        return wrong("a name of values must be letters and digits, begin with a small letter and "
                     "have at most "
                     + std::to_string(kLongestName) + " of them (is " + started(inQuotes(name))
                     + ")");
    const std::string what = "values of " + inQuotes(name);
    NamedValues values{.name = name, .values = {}};
    if (node.kind == Kind::Number) {
        for (std::size_t client = 0; client < clients; ++client)
            values.values.push_back(isPresent[client] ? std::optional(node.number) : std::nullopt);
    } else if (node.kind == Kind::Object) {
        COTERIE_TRY(const std::vector<double> numbers, packedNumbers(node, what, {clients}));
        values.values.assign(numbers.begin(), numbers.end());
    } else if (node.kind == Kind::List && node.items.size() == clients) {
        for (const JsonNode& item : node.items) {
            if (item.kind != Kind::Number && item.kind != Kind::Null)
                return wrong(what + " must be numbers or null");
            values.values.push_back(item.kind == Kind::Null ? std::nullopt
                                                            : std::optional(item.number));
        }
    } else {
        return wrong(what + " must be a number or a list of " + std::to_string(clients));
    }
    return values;
}

} // namespace

Result<ExternalAnswer> readExternalAnswer(std::string_view line, const ExternalQuestion& question)
{
    COTERIE_TRY(const JsonNode root,
                objectIn(line, longestExternalLine(question.isPresent.size())));
    COTERIE_CHECK(checkMessage(root, "answer"));
    const JsonNode* round = root.find("round");
    if (round == nullptr || round->kind != Kind::Number || !round->isWhole
        || round->whole != question.round)
        return wrong("must say that its answer is of round " + std::to_string(question.round)
                     + (round == nullptr ? "" : " (is " + started(writeCompact(*round)) + ")"));
    ExternalAnswer answer;
    COTERIE_TRY(answer.collaboration, matrixIn(root, question.isPresent));
    for (std::size_t i = 0; i < root.names.size(); ++i) {
        const std::string& name = root.names[i];
        const JsonNode& node = root.items[i];
        if (name == "groups") {
            COTERIE_TRY(answer.groups, groupsIn(node, question.isPresent));
        } else if (name == "merges") {
            COTERIE_TRY(answer.merges, mergesIn(node, question.isPresent.size()));
        } else if (name == "values") {
            if (node.kind != Kind::Object || node.items.size() > kMostValueNames)
                return wrong("values must be an object with at most "
                             + std::to_string(kMostValueNames) + " names");
            for (std::size_t k = 0; k < node.names.size(); ++k) {
                COTERIE_TRY(NamedValues values,
                            valuesIn(node.names[k], node.items[k], question.isPresent));
                answer.values.push_back(std::move(values));
            }
        } else if (name == "log") {
            if (node.kind != Kind::Text || node.text.size() > kLongestSentence)
                return wrong("log must be a text of at most " + std::to_string(kLongestSentence)
                             + " bytes");
            answer.sentence = printable(node.text, LineEnds::Escape);
        } else if (name == "state") {
            answer.state = node.kind == Kind::Text ? fromBase64(node.text) : std::nullopt;
            if (!answer.state || answer.state->size() > kLargestScriptState)
                return wrong("state must be at most " + std::to_string(kLargestScriptState >> 20)
                             + " MB of bytes in base64");
        } else if (name != "message" && name != "round" && name != "A" && name != "rows") {
            return wrong("wrote an answer with an unknown key: " + started(inQuotes(name)));
        }
    }
    if (!answer.collaboration && !answer.groups)
        return wrong("must write A, rows or groups");
    if (!answer.merges.empty() && !answer.groups)
        return wrong("must write groups beside merges");
    return answer;
}

Result<void> readExternalReady(std::string_view line)
{
    COTERIE_TRY(const JsonNode root, objectIn(line));
    COTERIE_CHECK(checkMessage(root, "ready"));
    const JsonNode* protocol = root.find("protocol");
    if (protocol == nullptr || protocol->kind != Kind::Number || !protocol->isWhole
        || protocol->whole != kExternalProtocol)
        return wrong(
            "must say that it speaks protocol " + std::to_string(kExternalProtocol)
            + (protocol == nullptr ? "" : " (is " + started(writeCompact(*protocol)) + ")"));
    return {};
}

} // namespace coterie
