#pragma once

#include "core/spec/descriptor.h"
#include "core/spec/result.h"

#include <array>
#include <string>
#include <string_view>

/// What the parameter tables of several schemes have in common, and how their errors are worded.
namespace coterie {

/// Errors of a scheme name this place, or a parameter below it.
inline constexpr const char* kPartitionPlace = "/data/partition";

inline constexpr double kMostSamples = 2'147'483'647; ///< what an index can count

[[nodiscard]] constexpr ParameterDescriptor clientsParameter(double usual)
{
    return {.name = "clients",
            .type = ParameterType::Integer,
            .minimum = 1,
            .maximum = 100'000,
            .defaultNumber = usual,
            .unit = "clients",
            .meaning = "how many clients share the data",
            .symbol = "N"};
}

[[nodiscard]] constexpr ParameterDescriptor samplesParameter(std::string_view meaning)
{
    return {.name = "samples",
            .type = ParameterType::Integer,
            .minimum = 0,
            .maximum = kMostSamples,
            .defaultNumber = 0,
            .unit = "samples",
            .meaning = meaning};
}

inline constexpr std::array<std::string_view, 3> kTestWords{"auto", "official", "share"};

/// For schemes that know which official test samples are a client's own.
[[nodiscard]] constexpr ParameterDescriptor testParameter(std::string_view usual,
                                                          std::string_view meaning)
{
    return {.name = "test",
            .title = "Test samples from",
            .type = ParameterType::Word,
            .defaultWord = usual,
            .words = kTestWords,
            .meaning = meaning};
}

[[nodiscard]] inline Unexpected<Error>
refuseParameter(std::string_view parameter, std::string found, std::string needed)
{
    return {Error{.place = std::string(kPartitionPlace) + '/' + std::string(parameter),
                  .found = std::move(found),
                  .needed = std::move(needed),
                  .nearest = {}}};
}

[[nodiscard]] inline Unexpected<Error> refuseScheme(std::string sentence)
{
    return fail(std::string(kPartitionPlace) + "/scheme", std::move(sentence));
}

} // namespace coterie
