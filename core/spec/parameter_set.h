#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace coterie {

using ParameterValue = std::variant<bool, std::int64_t, double, std::string, std::vector<double>>;

/// "0.1", "true", "cosine", "[1, 2]": as a person would read it; reals print in the shortest form
/// that reads back.
[[nodiscard]] std::string toText(const ParameterValue& value);
/// The fewest digits that read back as the same number: "0.1", "100000", "1e-05", "nan".
[[nodiscard]] std::string shortestText(double value);

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

} // namespace coterie
