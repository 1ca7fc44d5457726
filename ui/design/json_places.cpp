#include "ui/design/json_places.h"

#include "core/spec/json_pointer.h"
#include "ui/design/json_spans.h"

namespace coterie::ui {

std::optional<TextRange> placeOf(const QString& json, const QString& pointer)
{
    const auto steps = pointerSteps(pointer.toStdString());
    if (!steps)
        return std::nullopt;
    const JsonSpan root = spansOf(json);
    const JsonSpan* deepest = &root;
    for (const std::string& step : *steps) {
        const JsonSpan* next = childAt(*deepest, step);
        if (!next)
            break;
        deepest = next;
    }
    if (deepest->end <= deepest->start)
        return std::nullopt;
    return TextRange{deepest->start, deepest->end - deepest->start};
}

} // namespace coterie::ui
