#include "core/data/formats/leaf_json.h"

#include "core/base/printable.h"
#include "core/base/try.h"
#include "core/data/formats/memory_limit.h"
#include "core/data/formats/text_lines.h"

#include <cmath>
#include <optional>

namespace coterie {

namespace {

constexpr std::size_t kLongestName = 1000;
constexpr std::size_t kLongestNumber = 100;
constexpr int kDeepest = 100;
constexpr std::size_t kBetweenChecks = std::size_t{1} << 18; // numbers

/// Goes through a JSON text without keeping it.
class JsonWalk
{
public:
    explicit JsonWalk(ByteSource& source)
        : m_source(source)
        , m_buffer(std::size_t{1} << 16)
    {}

    [[nodiscard]] Unexpected<Error> failHere(const std::string& what) const
    {
        return failAt(m_source, m_source.offset() - (m_end - m_at), what);
    }

    /// The next character that is no blank, which stays; 0 at the end.
    Result<char> peek()
    {
        while (true) {
            COTERIE_TRY(const char letter, look());
            if (letter != ' ' && letter != '\n' && letter != '\t' && letter != '\r')
                return letter;
            ++m_at;
        }
    }
    Result<void> expect(char wanted)
    {
        COTERIE_TRY(const char letter, peek());
        if (letter != wanted)
            return failHere(filled("must be {} here", std::string(1, wanted)));
        ++m_at;
        return {};
    }
    /// Whether a list or an object continues; takes the comma or its end.
    Result<bool> more(char close, bool& first)
    {
        COTERIE_TRY(const char letter, peek());
        if (letter == close) {
            ++m_at;
            return false;
        }
        if (!std::exchange(first, false))
            COTERIE_CHECK(expect(','));
        return true;
    }
    /// The name of a user or member: UTF-8 of at most kLongestName bytes.
    Result<std::string> name();
    Result<float> number();
    Result<void> skip();

private:
    Result<char> look()
    {
        if (m_at == m_end) {
            COTERIE_TRY(m_end, m_source.read(m_buffer));
            m_at = 0;
            m_unpacked += m_end;
            if (m_unpacked > mostOfText(m_source))
                return failHere("the file grows too much as it is unpacked");
            if (m_end == 0)
                return '\0';
        }
        return static_cast<char>(m_buffer[m_at]);
    }
    Result<char> take()
    {
        COTERIE_TRY(const char letter, look());
        if (m_at == m_end)
            return failHere("the file ends too early");
        ++m_at;
        return letter;
    }
    /// The four digits of an escape.
    Result<std::uint32_t> code();
    Result<void> escape(std::string& text);
    Result<void> skipText();

    ByteSource& m_source;
    std::vector<std::uint8_t> m_buffer;
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    std::uint64_t m_unpacked = 0;
};

void appendUtf8(std::string& text, std::uint32_t code)
{
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0U | code >> 6U);
        text += static_cast<char>(0x80U | (code & 0x3FU));
    } else {
        if (code < 0x10000) {
            text += static_cast<char>(0xE0U | code >> 12U);
        } else {
            text += static_cast<char>(0xF0U | code >> 18U);
            text += static_cast<char>(0x80U | (code >> 12U & 0x3FU));
        }
        text += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
        text += static_cast<char>(0x80U | (code & 0x3FU));
    }
}

Result<void> JsonWalk::escape(std::string& text)
{
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    COTERIE_TRY(const char letter, take());
    if (const std::size_t known = kLetters.find(letter); known != kLetters.npos) {
        text += kMeant[known];
        return {};
    }
    if (letter != 'u')
        return failHere("no escape of JSON");
    constexpr std::uint32_t kFirstHalf = 0xD800;
    constexpr std::uint32_t kSecondHalf = 0xDC00;
    COTERIE_TRY(std::uint32_t character, code());
    if (character >= kFirstHalf && character < kSecondHalf) { // of a pair, as in UTF-16
        constexpr std::uint32_t kHalves = 0x400;
        std::uint32_t second = 0;
        COTERIE_TRY(const char stroke, take());
        COTERIE_TRY(const char mark, stroke == '\\' ? take() : Result<char>('\0'));
        if (mark == 'u') {
            COTERIE_TRY(second, code());
        }
        if (second < kSecondHalf || second >= kSecondHalf + kHalves)
            return failHere("half a surrogate pair, which is no character");
        character = 0x10000 + (character - kFirstHalf) * kHalves + (second - kSecondHalf);
    } else if (character >= kSecondHalf && character < 0xE000) {
        return failHere("half a surrogate pair, which is no character");
    }
    if (character == 0)
        return failHere("a name cannot have the character 0");
    appendUtf8(text, character);
    return {};
}

