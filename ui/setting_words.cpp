#include "ui/setting_words.h"

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_fields.h"
#include "ui/words.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

struct Called
{
    std::set<QString> letters; ///< of those that have one
    QString letter = {};       ///< what says it on its own; empty: the title does
    QString title;
    const ParameterDescriptor* choice = nullptr; ///< one of this name that is a choice of words
};

std::vector<const NamedPart*> allParts()
{
    const Registry& known = registry();
    std::vector<const NamedPart*> parts;
    for (const std::span<const NamedPart> list : {known.algorithms,
                                                  known.samplers,
                                                  known.objectives,
                                                  known.optimizers,
                                                  known.schedules,
                                                  known.datasets,
                                                  known.partitions,
                                                  known.models,
                                                  known.preprocessSteps})
        for (const NamedPart& part : list)
            parts.push_back(&part);
    return parts;
}

/// The symbol, if it is one Greek letter, perhaps numbered: any other would be taken for a word.
QString greekLetter(std::string_view symbol)
{
    const QString text = toQString(symbol);
    const bool isGreek = !text.isEmpty() && text[0].script() == QChar::Script_Greek;
    const bool isShort = text.size() == 1 || (text.size() == 2 && text[1].isDigit())
                         || (text.size() == 2 && text[1].category() == QChar::Number_Other);
    return isGreek && isShort ? text : QString();
}

/// What the letter is called where it is typed in Latin ones; empty: none of those papers use.
std::string_view spelled(const QString& letter)
{
    constexpr std::array<std::pair<char16_t, std::string_view>, 13> kLetters{{{u'α', "alpha"},
                                                                              {u'β', "beta"},
                                                                              {u'γ', "gamma"},
                                                                              {u'δ', "delta"},
                                                                              {u'ε', "epsilon"},
                                                                              {u'η', "eta"},
                                                                              {u'θ', "theta"},
                                                                              {u'λ', "lambda"},
                                                                              {u'μ', "mu"},
                                                                              {u'ρ', "rho"},
                                                                              {u'σ', "sigma"},
                                                                              {u'τ', "tau"},
                                                                              {u'φ', "phi"}}};
    const auto* found = std::ranges::find(
        kLetters, letter[0].unicode(), &std::pair<char16_t, std::string_view>::first);
    return found == kLetters.end() ? std::string_view() : found->second;
}

/// A letter that several settings have in their papers says only which is meant where it is the
/// setting's own name: "α" is `alpha`, whatever else has it.
void giveLetters(std::map<std::string_view, Called>& names)
{
    std::map<QString, int> holders;
    for (const auto& [name, called] : names)
        for (const QString& letter : called.letters)
            ++holders[letter];
    for (auto& [name, called] : names) {
        if (called.letters.size() != 1)
            continue;
        const QString& letter = *called.letters.begin();
        if (holders[letter] == 1 || spelled(letter) == name)
            called.letter = letter;
    }
}

std::map<std::string_view, Called> findNames()
{
    std::map<std::string_view, Called> names;
    const auto add = [&](const ParameterDescriptor& parameter) {
        const QString letter = greekLetter(parameter.symbol);
        const QString title = labelOf(parameter);
        Called& called =
            names.try_emplace(parameter.name, Called{.letters = {}, .title = title}).first->second;
        if (called.title != title)
            called.title = fieldName(parameter.name);
        if (!letter.isEmpty())
            called.letters.insert(letter);
        if (!parameter.words.empty() || parameter.type == ParameterType::Boolean)
            called.choice = &parameter;
    };
    for (const NamedPart* part : allParts())
        std::ranges::for_each(part->parameters, add);
    for (const ParameterDescriptor* field : {&fields::kBatch,
                                             &fields::kLocalEpochs,
                                             &fields::kLocalSteps,
                                             &fields::kRounds,
                                             &fields::kEvaluateEvery,
                                             &fields::kTrainEvaluationBatches,
                                             &fields::kCheckpointSeconds,
                                             &fields::kDevice,
                                             &fields::kPrecision,
                                             &fields::kInitialisation,
                                             &fields::kBnMode,
                                             &fields::kKeepOptimizerState,
                                             &fields::kDropLast,
                                             &fields::kPartitionSeed})
        add(*field);
    giveLetters(names);
    return names;
}

const Called* find(std::string_view name)
{
    static const std::map<std::string_view, Called> kNames = findNames();
    const auto found = kNames.find(name);
    return found == kNames.end() ? nullptr : &found->second;
}

/// What a part is called on screen, by its name in a file; null: none has that name, or a title.
const QString* titleOfPart(std::string_view name)
{
    static const std::map<std::string, QString, std::less<>> kTitles = [] {
        std::map<std::string, QString, std::less<>> titles;
        for (const NamedPart* part : allParts())
            if (!part->title.empty())
                titles.try_emplace(std::string(part->name), toQString(part->title));
        return titles;
    }();
    const auto found = kTitles.find(name);
    return found == kTitles.end() ? nullptr : &found->second;
}

std::string_view lastStep(std::string_view steps)
{
    return steps.substr(steps.rfind('/') + 1); // npos + 1 is 0
}

/// What a part is called by in a file.
bool isPartName(std::string_view step)
{
    constexpr std::array<std::string_view, 3> kKeys{"name", "scheme", "step"};
    return std::ranges::find(kKeys, step) != kKeys.end();
}

} // namespace

QString settingWord(std::string_view name)
{
    const Called* called = find(name);
    if (called == nullptr)
        return spacedName(name);
    return called->letter.isEmpty() ? withinSentence(called->title) : called->letter;
}

QString settingName(std::string_view steps)
{
    const std::string_view last = lastStep(steps);
    QStringList words;
    for (const QString& step :
         toQString(steps.substr(0, steps.size() - last.size())).split(u'/', Qt::SkipEmptyParts))
        words << spacedName(step.toStdString());
    if (words.isEmpty() || !isPartName(last))
        words << settingWord(last);
    QString name = words.join(u' ');
    // A letter stays as it is: a capital alpha is no alpha.
    if (!name.isEmpty() && name[0].script() != QChar::Script_Greek)
        name[0] = name[0].toUpper();
    return name;
}

QString settingValue(std::string_view pointer, std::string_view value)
{
    const std::string_view name = lastStep(pointer);
    if (isPartName(name))
        if (const QString* title = titleOfPart(value))
            return *title;
    const Called* called = find(name);
    return called && called->choice ? choiceText(*called->choice, toQString(value))
                                    : toQString(value);
}

QString sweepWords(std::string_view sweep)
{
    QStringList points;
    for (const QString& point : toQString(sweep).split(QStringLiteral(", "), Qt::SkipEmptyParts)) {
        const qsizetype equals = point.indexOf(QStringLiteral(" = "));
        if (equals < 0) { // a comma of a value's own
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
