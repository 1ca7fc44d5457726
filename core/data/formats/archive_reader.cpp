#include "core/data/formats/archive_reader.h"

#include "core/base/child_process.h"
#include "core/base/lower_case.h"
#include "core/base/printable.h"
#include "core/base/try.h"
#include "core/data/formats/archive_messages.h"
#include "core/data/formats/picture_reader.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

namespace coterie {

namespace {

namespace fs = std::filesystem;

/// For a decoder that waits for a processor; of one, an answer may take kDecodingSeconds.
constexpr std::chrono::seconds kPatience{20 * kDecodingSeconds};

/// The process that reads an archive.
class Unpacker
{
public:
    explicit Unpacker(const fs::path& file)
        : m_name(file.string())
    {}

    struct Answer
    {
        ArchiveAnswer head;
        std::string_view following; ///< until the next question
    };
    Result<Answer> ask(ArchiveRequestKind kind);
    /// What is asked for from here on belongs to it, or comes after it.
    void setMember(const std::string& name) { m_member = name; }

private:
    Result<void> start();

    std::string m_name;
    std::string m_member;
    std::unique_ptr<ChildProcess> m_decoder;
    std::string m_line; ///< the newest answer: its head, and what follows it
};

Result<void> Unpacker::start()
{
    std::error_code failed;
    const fs::path whole = fs::absolute(m_name, failed);
    if (failed || !fs::is_regular_file(whole, failed)) // reading a pipe could block forever
        return fail(m_name, failed ? "cannot be read: " + failed.message() : "is not a file");
    const fs::path program = decoderProgram();
    Result<std::unique_ptr<ChildProcess>> started = ChildProcess::start(
        {.command = {program.string(), std::string(kArchiveWord), whole.string()}, .folder = {}});
    if (!started)
        return fail(m_name,
                    filled("the program that reads archives, {}, cannot be started: {}",
                           program.string(),
                           started.error().sentence()));
    m_decoder = *std::move(started);
    return {};
}

Result<Unpacker::Answer> Unpacker::ask(ArchiveRequestKind kind)
{
    if (!m_decoder)
        COTERIE_CHECK(start());
    const ArchiveRequest request{.kind = kind};
    std::string message(sizeof request, '\0');
    std::memcpy(message.data(), &request, sizeof request);
    ChildProcess::Answer answer = m_decoder->askBytes(
        message, {.time = kPatience, .bytes = sizeof(ArchiveAnswer) + kArchivePiece + 65536}, {});
    const bool isOfMember = kind == ArchiveRequestKind::Read;
    const std::string place = isOfMember ? m_name + ": " + m_member : m_name;
    std::string why = "the decoder gave an answer that is of no archive";
    switch (answer.ending) {
    case ChildProcess::Ending::Line:
        if (ArchiveAnswer head; answer.line.size() >= sizeof head) {
            std::memcpy(&head, answer.line.data(), sizeof head);
            if (head.protocol == kArchiveProtocol) {
                m_line = std::move(answer.line);
                const std::string_view following = std::string_view(m_line).substr(sizeof head);
                if (head.kind == ArchiveAnswerKind::Refused)
                    return fail(place, printable(following, LineEnds::Escape));
                return Answer{.head = head, .following = following};
            }
        }
        why = "the program that reads archives, " + decoderProgram().string()
              + ", is of another version";
        break;
    case ChildProcess::Ending::Ended:
        why = m_decoder->howItEnded();
        why = why == "was ended by signal " + std::to_string(SIGXCPU)
                  ? filled("reading a part of it took more than {} s", kDecodingSeconds)
                  : "reading it ended the decoder, which " + why + "; the archive may be damaged";
        if (const std::string words = m_decoder->lastWords(); !words.empty())
            why += " (" + words + ")";
        break;
    case ChildProcess::Ending::TimedOut:
    case ChildProcess::Ending::Stopped:
        why = filled("reading a part of it took more than {} s", kPatience.count());
        break;
    case ChildProcess::Ending::TooLong:
        break;
    }
    if (!isOfMember && !m_member.empty())
        why += filled("; the member before is \"{}\"", m_member);
    return fail(place, why);
}

/// The member that the process is at.
class MemberSource final : public ByteSource
{
public:
    MemberSource(Unpacker& unpacker, std::uint64_t size, std::string name)
        : ByteSource(std::move(name))
        , m_unpacker(unpacker)
        , m_size(size)
    {}

    [[nodiscard]] std::uint64_t largestContent() const override
    {
        return std::min(m_size, kMostBytes);
    }

protected:
    Result<std::size_t> readSome(std::span<std::uint8_t> out) override
    {
        if (m_begin == m_bytes.size() && !m_ended) {
            COTERIE_TRY(const Unpacker::Answer answer, m_unpacker.ask(ArchiveRequestKind::Read));
            m_bytes = answer.following;
            m_begin = 0;
            m_ended = m_bytes.empty();
            m_received += m_bytes.size();
            if (m_received > largestContent()
                || (m_ended && m_size != kUnknownSize && m_received != m_size))
                return failAt(*this,
                              offset(),
                              filled("the member has {} bytes than the {} that the archive says",
                                     m_ended ? "fewer" : "more",
                                     m_size));
        }
        const std::size_t count = std::min(out.size(), m_bytes.size() - m_begin);
        std::memcpy(out.data(), m_bytes.data() + m_begin, count);
        m_begin += count;
        return count;
    }

private:
    Unpacker& m_unpacker;
    std::uint64_t m_size;
    std::string m_bytes; // from m_begin on they are unread
    std::size_t m_begin = 0;
    std::uint64_t m_received = 0;
    bool m_ended = false;
};

} // namespace

Result<std::string> memberName(const std::string& archive, std::string_view name)
{
    const auto refused = [&](std::string_view why) {
        return fail(archive,
                    filled("member \"{}\": its name {}", printable(name, LineEnds::Escape), why));
    };
    if (name.empty() || name.front() == '/')
        return refused(name.empty() ? "is empty" : "must not begin with /");
    if (std::ranges::any_of(name, [](char letter) {
            return static_cast<unsigned char>(letter) < ' ' || letter == '\x7F';
        }))
        return refused("must not have control characters");
    std::string clean;
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t end = std::min(name.find('/', at), name.size());
        const std::string_view part = name.substr(at, end - at);
        if (part == "..")
            return refused("must not leave the archive by \"..\"");
        if (!part.empty() && part != ".")
            clean.append(clean.empty() ? "" : "/").append(part);
        at = end + 1;
    }
    if (clean.empty())
        return refused("is that of a folder");
    return clean;
}

bool isNamedAsArchive(const fs::path& file)
{
    static constexpr std::array<std::string_view, 8> kEndings{
        ".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz"};
    const std::string name = lowerCase(file.filename().string());
    return std::ranges::any_of(kEndings, [&name](std::string_view ending) {
        return name.size() > ending.size() && name.ends_with(ending);
    });
}

Result<void> readArchive(const fs::path& file, const MemberReader& reader)
{
    Unpacker unpacker(file);
    while (true) {
        COTERIE_TRY(const Unpacker::Answer answer, unpacker.ask(ArchiveRequestKind::Next));
        if (answer.head.kind != ArchiveAnswerKind::Member)
            return {};
        COTERIE_TRY(const std::string name, memberName(file.string(), answer.following));
        unpacker.setMember(name);
        MemberSource content(unpacker, answer.head.size, file.string() + ": " + name);
        COTERIE_TRY(const bool goesOn, reader(name, content));
        if (!goesOn)
            return {};
    }
}

} // namespace coterie
