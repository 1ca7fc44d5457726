#include "ui/compare/design_words.h"

#include "core/experiment/sweep_text.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <QStringList>

namespace coterie::ui {

QString armDesign(const RunRow& run, const RunSettings& settings)
{
    const QString design = designWords(designPoints(run, settings));
    const QString arm = toQString(run.arm);
    return design.isEmpty() ? arm : arm + QStringLiteral(" · ") + design;
}

QString changesText(const RunRow& run)
{
    QStringList sentences;
    for (const auto& [round, change] : run.changes)
        sentences << say("%1 was changed by hand to %2, from round %3 on.")
                         .arg(settingName(pointerTail(change.place, 1)), numberText(change.value))
                         .arg(round);
    return sentences.join(u'\n');
}

} // namespace coterie::ui
