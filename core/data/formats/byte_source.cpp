#include "core/data/formats/byte_source.h"

#include <algorithm>
#include <cassert>

namespace coterie {

namespace {

class StoreSource final : public ByteSource
{
public:
    StoreSource(std::shared_ptr<ByteStore> store,
                std::uint64_t begin,
                std::uint64_t size,
                std::string name)
        : ByteSource(name.empty() ? store->name() : std::move(name))
        , m_store(std::move(store))
        , m_begin(begin)
        , m_size(size)
    {
        assert(begin <= m_store->size() && size <= m_store->size() - begin);
    }

    [[nodiscard]] std::uint64_t largestContent() const override { return m_size; }

protected:
    Result<std::size_t> readSome(std::span<std::uint8_t> out) override
    {
        const auto count =
            static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_size - offset()));
        if (const Result<void> done = m_store->readAt(m_begin + offset(), out.first(count)); !done)
            return Unexpected<Error>{done.error()};
        return count;
    }

private:
    std::shared_ptr<ByteStore> m_store;
    std::uint64_t m_begin = 0;
    std::uint64_t m_size = 0;
};

class PartSource final : public ByteSource
{
public:
    PartSource(ByteSource& whole, std::uint64_t size, std::string name)
        : ByteSource(std::move(name))
        , m_whole(whole)
        , m_size(size)
    {}

    [[nodiscard]] std::uint64_t largestContent() const override
    {
        return std::min(m_size, m_whole.largestContent());
    }

protected:
    Result<std::size_t> readSome(std::span<std::uint8_t> out) override
    {
        return m_whole.read(out.first(
            static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_size - offset()))));
    }

private:
    ByteSource& m_whole;
    std::uint64_t m_size = 0;
};

} // namespace

Result<std::size_t> ByteSource::read(std::span<std::uint8_t> out)
{
    std::size_t done = 0;
    while (done < out.size()) {
        const Result<std::size_t> count = readSome(out.subspan(done));
        if (!count)
            return count;
        if (*count == 0)
            break;
        done += *count;
        m_offset += *count;
    }
    return done;
}

ByteSourcePointer sourceOf(std::shared_ptr<ByteStore> store,
                           std::uint64_t begin,
                           std::uint64_t size,
                           std::string name)
{
    return std::make_unique<StoreSource>(std::move(store), begin, size, std::move(name));
}

ByteSourcePointer partOf(ByteSource& whole, std::uint64_t size, std::string name)
{
    return std::make_unique<PartSource>(whole, size, std::move(name));
}

} // namespace coterie
