#include "ui/latest_job.h"

namespace coterie::ui {

LatestJob::LatestJob(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

LatestJob::~LatestJob()
{
    m_pool.clear();
    m_pool.waitForDone();
}

void LatestJob::cancel()
{
    m_pool.clear();
    m_delivered = ++m_newest;
}

void LatestJob::finish()
{
    cancel();
    m_pool.waitForDone();
}

} // namespace coterie::ui
