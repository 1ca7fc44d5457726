#pragma once

#include "ui/runs/run_view_model.h"

#include <QLabel>
#include <QLineEdit>
#include <QWidget>

#include <utility>

/// Settings that may be changed live, by their places, with what the panel says of them; and an
/// event of a run.
namespace coterie::ui::test {

inline constexpr auto kRate = "/local/optimizer/learningRate";
inline constexpr auto kAlpha = "/algorithm/alpha";
inline constexpr auto kRounds = "/rounds";

inline QLineEdit* fieldOf(QWidget& panel, const char* place)
{
    return panel.findChild<QLineEdit*>(QStringLiteral("live:") + QLatin1String(place));
}

inline QString problemOf(QWidget& panel, const char* place)
{
    const auto* problem =
        panel.findChild<QLabel*>(QStringLiteral("problem:") + QLatin1String(place));
    return problem->isHidden() ? QString() : problem->text();
}

inline QString answerOf(QWidget& panel)
{
    return panel.findChild<QLabel*>(QStringLiteral("liveChangeAnswer"))->text();
}

inline RunEvent happened(int round, EventValue what, Severity severity)
{
    return {.round = round,
            .event = {.severity = severity, .what = std::move(what), .sentence = "Said."}};
}

} // namespace coterie::ui::test
