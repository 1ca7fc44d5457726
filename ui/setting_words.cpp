#include "ui/setting_words.h"

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_fields.h"
#include "ui/layer_texts.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace coterie::ui {

namespace {

struct Naming
{
    std::set<QString> letters;
    QString letter = {}; ///< the one that identifies it; empty: use the title
    QString title;
    const ParameterDescriptor* choice = nullptr; ///< a parameter of this name with a list of words
};

std::vector<const NamedPart*> allParts()
{
    std::vector<const NamedPart*> parts;
    for (const std::span<const NamedPart> list : registry().partTables())
        for (const NamedPart& part : list)
            parts.push_back(&part);
    return parts;
}

/// The symbol if it is one Greek letter, with or without a number; others would read as words.
QString greekLetter(std::string_view symbol)
{
    const QString text = toQString(symbol);
    const bool isGreek = !text.isEmpty() && text[0].script() == QChar::Script_Greek;
    const bool isShort = text.size() == 1 || (text.size() == 2 && text[1].isDigit())
                         || (text.size() == 2 && text[1].category() == QChar::Number_Other);
    return isGreek && isShort ? text : QString();
}

/// The Latin name of a small Greek letter.
QString spelled(const QString& letter)
{
    static const QStringList kNames = // as in Unicode, which has two forms of sigma
        QStringLiteral("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi "
                       "omicron pi rho sigma sigma tau upsilon phi chi psi omega")
            .split(u' ');
    return kNames.value(letter[0].unicode() - u'α');
}

/// A letter that several settings share identifies only the one named after it: "α" is `alpha`.
void giveLetters(std::map<std::string_view, Naming>& names)
{
    std::map<QString, int> holders;
    for (const auto& [name, naming] : names)
        for (const QString& letter : naming.letters)
            ++holders[letter];
    for (auto& [name, naming] : names) {
        if (naming.letters.size() != 1)
            continue;
        const QString& letter = *naming.letters.begin();
        if (holders[letter] == 1 || spelled(letter) == toQString(name))
            naming.letter = letter;
    }
}

std::map<std::string_view, Naming> findNames()
{
    std::map<std::string_view, Naming> names;
    const auto add = [&](const ParameterDescriptor& parameter) {
        const QString letter = greekLetter(parameter.symbol);
        const QString title = labelOf(parameter);
        Naming& naming =
            names.try_emplace(parameter.name, Naming{.letters = {}, .title = title}).first->second;
        if (naming.title != title)
            naming.title = fieldName(parameter.name);
        if (!letter.isEmpty())
            naming.letters.insert(letter);
        const bool isOneWord =
            !parameter.words.empty() && parameter.type != ParameterType::TextList;
        if (isOneWord || parameter.type == ParameterType::Boolean)
            naming.choice = &parameter;
    };
    for (const NamedPart* part : allParts())
        std::ranges::for_each(part->parameters, add);
    for (const fields::SettingField& field : fields::kSettings) {
        const bool isText = field.descriptor->type == ParameterType::Text;
        if (!isText && !field.pointer.starts_with("/data/")) // "share" is also a sampler's
            add(*field.descriptor);
    }
    giveLetters(names);
    return names;
}

const Naming* find(std::string_view name)
{
    static const std::map<std::string_view, Naming> kNames = findNames();
    const auto found = kNames.find(name);
    return found == kNames.end() ? nullptr : &found->second;
}

/// The title of a part by its name in a file; null if there is none.
const QString* titleOfPart(std::string_view name)
{
    static const std::map<std::string, QString, std::less<>> kTitles = [] {
        std::map<std::string, QString, std::less<>> titles;
        for (const NamedPart* part : allParts())
            if (!part->title.empty())
                titles.try_emplace(std::string(part->name), fromCore(part->title));
        return titles;
    }();
    const auto found = kTitles.find(name);
    return found == kTitles.end() ? nullptr : &found->second;
}

std::string_view lastStep(std::string_view steps)
{
    return steps.substr(steps.rfind('/') + 1); // npos + 1 is 0
}

/// The key of a part's name in a file.
bool isPartName(std::string_view step)
{
    constexpr std::array<std::string_view, 3> kKeys{"name", "scheme", "step"};
    return std::ranges::find(kKeys, step) != kKeys.end();
}

} // namespace

QString settingWord(std::string_view name)
{
    const Naming* naming = find(name);
    if (naming == nullptr)
        return spacedName(name);
    return naming->letter.isEmpty() ? withinSentence(naming->title) : naming->letter;
}

QString settingName(std::string_view steps)
{
    if (const QString layer = layerPlaceWords(steps); !layer.isEmpty())
        return layer;
    const std::string_view last = lastStep(steps);
    QStringList words;
    for (const QString& step :
         toQString(steps.substr(0, steps.size() - last.size())).split(u'/', Qt::SkipEmptyParts))
        words << spacedName(step.toStdString());
    if (words.isEmpty() || !isPartName(last))
        words << settingWord(last);
    QString name = words.join(u' ');
    // A Greek letter stays lower case.
    if (!name.isEmpty() && name[0].script() != QChar::Script_Greek)
        name[0] = name[0].toUpper();
    return name;
}

QString settingValue(std::string_view pointer, std::string_view value)
{
    const std::string_view name = lastStep(pointer);
    if (pointer.ends_with("partition/clients") && value == "0") // a name may be shortened
        return say("all");
    if (isPartName(name))
        if (const QString* title = titleOfPart(value))
            return *title;
    const Naming* naming = find(name);
    return naming && naming->choice ? choiceText(*naming->choice, toQString(value))
                                    : localNumbers(toQString(value));
}

QString sweepWords(std::string_view sweep)
{
    QStringList points;
    for (const QString& point : toQString(sweep).split(QStringLiteral(", "), Qt::SkipEmptyParts)) {
        const qsizetype equals = point.indexOf(QStringLiteral(" = "));
        if (equals < 0) { // the value has a comma
            points << point;
            continue;
        }
        const std::string steps = point.left(equals).toStdString();
        QStringList words = point.left(equals).split(u'/');
        for (QString& step : words)
            step = &step == &words.last() ? settingWord(lastStep(steps))
                                          : spacedName(step.toStdString());
        points << words.join(u' ') + QStringLiteral(" = ")
                      + settingValue(steps, point.mid(equals + 3).toStdString());
    }
    return points.join(QStringLiteral(", "));
}

QString armWords(std::string_view arm, std::string_view sweep)
{
    const QString name = toQString(arm);
    return sweep.empty() ? name : name + QStringLiteral(" · ") + sweepWords(sweep);
}

} // namespace coterie::ui
