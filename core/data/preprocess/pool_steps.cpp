#include "core/data/preprocess/step.h"

#include <array>
#include <type_traits>

namespace coterie {

namespace {

template <typename Value>
void append(std::vector<Value>& to, const std::vector<Value>& from)
{
    to.reserve(to.size() + from.size()); // insert alone would take twice what there is
    to.insert(to.end(), from.begin(), from.end());
}

/// ALGORITHMS §9.5 and §9.6: the papers that pool put the test images behind the training images.
Result<void> mergePools(Preparation& preparation, const ParameterSet&, const std::string& place)
{
    Samples& train = preparation.dataset.train;
    Samples& test = preparation.dataset.officialTest;
    if (test.count() == 0)
        return {};
    if (preparation.shards != nullptr)
        return fail(place + "/step", "mergePools must come before standardisePerDomain");
    if (train.shape != test.shape || train.values.index() != test.values.index()
        || train.domains.empty() != test.domains.empty())
        return fail(place + "/step",
                    "the training and the test samples of " + preparation.dataset.title
                        + " differ in shape or kind and cannot be pooled");
    const bool stored = useStored(train, [&test](auto& values) {
        append(values, std::get<std::remove_reference_t<decltype(values)>>(test.values));
    });
    if (!stored)
        return fail(place + "/step", "the data set's samples are made when asked for");
    append(train.labels, test.labels);
    append(train.targets, test.targets);
    append(train.masks, test.masks);
    append(train.domains, test.domains);
    const SampleShape shape = test.shape;
    test = Samples{};
    test.shape = shape;
    return {};
}

constexpr std::array kSteps{
    PreprocessStep{.part = {.name = "mergePools",
                            .title = "Merge pools",
                            .meaning = "Puts the official test samples to the training samples, so "
                                       "that the partition draws from all; there is no official "
                                       "test set any more.",
                            .paper = "All-for-one, Definition S1; sFedHP with the merged pool"},
                   .apply = &mergePools},
};

} // namespace

std::span<const PreprocessStep> poolSteps()
{
    return kSteps;
}

} // namespace coterie
