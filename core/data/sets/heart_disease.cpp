#include "core/data/formats/heart_disease.h"

#include "core/data/formats/inflate_source.h"
#include "core/data/sets/make_dataset.h"
#include "core/data/sets/published_files.h"
#include "core/data/sets/sets.h"

#include <array>

namespace coterie {

namespace {

constexpr NamedPart kPart{
    .name = "heartDisease",
    .title = "Heart Disease",
    .meaning = "740 patients of four hospitals: 13 features and whether they have heart disease. "
               "The hospitals are the domains; their features come unscaled, for the "
               "preprocessing step standardisePerDomain.",
    .paper = "Janosi, Steinbrunn, Pfisterer, Detrano (1988), as in FLamby, arXiv 2210.04620"};
constexpr std::array<std::string_view, 2> kClassNames{"healthy", "heart disease"};
constexpr std::array<std::string_view, 4> kCentres{
    "Cleveland", "Hungary", "Switzerland", "Long Beach"};
constexpr std::array<std::string_view, 3> kFolders{
    "heart-disease", "heart_disease", "fed_heart_disease"};
constexpr std::array<std::string_view, 4> kFiles{"processed.cleveland.data",
                                                 "processed.hungarian.data",
                                                 "processed.switzerland.data",
                                                 "processed.va.data"};
constexpr PublishedFiles kSet{
    .title = "Heart Disease",
    .folders = kFolders,
    .files = kFiles,
    .address = "https://archive.ics.uci.edu/ml/machine-learning-databases/heart-disease/"};

Result<DatasetPointer> load(const ParameterSet&, std::uint64_t, const DataFolders& folders)
{
    const std::vector<std::filesystem::path> files = findFiles(kSet, folders);
    if (files.empty())
        return Unexpected<Error>{filesMissing(kSet, folders)};
    Samples samples;
    samples.shape = {.channels = HeartCentre::kFeatures, .height = 1, .width = 1};
    std::vector<float> values;
    for (std::size_t centre = 0; centre < files.size(); ++centre) {
        const Result<ByteSourcePointer> source = openUnpacked(files[centre]);
        if (!source)
            return Unexpected<Error>{source.error()};
        const Result<HeartCentre> patients = readHeartCentre(**source);
        if (!patients)
            return Unexpected<Error>{patients.error()};
        values.insert(values.end(), patients->values.begin(), patients->values.end());
        samples.labels.insert(
            samples.labels.end(), patients->labels.begin(), patients->labels.end());
        samples.domains.resize(samples.labels.size(), static_cast<std::int32_t>(centre));
    }
    samples.values = std::move(values);
    return makeDataset(kPart,
                       {.classNames = kClassNames,
                        .domainNames = kCentres,
                        .inputScale = {.scale = {1.0F}, .offset = {0.0F}}},
                       std::move(samples));
}

} // namespace

constexpr CatalogEntry kHeartDiseaseSet{
    .part = kPart,
    .builtIn = false,
    .licence = "CC BY 4.0 (UCI); name A. Janosi, W. Steinbrunn, M. Pfisterer and R. Detrano",
    .origin = "UCI Machine Learning Repository. The files processed.cleveland.data, "
              "processed.hungarian.data, processed.switzerland.data and processed.va.data from "
              "https://archive.ics.uci.edu/ml/machine-learning-databases/heart-disease/ into "
              "DIR/heart-disease; DIR is named by --data or COTERIE_DATA.",
    .load = &load,
    .find = [](const DataFolders& folders) { return findFiles(kSet, folders); }};

} // namespace coterie
