#include "ui/window/run_starter.h"

#include "ui/design/data_presence.h"
#include "ui/design/design_page.h"
#include "ui/design/experiment_document.h"
#include "ui/design/run_check.h"

#include <utility>

namespace coterie::ui {

RunStarter::RunStarter(const ExperimentDocument& document, DesignPage& design, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_design(design)
{
    connect(&m_document, &ExperimentDocument::opened, this, [this] {
        m_wish = m_wish == Wish::WhenOpened  ? Wish::WhenChecked
                 : m_wish == Wish::WhenTried ? Wish::None
                                             : m_wish;
    });
    connect(&m_document, &ExperimentDocument::failed, this, &RunStarter::forget);
    connect(&m_document, &ExperimentDocument::checkedChanged, this, &RunStarter::settle);
    connect(&m_design.runCheck(), &RunCheck::changed, this, &RunStarter::settle);
}

bool RunStarter::mayRun() const
{
    return m_document.isRunnable() && !m_design.dataPresence().missing()
           && !m_design.runCheck().lacksData();
}

void RunStarter::start()
{
    m_wish = Wish::WhenChecked;
    settle();
    if (m_wish == Wish::WhenChecked)
        emit waiting();
}

void RunStarter::startAllowed(const std::shared_ptr<const std::vector<RunPlan>>& plans,
                              std::function<void()> begin)
{
    m_wish = Wish::WhenTried;
    m_allowed = plans;
    m_begin = std::move(begin);
    settle();
    if (m_wish == Wish::WhenTried)
        emit waiting();
}

void RunStarter::settle()
{
    if (m_wish == Wish::WhenOpened || m_wish == Wish::None || m_document.isChecking()
        || m_design.runCheck().isPending())
        return;
    const bool isTried = std::exchange(m_wish, Wish::None) == Wish::WhenTried;
    if (isTried && m_document.checked().plans == m_allowed && mayRun())
        return std::exchange(m_begin, nullptr)();
    mayRun() ? emit ready() : emit refused();
}

} // namespace coterie::ui
