#pragma once

#include "core/base/overloaded.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace coterie {

enum class Severity
{
    Information,
    Warning,
    Failure
};

/// A setting was changed by hand. The new value holds from this round on.
struct SettingChanged
{
    std::string place;          ///< in the run's plan: "/algorithm/alpha"
    std::optional<double> from; ///< unknown in runs of early versions
    double to = 0;

    bool operator==(const SettingChanged&) const = default;
};

/// A loss is NaN or infinite, which ends the run.
struct LossNotFinite
{
    std::string loss; ///< "trainLoss", "personalTestLoss" …; empty if unknown

    bool operator==(const LossNotFinite&) const = default;
};

/// A client arrived.
struct ClientJoined
{
    std::optional<int> groupOf; ///< the first client of the group it joined

    bool operator==(const ClientJoined&) const = default;
};

/// The run was resumed with another library or device.
struct EnvironmentChanged
{
    std::string what; ///< "LibTorch", "BLAS" …
    std::string before;
    std::string now;

    bool operator==(const EnvironmentChanged&) const = default;
};

/// Anything else: only its sentence has more to say.
struct Note
{
    std::string kind = "note";

    bool operator==(const Note&) const = default;
};

using EventValue =
    std::variant<Note, SettingChanged, LossNotFinite, ClientJoined, EnvironmentChanged>;

/// What happened in a round: as a value for programs, as a sentence for people.
struct Event
{
    Severity severity = Severity::Information;
    EventValue what = {};
    std::optional<int> client = {};
    std::string sentence = {};

    bool operator==(const Event&) const = default;
};

/// The word for it in the store and in exports: "liveChange", "nonFinite", "arrival" …
[[nodiscard]] inline std::string_view kindOf(const EventValue& what)
{
    using View = std::string_view;
    return std::visit(Overloaded{[](const Note& note) { return View(note.kind); },
                                 [](const SettingChanged&) { return View("liveChange"); },
                                 [](const LossNotFinite&) { return View("nonFinite"); },
                                 [](const ClientJoined&) { return View("arrival"); },
                                 [](const EnvironmentChanged&) { return View("environment"); }},
                      what);
}

} // namespace coterie
