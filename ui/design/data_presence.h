#pragma once

#include "ui/design/missing_data.h"
#include "ui/latest_job.h"

#include <QObject>

namespace coterie::ui {

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
