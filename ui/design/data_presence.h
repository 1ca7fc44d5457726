#pragma once

#include "core/base/result.h"
#include "core/data/catalog.h"
#include "ui/latest_job.h"

#include <QObject>
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

class ExperimentDocument;

/// Whether the open experiment's data are on this machine: looked up off the GUI thread whenever
/// the experiment has been checked, and when asked. Until the answer is there they count as
/// present.
class DataPresence final : public QObject
{
    Q_OBJECT

public:
    DataPresence(const ExperimentDocument& document,
                 DataFolders folders,
                 QObject* parent = nullptr);

    [[nodiscard]] const std::optional<MissingData>& missing() const { return m_missing; }
    /// Looks again: the files may have come, or gone.
    void look();

signals:
    void changed();
    /// What was missing is here now, so that what could not be shown can.
    void arrived();

private:
    void take(std::optional<MissingData> missing);

    const ExperimentDocument& m_document;
    DataFolders m_folders;
    LatestJob m_looking;
    std::optional<MissingData> m_missing;
    /// What was missing last, remembered while the experiment has problems or other data.
    std::optional<Part> m_awaited;
};

} // namespace coterie::ui
