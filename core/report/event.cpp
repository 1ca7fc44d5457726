#include "core/report/event.h"

#include "core/base/overloaded.h"

namespace coterie {

std::string_view kindOf(const EventValue& what)
{
    using namespace std::string_view_literals;
    return std::visit(Overloaded{[](const Note& note) -> std::string_view { return note.kind; },
                                 [](const SettingChanged&) { return "liveChange"sv; },
                                 [](const LossNotFinite&) { return "nonFinite"sv; },
                                 [](const ClientJoined&) { return "arrival"sv; },
                                 [](const EnvironmentChanged&) { return "environment"sv; }},
                      what);
}

} // namespace coterie
