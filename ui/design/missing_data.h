#pragma once

#include "core/data/catalog.h"
#include "core/spec/result.h"

#include <QString>

#include <optional>

namespace coterie::ui {

/// A data set that an experiment asks for rightly and whose files are not on this machine.
struct MissingData
{
    Part dataset;
    QString title;
    bool canFetch = false; ///< the Data page can download it; else it tells how it is got

    bool operator==(const MissingData&) const = default;

    /// "MNIST is not on this machine. It can be downloaded among the data sets (Ctrl+4)."
    [[nodiscard]] QString sentence() const;
};

/// Looks for the data set's files and reads none: call it off the GUI thread, for disks may sleep.
/// Nothing: they are here. What else may be wrong with them, who reads them says.
[[nodiscard]] std::optional<MissingData> missingData(const Part& dataset,
                                                     const DataFolders& folders);

/// Why data cannot be had. Of files that are missing only what that means here: which they are, and
/// what to do about it, is said once above the page.
[[nodiscard]] QString troubleText(const Error& error, const QString& whileMissing);

} // namespace coterie::ui
