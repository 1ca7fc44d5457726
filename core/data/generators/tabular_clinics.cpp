#include "core/data/generators/tabular_clinics.h"

#include "core/data/sets/sets.h"

#include <cmath>
#include <numeric>

namespace coterie {

namespace {

constexpr std::size_t kFeatures = 13;
constexpr std::uint32_t kCommon = 0xFFFFFFFF; // the stream of what all clinics share

// Peers of the streams (seed, Synthesise, client = clinic, …).
enum Peer : std::uint32_t
{
    kCoefficients,
    kPatients
};

/// One clinic: its patients and their risks.
struct Clinic
{
    std::array<double, kFeatures> mean{};
    std::array<double, kFeatures> deviation{};
    std::array<double, kFeatures> coefficients{};
    double constant = 0;

    Clinic(const TabularClinicsParameters& parameters, std::size_t number)
    {
        RandomStream common = synthesis(parameters.seed, kCommon, kCoefficients);
        RandomStream own = synthesis(parameters.seed, number, kCoefficients);
        for (std::size_t i = 0; i < kFeatures; ++i) {
            coefficients[i] = common.normal() + parameters.disagreement * own.normal();
            mean[i] = parameters.shift * own.normal();
            deviation[i] = std::exp(0.3 * own.normal());
        }
        // Prevalence differs (in Heart Disease from 36 to 93 %) but no clinic is all of one kind.
        constant = own.uniform(-1, 2);
        for (std::size_t i = 0; i < kFeatures; ++i)
            constant -= coefficients[i] * mean[i];
    }
};

constexpr std::array kParameters{
    bind<&TabularClinicsParameters::sizes>(
        {.name = "sizes",
         .title = "Sizes of the clinics",
         .range = between(2, 1'000'000),
         .defaultWord = "303, 261, 46, 130",
         .unit = "patients",
         .meaning = "patients of each clinic; as many clinics as numbers"}),
    bind<&TabularClinicsParameters::shift>(
        {.name = "shift",
         .title = "Shift of the features",
         .range = between(0, 100),
         .meaning = "how far the clinics' mean features lie apart, in standard "
                    "deviations of a feature"}),
    bind<&TabularClinicsParameters::disagreement>(
        {.name = "disagreement",
         .range = between(0, 100),
         .meaning = "how far the clinics' coefficients lie apart, as a share of the "
                    "common ones; 0: one model is right for all"}),
    bind<&TabularClinicsParameters::seed>(
        seedParameter("which patients; the runs of an experiment share them")),
};

constexpr NamedPart kPart{
    .name = "tabularClinics",
    .title = "Tabular clinics",
    .meaning = "Patients of a few clinics of unequal size, with 13 features each: who is "
               "ill follows a logistic model that the clinics mostly agree on, while their "
               "patients differ. A stand-in for the Heart Disease data.",
    .parameters = kParameters};

Result<Dataset> make(const TabularClinicsParameters& parameters)
{
    const std::vector<double>& sizes = parameters.sizes;
    for (const double size : sizes)
        if (size != std::floor(size))
            return notAllowed("/data/dataset/sizes", toText(sizes), "whole numbers");
    if (sizes.empty())
        return notAllowed("/data/dataset/sizes", {}, "a list of at least one clinic");
    return makeTabularClinics(parameters);
}

/// Of features, labels and domains.
std::uint64_t bytesOf(const TabularClinicsParameters& parameters)
{
    const double patients = std::accumulate(parameters.sizes.begin(), parameters.sizes.end(), 0.0);
    return static_cast<std::uint64_t>(patients) * (kFeatures + 2) * sizeof(float);
}

} // namespace

Dataset makeTabularClinics(const TabularClinicsParameters& parameters)
{
    constexpr std::array<std::string_view, 2> kClassNames{"well", "ill"};
    Samples train;
    Samples test;
    train.shape = test.shape = {.channels = kFeatures};
    auto& values = train.values.emplace<std::vector<float>>();
    std::vector<std::string> clinics;
    for (std::size_t number = 0; number < parameters.sizes.size(); ++number) {
        clinics.push_back("clinic " + std::to_string(number + 1));
        const Clinic clinic(parameters, number);
        const auto patients = static_cast<std::size_t>(parameters.sizes[number]);
        for (std::size_t patient = 0; patient < patients; ++patient) {
            RandomStream stream = synthesis(parameters.seed, number, kPatients, patient);
            double logit = clinic.constant;
            for (std::size_t i = 0; i < kFeatures; ++i) {
                const double value = clinic.mean[i] + clinic.deviation[i] * stream.normal();
                logit += clinic.coefficients[i] * value;
                values.push_back(static_cast<float>(value));
            }
            const bool ill = stream.uniform() < 1 / (1 + std::exp(-logit));
            train.labels.push_back(ill ? 1 : 0);
            train.domains.push_back(static_cast<std::int32_t>(number));
        }
    }
    const std::vector<std::string_view> names(clinics.begin(), clinics.end());
    return describedDataset(kPart,
                            {.classNames = kClassNames,
                             .domainNames = names,
                             .inputScale = {.scale = {1.0F}, .offset = {0.0F}}},
                            std::move(train),
                            std::move(test));
}

constexpr CatalogEntry kTabularClinicsSet =
    withSamples(generatedSet<TabularClinicsParameters, kPart, &make, &bytesOf>("made by Coterie"),
                {.shape = {.channels = kFeatures}, .classes = 2});

} // namespace coterie
