#pragma once

#include "ui/compare/run_cells.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace coterie::ui {

/// The names that the filter of the run table knows: the columns by key and title, and every
/// setting of the runs, with or without a column, by the end of its path: "alpha",
/// "partition/alpha". Of settings that end alike, the algorithm's own is meant.
class FilterNames
{
public:
    struct Name
    {
        QString key;                 ///< the shortest that finds it
        std::vector<QString> others; ///< titles
        ColumnIdentity column;
    };
    /// What a name means; with several meanings only their keys.
    struct Meaning
    {
        std::optional<ColumnIdentity> column;
        QStringList candidates;
    };

    explicit FilterNames(const RunCells& cells);

    /// Upper and lower case are alike, and so are "/" and a space.
    [[nodiscard]] Meaning find(const QString& typed) const;
    /// The names that go on so, or have a step of their path that does; the likeliest first.
    [[nodiscard]] QStringList startingWith(const QString& typed) const;
    /// The name that a misspelt one is nearest to; empty if none is near.
    [[nodiscard]] QString nearest(const QString& typed) const;

private:
    void addColumns(const RunCells& cells);
    void addSettings(const RunSettings& settings);

    struct Path
    {
        QString path;  ///< "/local/optimizer/learningRate"
        QString plain; ///< as it is compared
        ColumnIdentity column;
    };

    std::vector<Name> m_names;
    std::vector<Path> m_paths; ///< of all settings
};

} // namespace coterie::ui
