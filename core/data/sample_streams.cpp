#include "core/data/sample_streams.h"

#include <bit>
#include <cassert>

namespace coterie {

namespace {

constexpr unsigned kNumberBits = 32; // a sample's number is signed in name only
constexpr std::uint64_t kGoldenSection = 0x9E3779B97F4A7C15; // 2⁶⁴/φ, odd

} // namespace

StreamNumbers::StreamNumbers(std::size_t clients)
    : m_clients(clients)
    , m_bits(kNumberBits - static_cast<unsigned>(std::bit_width(clients - 1)))
{
    assert(clients > 0 && clients <= std::size_t{1} << 20);
}

std::int32_t StreamNumbers::number(std::size_t client, std::uint64_t position) const
{
    const std::uint64_t whole = (std::uint64_t{client} << m_bits) | (position & (length() - 1));
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(whole));
}

std::size_t StreamNumbers::client(std::int32_t sample) const
{
    return static_cast<std::size_t>(std::uint64_t{static_cast<std::uint32_t>(sample)} >> m_bits);
}

std::uint32_t StreamNumbers::position(std::int32_t sample) const
{
    return static_cast<std::uint32_t>(static_cast<std::uint32_t>(sample) & (length() - 1));
}

FreshSamples::FreshSamples(std::size_t clients,
                           std::uint64_t seed,
                           std::uint32_t round,
                           std::uint32_t client,
                           std::uint32_t peer)
    : m_numbers(clients)
    , m_client(client)
{
    assert(client <= clients && peer <= clients + 1);
    // Windows of one round: each client's own model, the owners' and the pooled one; and the same
    // again where all streams together are asked.
    const std::uint64_t perAsker = clients + 2;
    const std::uint64_t window =
        std::uint64_t{round} * 2 * perAsker + (client == clients ? perAsker : 0) + peer;
    // Another seed turns all windows by the same random angle.
    const std::uint64_t turn = RandomStream({.seed = seed, .purpose = Purpose::Batch}).next64();
    m_start = (turn + window * kGoldenSection)
              >> (64 - static_cast<unsigned>(std::bit_width(m_numbers.length() - 1)));
}

std::int32_t FreshSamples::next()
{
    const std::uint64_t taken = m_taken++;
    if (m_client < m_numbers.clients())
        return m_numbers.number(m_client, m_start + taken);
    return m_numbers.number(static_cast<std::size_t>(taken % m_numbers.clients()),
                            m_start + taken / m_numbers.clients());
}

} // namespace coterie