Result<std::uint32_t> JsonWalk::code()
{
    std::uint32_t code = 0;
    for (int i = 0; i < 4; ++i) {
        COTERIE_TRY(const char digit, take());
        constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
        const std::size_t value = kDigits.find(digit);
        if (value == kDigits.npos)
            return failHere("no escape of JSON");
        code = code * 16 + static_cast<std::uint32_t>(value < 16 ? value : value - 6);
    }
    return code;
}

Result<std::string> JsonWalk::name()
{
    COTERIE_CHECK(expect('"'));
    std::string name;
    while (true) {
        COTERIE_TRY(const char letter, take());
        if (letter == '"')
            break;
        if (letter == '\\')
            COTERIE_CHECK(escape(name));
        else
            name += letter;
        if (name.size() > kLongestName)
            return failHere(
                filled("a name must have at most {} bytes (this one begins \"{}\")",
                       kLongestName,
                       printable(std::string_view(name).substr(0, 40), LineEnds::Escape)));
    }
    for (std::string_view rest = name; !rest.empty();) {
        const auto [character, length] = nextCharacter(rest);
        if (character == 0 || (length == 1 && character >= 0x80))
            return failHere(filled("the name \"{}\" is not valid UTF-8",
                                   printable(name.substr(0, 60), LineEnds::Escape)));
        rest.remove_prefix(length);
    }
    return name;
}

Result<void> JsonWalk::skipText()
{
    COTERIE_CHECK(expect('"'));
    while (true) {
        COTERIE_TRY(const char letter, take());
        if (letter == '"')
            return {};
        if (letter == '\\')
            COTERIE_CHECK(take());
    }
}

Result<float> JsonWalk::number()
{
    COTERIE_CHECK(peek());
    std::string digits;
    while (digits.size() < kLongestNumber) {
        COTERIE_TRY(const char letter, look());
        const bool part = (letter >= '0' && letter <= '9') || letter == '-' || letter == '+'
                          || letter == '.' || letter == 'e' || letter == 'E';
        if (!part)
            break;
        digits += letter;
        ++m_at;
    }
    const std::optional<double> value = numberIn(digits);
    if (!value || !std::isfinite(static_cast<float>(*value)))
        return failHere("must be a number that single precision holds");
    return static_cast<float>(*value);
}

/// A value of any kind. Nesting is counted, not followed.
Result<void> JsonWalk::skip()
{
    int depth = 0;
    do {
        COTERIE_TRY(const char letter, peek());
        if (letter == '"') {
            COTERIE_CHECK(skipText());
            continue;
        }
        COTERIE_CHECK(take());
        if (letter == '[' || letter == '{')
            ++depth;
        if (letter == ']' || letter == '}')
            --depth;
        if (depth > kDeepest)
            return failHere(filled("nested more than {} times", kDeepest));
        if (depth > 0 || letter == ']' || letter == '}')
            continue;
        while (true) { // the rest of a number or of a word
            COTERIE_TRY(const char next, look());
            if (next == ',' || next == ']' || next == '}' || next <= ' ')
                return {};
            ++m_at;
        }
    } while (depth > 0);
    return {};
}

/// Reads the data of one user.
class UserReader
{
public:
    UserReader(JsonWalk& walk, const ByteSource& source, LeafUser& user)
        : m_walk(walk)
        , m_source(source)
        , m_user(user)
    {}

    Result<void> read()
    {
        COTERIE_CHECK(m_walk.expect('{'));
        for (bool first = true;;) {
            COTERIE_TRY(const bool more, m_walk.more('}', first));
            if (!more)
                break;
            COTERIE_TRY(const std::string key, m_walk.name());
            COTERIE_CHECK(m_walk.expect(':'));
            COTERIE_CHECK(key == "x" ? samples() : key == "y" ? labels() : m_walk.skip());
        }
        if (m_samples != m_user.labels.size())
            return failHere(
                filled("has {} samples, but {} labels", m_samples, m_user.labels.size()));
        return {};
    }

private:
    [[nodiscard]] Unexpected<Error> failHere(const std::string& what) const
    {
        return m_walk.failHere(
            filled("user \"{}\" {}", printable(m_user.name.substr(0, 60), LineEnds::Escape), what));
    }

