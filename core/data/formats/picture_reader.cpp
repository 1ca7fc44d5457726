#include "core/data/formats/picture_reader.h"

#include "core/base/child_process.h"
#include "core/base/lower_case.h"
#include "core/base/try.h"
#include "core/data/formats/memory_limit.h"
#include "core/data/formats/picture_answer.h"

#include <array>
#include <csignal>
#include <cstring>

#ifndef COTERIE_DECODER
#define COTERIE_DECODER "coterie-decoder" // PATH may find it
#endif

namespace coterie {

namespace {

constexpr std::size_t kLargestFile = std::size_t{256} << 20;
/// For a decoder that waits for a processor; of one, it may use kDecodingSeconds.
constexpr std::chrono::seconds kPatience{20 * kDecodingSeconds};

std::string asBytes(const PictureRequest& request)
{
    std::string bytes(sizeof request, '\0');
    std::memcpy(bytes.data(), &request, sizeof request);
    return bytes;
}

/// The request with the bytes of the file behind it.
Result<std::string> messageOf(PictureRequest& request, ByteSource& file)
{
    std::string message(sizeof request, '\0');
    std::array<std::uint8_t, 65536> piece; // NOLINT: filled before it is looked at
    for (std::size_t count = piece.size(); count == piece.size();) {
        COTERIE_TRY(count, file.read(piece));
        if (message.size() + count > kLargestFile)
            return fail(file.name(),
                        filled("a picture's file must have at most {} MB", kLargestFile >> 20));
        message.append(reinterpret_cast<const char*>(piece.data()), count);
    }
    request.fileBytes = message.size() - sizeof request;
    std::memcpy(message.data(), &request, sizeof request);
    return message;
}

} // namespace

std::filesystem::path decoderProgram()
{
    std::error_code ignored;
    const std::filesystem::path program =
        std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / kDecoderName;
    if (std::filesystem::is_regular_file(program, ignored))
        return program;
    return COTERIE_DECODER;
}

struct PictureReader::Answer
{
    PictureAnswer head;
    std::string line; ///< the head, and what follows it

    [[nodiscard]] std::string_view following() const
    {
        return std::string_view(line).substr(sizeof head);
    }
};

PictureReader::PictureReader() = default;
PictureReader::~PictureReader() = default;

Result<PictureReader::Answer> PictureReader::ask(const std::string& name,
                                                 const PictureRequest& request,
                                                 std::string message,
                                                 std::uint64_t mostBytes)
{
    if (!m_decoder) {
        const std::filesystem::path program = decoderProgram();
        Result<std::unique_ptr<ChildProcess>> started =
            ChildProcess::start({.command = {program.string()}, .folder = {}});
        if (!started)
            return fail(name,
                        filled("the program that decodes pictures, {}, cannot be started: {}",
                               program.string(),
                               started.error().sentence()));
        m_decoder = *std::move(started);
        ++m_starts;
    }
    ChildProcess::Answer answer = m_decoder->askBytes(
        message,
        {.time = kPatience,
         .bytes = sizeof(PictureAnswer) + static_cast<std::size_t>(mostBytes) + 65536},
        {});
    std::string why = "the decoder gave an answer that is no picture";
    switch (answer.ending) {
    case ChildProcess::Ending::Line:
        if (const std::optional<PictureAnswer> head = pictureAnswerIn(answer.line))
            return Answer{.head = *head, .line = std::move(answer.line)};
        why = "the program that decodes pictures, " + decoderProgram().string()
              + ", is of another version";
        break;
    case ChildProcess::Ending::Ended:
        why = m_decoder->howItEnded();
        why = why == "was ended by signal " + std::to_string(SIGXCPU)
                  ? filled("decoding it took more than {} s", kDecodingSeconds)
                  : "decoding it ended the decoder, which " + why + "; the file may be damaged";
        if (request.isPicture == 0)
            why = "the decoder cannot be asked: it " + m_decoder->howItEnded();
        if (const std::string words = m_decoder->lastWords(); !words.empty())
            why += " (" + words + ")";
        break;
    case ChildProcess::Ending::TimedOut:
    case ChildProcess::Ending::Stopped:
        why = filled("decoding it took more than {} s", kPatience.count());
        break;
    case ChildProcess::Ending::TooLong:
        break;
    }
    m_decoder.reset(); // the next picture has a new one
    return fail(name, why);
}

Result<Picture> PictureReader::read(ByteSource& file, const PictureSize& size)
{
    COTERIE_TRY(const std::uint64_t left, memoryLeft());
    PictureRequest request{.side = size.side, .crops = size.crops ? 1U : 0U, .mostBytes = left};
    COTERIE_TRY(std::string message, messageOf(request, file));
    COTERIE_TRY(const Answer answer, ask(file.name(), request, std::move(message), left));
    switch (answer.head.kind) {
    case PictureAnswerKind::Picture:
        return pictureIn(file.name(), answer.head, answer.following());
    case PictureAnswerKind::TooLarge:
        COTERIE_CHECK(checkMemory(file.name(), answer.head.needs));
        return fail(file.name(), "the decoder gave an answer that is no picture");
    case PictureAnswerKind::Refused:
    case PictureAnswerKind::Libraries:
        break;
    }
    return fail(file.name(), wordsIn(answer.following()));
}

Result<std::string> PictureReader::libraries()
{
    const PictureRequest request{.isPicture = 0};
    COTERIE_TRY(const Answer answer, ask({}, request, asBytes(request), 0));
    return wordsIn(answer.following());
}

bool isNamedAsPicture(const std::filesystem::path& file)
{
    const std::string ending = lowerCase(file.extension().string());
    return ending == ".png" || ending == ".jpg" || ending == ".jpeg";
}

} // namespace coterie
