#pragma once

#include "core/run/prepare_run.h"
#include "ui/design/json_change.h"
#include "ui/latest_job.h"

#include <QObject>
#include <QString>

#include <memory>

namespace coterie::ui {

class ExperimentDocument;
class NoticeBar;
class RunCheck;

/// Where a shipped network does not fit the data, because another data set was chosen: offers one
/// that does. Before that, where the data are not pictures and a preprocessing step refuses them:
/// offers to drop the step. Each is one undo step. A user's own layers and modules are not offered
/// away.
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
    void offer(const QString& sentence, const QString& choice, const QString& tip);
    void take();

    ExperimentDocument& m_document;
    const RunCheck& m_check;
    std::shared_ptr<RunData> m_data;
    NoticeBar& m_bar;
    LatestJob m_job;
    QString m_for; ///< the text that the offer is made for
    QString m_label;
    JsonChange m_change;
};

} // namespace coterie::ui
