#pragma once

#include "core/data/partition.h"

#include <QString>

#include <algorithm>
#include <functional>

/// Data sets and settings for the tests of partitions.
namespace labelled_data {

using namespace coterie;

using Whole = std::int64_t; ///< of a parameter

/// A data set of labels alone, its classes of unequal size: class c has about (c + 1) shares.
inline Dataset labelled(std::size_t samples, std::size_t classes)
{
    Dataset dataset;
    dataset.title = "Labels";
    dataset.train.shape = {};
    dataset.train.values = std::vector<std::uint8_t>(samples, 0);
    dataset.classes = classes;
    for (std::size_t label = 0; label < classes; ++label)
        dataset.classNames.push_back(std::to_string(label));
    const std::size_t shares = classes * (classes + 1) / 2;
    for (std::size_t i = 0; i < samples; ++i) {
        std::size_t place = i % shares;
        std::size_t label = 0;
        while (place >= label + 1) {
            place -= label + 1;
            ++label;
        }
        dataset.train.labels.push_back(static_cast<std::int32_t>(label));
    }
    return dataset;
}

inline Dataset balanced(std::size_t samples, std::size_t classes)
{
    Dataset dataset = labelled(samples, classes);
    for (std::size_t i = 0; i < samples; ++i)
        dataset.train.labels[i] = static_cast<std::int32_t>(i % classes);
    return dataset;
}

/// The same labels once more as an official test set, `samples` of them.
inline Dataset withOfficialTest(Dataset dataset, std::size_t samples)
{
    const Dataset test = dataset.classes > 0 ? balanced(samples, dataset.classes) : dataset;
    dataset.officialTest = test.train;
    return dataset;
}

/// Domains in turn: sample i of both sets belongs to domain i / 3 % count.
inline Dataset withDomains(Dataset dataset, std::size_t count)
{
    for (Samples* samples : {&dataset.train, &dataset.officialTest})
        for (std::size_t i = 0; i < samples->count(); ++i)
            samples->domains.push_back(static_cast<std::int32_t>(i / 3 % count));
    for (std::size_t domain = 0; domain < count; ++domain)
        dataset.domainNames.push_back("domain " + std::to_string(domain));
    return dataset;
}

/// A data set of labels alone, as many of each class as listed.
inline Dataset withCounts(const std::vector<std::size_t>& counts)
{
    Dataset dataset = labelled(0, counts.size());
    for (std::size_t label = 0; label < counts.size(); ++label)
        dataset.train.labels.insert(
            dataset.train.labels.end(), counts[label], static_cast<std::int32_t>(label));
    dataset.train.values = std::vector<std::uint8_t>(dataset.train.labels.size(), 0);
    return dataset;
}

/// A scheme with its settings; the test share is 0.2.
inline DataSettings scheme(std::string name,
                           std::initializer_list<std::pair<std::string_view, ParameterValue>> set)
{
    DataSettings settings;
    settings.partition.name = std::move(name);
    for (const auto& [parameter, value] : set)
        settings.partition.parameters.set(parameter, value);
    return settings;
}

inline DataSettings iid(std::int64_t clients, std::int64_t samples = 0)
{
    DataSettings settings;
    settings.partition.name = "iid";
    settings.partition.parameters.set("clients", clients);
    settings.partition.parameters.set("samples", samples);
    return settings;
}

inline DataSettings dirichlet(std::int64_t clients, double alpha, std::int64_t minimum = 10)
{
    DataSettings settings;
    settings.partition.name = "dirichlet";
    settings.partition.parameters.set("clients", clients);
    settings.partition.parameters.set("alpha", alpha);
    settings.partition.parameters.set("minimum", minimum);
    return settings;
}

inline std::size_t sizeOf(const Shard& shard)
{
    return shard.train.size() + shard.test.size() + shard.validation.size();
}

/// Every index of the data set at most once; returns how many are used, or −1.
inline std::ptrdiff_t usedOnce(const Shards& shards, std::size_t samples)
{
    std::vector<bool> used(samples, false);
    std::ptrdiff_t count = 0;
    for (const Shard& shard : shards) {
        for (const auto* part : {&shard.train, &shard.test, &shard.validation}) {
            for (const std::int32_t sample : *part) {
                if (sample < 0 || static_cast<std::size_t>(sample) >= samples
                    || used[static_cast<std::size_t>(sample)])
                    return -1;
                used[static_cast<std::size_t>(sample)] = true;
                ++count;
            }
        }
    }
    return count;
}

inline QString sentenceOf(const Result<Shards>& shards)
{
    return shards ? QString("no error") : QString::fromStdString(shards.error().sentence());
}

/// Classes of all samples of a client, whatever they are for.
inline std::vector<std::int64_t> mixOf(const Dataset& dataset, const Shard& shard)
{
    std::vector<std::int64_t> counts = classCounts(dataset, shard.train);
    for (const auto* part : {&shard.test, &shard.validation}) {
        const std::vector<std::int64_t> more = classCounts(dataset, *part);
        std::ranges::transform(counts, more, counts.begin(), std::plus<>());
    }
    return counts;
}

} // namespace labelled_data
