#include "ui/fetch/downloads.h"

#include <algorithm>

namespace coterie::ui {

Downloads::Downloads(const FetchPatience& patience, QObject* parent)
    : QObject(parent)
    , m_patience(patience)
{}

Downloads::~Downloads()
{
    m_thread.quit(); // the fetch is destroyed with its thread's loop and leaves its part
    m_thread.wait();
}

void Downloads::start(const FetchPlan& plan)
{
    if (isUnderWay(plan.dataset))
        return;
    m_plans.push_back(plan);
    emit started(plan.dataset);
    if (!m_fetch)
        startNext();
}

void Downloads::cancel(const QString& dataset)
{
    if (m_fetch && m_plans.front().dataset == dataset) {
        QMetaObject::invokeMethod(m_fetch, &DatasetFetch::cancel, Qt::QueuedConnection);
        return;
    }
    if (std::erase_if(m_plans, [&](const FetchPlan& plan) { return plan.dataset == dataset; }) > 0)
        emit ended(dataset, {FetchEnd::Cancelled, tr("Cancelled before it began")});
}

bool Downloads::isUnderWay(const QString& dataset) const
{
    return std::ranges::any_of(m_plans,
                               [&](const FetchPlan& plan) { return plan.dataset == dataset; });
}

void Downloads::startNext()
{
    if (m_plans.empty())
        return;
    const QString dataset = m_plans.front().dataset;
    m_fetch = new DatasetFetch(m_plans.front(), m_patience);
    m_fetch->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_fetch, &QObject::deleteLater);
    connect(m_fetch, &DatasetFetch::progressed, this, [this, dataset](const FetchProgress& now) {
        emit progressed(dataset, now);
    });
    connect(m_fetch, &DatasetFetch::ended, this, [this, dataset](const FileOutcome& outcome) {
        std::exchange(m_fetch, nullptr)->deleteLater();
        m_plans.pop_front();
        emit ended(dataset, outcome);
        startNext();
    });
    m_thread.start();
    QMetaObject::invokeMethod(m_fetch, &DatasetFetch::start, Qt::QueuedConnection);
}

} // namespace coterie::ui
