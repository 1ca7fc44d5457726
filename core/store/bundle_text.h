#pragma once

#include "core/base/hash.h"
#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// Fills as much of the span as there is; fewer bytes mean the end.
using ReadBytes = std::function<Result<std::size_t>(std::span<char>)>;

/// The files of a bundle, wherever they lie: in a folder or in an archive, which is not unpacked to
/// disk.
struct BundleFiles
{
    std::string name;   ///< of the folder or archive, for messages
    std::string origin; ///< the same without its folder: the mark of imported runs
    struct File
    {
        std::string path; ///< inside the bundle, with "/"
        std::uint64_t size = 0;
    };
    std::vector<File> files;
    std::function<Result<ReadBytes>(const std::string& path)> open;
    std::string reader; ///< the program that reads it, as a run names the one that computed it
};

/// Reads a text line by line and hashes its bytes. It holds one line and 64 KB.
class BundleText
{
public:
    BundleText(std::string place, ReadBytes read);

    /// The next line, without its end; false after the last one. A line of more than 16 MB is
    /// refused.
    [[nodiscard]] Result<bool> next(std::string& line);
    /// The same with RFC 4180's fields, whose quotes may hold line ends.
    [[nodiscard]] Result<bool> next(std::vector<std::string>& fields);
    /// A failure at the line that was read last: "bundle/rounds.csv, line 3: …".
    [[nodiscard]] Unexpected<Error> wrong(std::string what) const;
    /// SHA-256 of all bytes; reads what is left.
    [[nodiscard]] Result<std::string> digest();
    [[nodiscard]] const std::string& place() const { return m_place; }

private:
    [[nodiscard]] Result<bool> fill();

    std::string m_place;
    ReadBytes m_read;
    Sha256 m_hash;
    std::vector<char> m_buffer;
    std::string_view m_rest; ///< of the buffer
    std::string m_record;    ///< of fields
    std::uint64_t m_line = 0;
    bool m_ended = false;
};

/// A text of at most 16 MB as a whole.
[[nodiscard]] Result<std::string> wholeText(const std::string& place, const ReadBytes& read);

} // namespace coterie
