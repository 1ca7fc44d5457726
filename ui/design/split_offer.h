#pragma once

#include "core/run/prepare_run.h"
#include "ui/design/json_change.h"
#include "ui/latest_job.h"

#include <QObject>

#include <functional>
#include <memory>

namespace coterie::ui {

class ExperimentDocument;
class NoticeBar;
class RunCheck;

/// Where clients drawn by hand do not fit the data set, because another one was chosen: offers to
/// draw them again for it, or to drop the drawing. Each is one undo step.
class SplitOffer final : public QObject
{
    Q_OBJECT

public:
    /// `data` may be shared.
    SplitOffer(ExperimentDocument& document,
               const RunCheck& check,
               std::shared_ptr<RunData> data,
               NoticeBar& bar,
               QObject* parent = nullptr);

private:
    using Changes = Result<std::vector<JsonChange>>;

    void look();
    /// Makes the changes that the work finds off the GUI thread.
    void perform(const QString& label,
                 std::function<Changes(const JsonNode& root, const RunPlan& plan)> work);

    ExperimentDocument& m_document;
    const RunCheck& m_check;
    std::shared_ptr<RunData> m_data;
    NoticeBar& m_bar;
    LatestJob m_job;
};

} // namespace coterie::ui
