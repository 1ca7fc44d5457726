#pragma once

#include "core/experiment/experiment.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace coterie::ui {

class DesignPage;
class ExperimentDocument;

/// Starts the open experiment when it is known that its runs can begin: after it was read, and
/// after its checks.
class RunStarter final : public QObject
{
    Q_OBJECT

public:
    RunStarter(const ExperimentDocument& document, DesignPage& design, QObject* parent = nullptr);

    /// Nothing known speaks against a run.
    [[nodiscard]] bool mayRun() const;
    /// Starts now, or when pending checks have passed.
    void start();
    /// The user has allowed what these runs load: begins them when checks with it have passed. Asks
    /// again where the experiment is changed meanwhile.
    void startAllowed(const std::shared_ptr<const std::vector<RunPlan>>& plans,
                      std::function<void()> begin);
    /// Starts the experiment that is being opened.
    void startWhenOpened();
    /// Starts nothing, and lets go of what would have begun.
    void forget();

signals:
    /// The checks have passed: run now.
    void ready();
    /// The checks take their time, or found something, which the Design page shows.
    void waiting();
    void refused();

private:
    enum class Wish
    {
        None,
        WhenOpened,
        WhenChecked,
        WhenTried ///< with what it loads
    };

    void settle();

    const ExperimentDocument& m_document;
    DesignPage& m_design;
    Wish m_wish = Wish::None;
    std::shared_ptr<const std::vector<RunPlan>> m_allowed;
    std::function<void()> m_begin; ///< these
};

} // namespace coterie::ui
