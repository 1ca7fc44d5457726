#pragma once

#include "core/run/check_runs.h"
#include "ui/latest_job.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace coterie::ui {

class ExperimentDocument;

/// Whether the runs of the open experiment can begin: the checks of their start, made off the GUI
/// thread after each check of the text. What the runs refuse becomes the document's problems.
class RunCheck final : public QObject
{
    Q_OBJECT

public:
    /// `data` may be shared.
    RunCheck(ExperimentDocument& document,
             std::shared_ptr<RunData> data,
             const DataFolders& folders,
             QObject* parent = nullptr);
    ~RunCheck() override { m_stop.request_stop(); }

    /// The answer for the current text is still to come.
    [[nodiscard]] bool isPending() const { return m_rest.isActive() || m_checking.isBusy(); }
    /// It has been pending for long enough to say so.
    [[nodiscard]] bool isSlow() const { return isPending() && !m_soon.isActive(); }
    /// The files of the data set are not on this machine.
    [[nodiscard]] bool lacksData() const { return m_lacksData; }
    /// The user has agreed to load the modules of these files: checks again, with them.
    void allowModules(const CommandConsent& consent);
    /// Checks again: files may have come or gone.
    void checkAgain();
    /// The same where runs begin with files of weights, which another program may have written.
    void lookForWeights();

signals:
    /// Pending, slow or answered.
    void changed();

private:
    void follow();
    void begin();
    void take(const RunsCheck& check, const std::shared_ptr<const Experiment>& identified);

    ExperimentDocument& m_document;
    std::shared_ptr<RunData> m_data;
    DataFolders m_folders;
    std::stop_source m_stop;
    LatestJob m_checking;
    QTimer m_rest; ///< while a setting is dragged or typed
    QTimer m_soon; ///< until a pending check counts as slow
    std::shared_ptr<const std::vector<RunPlan>> m_of;
    std::shared_ptr<const std::vector<RunPlan>> m_answered;
    RunsCheck m_answer; ///< for these
    bool m_lacksData = false;
    CommandConsent m_consent; ///< to the modules of this experiment
};

} // namespace coterie::ui
