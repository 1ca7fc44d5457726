#pragma once

#include <QLocale>
#include <QString>

#include <vector>

namespace coterie::ui {

/// A language that the window speaks.
struct Language
{
    QString code; ///< "de"
    QString name; ///< "Deutsch"
};

/// English, in which all texts are written, and those with a file resources/translations/*.ts.
[[nodiscard]] const std::vector<Language>& languages();

/// The code of the chosen language; without a choice, of the first wanted one that there is, else
/// English.
[[nodiscard]] QString languageAtStart(const QString& chosen,
                                      const QStringList& wanted = QLocale::system().uiLanguages());

/// All texts that are made from now on are in this language, Qt's own too where its translation is
/// installed, and all numbers on screen have its format (see ui/numbers.h). Called once, before
/// the window is made.
void speak(const QString& code);

/// Whether nouns begin with a capital also within a sentence, so that a label keeps its first
/// letter there.
[[nodiscard]] bool keepsCapitals();

} // namespace coterie::ui
