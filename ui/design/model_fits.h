#pragma once

#include "core/experiment/experiment.h"
#include "ui/latest_job.h"

#include <QLabel>

#include <memory>
#include <optional>

namespace coterie {
class RunData;
struct NetworkFits;
} // namespace coterie

namespace coterie::ui {

class ExperimentDocument;

/// Says which data sets and methods the experiment's network fits. It is looked for off the GUI
/// thread; `runData` may be shared.
class ModelFits final : public QLabel
{
    Q_OBJECT

public:
    ModelFits(ExperimentDocument& document, std::shared_ptr<RunData> runData);

    /// After a change of the document.
    void renew();
    /// The files of the data set have arrived.
    void readDataAgain();

private:
    void tell(const NetworkFits& fits);

    ExperimentDocument& m_document;
    std::shared_ptr<RunData> m_data;
    std::optional<RunPlan> m_of; ///< whose network is shown, or being looked at
    LatestJob m_job;
};

} // namespace coterie::ui
