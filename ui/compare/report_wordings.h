#pragma once

#include "ui/words.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

/// How the words of the exports of reports, of their tables, columns and keys, read on screen.
namespace coterie::ui {

/// A word of an export and how it reads inside a sentence; the texts are translated by say().
struct Wording
{
    std::string_view word;
    const char* text;
};

/// Absent if it is none of these.
template <std::size_t kSize>
[[nodiscard]] std::optional<QString> textOf(const std::array<Wording, kSize>& wordings,
                                            std::string_view word)
{
    const auto found = std::ranges::find(wordings, word, &Wording::word);
    return found == wordings.end() ? std::nullopt : std::optional(say(found->text));
}

inline constexpr std::array kReportTables{
    Wording{"participation", QT_TRANSLATE_NOOP("coterie", "participation")},
    Wording{"clusters", QT_TRANSLATE_NOOP("coterie", "clusters")},
    Wording{"clusterMerges", QT_TRANSLATE_NOOP("coterie", "merges of clusters")},
    Wording{"clients", QT_TRANSLATE_NOOP("coterie", "clients")},
    Wording{"groups", QT_TRANSLATE_NOOP("coterie", "groups")},
    Wording{"merges", QT_TRANSLATE_NOOP("coterie", "merges")},
    Wording{"matrices", QT_TRANSLATE_NOOP("coterie", "matrices")},
    Wording{"values", QT_TRANSLATE_NOOP("coterie", "further values")},
    Wording{"traffic", QT_TRANSLATE_NOOP("coterie", "traffic")},
    Wording{"rounds", QT_TRANSLATE_NOOP("coterie", "rounds")},
};

/// What says in a table which row it is.
inline constexpr std::array kReportPlaces{
    Wording{"client", QT_TRANSLATE_NOOP("coterie", "client %1")},
    Wording{"group", QT_TRANSLATE_NOOP("coterie", "group %1")},
    Wording{"cluster", QT_TRANSLATE_NOOP("coterie", "cluster %1")},
    Wording{"edge", QT_TRANSLATE_NOOP("coterie", "edge server %1")},
    Wording{"draw", QT_TRANSLATE_NOOP("coterie", "draw %1")},
    Wording{"step", QT_TRANSLATE_NOOP("coterie", "merge %1")},
    Wording{"row", QT_TRANSLATE_NOOP("coterie", "row %1")},
    Wording{"column", QT_TRANSLATE_NOOP("coterie", "column %1")},
};

inline constexpr std::array kReportLinks{
    Wording{"clientToServer", QT_TRANSLATE_NOOP("coterie", "from clients to the server")},
    Wording{"serverToClient", QT_TRANSLATE_NOOP("coterie", "from the server to clients")},
    Wording{"edgeToCloud", QT_TRANSLATE_NOOP("coterie", "from edge servers to the cloud")},
    Wording{"cloudToEdge", QT_TRANSLATE_NOOP("coterie", "from the cloud to edge servers")},
    Wording{"clientToClient", QT_TRANSLATE_NOOP("coterie", "from clients to clients")},
};

/// Columns that have neither the title of a metric nor that of a client's number.
inline constexpr std::array kReportColumns{
    Wording{"trainAccuracy", QT_TRANSLATE_NOOP("coterie", "training accuracy")},
    Wording{"trainSamples", QT_TRANSLATE_NOOP("coterie", "number of training samples")},
    Wording{"testAccuracy", QT_TRANSLATE_NOOP("coterie", "test accuracy")},
    Wording{"testSamples", QT_TRANSLATE_NOOP("coterie", "number of test samples")},
    Wording{"globalTestAccuracy",
            QT_TRANSLATE_NOOP("coterie", "test accuracy of the global model")},
    Wording{"globalTestSamples",
            QT_TRANSLATE_NOOP("coterie", "number of test samples of the global model")},
    Wording{"validationLoss", QT_TRANSLATE_NOOP("coterie", "validation loss")},
    Wording{"validationAccuracy", QT_TRANSLATE_NOOP("coterie", "validation accuracy")},
    Wording{"validationSamples", QT_TRANSLATE_NOOP("coterie", "number of validation samples")},
    Wording{"globalValidationLoss",
            QT_TRANSLATE_NOOP("coterie", "validation loss of the global model")},
    Wording{"globalValidationAccuracy",
            QT_TRANSLATE_NOOP("coterie", "validation accuracy of the global model")},
    Wording{"globalValidationSamples",
            QT_TRANSLATE_NOOP("coterie", "number of validation samples of the global model")},
    Wording{"steps", QT_TRANSLATE_NOOP("coterie", "number of local steps")},
    Wording{"trueGroup", QT_TRANSLATE_NOOP("coterie", "true group")},
    Wording{"done", QT_TRANSLATE_NOOP("coterie", "this merge")},
    Wording{"left", QT_TRANSLATE_NOOP("coterie", "number of its first part")},
    Wording{"right", QT_TRANSLATE_NOOP("coterie", "number of its second part")},
    Wording{"kind", QT_TRANSLATE_NOOP("coterie", "kind of merge")},
    Wording{"score", QT_TRANSLATE_NOOP("coterie", "score of the merge")},
    Wording{"size", QT_TRANSLATE_NOOP("coterie", "number of merged clients")},
    Wording{"dataGain", QT_TRANSLATE_NOOP("coterie", "gain by more data")},
    Wording{"similarityLoss", QT_TRANSLATE_NOOP("coterie", "loss by unlike updates")},
    Wording{"traffic", QT_TRANSLATE_NOOP("coterie", "amount of data sent")},
    Wording{"stopReason", QT_TRANSLATE_NOOP("coterie", "reason for the end of grouping")},
};

/// What a column holds that has no number.
inline constexpr std::array kReportValues{
    Wording{"true", QT_TRANSLATE_NOOP("coterie", "carried out")},
    Wording{"false", QT_TRANSLATE_NOOP("coterie", "refused")},
    Wording{"gain", QT_TRANSLATE_NOOP("coterie", "by gain")},
    Wording{"distance", QT_TRANSLATE_NOOP("coterie", "by distance")},
};

} // namespace coterie::ui
