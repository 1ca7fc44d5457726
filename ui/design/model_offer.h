#pragma once

#include "core/run/prepare_run.h"
#include "ui/latest_job.h"

#include <QObject>
#include <QString>

#include <memory>

namespace coterie {
struct NamedPart;
}

namespace coterie::ui {

class ExperimentDocument;
class NoticeBar;
class RunCheck;

/// Where a shipped network does not fit the data, because another data set was chosen: offers one
/// that does. Before that, where a table was chosen and the preprocessing is for pictures: offers
/// to drop it. Each is one undo step. A user's own layers and modules are not offered away.
class ModelOffer final : public QObject
{
    Q_OBJECT

public:
    /// `data` may be shared.
    ModelOffer(ExperimentDocument& document,
               const RunCheck& check,
               std::shared_ptr<RunData> data,
               NoticeBar& bar,
               QObject* parent = nullptr);

private:
    void look();
    void offer(const NamedPart& model, const QString& data);
    void offerNoSteps(const QString& data);

    ExperimentDocument& m_document;
    const RunCheck& m_check;
    std::shared_ptr<RunData> m_data;
    NoticeBar& m_bar;
    LatestJob m_job;
};

} // namespace coterie::ui
