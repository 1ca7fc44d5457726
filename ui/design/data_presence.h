#pragma once

#include "core/base/result.h"
#include "core/data/catalog.h"
#include "ui/latest_job.h"

#include <QObject>
#include <QString>

#include <optional>

namespace coterie::ui {

/// A data set that an experiment uses and whose files are not on this machine.
struct MissingData
{
    Part dataset;
    QString title;
    bool canFetch = false; ///< the Data page can download it; else it explains how to get it

    bool operator==(const MissingData&) const = default;

    /// "MNIST is not on this machine. Download it on the Data page (Ctrl+4)."
    [[nodiscard]] QString sentence() const;
};

/// Checks whether the data set's files are here, without reading them; nothing if they are. Call it
/// off the GUI thread, because disks may sleep.
[[nodiscard]] std::optional<MissingData> missingData(const Part& dataset,
                                                     const DataFolders& folders);

class ExperimentDocument;

/// Why the document's data cannot be shown. For missing files only their consequence, because a
/// notice on the page names them.
[[nodiscard]] QString
troubleText(const Error& error, const QString& whileMissing, const ExperimentDocument& document);

/// Whether the open experiment's data are on this machine. Checks off the GUI thread after each
/// check of the experiment and on request. Until an answer arrives they count as present.
class DataPresence final : public QObject
{
    Q_OBJECT

public:
    DataPresence(const ExperimentDocument& document,
                 DataFolders folders,
                 QObject* parent = nullptr);

    [[nodiscard]] const std::optional<MissingData>& missing() const { return m_missing; }
    /// Checks again: files may have come or gone.
    void look();

signals:
    void changed();
    /// The missing files are here now.
    void arrived();

private:
    void take(std::optional<MissingData> missing);

    const ExperimentDocument& m_document;
    DataFolders m_folders;
    LatestJob m_looking;
    std::optional<MissingData> m_missing;
    /// The last missing set, kept while the experiment has problems or other data.
    std::optional<Part> m_awaited;
};

} // namespace coterie::ui
