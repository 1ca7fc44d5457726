#pragma once

#include "core/data/partition/scheme.h"
#include "core/data/partition/scheme_parameters.h"
#include "core/spec/random_stream.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace coterie {

using Indices = std::vector<std::int32_t>;

/// 0, 1, … count − 1.
[[nodiscard]] Indices firstIndices(std::size_t count);
/// Indices by the key they have, e.g. their class; ascending in each list.
[[nodiscard]] std::vector<Indices> indicesByKey(std::span<const std::int32_t> keys,
                                                std::size_t count);

/// Refuses a data set without classes, or without domains, for a scheme that deals by them.
[[nodiscard]] Result<void> needClasses(const Dataset& dataset, std::string_view scheme);
[[nodiscard]] Result<void> needDomains(const Dataset& dataset, std::string_view scheme);
[[nodiscard]] std::size_t domainCount(const Dataset& dataset);
/// The domain's name as a person knows it; its number where it has none.
[[nodiscard]] std::string domainName(const Dataset& dataset, std::size_t domain);
[[nodiscard]] std::string className(const Dataset& dataset, std::size_t label);

/// What the parameter "test" asks for: `official` if that is said, or if nothing is said ("auto")
/// and the data set has official test samples.
[[nodiscard]] Result<TestSource>
testSource(const Dataset& dataset, const ParameterSet& parameters, TestSource official);

/// Cards that are drawn without being put back, each draw uniform over what is left.
class Deck
{
public:
    explicit Deck(Indices cards)
        : m_cards(std::move(cards))
    {}

    [[nodiscard]] std::size_t size() const { return m_cards.size(); }
    [[nodiscard]] std::size_t left() const { return m_cards.size() - m_drawn; }
    /// The next `count` cards go to `to`; at most left().
    void draw(std::size_t count, RandomStream& stream, Indices& to);
    /// Puts all cards back.
    void reset() { m_drawn = 0; }

private:
    Indices m_cards;
    std::size_t m_drawn = 0;
};

} // namespace coterie
