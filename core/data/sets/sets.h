#pragma once

#include "core/base/random_stream.h"
#include "core/base/try.h"
#include "core/data/catalog.h"
#include "core/data/formats/memory_limit.h"

#include <array>

namespace coterie {

/// The only list of data sets in the program, in the order it shows them. To add one: a file in
/// this folder that defines its entry, and its name here.
#define COTERIE_DATA_SETS                                                                          \
    kGlyphDigitsSet, kGlyphDomainsSet, kShapes10Set, kShapes100Set, kSyntheticRegressionSet,       \
        kTabularClinicsSet, kVolumesSet, kMnistSet, kFashionMnistSet, kEmnistSet, kCifar10Set,     \
        kCifar100Set, kSvhnSet, kUspsSet, kSynthDigitsSet, kMnistMSet, kDigitDomainsSet,           \
        kHeartDiseaseSet, kIxiTinySet, kCsvSet, kNpySet, kNpzSet, kIdxSet, kCifarFileSet,          \
        kImageFolderSet, kClientFilesSet, kLeafSet, kCharactersSet

extern const CatalogEntry COTERIE_DATA_SETS;

inline constexpr std::array<std::string_view, 10> kDigitNames{
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};

/// What describes a data set besides its samples.
struct DatasetFacts
{
    std::span<const std::string_view> classNames;
    std::span<const std::string_view> domainNames = {};
    InputScale inputScale = {}; ///< as for bytes
    bool domainsAreClients = false;
    std::vector<std::string> featureNames = {};
    std::vector<std::string> notes = {};
    std::string decoders = {}; ///< the libraries that decoded its pictures
    bool inputsAreClasses = false;
};

/// The bytes that samples take.
[[nodiscard]] std::uint64_t memoryOf(const Samples& samples);

[[nodiscard]] Dataset
describedDataset(const NamedPart& part, const DatasetFacts& facts, Samples train, Samples test);

/// A data set of samples that were read; without test samples if there are none.
[[nodiscard]] Result<DatasetPointer> makeDataset(const NamedPart& part,
                                                 const DatasetFacts& facts,
                                                 Result<Samples> train,
                                                 Result<Samples> test = Samples{});

/// Every generated data set has one.
[[nodiscard]] constexpr ParameterDescriptor seedParameter(std::string_view meaning)
{
    constexpr double kLargest = 9'007'199'254'740'992.0; // that a JSON reader keeps exact
    return {.name = "seed", .range = between(0, kLargest), .meaning = meaning};
}

/// What sample number `client` of a generated data set is drawn from.
[[nodiscard]] inline RandomStream
synthesis(std::uint64_t seed, std::size_t client, std::uint32_t peer = 0, std::size_t round = 0)
{
    return RandomStream({.seed = seed,
                         .purpose = Purpose::Synthesise,
                         .round = static_cast<std::uint32_t>(round),
                         .client = static_cast<std::uint32_t>(client),
                         .peer = peer});
}

/// The catalogue's entry of a data set that the program makes: `kMake(parameters)` gives it or says
/// why it cannot, `kMemory(parameters)` are the bytes that it takes.
template <typename Parameters, const NamedPart& kPart, auto kMake, auto kMemory>
[[nodiscard]] constexpr CatalogEntry generatedSet(std::string_view origin)
{
    return {.part = kPart,
            .licence = "GPL-3.0-or-later, as the program",
            .origin = origin,
            .load = [](const ParameterSet& given, const DataFolders&) -> Result<DatasetPointer> {
                const auto parameters = readParameters<Parameters>(kPart.parameters, given);
                COTERIE_CHECK(checkMemory(std::string(kPart.title), kMemory(parameters)));
                Result<Dataset> made = kMake(parameters);
                COTERIE_TRY(Dataset dataset, std::move(made));
                return DatasetPointer(std::make_shared<Dataset>(std::move(dataset)));
            }};
}

} // namespace coterie
