#include "core/data/partition/pools.h"

#include <array>
#include <cmath>

namespace coterie {

namespace {

constexpr std::array kParameters{
    ParameterDescriptor{.name = "share",
                        .title = "First client's share",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .maximum = 1,
                        .minimumExcluded = true,
                        .maximumExcluded = true,
                        .defaultNumber = 0.2,
                        .meaning =
                            "client 0's share of the samples of the first half of the classes"},
    testParameter(
        "auto",
        "official: each client is tested on all official test samples of its classes; "
        "share: on data.test.share of its own; auto: official where the data set has them"),
};

/// HCCT's motivating example (Table 2, ALGORITHMS §9.4): half of the classes, drawn at random, are
/// task A, the others task B. Client 0 has 20 % of A's samples, client 1 the other 80 %, client 2
/// all of B's.
Result<Deal> deal(const Dataset& dataset, const ParameterSet& parameters, std::uint64_t seed)
{
    if (const Result<void> good = needClasses(dataset, "twoTasks"); !good)
        return Unexpected<Error>{good.error()};
    if (dataset.classes < 2)
        return refuseScheme("twoTasks needs at least 2 classes, " + dataset.title + " has 1");
    const Result<TestSource> test = testSource(dataset, parameters, TestSource::OfficialClasses);
    if (!test)
        return Unexpected<Error>{test.error()};

    RandomStream stream({.seed = seed, .purpose = Purpose::Partition});
    Indices classes = firstIndices(dataset.classes);
    stream.shuffle(std::span<std::int32_t>(classes));
    const std::vector<Indices> members = indicesByKey(dataset.train.labels, dataset.classes);
    Deal dealt{.shards = Shards(3), .test = {.source = *test}};
    for (std::size_t i = 0; i < classes.size(); ++i) {
        Deck deck(members[static_cast<std::size_t>(classes[i])]);
        if (i < classes.size() / 2) { // class by class, so that both clients see the same mix
            const double some = parameters.real("share") * static_cast<double>(deck.size());
            deck.draw(static_cast<std::size_t>(std::llround(some)), stream, dealt.shards[0].train);
            deck.draw(deck.left(), stream, dealt.shards[1].train);
        } else {
            deck.draw(deck.left(), stream, dealt.shards[2].train);
        }
    }
    dealt.shards[0].trueGroup = 0;
    dealt.shards[1].trueGroup = 0;
    dealt.shards[2].trueGroup = 1;
    return dealt;
}

} // namespace

constexpr PartitionScheme kTwoTasksScheme{
    .part = {.name = "twoTasks",
             .title = "Two tasks",
             .meaning = "Three clients: 0 and 1 share the samples of half of the classes, few and "
                        "many; 2 has all samples of the other half.",
             .paper = "HCCT, Table 2",
             .parameters = kParameters},
    .deal = &deal};

} // namespace coterie
