#pragma once

#include "core/base/json_node.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace coterie {

using ParameterValue = std::
    variant<bool, std::int64_t, double, std::string, std::vector<double>, std::vector<std::string>>;

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
    void set(std::string_view name, ParameterValue value)
    {
        put({.name = std::string(name), .values = {std::move(value)}});
    }
    /// In the place of one of the same name, else at the end.
    void put(Parameter parameter);
    void remove(std::string_view name);

    [[nodiscard]] const Parameter* find(std::string_view name) const;
    [[nodiscard]] const std::vector<Parameter>& all() const { return m_parameters; }
    [[nodiscard]] bool empty() const { return m_parameters.empty(); }
    [[nodiscard]] const ParameterValue& value(std::string_view name) const;

    [[nodiscard]] double real(std::string_view name) const { return only<double>(name); }
    [[nodiscard]] std::int64_t integer(std::string_view name) const
    {
        return only<std::int64_t>(name);
    }
    [[nodiscard]] const std::string& word(std::string_view name) const
    {
        return only<std::string>(name);
    }

    bool operator==(const ParameterSet&) const = default;

private:
    template <typename T>
    [[nodiscard]] const T& only(std::string_view name) const
    {
        const T* held = std::get_if<T>(&value(name));
        assert(held != nullptr && "the value has its declared type");
        return *held;
    }

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
    RealList,
    TextList
};

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// The numbers that a parameter allows, as in `above(0).atMost(1)`.
struct NumberRange
{
    double minimum = -kNoLimit; ///< inclusive unless excluded
    double maximum = kNoLimit;
    bool minimumExcluded = false;
    bool maximumExcluded = false;

    [[nodiscard]] constexpr NumberRange atMost(double limit) const
    {
        return {minimum, limit, minimumExcluded, false};
    }
    [[nodiscard]] constexpr NumberRange below(double limit) const
    {
        return {minimum, limit, minimumExcluded, true};
    }
    [[nodiscard]] constexpr bool contains(double number) const
    {
        return (minimumExcluded ? number > minimum : number >= minimum)
               && (maximumExcluded ? number < maximum : number <= maximum);
    }
};

[[nodiscard]] constexpr NumberRange atLeast(double limit)
{
    return {.minimum = limit};
}
[[nodiscard]] constexpr NumberRange above(double limit)
{
    return {.minimum = limit, .minimumExcluded = true};
}
[[nodiscard]] constexpr NumberRange between(double minimum, double maximum)
{
    return {.minimum = minimum, .maximum = maximum};
}

/// Everything there is to say about one parameter, said once: JSON validation, --set, the Design
/// page's form, tooltips and `coterie-cli describe` are all built from this. bind() gives it the
/// struct member that it fills, with the member's type and default.
struct ParameterDescriptor
{
    std::string_view name;       ///< the JSON key, lowerCamel
    std::string_view title = {}; ///< beside a field; empty: the name, spelled out
    ParameterType type = ParameterType::Real;
    NumberRange range = {};            ///< of numbers
    double defaultNumber = 0;          ///< Real, Integer, Boolean (0 or 1)
    std::string_view defaultWord = {}; ///< Word, Text; lists: "0.1, 0.5" (empty: no items)
    std::span<const std::string_view> words = {}; ///< Word: the allowed ones; TextList: those that
                                                  ///< it may list, each once (none: any text);
                                                  ///< Integer: those allowed instead of a number
    std::string_view unit = {};
    std::string_view meaning = {};  ///< one line
    std::string_view symbol = {};   ///< the paper's letter
    std::string_view equation = {}; ///< "HCCT eq. (11)"
    bool required = false;          ///< no default: the file must say it
    bool live = false;              ///< can change while a run continues
    double profileCodeNumber =
        std::numeric_limits<double>::quiet_NaN(); ///< default under profile "code"
    std::string_view profileCodeWord = {};
    const void* target = nullptr; ///< which struct bind() chose
    void (*fill)(void* target,
                 const ParameterDescriptor& self,
                 const ParameterValue& value) = nullptr;
    /// The value in the struct; absent where an optional member has none.
    std::optional<ParameterValue> (*read)(const void* source,
                                          const ParameterDescriptor& self) = nullptr;
    void (*clear)(void* target) = nullptr; ///< of an optional member: takes its value away

    [[nodiscard]] ParameterValue defaultValue(bool codeProfile = false) const;
    /// "at least 0", "one of: cosine, sign", "a whole number from 1 to 10"; of a value that is no
    /// number "a number, at least 0".
    [[nodiscard]] std::string allowed(bool saysNumber = false) const;
};

