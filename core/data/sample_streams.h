#pragma once

#include "core/base/random_stream.h"

#include <cstddef>
#include <cstdint>

namespace coterie {

/// How the samples of the clients' unlimited streams are numbered: the high bits of a number name
/// the client, the others give the position in its stream.
class StreamNumbers
{
public:
    explicit StreamNumbers(std::size_t clients);

    [[nodiscard]] std::size_t clients() const { return m_clients; }
    /// Of every client's stream, a power of two.
    [[nodiscard]] std::uint64_t length() const { return std::uint64_t{1} << m_bits; }
    /// `position` is taken modulo length().
    [[nodiscard]] std::int32_t number(std::size_t client, std::uint64_t position) const;
    [[nodiscard]] std::size_t client(std::int32_t sample) const;
    [[nodiscard]] std::uint32_t position(std::int32_t sample) const;

private:
    std::size_t m_clients;
    unsigned m_bits;
};

/// The samples a model's owner takes from a data owner's stream in one round, in order. Each
/// (round, data owner, model owner) has a window of the stream of its own; window j begins at j
/// golden sections of the stream. Of n windows no two begin nearer than 0.44/n of its length
/// (three-distance theorem), so no sample is seen twice in a run whose windows, all as long as the
/// longest, would fill less than 0.44 of it: 59 million samples from each of 20 clients.
class FreshSamples
{
public:
    /// As BatchSequence's: peer 0 for the client's own model, else the owner's id + 1. Client
    /// `clients` stands for all: it takes from every stream in turn.
    FreshSamples(std::size_t clients,
                 std::uint64_t seed,
                 std::uint32_t round,
                 std::uint32_t client,
                 std::uint32_t peer);

    [[nodiscard]] std::int32_t next();

private:
    StreamNumbers m_numbers;
    std::size_t m_client;
    std::uint64_t m_start;
    std::uint64_t m_taken = 0;
};

} // namespace coterie
