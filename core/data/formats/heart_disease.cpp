#include "core/data/formats/heart_disease.h"

#include "core/data/formats/byte_reading.h"
#include "core/data/formats/text_lines.h"
#include "core/spec/parameter_set.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace coterie {

namespace {

constexpr std::size_t kColumns = 14;
constexpr std::size_t kChestPain = 2;
constexpr std::size_t kRestingEcg = 6;
constexpr std::size_t kFirstDropped = 10;
constexpr std::size_t kLastDropped = 12;
constexpr std::size_t kDiagnosis = 13;

constexpr std::array<std::string_view, HeartCentre::kFeatures> kFeatureNames{
    "age",
    "sex",
    "resting blood pressure",
    "cholesterol",
    "fasting blood sugar over 120 mg/dl",
    "highest heart rate",
    "angina in exercise",
    "ST depression",
    "chest pain: atypical angina",
    "chest pain: not anginal",
    "chest pain: none",
    "resting ECG: ST-T abnormal",
    "resting ECG: ventricle enlarged"};

bool isDropped(std::size_t column)
{
    return column >= kFirstDropped && column <= kLastDropped;
}

/// A whole number in its range, as categories and the diagnosis are.
Result<int> level(const TextLines& lines, double value, std::size_t column, int first, int last)
{
    if (value < first || value > last || std::floor(value) != value)
        return lines.failHere("column " + std::to_string(column) + " holds " + shortestText(value)
                              + ", " + std::to_string(first) + " to " + std::to_string(last)
                              + " needed");
    return static_cast<int>(value);
}

} // namespace

std::span<const std::string_view> heartFeatureNames()
{
    return kFeatureNames;
}

Result<HeartCentre> readHeartCentre(ByteSource& source)
{
    TextLines lines(source);
    HeartCentre centre;
    std::vector<std::string_view> fields;
    while (true) {
        const Result<std::optional<std::string_view>> line = lines.next();
        if (!line)
            return Unexpected<Error>{line.error()};
        if (!*line)
            break;
        if ((*line)->empty())
            continue;
        splitLine(**line, ',', fields);
        if (fields.size() != kColumns)
            return lines.failHere(std::to_string(fields.size()) + " columns, 14 needed");
        std::array<double, kColumns> row{};
        bool missing = false;
        for (std::size_t column = 0; column < kColumns; ++column) {
            if (isDropped(column))
                continue;
            const std::optional<double> value = numberIn(fields[column]);
            if (!value && fields[column] != "?")
                return lines.failHere("\"" + std::string(fields[column].substr(0, 40))
                                      + "\" in column " + std::to_string(column)
                                      + ", a number or ? needed");
            missing = missing || !value;
            row[column] = value.value_or(0);
            if (!std::isfinite(static_cast<float>(row[column])))
                return lines.failHere(std::string(fields[column].substr(0, 40)) + " in column "
                                      + std::to_string(column)
                                      + " is beyond what single precision holds");
        }
        if (missing)
            continue;
        const Result<int> pain = level(lines, row[kChestPain], kChestPain, 1, 4);
        const Result<int> ecg = level(lines, row[kRestingEcg], kRestingEcg, 0, 2);
        const Result<int> diagnosis = level(lines, row[kDiagnosis], kDiagnosis, 0, 4);
        for (const Result<int>* checked : {&pain, &ecg, &diagnosis})
            if (!*checked)
                return Unexpected<Error>{checked->error()};
        for (std::size_t column = 0; column < kDiagnosis; ++column)
            if (!isDropped(column) && column != kChestPain && column != kRestingEcg)
                centre.values.push_back(static_cast<float>(row[column]));
        for (const int other : {2, 3, 4})
            centre.values.push_back(*pain == other ? 1.0F : 0.0F);
        for (const int other : {1, 2})
            centre.values.push_back(*ecg == other ? 1.0F : 0.0F);
        centre.labels.push_back(*diagnosis > 0 ? 1 : 0);
    }
    if (centre.labels.empty())
        return failAt(source, 0, "at least one patient without missing values needed");
    return centre;
}

} // namespace coterie