/// The place of a word among the words of its descriptor.
[[nodiscard]] std::size_t wordPlace(const ParameterDescriptor& parameter,
                                    const ParameterValue& word);

namespace binding {

template <typename Member>
struct MemberOf;

template <typename Struct, typename Member>
struct MemberOf<Member Struct::*>
{
    using Owner = Struct;
};

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

/// Its address tells structs apart.
template <typename Struct>
inline constexpr char kIdentity = 0;

/// Type and default of a parameter, from a member as its struct begins.
template <typename T>
constexpr void takeDefault(ParameterDescriptor& parameter, const T& initial)
{
    if constexpr (kIsOptional<T>) {
        ParameterDescriptor withDefault = parameter;
        takeDefault(withDefault, initial.value_or(typename T::value_type{}));
        parameter.type = withDefault.type;
        if (initial)
            parameter = withDefault;
    } else if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>) {
        if (std::is_enum_v<T> || !parameter.words.empty()) {
            parameter.type = ParameterType::Word;
            parameter.defaultWord = parameter.words[static_cast<std::size_t>(initial)];
        } else {
            parameter.type = ParameterType::Boolean;
            parameter.defaultNumber = static_cast<double>(initial);
        }
    } else if constexpr (std::is_arithmetic_v<T>) {
        parameter.type = std::is_integral_v<T> ? ParameterType::Integer : ParameterType::Real;
        parameter.defaultNumber = static_cast<double>(initial);
    } else if constexpr (std::is_same_v<T, std::string>) {
        parameter.type = parameter.words.empty() ? ParameterType::Text : ParameterType::Word;
        for (const std::string_view word : parameter.words)
            if (word == initial)
                parameter.defaultWord = word;
    } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
        parameter.type = ParameterType::TextList;
    } else {
        static_assert(std::is_same_v<T, std::vector<double>>, "parameters of this type exist");
        parameter.type = ParameterType::RealList;
    }
}

template <typename T>
void takeValue(T& member, const ParameterDescriptor& parameter, const ParameterValue& value)
{
    if constexpr (kIsOptional<T>)
        takeValue(member.emplace(), parameter, value);
    else if constexpr (std::is_same_v<T, bool>)
        member = parameter.words.empty() ? std::get<bool>(value) : wordPlace(parameter, value) == 1;
    else if constexpr (std::is_enum_v<T>)
        member = static_cast<T>(wordPlace(parameter, value));
    else if constexpr (std::is_integral_v<T>)
        member = static_cast<T>(std::get<std::int64_t>(value));
    else
        member = std::get<T>(value);
}

template <typename T>
std::optional<ParameterValue> valueOf(const T& member, const ParameterDescriptor& parameter)
{
    if constexpr (kIsOptional<T>)
        return member ? valueOf(*member, parameter) : std::nullopt;
    else if constexpr (std::is_enum_v<T>)
        return std::string(parameter.words[static_cast<std::size_t>(member)]);
    else if constexpr (std::is_same_v<T, bool>)
        return parameter.words.empty() ? ParameterValue(member)
                                       : std::string(parameter.words[member ? 1 : 0]);
    else if constexpr (std::is_integral_v<T>)
        return static_cast<std::int64_t>(member);
    else
        return member;
}

} // namespace binding

// The struct is named as a type: GCC gives a function whose template arguments are only pointers to
// members of an unnamed namespace's struct one definition for the whole program.
template <typename Struct, auto kFirst, auto... kPath>
[[nodiscard]] consteval ParameterDescriptor bindIn(ParameterDescriptor parameter)
{
    Struct initial{}; // not const: GCC 12 cannot make a const string at compile time
    binding::takeDefault(parameter, ((initial.*kFirst).*....*kPath));
    parameter.target = &binding::kIdentity<Struct>;
    parameter.fill =
        [](void* target, const ParameterDescriptor& self, const ParameterValue& value) {
            binding::takeValue(((static_cast<Struct*>(target)->*kFirst).*....*kPath), self, value);
        };
    parameter.read = [](const void* source, const ParameterDescriptor& self) {
        return binding::valueOf(((static_cast<const Struct*>(source)->*kFirst).*....*kPath), self);
    };
    using Member = std::remove_cvref_t<decltype(((initial.*kFirst).*....*kPath))>;
    if constexpr (binding::kIsOptional<Member>)
        parameter.clear = [](void* target) {
            ((static_cast<Struct*>(target)->*kFirst).*....*kPath).reset();
        };
    return parameter;
}