    /// Asks for memory now and then, for values and labels together.
    Result<void> keep(std::vector<float>& numbers, float number)
    {
        numbers.push_back(number);
        const std::size_t kept = m_user.values.size() + m_user.labels.size();
        if (kept < m_nextCheck)
            return {};
        m_nextCheck = kept + kBetweenChecks;
        return checkMemory(m_source, kept * sizeof(float));
    }

    Result<void> labels()
    {
        COTERIE_CHECK(m_walk.expect('['));
        for (bool first = true;;) {
            COTERIE_TRY(const bool more, m_walk.more(']', first));
            if (!more)
                return {};
            COTERIE_TRY(const char letter, m_walk.peek());
            if (letter == '"' || letter == '[')
                return failHere("has labels that are no numbers, which cannot be read");
            COTERIE_TRY(const float label, m_walk.number());
            COTERIE_CHECK(keep(m_user.labels, label));
        }
    }

    Result<void> samples()
    {
        COTERIE_CHECK(m_walk.expect('['));
        for (bool first = true;;) {
            COTERIE_TRY(const bool more, m_walk.more(']', first));
            if (!more)
                return {};
            COTERIE_TRY(const SampleShape shape, sample());
            if (m_samples++ == 0)
                m_user.shape = shape;
            if (shape != m_user.shape)
                return failHere("has samples of different sizes");
        }
    }

    /// A number, a list of them, or a list of rows.
    Result<SampleShape> sample()
    {
        COTERIE_TRY(const char letter, m_walk.peek());
        if (letter == '"')
            return failHere("has samples of text, which cannot be read; only numbers can");
        if (letter != '[') {
            COTERIE_TRY(const float value, m_walk.number());
            COTERIE_CHECK(keep(m_user.values, value));
            return SampleShape{};
        }
        COTERIE_CHECK(m_walk.expect('['));
        COTERIE_TRY(const char inner, m_walk.peek());
        if (inner != '[') {
            COTERIE_TRY(const std::size_t features, row());
            return SampleShape{.channels = features};
        }
        SampleShape shape{.height = 0};
        for (bool first = true;;) {
            COTERIE_TRY(const bool more, m_walk.more(']', first));
            if (!more)
                return shape;
            COTERIE_CHECK(m_walk.expect('['));
            COTERIE_TRY(const std::size_t width, row());
            if (shape.height++ == 0)
                shape.width = width;
            if (width != shape.width)
                return failHere("has a sample whose rows have different lengths");
        }
    }

    /// The rest of a list of numbers, after its bracket.
    Result<std::size_t> row()
    {
        std::size_t count = 0;
        for (bool first = true;; ++count) {
            COTERIE_TRY(const bool more, m_walk.more(']', first));
            if (!more && count == 0)
                return failHere("has an empty sample");
            if (!more)
                return count;
            COTERIE_TRY(const char letter, m_walk.peek());
            if (letter == '"' || letter == '[')
                return failHere("has samples that are no lists or rows of numbers");
            COTERIE_TRY(const float value, m_walk.number());
            COTERIE_CHECK(keep(m_user.values, value));
        }
    }

    JsonWalk& m_walk;
    const ByteSource& m_source;
    LeafUser& m_user;
    std::size_t m_samples = 0;
    std::size_t m_nextCheck = 0;
};

} // namespace

Result<void> readLeaf(ByteSource& source, const std::function<Result<void>(LeafUser user)>& use)
{
    JsonWalk walk(source);
    bool found = false;
    COTERIE_CHECK(walk.expect('{'));
    for (bool first = true;;) {
        COTERIE_TRY(const bool more, walk.more('}', first));
        if (!more)
            break;
        COTERIE_TRY(const std::string key, walk.name());
        COTERIE_CHECK(walk.expect(':'));
        if (key != "user_data") {
            COTERIE_CHECK(walk.skip());
            continue;
        }
        found = true;
        COTERIE_CHECK(walk.expect('{'));
        for (bool firstUser = true;;) {
            COTERIE_TRY(const bool another, walk.more('}', firstUser));
            if (!another)
                break;
            LeafUser user;
            COTERIE_TRY(user.name, walk.name());
            COTERIE_CHECK(walk.expect(':'));
            COTERIE_CHECK(UserReader(walk, source, user).read());
            COTERIE_CHECK(use(std::move(user)));
        }
    }
    COTERIE_TRY(const char after, walk.peek());
    if (after != '\0')
        return walk.failHere("the file goes on after its end");
    if (!found)
        return failAt(source, 0, "must have \"user_data\", as the files of LEAF have");
    return {};
}

} // namespace coterie
