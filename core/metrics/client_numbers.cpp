#include "core/metrics/client_numbers.h"

#include "core/metrics/metric_infos.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

constexpr double kWhole = 100;

template <auto kScore>
std::optional<double> percentOf(const ClientReport& client)
{
    const std::optional<Score>& score = client.*kScore;
    return score && score->accuracy ? std::optional(kWhole * (1 - *score->accuracy)) : std::nullopt;
}

template <auto kScore>
std::optional<double> meanLossOf(const ClientReport& client)
{
    const std::optional<Score>& score = client.*kScore;
    return score ? std::optional(score->loss) : std::nullopt;
}

constexpr std::array kNumbers{
    ClientNumberInfo{"testError", "Test error (%)", &percentOf<&ClientReport::personalTest>},
    ClientNumberInfo{"testLoss", "Test loss", &meanLossOf<&ClientReport::personalTest>},
    ClientNumberInfo{"globalTestError",
                     "Test error of the global model (%)",
                     &percentOf<&ClientReport::globalTest>},
    ClientNumberInfo{
        "globalTestLoss", "Test loss of the global model", &meanLossOf<&ClientReport::globalTest>},
    ClientNumberInfo{
        "trainLoss", "Training loss", [](const ClientReport& client) { return client.trainLoss; }},
    ClientNumberInfo{"updateNorm",
                     "Norm of the update",
                     [](const ClientReport& client) { return client.updateNorm; }},
    ClientNumberInfo{"trueEntropy", "True entropy of the labels (nats)"},
    ClientNumberInfo{"estimatedEntropy", "Estimated entropy of the labels (nats)"},
    ClientNumberInfo{"drawChance", "Chance of being drawn"},
    ClientNumberInfo{"timesDrawn", "Times drawn"},
    ClientNumberInfo{"gradientDistance", "Squared distance to the gradient of all data"},
    ClientNumberInfo{"utility", "Utility"},
    ClientNumberInfo{"squaredGradientNorm", "Squared gradient norm"},
    ClientNumberInfo{"sparsity", "Share of non-zero entries"},
    ClientNumberInfo{"neighbours", "Neighbours, itself included (clients)"},
    ClientNumberInfo{"ownShare", "Weight of its own model"},
    ClientNumberInfo{"candidateLoss", "Loss as a candidate"},
    ClientNumberInfo{"trainSetAccuracy", "Share of right answers on its training set"}};

/// Other values of clients that metrics are computed from, or that a method's scores report.
constexpr std::array<std::string_view, 8> kMeasuredNames{"trainSetLoss",
                                                         "globalTrainSetLoss",
                                                         "edgeTestAccuracy",
                                                         "edgeTestLoss",
                                                         "plainBytesUp",
                                                         "plainBytesDown",
                                                         "indexBitsUp",
                                                         "indexBitsDown"};

constexpr auto kNumberNames = [] {
    std::array<std::string_view, kNumbers.size()> names;
    std::ranges::transform(kNumbers, names.begin(), &ClientNumberInfo::name);
    return names;
}();

} // namespace

std::span<const ClientNumberInfo> clientNumberInfos()
{
    return kNumbers;
}

const ClientNumberInfo* findClientNumber(std::string_view name)
{
    const auto place = std::ranges::find(kNumbers, name, &ClientNumberInfo::name);
    return place == kNumbers.end() ? nullptr : &*place;
}

bool isNameOfOurs(std::string_view name)
{
    return findClientNumber(name) != nullptr || findMetric(name) != nullptr
           || std::ranges::find(kMeasuredNames, name) != kMeasuredNames.end();
}

std::span<const std::string_view> clientNumberNames()
{
    return kNumberNames;
}

NamedList clientNumbers(const RoundReport& report, std::string_view name)
{
    const ClientNumberInfo* info = findClientNumber(name);
    if (info == nullptr)
        return {};
    if (info->of == nullptr) {
        const NamedList* listed = listNamed(report.clientValues, name);
        return listed ? *listed : NamedList();
    }
    constexpr std::size_t kMostClients = 1'000'000; // a stranger's store may say any number
    NamedList numbers;
    for (const ClientReport& client : report.clients) {
        const auto place = static_cast<std::size_t>(client.client); // of a negative one, very large
        if (place >= kMostClients)
            continue;
        if (place >= numbers.size())
            numbers.resize(place + 1);
        numbers[place] = info->of(client);
    }
    return numbers;
}

} // namespace coterie
