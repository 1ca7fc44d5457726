#pragma once

#include "core/spec/result.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>

struct z_stream_s;

namespace coterie {

/// Reads a file from its beginning to its end, unpacking it on the way if it is gzip. It holds 64
/// KB of the file and writes only into the caller's buffer, so a file that unpacks to more than
/// expected cannot take memory.
class GzipReader
{
public:
    [[nodiscard]] static Result<GzipReader> open(const std::filesystem::path& file);
    GzipReader(GzipReader&&) noexcept;
    GzipReader& operator=(GzipReader&&) = delete;
    ~GzipReader();

    /// Fills as much of `out` as the file can; fewer bytes mean the end was reached. A damaged gzip
    /// file is an error.
    [[nodiscard]] Result<std::size_t> read(std::span<std::uint8_t> out);
    /// Unpacked bytes read so far: the place an error message names.
    [[nodiscard]] std::uint64_t offset() const { return m_offset; }
    /// The most bytes this file can unpack to.
    [[nodiscard]] std::uint64_t largestContent() const;

private:
    struct InflateEnd
    {
        void operator()(z_stream_s* stream) const;
    };

    explicit GzipReader(const std::filesystem::path& file);
    bool refill();
    Result<std::size_t> readPacked(std::span<std::uint8_t> out);

    std::filesystem::path m_file;
    std::ifstream m_stream;
    std::uint64_t m_fileSize = 0;
    std::uint64_t m_offset = 0;
    std::vector<std::uint8_t> m_buffer;
    std::size_t m_begin = 0; // unread part of the buffer
    std::size_t m_end = 0;
    std::unique_ptr<z_stream_s, InflateEnd> m_inflate; // null: the file is read as it is
    bool m_finished = false;
};

} // namespace coterie
