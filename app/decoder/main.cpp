#include "app/decoder/archive.h"
#include "app/decoder/decoded.h"
#include "app/decoder/parent.h"
#include "core/data/formats/archive_messages.h"
#include "core/data/formats/resize_picture.h"

#include <algorithm>
#include <cstdio>
#include <new>
#include <string_view>
#include <type_traits>
#include <unistd.h>

// Decodes pictures for the program that started it: a file's bytes come in, its pixels go out. Or
// it unpacks the archive that it is given, member by member. What libpng, libjpeg and libarchive do
// with a file that somebody made to harm them, they do in this process, which opens no other file,
// starts no process, and ends where a file takes more memory or time than it may.

namespace coterie::decoder {

namespace {

void answer(const PictureAnswer& words, const void* following, std::uint64_t bytes)
{
    const std::uint64_t size = sizeof words + bytes;
    writeAll(&size, sizeof size);
    writeAll(&words, sizeof words);
    writeAll(following, bytes);
}

void answer(PictureAnswerKind kind, std::string_view words)
{
    answer(PictureAnswer{.kind = kind}, words.data(), words.size());
}

bool begins(FileBytes file, std::string_view with)
{
    return file.size() >= with.size()
           && std::equal(
               with.begin(), with.end(), file.begin(), [](char letter, std::uint8_t byte) {
                   return static_cast<std::uint8_t>(letter) == byte;
               });
}

Outcome decoded(FileBytes file, std::uint64_t mostBytes)
{
    if (begins(file, "\x89PNG\r\n\x1A\n"))
        return decodePng(file, mostBytes);
    if (begins(file, "\xFF\xD8\xFF"))
        return decodeJpeg(file, mostBytes);
    return Refused{file.empty() ? "the file is empty" : "must be a PNG or JPEG picture"};
}

void answerPicture(Decoded picture, const PictureRequest& request)
{
    const std::size_t side = request.side;
    const bool isResized = side > 0 && (picture.width != side || picture.height != side);
    if (isResized) {
        const PictureCut cut = request.crops != 0
                                   ? middleSquare(picture.width, picture.height)
                                   : PictureCut{.width = picture.width, .height = picture.height};
        std::visit(
            [&](auto& planes) {
                using Value = typename std::decay_t<decltype(planes)>::value_type;
                planes = resizedPlanes(
                    std::span<const Value>(planes), picture.width, picture.height, cut, side);
            },
            picture.planes);
        picture.width = side;
        picture.height = side;
    }
    std::visit(
        [&](const auto& planes) {
            using Value = typename std::decay_t<decltype(planes)>::value_type;
            answer({.kind = PictureAnswerKind::Picture,
                    .channels = static_cast<std::uint32_t>(picture.channels),
                    .height = static_cast<std::uint32_t>(picture.height),
                    .width = static_cast<std::uint32_t>(picture.width),
                    .valueBytes = sizeof(Value),
                    .isTurned = picture.isTurned ? 1U : 0U,
                    .isResized = isResized ? 1U : 0U},
                   planes.data(),
                   planes.size() * sizeof(Value));
        },
        picture.planes);
}

void answerFile(FileBytes file, const PictureRequest& request)
{
    try {
        const std::uint64_t made =
            std::uint64_t{6} * request.side * request.side; // three planes of 16 bits
        if (made > request.mostBytes)
            return answer({.kind = PictureAnswerKind::TooLarge, .needs = made}, nullptr, 0);
        Outcome outcome = decoded(file, request.mostBytes - made);
        if (const auto* refused = std::get_if<Refused>(&outcome))
            return answer(PictureAnswerKind::Refused, refused->words);
        if (const auto* large = std::get_if<TooLarge>(&outcome))
            return answer(
                {.kind = PictureAnswerKind::TooLarge, .needs = made + large->needs}, nullptr, 0);
        answerPicture(std::get<Decoded>(std::move(outcome)), request);
    } catch (const std::bad_alloc&) {
        answer(PictureAnswerKind::Refused, "decoding it takes more memory than its size says");
    }
}

int serve()
{
    const std::uint64_t used = usedAddresses();
    limitOnce();
    PictureRequest request;
    while (readAll(&request, sizeof request)) {
        if (request.protocol != kPictureProtocol) {
            answer(PictureAnswerKind::Refused, "the decoder is of another version");
            return 1;
        }
        if (request.isPicture == 0) {
            answer(PictureAnswerKind::Libraries, pngLibrary() + " and " + jpegLibrary());
            continue;
        }
        limitTime(kDecodingSeconds);
        limitMemory(used, request.fileBytes + request.mostBytes);
        std::vector<std::uint8_t> file(request.fileBytes);
        if (!readAll(file.data(), file.size()))
            return 1;
        answerFile(file, request);
    }
    return 0;
}

} // namespace

} // namespace coterie::decoder

int main(int count, char** words)
{
    if (count == 3 && words[1] == coterie::kArchiveWord)
        return coterie::decoder::serveArchive(words[2]);
    if (count > 1 || ::isatty(STDIN_FILENO) != 0) {
        std::fputs("coterie-decoder reads pictures and archives for coterie and coterie-cli, which "
                   "start it.\n",
                   stderr);
        return 2;
    }
    return coterie::decoder::serve();
}
