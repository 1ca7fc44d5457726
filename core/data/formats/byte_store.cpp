#include "core/data/formats/byte_store.h"

#include <algorithm>
#include <cassert>
#include <fstream>

namespace coterie {

namespace {

class FileStore final : public ByteStore
{
public:
    FileStore(const std::filesystem::path& file, std::uint64_t size)
        : ByteStore(file.string(), size)
        , m_stream(file, std::ios::binary)
    {}

    [[nodiscard]] bool isOpen() const { return m_stream.is_open(); }

    Result<void> readAt(std::uint64_t offset, std::span<std::uint8_t> out) override
    {
        if (offset != m_position) // a seek throws the stream's buffer away
            m_stream.seekg(static_cast<std::streamoff>(offset));
        m_stream.read(reinterpret_cast<char*>(out.data()),
                      static_cast<std::streamsize>(out.size()));
        if (static_cast<std::size_t>(m_stream.gcount()) < out.size())
            return fail(name(), "could not be read to its end");
        m_position = offset + out.size();
        return {};
    }

private:
    std::ifstream m_stream;
    std::uint64_t m_position = 0;
};

class MemoryStore final : public ByteStore
{
public:
    MemoryStore(std::string name, std::vector<std::uint8_t> bytes)
        : ByteStore(std::move(name), bytes.size())
        , m_bytes(std::move(bytes))
    {}

    Result<void> readAt(std::uint64_t offset, std::span<std::uint8_t> out) override
    {
        assert(offset <= m_bytes.size() && out.size() <= m_bytes.size() - offset);
        std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
        return {};
    }

private:
    std::vector<std::uint8_t> m_bytes;
};

} // namespace

Result<std::shared_ptr<ByteStore>> openStore(const std::filesystem::path& file)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return fail(file.string(), error ? "cannot be read: " + error.message() : "is not a file");
    const std::uint64_t size = std::filesystem::file_size(file, error);
    if (error)
        return fail(file.string(), "cannot be read: " + error.message());
    auto store = std::make_shared<FileStore>(file, size);
    if (!store->isOpen())
        return fail(file.string(), "cannot be opened for reading");
    return std::shared_ptr<ByteStore>(std::move(store));
}

std::shared_ptr<ByteStore> storeOf(std::string name, std::vector<std::uint8_t> bytes)
{
    return std::make_shared<MemoryStore>(std::move(name), std::move(bytes));
}

} // namespace coterie
