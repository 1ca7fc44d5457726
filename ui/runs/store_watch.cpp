#include "ui/runs/store_watch.h"

#include <QEvent>
#include <QTimer>

#include <system_error>

namespace coterie::ui {

StoreWatch::StoreWatch(StoreFiles files, QWidget* page)
    : QObject(page)
    , m_files(std::move(files))
    , m_timer(new QTimer(this))
{
    constexpr int kEvery = 4000;
    m_timer->setInterval(kEvery);
    connect(m_timer, &QTimer::timeout, this, &StoreWatch::look);
    page->installEventFilter(this);
}

bool StoreWatch::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show)
        m_timer->start();
    else if (event->type() == QEvent::Hide)
        m_timer->stop();
    return QObject::eventFilter(watched, event);
}

/// Of each store and of the file beside it that SQLite writes first.
std::vector<StoreWatch::Stamp> StoreWatch::stamps() const
{
    std::vector<std::filesystem::path> stores{m_files.own()};
    for (const OtherStore& other : m_files.others())
        stores.push_back(other.file);
    std::vector<Stamp> found;
    for (const std::filesystem::path& store : stores)
        for (const char* ending : {"", "-wal"}) {
            const std::filesystem::path file(store.native() + ending);
            std::error_code failed; // a file that is not there has a stamp, too
            const auto time = std::filesystem::last_write_time(file, failed);
            const auto size = std::filesystem::file_size(file, failed);
            found.emplace_back(time, size);
        }
    return found;
}

void StoreWatch::look()
{
    if (stamps() != m_seen)
        emit written();
}

} // namespace coterie::ui
