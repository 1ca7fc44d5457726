#include "core/data/partition/scheme.h"
#include "core/data/preprocess.h"
#include "core/data/sets/published_files.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace coterie {

namespace {

constexpr std::int64_t kSide = 28;

struct Domain
{
    std::string_view name;
    const CatalogEntry* set;
};

/// In the paper's order, ALGORITHMS §9.3.
constexpr std::array kDomains{
    Domain{"MNIST", &kMnistSet},
    Domain{"SVHN", &kSvhnSet},
    Domain{"USPS", &kUspsSet},
    Domain{"SynthDigits", &kSynthDigitsSet},
    Domain{"MNIST-M", &kMnistMSet},
};

struct DigitDomainsParameters
{
    std::size_t samples = 7438;
    std::size_t testSamples = 0;
    bool leaveOut = false;
    std::uint64_t seed = 1;
};

constexpr std::array<std::string_view, 2> kMissing{"refuse", "leaveOut"};

constexpr std::array kParameters{
    bind<&DigitDomainsParameters::samples>(
        {.name = "samples",
         .range = between(1, 59'000),
         .unit = "samples",
         .meaning =
             "to train on, of each domain; a domain with fewer gets some of its test samples",
         .equation = "FedBN, as HCCT uses it"}),
    bind<&DigitDomainsParameters::testSamples>(
        {.name = "testSamples",
         .range = between(0, 26'032),
         .unit = "samples",
         .meaning = "in the official test set, of each domain; 0: all there are"}),
    bind<&DigitDomainsParameters::leaveOut>(
        {.name = "missing",
         .title = "Missing domains",
         .words = kMissing,
         .meaning = "whether a domain without files is an error or is left out"}),
    bind<&DigitDomainsParameters::seed>(
        seedParameter("which samples are drawn; the runs of an experiment share them")),
};

constexpr NamedPart kPart{
    .name = "digitDomains",
    .title = "Digits in five domains",
    .meaning = "MNIST, SVHN, USPS, SynthDigits and MNIST-M as one data set of five domains, all "
               "28×28 in colour: as many training samples of each, drawn at random.",
    .paper = "HCCT, Digit; Li, Jiang, Zhang, Kamp, Dou: FedBN (2021)",
    .parameters = kParameters};

/// `count` places of an order, from `first` on, sorted.
Indices part(std::span<const std::int32_t> order, std::size_t first, std::size_t count)
{
    const std::span<const std::int32_t> chosen = order.subspan(first, count);
    Indices sorted(chosen.begin(), chosen.end());
    std::ranges::sort(sorted);
    return sorted;
}

/// The chosen pictures as bytes of 0 to 255.
Samples picked(const Dataset& dataset, const Samples& samples, const Indices& indices)
{
    std::vector<float> scaled(
        samples.shape.size()); // one at a time: floats take four times as much
    std::vector<std::uint8_t> bytes;
    bytes.reserve(indices.size() * scaled.size());
    for (const std::int32_t& index : indices) {
        gather(samples, dataset.inputScale, std::span(&index, 1), scaled.data());
        for (const float value : scaled)
            bytes.push_back(static_cast<std::uint8_t>(
                std::lround(std::clamp(static_cast<double>(value), 0.0, 1.0) * 255)));
    }
    Samples result;
    result.shape = samples.shape;
    result.values = std::move(bytes);
    for (const std::int32_t index : indices)
        result.labels.push_back(samples.labels[static_cast<std::size_t>(index)]);
    return result;
}

void append(Samples& to, const Samples& from, std::int32_t domain)
{
    auto& values = std::get<std::vector<std::uint8_t>>(to.values);
    const auto& more = std::get<std::vector<std::uint8_t>>(from.values);
    to.shape = from.shape;
    values.reserve(values.size() + more.size()); // insert alone would take twice what there is
    values.insert(values.end(), more.begin(), more.end());
    to.labels.insert(to.labels.end(), from.labels.begin(), from.labels.end());
    to.domains.insert(to.domains.end(), from.labels.size(), domain);
}

/// One set's share: the wanted number of training samples, the rest for tests. FedBN trains on
/// 7,438 of each set, more than USPS has for training: there the two files are one pool.
Result<Dataset> shareOf(const Dataset& whole,
                        std::size_t wanted,
                        std::size_t wantedTest,
                        std::uint64_t seed,
                        std::uint32_t domain)
{
    const std::size_t train = whole.train.count();
    const std::size_t test = whole.officialTest.count();
    if (train + test < wanted)
        return fail(
            "/data/dataset/samples",
            filled("{} must have at least {} samples (has {})", whole.title, wanted, train + test));
    Indices order = firstIndices(train);
    Indices testOrder = firstIndices(test);
    synthesis(seed, domain).shuffle(std::span(order));
    synthesis(seed, domain, 1).shuffle(std::span(testOrder));
    const std::size_t own = std::min(wanted, train);
    const std::size_t borrowed = wanted - own;
    const std::size_t left = test - borrowed;
    const auto kept = part(testOrder, borrowed, wantedTest > 0 ? std::min(left, wantedTest) : left);
    Dataset share;
    share.title = whole.title;
    share.decoded = whole.decoded;
    append(share.train, picked(whole, whole.train, part(order, 0, own)), 0);
    append(share.train, picked(whole, whole.officialTest, part(testOrder, 0, borrowed)), 0);
    append(share.officialTest, picked(whole, whole.officialTest, kept), 0);
    return share;
}

/// 28×28 in three colours, grey repeated.
Result<DatasetPointer> inOneShape(Dataset share)
{
    Part resize{.name = "resize", .parameters = {}};
    resize.parameters.set("height", kSide);
    resize.parameters.set("width", kSide);
    std::vector<Part> steps{std::move(resize)};
    if (share.train.shape.channels == 1)
        steps.push_back({.name = "colour", .parameters = {}});
    return preprocessed(std::make_shared<Dataset>(std::move(share)), steps);
}

Result<DatasetPointer> domainOf(const Domain& domain,
                                std::uint32_t number,
                                const DigitDomainsParameters& parameters,
                                const DataFolders& folders)
{
    COTERIE_TRY(const DatasetPointer whole, domain.set->load({}, folders));
    COTERIE_TRY(
        Dataset share,
        shareOf(*whole, parameters.samples, parameters.testSamples, parameters.seed, number));
    return inOneShape(std::move(share));
}

bool isFound(const Domain& domain, const DataFolders& folders)
{
    return !domain.set->find(folders).empty();
}

Unexpected<Error> missingSets(const std::string& names)
{
    return notFound(kPart.title,
                    " completely: it needs the files of all five sets; missing: " + names
                        + ". The list of data sets says how to get them; \"missing\": "
                          "\"leaveOut\" leaves them out");
}

Result<DatasetPointer> load(const ParameterSet& given, const DataFolders& folders)
{
    const auto parameters = readParameters<DigitDomainsParameters>(kParameters, given);
    auto joined =
        std::make_shared<Dataset>(describedDataset(kPart, {.classNames = kDigitNames}, {}, {}));
    std::string missing;
    for (const Domain& domain : kDomains)
        if (!isFound(domain, folders))
            missing += (missing.empty() ? "" : ", ") + std::string(domain.name);
    if (!missing.empty() && !parameters.leaveOut)
        return missingSets(missing);
    for (std::uint32_t number = 0; number < kDomains.size(); ++number) {
        const Domain& domain = kDomains[number];
        if (!isFound(domain, folders))
            continue;
        COTERIE_TRY(const DatasetPointer share,
                    readBeside(memoryOf(joined->train) + memoryOf(joined->officialTest),
                               [&] { return domainOf(domain, number, parameters, folders); }));
        const auto place = static_cast<std::int32_t>(joined->domainNames.size());
        joined->domainNames.emplace_back(domain.name);
        append(joined->train, share->train, place);
        append(joined->officialTest, share->officialTest, place);
        if (!share->decoded.empty())
            joined->decoded = share->decoded;
    }
    if (joined->domainNames.empty())
        return missingSets(missing);
    return DatasetPointer(std::move(joined));
}

/// The files of all five sets; none if one set is missing.
std::vector<std::filesystem::path> find(const DataFolders& folders)
{
    std::vector<std::filesystem::path> files;
    for (const Domain& domain : kDomains) {
        const std::vector<std::filesystem::path> some = domain.set->find(folders);
        if (some.empty())
            return {};
        files.insert(files.end(), some.begin(), some.end());
    }
    return files;
}

bool leavesOut(const ParameterSet& given)
{
    return readParameters<DigitDomainsParameters>(kParameters, given).leaveOut;
}

/// With "leaveOut" one of the sets is enough.
bool isHere(const ParameterSet& given, const DataFolders& folders)
{
    const auto there = std::ranges::count_if(
        kDomains, [&](const Domain& domain) { return isFound(domain, folders); });
    return there >= (leavesOut(given) ? 1 : std::ssize(kDomains));
}

} // namespace

constexpr CatalogEntry kDigitDomainsSet{
    .part = kPart,
    .builtIn = false,
    .licence = "that of each of the five sets",
    .origin = "the files of mnist, svhn, usps, synthDigits and mnistM, each where it is read alone",
    .load = &load,
    .find = &find,
    .isHere = &isHere,
    .takesWhatIsThere = &leavesOut,
    .samples = pictures(3, 28, 10)};

} // namespace coterie