/// A parameter that fills a member of a struct: `bind<&HcctParameters::alpha>({.name = "alpha",
/// …})`. Type and default are the member's: a number, a bool, a text, a list, or an enumeration,
/// whose enumerators have the order of `words` (of a bool with two words the second means true). A
/// list or a text begins empty, and the descriptor has its default; so it does for an optional
/// member without a value. A path leads into a member that is a struct itself: `bind<&A::part,
/// &Part::number>(…)`.
template <auto kFirst, auto... kPath>
[[nodiscard]] consteval ParameterDescriptor bind(ParameterDescriptor parameter)
{
    return bindIn<typename binding::MemberOf<decltype(kFirst)>::Owner, kFirst, kPath...>(parameter);
}

/// Tables that share parameters: all descriptors of the first, then those of the next.
template <std::size_t... kSizes>
[[nodiscard]] consteval auto joinedTables(const std::array<ParameterDescriptor, kSizes>&... tables)
{
    std::array<ParameterDescriptor, (kSizes + ...)> all;
    auto next = all.begin();
    ((next = std::copy(tables.begin(), tables.end(), next)), ...);
    return all;
}

/// The struct with the settings of a validated part; members without a descriptor keep their
/// initial value.
template <typename Struct>
[[nodiscard]] Struct readParameters(std::span<const ParameterDescriptor> described,
                                    const ParameterSet& given)
{
    Struct parameters;
    for (const ParameterDescriptor& parameter : described) {
        assert(parameter.target == &binding::kIdentity<Struct> && "bound to this struct");
        parameter.fill(&parameters, parameter, given.value(parameter.name));
    }
    return parameters;
}

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
    std::span<const NamedPart> figures = {}; ///< kinds of them
    std::span<const NamedPart> layers =
        {}; ///< the words of a network, for experiments that write one
    // What figures may draw, by name:
    std::span<const std::string_view> metrics = {};
    std::span<const std::string_view> clientNumbers = {};

    /// The tables of what a run is made of: all but the figures, and the layers inside a model.
    [[nodiscard]] constexpr auto partTables() const
    {
        return std::array{algorithms,
                          samplers,
                          objectives,
                          optimizers,
                          schedules,
                          datasets,
                          partitions,
                          models,
                          preprocessSteps};
    }
};
static_assert(sizeof(Registry) == 13 * sizeof(std::span<const NamedPart>),
              "partTables() has every table but the layers, the figures and what they draw");

/// A part and the function that makes it, in one line of a table: what is listed can be made.
template <typename Thing>
struct MadePart
{
    NamedPart part;
    std::unique_ptr<Thing> (*make)(const NamedPart& part, const ParameterSet& given);
};

/// An entry for a class that is constructed from a struct of parameters, or from nothing.
template <typename Thing, typename Made, typename... Parameters>
[[nodiscard]] consteval MadePart<Thing> madeAs(const NamedPart& part)
{
    static_assert(sizeof...(Parameters) <= 1);
    for (const ParameterDescriptor& parameter : part.parameters)
        if (((parameter.target != &binding::kIdentity<Parameters>) || ...))
            throw "a parameter is not bound to the struct";
    return {part,
            []([[maybe_unused]] const NamedPart& named,
               [[maybe_unused]] const ParameterSet& given) -> std::unique_ptr<Thing> {
                return std::make_unique<Made>(
                    readParameters<Parameters>(named.parameters, given)...);
            }};
}

/// The names alone, for the registry.
template <typename Thing, std::size_t kCount>
[[nodiscard]] constexpr std::array<NamedPart, kCount>
partsOf(const std::array<MadePart<Thing>, kCount>& table)
{
    std::array<NamedPart, kCount> parts;
    for (std::size_t i = 0; i < kCount; ++i)
        parts[i] = table[i].part;
    return parts;
}

/// Makes what a validated part names; nothing if the table does not hold it.
template <typename Thing, std::size_t kCount>
[[nodiscard]] std::unique_ptr<Thing> makePart(const std::array<MadePart<Thing>, kCount>& table,
                                              const Part& part)
{
    for (const MadePart<Thing>& entry : table)
        if (entry.part.name == part.name)
            return entry.make(entry.part, part.parameters);
    return nullptr;
}

[[nodiscard]] const NamedPart* findPart(std::span<const NamedPart> parts, std::string_view name);
[[nodiscard]] const ParameterDescriptor*
findParameter(std::span<const ParameterDescriptor> parameters, std::string_view name);

} // namespace coterie
