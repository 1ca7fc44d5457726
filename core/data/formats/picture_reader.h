#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/bytes.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace coterie {

class ChildProcess;
struct PictureRequest;

/// A picture in planes: grey, or red, green and blue.
struct Picture
{
    SampleShape shape;
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>> values;
    bool isTurned = false;  ///< upright, which as stored it was not
    bool isResized = false; ///< to the size that was asked for
};

/// What becomes of a picture as it is read.
struct PictureSize
{
    std::uint32_t side = 0; ///< of the square that it becomes; 0: it keeps its size
    bool crops = false;     ///< the square in its middle is taken; else all of it, stretched
};

/// Reads PNG and JPEG pictures. Files may come from anywhere, and libpng and libjpeg-turbo are
/// large: they decode in a process of their own, coterie-decoder, with limits of memory and time.
/// What they may do with a file ends that process and never this one; the error names the file. One
/// process reads all pictures, and the next picture starts another where it has ended.
class PictureReader
{
public:
    PictureReader();
    ~PictureReader();
    PictureReader(const PictureReader&) = delete;
    PictureReader& operator=(const PictureReader&) = delete;

    [[nodiscard]] Result<Picture> read(ByteSource& file, const PictureSize& size = {});
    /// What decodes: "libpng 1.6.39 and libjpeg-turbo 2.1.5".
    [[nodiscard]] Result<std::string> libraries();

    /// How many processes it has started.
    [[nodiscard]] int starts() const { return m_starts; }

private:
    struct Answer;
    /// The answer of the process, which is started where there is none.
    [[nodiscard]] Result<Answer> ask(const std::string& name,
                                     const PictureRequest& request,
                                     std::string message,
                                     std::uint64_t mostBytes);

    std::unique_ptr<ChildProcess> m_decoder;
    int m_starts = 0;
};

/// The program coterie-decoder: beside this one, or where it was built.
[[nodiscard]] std::filesystem::path decoderProgram();

/// By its ending, .png, .jpg or .jpeg.
[[nodiscard]] bool isNamedAsPicture(const std::filesystem::path& file);

} // namespace coterie
