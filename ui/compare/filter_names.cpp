#include "ui/compare/filter_names.h"

#include "core/base/result.h"
#include "core/experiment/sweep_text.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace coterie::ui {

namespace {

/// As names are compared.
QString plain(const QString& name)
{
    return name.toLower().replace(u' ', u'/');
}

bool isOfAlgorithm(const QString& path)
{
    return path.startsWith(QStringLiteral("/algorithm/")) && path.count(u'/') == 2;
}

} // namespace

FilterNames::FilterNames(const RunCells& cells)
{
    addColumns(cells);
    if (const RunSettings* settings = cells.settings())
        addSettings(*settings);
}

void FilterNames::addColumns(const RunCells& cells)
{
    for (int column = 0; column < cells.settingColumn(0); ++column) {
        const ColumnWords words = cells.words(column);
        m_names.push_back(
            {.key = words.key, .others = {words.title, words.head()}, .column = words.identity});
    }
}

void FilterNames::addSettings(const RunSettings& settings)
{
    for (const std::string& pointer : settings.pointers())
        m_paths.push_back(
            {.path = toQString(pointer), .plain = plain(toQString(pointer)), .column = pointer});
    for (std::size_t setting = 0; setting < settings.pointers().size(); ++setting) {
        const std::string& pointer = settings.pointers()[setting];
        QString key = toQString(settings.title(setting));
        // "name" alone finds the algorithm's, but says little.
        const QString last = toQString(pointerTail(pointer, 1));
        if (last != QStringLiteral("name") && find(last).column == ColumnIdentity(pointer))
            key = last;
        m_names.push_back(
            {.key = key,
             .others = {settingName(settings.title(setting)), settingName(key.toStdString())},
             .column = pointer});
    }
}

FilterNames::Meaning FilterNames::find(const QString& typed) const
{
    const QString wanted = plain(typed);
    // A column's own name comes before the end of any path.
    for (const Name& name : m_names)
        if (!std::holds_alternative<std::string>(name.column)
            && (plain(name.key) == wanted
                || std::ranges::find(name.others, wanted, &plain) != name.others.end()))
            return {.column = name.column, .candidates = {}};
    std::vector<const Path*> ends;
    for (const Path& path : m_paths)
        if (path.plain.endsWith(u'/' + wanted) || path.plain == wanted)
            ends.push_back(&path);
    const auto own =
        std::ranges::find_if(ends, [](const Path* path) { return isOfAlgorithm(path->path); });
    if (own != ends.end())
        return {.column = (*own)->column, .candidates = {}};
    if (ends.size() == 1)
        return {.column = ends.front()->column, .candidates = {}};
    Meaning meaning;
    for (const Path* path : ends) {
        const auto name = std::ranges::find(m_names, path->column, &Name::column);
        meaning.candidates << (name == m_names.end() ? path->path.mid(1) : name->key);
    }
    if (!ends.empty())
        return meaning;
    std::vector<const Name*> titled;
    for (const Name& name : m_names)
        if (std::ranges::find(name.others, wanted, &plain) != name.others.end())
            titled.push_back(&name);
    if (titled.size() == 1)
        meaning.column = titled.front()->column;
    else
        for (const Name* name : titled)
            meaning.candidates << name->key;
    return meaning;
}

QStringList FilterNames::startingWith(const QString& typed) const
{
    const QString wanted = plain(typed);
    QStringList first;
    QStringList later;
    for (const Name& name : m_names) {
        const QString key = plain(name.key);
        if (key.startsWith(wanted))
            first << name.key;
        else if (key.contains(u'/' + wanted)
                 || std::ranges::any_of(name.others, [&](const QString& other) {
                        return plain(other).startsWith(wanted);
                    }))
            later << name.key;
    }
    if (!wanted.isEmpty()) // the nearest to what is typed
        std::ranges::stable_sort(first, {}, &QString::size);
    first += later;
    first.removeDuplicates();
    return first;
}

QString FilterNames::nearest(const QString& typed) const
{
    std::vector<std::string> words;
    for (const Name& name : m_names)
        words.push_back(name.key.toStdString());
    const std::vector<std::string_view> views(words.begin(), words.end());
    const QString nearest = toQString(nearestWord(typed.toStdString(), views));
    if (!nearest.isEmpty())
        return nearest;
    const auto longer = std::ranges::find_if(
        m_names, [&](const Name& name) { return name.key.contains(typed, Qt::CaseInsensitive); });
    return longer == m_names.end() ? QString() : longer->key; // "rate" is in "learningRate"
}

} // namespace coterie::ui
