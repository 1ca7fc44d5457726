#include "core/data/sets/heart_disease.h"

#include "core/data/formats/inflate_source.h"
#include "core/data/formats/text_lines.h"
#include "core/data/sets/published_files.h"

#include <array>
#include <cmath>

namespace coterie {

namespace {

constexpr std::size_t kColumns = 14;
constexpr std::size_t kChestPain = 2;
constexpr std::size_t kRestingEcg = 6;
constexpr std::size_t kFirstDropped = 10;
constexpr std::size_t kLastDropped = 12;
constexpr std::size_t kDiagnosis = 13;

bool isDropped(std::size_t column)
{
    return column >= kFirstDropped && column <= kLastDropped;
}

/// A whole number in its range, as categories and the diagnosis are.
Result<int> level(const TextLines& lines, double value, std::size_t column, int first, int last)
{
    if (value < first || value > last || std::floor(value) != value)
        return lines.failHere(filled("column {} must be a whole number from {} to {} (is {})",
                                     column,
                                     first,
                                     last,
                                     shortestText(value)));
    return static_cast<int>(value);
}

constexpr std::array<std::string_view, 2> kClassNames{"healthy", "heart disease"};
constexpr std::array<std::string_view, 4> kCentres{
    "Cleveland", "Hungary", "Switzerland", "Long Beach"};
constexpr std::array<std::string_view, 4> kFiles{"processed.cleveland.data",
                                                 "processed.hungarian.data",
                                                 "processed.switzerland.data",
                                                 "processed.va.data"};
constexpr std::array kDownloads{
    PublishedFile{.name = "processed.cleveland.data",
                  .bytes = 18461,
                  .sha256 = "a74b7efa387bc9d108d7d0115d831fe9b414b29ae7124f331b622b4efa0427c8",
                  .note = "size and SHA-256 of public copies that agree"},
    PublishedFile{.name = "processed.hungarian.data",
                  .bytes = 10263,
                  .sha256 = "d1ad108f785768cd3d7e82dc522e6f5a61eea93cccfb3a46ee8076f73fc3d796",
                  .note = "size and SHA-256 of public copies that agree"},
    PublishedFile{.name = "processed.switzerland.data",
                  .bytes = 4109,
                  .sha256 = "834a405ccf5b66ab4056bb77794adc8df0b7125186454c0a1d002d33c6c3b314",
                  .note = "size and SHA-256 of public copies that agree"},
    PublishedFile{.name = "processed.va.data",
                  .bytes = 6737,
                  .sha256 = "e7c93d8d0d2acdadfa4c5e8de768e2191e7f618b952e29623f1f0d5949ff6b8f",
                  .note = "size and SHA-256 of public copies that agree"}};
constexpr PublishedFiles kSet{
    .part = {.name = "heartDisease",
             .title = "Heart Disease",
             .meaning = "740 patients of four hospitals: 13 features and whether they have heart "
                        "disease. The hospitals are the domains; their features come unscaled, for "
                        "the preprocessing step standardisePerDomain.",
             .paper =
                 "Janosi, Steinbrunn, Pfisterer, Detrano (1988), as in FLamby, arXiv 2210.04620"},
    .folders = {"heart-disease", "heart_disease", "fed_heart_disease"},
    .files = kFiles,
    .address = "https://archive.ics.uci.edu/ml/machine-learning-databases/heart-disease/",
    .downloads = kDownloads};

Result<DatasetPointer> load(const ParameterSet&, const DataFolders& folders)
{
    COTERIE_TRY(const std::vector<std::filesystem::path> files, neededFiles(kSet, folders));
    Samples samples;
    samples.shape = {.channels = HeartCentre::kFeatures, .height = 1, .width = 1};
    auto& values = samples.values.emplace<std::vector<float>>();
    for (std::size_t centre = 0; centre < files.size(); ++centre) {
        COTERIE_TRY(const ByteSourcePointer source, openUnpacked(files[centre]));
        COTERIE_TRY(const HeartCentre patients, readHeartCentre(*source));
        values.insert(values.end(), patients.values.begin(), patients.values.end());
        samples.labels.insert(samples.labels.end(), patients.labels.begin(), patients.labels.end());
        samples.domains.resize(samples.labels.size(), static_cast<std::int32_t>(centre));
    }
    return makeDataset(kSet.part,
                       {.classNames = kClassNames,
                        .domainNames = kCentres,
                        .inputScale = {.scale = {1.0F}, .offset = {0.0F}}},
                       std::move(samples));
}

} // namespace

Result<HeartCentre> readHeartCentre(ByteSource& source)
{
    TextLines lines(source);
    HeartCentre centre;
    std::vector<std::string_view> fields;
    while (true) {
        COTERIE_TRY(const std::optional<std::string_view> line, lines.next());
        if (!line)
            break;
        if (line->empty())
            continue;
        splitLine(*line, ',', fields);
        if (fields.size() != kColumns)
            return lines.failHere(filled("must have 14 columns (has {})", fields.size()));
        std::array<double, kColumns> row{};
        bool missing = false;
        for (std::size_t column = 0; column < kColumns; ++column) {
            if (isDropped(column))
                continue;
            const std::optional<double> value = numberIn(fields[column]);
            const std::string_view shown = fields[column].substr(0, 40);
            if (!value && fields[column] != "?")
                return lines.failHere(
                    filled("column {} must be a number or ? (is \"{}\")", column, shown));
            missing = missing || !value;
            row[column] = value.value_or(0);
            if (!std::isfinite(static_cast<float>(row[column])))
                return lines.failHere(
                    filled("{} in column {} is beyond what single precision holds", shown, column));
        }
        if (missing)
            continue;
        COTERIE_TRY(const int pain, level(lines, row[kChestPain], kChestPain, 1, 4));
        COTERIE_TRY(const int ecg, level(lines, row[kRestingEcg], kRestingEcg, 0, 2));
        COTERIE_TRY(const int diagnosis, level(lines, row[kDiagnosis], kDiagnosis, 0, 4));
        for (std::size_t column = 0; column < kDiagnosis; ++column)
            if (!isDropped(column) && column != kChestPain && column != kRestingEcg)
                centre.values.push_back(static_cast<float>(row[column]));
        for (const int other : {2, 3, 4})
            centre.values.push_back(pain == other ? 1.0F : 0.0F);
        for (const int other : {1, 2})
            centre.values.push_back(ecg == other ? 1.0F : 0.0F);
        centre.labels.push_back(diagnosis > 0 ? 1 : 0);
    }
    if (centre.labels.empty())
        return failAt(source, 0, "must have at least one patient without missing values");
    return centre;
}

constexpr CatalogEntry kHeartDiseaseSet = withSamples(
    publishedSet<kSet>(
        "CC BY 4.0 (UCI); name A. Janosi, W. Steinbrunn, M. Pfisterer and R. Detrano",
        "UCI Machine Learning Repository. The files processed.cleveland.data, "
        "processed.hungarian.data, processed.switzerland.data and processed.va.data from "
        "https://archive.ics.uci.edu/ml/machine-learning-databases/heart-disease/ into "
        "DIR/heart-disease; DIR is named by --data or COTERIE_DATA.",
        &load),
    {.shape = {.channels = HeartCentre::kFeatures}, .classes = 2});

} // namespace coterie
