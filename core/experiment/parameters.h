#pragma once

#include "core/base/json_node.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace coterie {

using ParameterValue = std::variant<bool, std::int64_t, double, std::string, std::vector<double>>;

/// "0.1", "true", "cosine", "[1, 2]": as a person would read it; reals print in the shortest form
/// that reads back.
[[nodiscard]] std::string toText(const ParameterValue& value);

/// One named setting; several values mean a sweep over them.
struct Parameter
{
    std::string name;
    std::vector<ParameterValue> values; ///< never empty
    bool swept = false;

    bool operator==(const Parameter&) const = default;
};

/// The settings of one part, in the order of its descriptors once validated. After validation and
/// expansion every declared parameter is present with exactly one value of its declared type, so
/// the getters assert instead of failing.
class ParameterSet
{
public:
    void set(std::string_view name, ParameterValue value);
    void sweep(std::string_view name, std::vector<ParameterValue> values);
    void remove(std::string_view name);

    [[nodiscard]] const Parameter* find(std::string_view name) const;
    [[nodiscard]] const std::vector<Parameter>& all() const { return m_parameters; }
    [[nodiscard]] bool empty() const { return m_parameters.empty(); }

    [[nodiscard]] double real(std::string_view name) const;
    [[nodiscard]] std::int64_t integer(std::string_view name) const;
    [[nodiscard]] bool boolean(std::string_view name) const;
    [[nodiscard]] const std::string& word(std::string_view name) const;
    [[nodiscard]] const std::vector<double>& realList(std::string_view name) const;

    bool operator==(const ParameterSet&) const = default;

private:
    void put(Parameter parameter);

    std::vector<Parameter> m_parameters;
};

/// A named thing with its settings, as in {"name": "hcct", "alpha": 80}.
struct Part
{
    std::string name;
    ParameterSet parameters;

    bool operator==(const Part&) const = default;
};

enum class ParameterType
{
    Real,
    Integer,
    Boolean,
    Word,
    Text,
    RealList
};

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// Everything there is to say about one parameter, said once: JSON validation, --set, the Design
/// page's form, tooltips and `coterie-cli describe` are all built from this.
struct ParameterDescriptor
{
    std::string_view name;       ///< the JSON key, lowerCamel
    std::string_view title = {}; ///< beside a field; empty: the name, spelled out
    ParameterType type = ParameterType::Real;
    double minimum = -kNoLimit; ///< numbers: inclusive unless excluded
    double maximum = kNoLimit;
    bool minimumExcluded = false;
    bool maximumExcluded = false;
    double defaultNumber = 0;          ///< Real, Integer, Boolean (0 or 1)
    std::string_view defaultWord = {}; ///< Word, Text; RealList: "0.1, 0.5" (empty: no numbers)
    std::span<const std::string_view> words = {}; ///< Word: the allowed ones
    std::string_view unit = {};
    std::string_view meaning = {};  ///< one line
    std::string_view symbol = {};   ///< the paper's letter
    std::string_view equation = {}; ///< "HCCT eq. (11)"
    bool required = false;          ///< no default: the file must say it
    bool live = false;              ///< may be changed while a run is going on
    double profileCodeNumber =
        std::numeric_limits<double>::quiet_NaN(); ///< default under profile "code"
    std::string_view profileCodeWord = {};

    [[nodiscard]] ParameterValue defaultValue(bool codeProfile = false) const;
    /// "at least 0", "one of: cosine, sign", "a whole number from 1 to 10"
    [[nodiscard]] std::string allowed() const;
};

/// A thing with a name that an experiment file can ask for: an algorithm, sampler, data set, …
struct NamedPart
{
    std::string_view name;         ///< as written in the file
    std::string_view title;        ///< as shown on screen
    std::string_view meaning = {}; ///< one or two sentences
    std::string_view paper = {};   ///< where it comes from
    std::span<const ParameterDescriptor> parameters = {};
};

/// All the names an experiment may use. core/algorithms/registry.cpp builds the program's one.
struct Registry
{
    std::span<const NamedPart> algorithms;
    std::span<const NamedPart> samplers;
    std::span<const NamedPart> objectives;
    std::span<const NamedPart> optimizers;
    std::span<const NamedPart> schedules;
    std::span<const NamedPart> datasets;
    std::span<const NamedPart> partitions;
    std::span<const NamedPart> models;
    std::span<const NamedPart> preprocessSteps;
};

[[nodiscard]] const NamedPart* findPart(std::span<const NamedPart> parts, std::string_view name);
[[nodiscard]] const ParameterDescriptor*
findParameter(std::span<const ParameterDescriptor> parameters, std::string_view name);

} // namespace coterie
