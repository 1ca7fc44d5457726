#include "ui/watch/time_marks.h"

#include "ui/true_minus.h"

namespace coterie::ui {

std::vector<TimeMark> timeMarks(std::span<const RunEvent> events)
{
    std::vector<TimeMark> marks;
    marks.reserve(events.size());
    for (const RunEvent& event : events)
        marks.push_back({.round = event.round,
                         .kind = event.isLiveChange() ? TimeMark::Kind::Change
                                 : event.event.severity == Severity::Information
                                     ? TimeMark::Kind::Note
                                     : TimeMark::Kind::Warning,
                         .sentence = withTrueMinus(event.sentence())});
    return marks;
}

} // namespace coterie::ui
