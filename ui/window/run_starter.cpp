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
        if (m_wish == Wish::WhenOpened)
            m_wish = Wish::WhenChecked;
        else if (m_wish == Wish::WhenTried)
            forget();
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

void RunStarter::startWhenOpened()
{
    forget();
    m_wish = Wish::WhenOpened;
}

void RunStarter::forget()
{
    m_wish = Wish::None;
    m_allowed.reset();
    m_begin = nullptr;
}

void RunStarter::start()
{
    forget();
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
    const bool isOfAllowed = m_wish == Wish::WhenTried && m_document.checked().plans == m_allowed;
    const std::function<void()> begin = std::exchange(m_begin, nullptr);
    forget();
    if (!mayRun())
        emit refused();
    else if (isOfAllowed)
        begin();
    else
        emit ready();
}

} // namespace coterie::ui
