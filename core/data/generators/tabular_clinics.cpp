#include "core/data/generators/tabular_clinics.h"

#include "core/base/random_stream.h"
#include "core/data/sets/sets.h"

#include <array>
#include <cmath>

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

    Clinic(const TabularClinicsParameters& parameters, std::uint32_t number)
    {
        RandomStream common(keyOf(parameters.seed, kCommon));
        RandomStream own(keyOf(parameters.seed, number));
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

    static StreamKey keyOf(std::uint64_t seed, std::uint32_t clinic)
    {
        return {
            .seed = seed, .purpose = Purpose::Synthesise, .client = clinic, .peer = kCoefficients};
    }
};

struct Settings
{
    std::vector<double> sizes;
    double shift = TabularClinicsParameters{}.shift;
    double disagreement = TabularClinicsParameters{}.disagreement;
    std::uint64_t seed = 1;
};

constexpr std::array kParameters{
    bind<&Settings::sizes>({.name = "sizes",
                            .title = "Sizes of the clinics",
                            .minimum = 2,
                            .maximum = 1'000'000,
                            .defaultWord = "303, 261, 46, 130",
                            .unit = "patients",
                            .meaning = "patients of each clinic; as many clinics as numbers"}),
    bind<&Settings::shift>({.name = "shift",
                            .title = "Shift of the features",
                            .minimum = 0,
                            .maximum = 100,
                            .meaning = "how far the clinics' mean features lie apart, in standard "
                                       "deviations of a feature"}),
    bind<&Settings::disagreement>(
        {.name = "disagreement",
         .minimum = 0,
         .maximum = 100,
         .meaning = "how far the clinics' coefficients lie apart, as a share of the "
                    "common ones; 0: one model is right for all"}),
    bind<&Settings::seed>(seedParameter("which patients; the runs of an experiment share them")),
};

Result<DatasetPointer> load(const ParameterSet& given, const DataFolders&)
{
    const auto [sizes, shift, disagreement, seed] = readParameters<Settings>(kParameters, given);
    TabularClinicsParameters settings{
        .sizes = {}, .shift = shift, .disagreement = disagreement, .seed = seed};
    for (const double size : sizes) {
        if (size != std::floor(size))
            return notAllowed("/data/dataset/sizes", toText(sizes), "whole numbers");
        settings.sizes.push_back(static_cast<std::size_t>(size));
    }
    if (settings.sizes.empty())
        return notAllowed("/data/dataset/sizes", {}, "a list of at least one clinic");
    return shared(makeTabularClinics(settings));
}

} // namespace

Dataset makeTabularClinics(const TabularClinicsParameters& parameters)
{
    Dataset dataset;
    dataset.name = "tabularClinics";
    dataset.title = "Tabular clinics";
    dataset.classes = 2;
    dataset.classNames = {"well", "ill"};
    dataset.inputScale = {.scale = {1.0F}, .offset = {0.0F}};
    dataset.train.shape = {.channels = kFeatures};
    dataset.officialTest.shape = dataset.train.shape;
    std::vector<float> values;
    for (std::size_t number = 0; number < parameters.sizes.size(); ++number) {
        dataset.domainNames.push_back("clinic " + std::to_string(number + 1));
        const Clinic clinic(parameters, static_cast<std::uint32_t>(number));
        for (std::size_t patient = 0; patient < parameters.sizes[number]; ++patient) {
            RandomStream stream({.seed = parameters.seed,
                                 .purpose = Purpose::Synthesise,
                                 .round = static_cast<std::uint32_t>(patient),
                                 .client = static_cast<std::uint32_t>(number),
                                 .peer = kPatients});
            double logit = clinic.constant;
            for (std::size_t i = 0; i < kFeatures; ++i) {
                const double value = clinic.mean[i] + clinic.deviation[i] * stream.normal();
                logit += clinic.coefficients[i] * value;
                values.push_back(static_cast<float>(value));
            }
            const bool ill = stream.uniform() < 1 / (1 + std::exp(-logit));
            dataset.train.labels.push_back(ill ? 1 : 0);
            dataset.train.domains.push_back(static_cast<std::int32_t>(number));
        }
    }
    dataset.train.values = std::move(values);
    return dataset;
}

constexpr CatalogEntry kTabularClinicsSet{
    .part = {.name = "tabularClinics",
             .title = "Tabular clinics",
             .meaning =
                 "Patients of a few clinics of unequal size, with 13 features each: who is "
                 "ill follows a logistic model that the clinics mostly agree on, while their "
                 "patients differ. A stand-in for the Heart Disease data.",
             .parameters = kParameters},
    .licence = kMadeByCoterie,
    .origin = "made by Coterie",
    .load = &load};

} // namespace coterie
