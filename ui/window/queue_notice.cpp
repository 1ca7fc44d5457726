#include "ui/window/queue_notice.h"

#include "ui/words.h"

#include <QApplication>
#include <QSystemTrayIcon>
#include <QTimer>
#include <QWidget>

#include <chrono>

namespace coterie::ui {

namespace {

constexpr double kLongSeconds = 60;
constexpr std::chrono::seconds kShown{15};

} // namespace

std::optional<QString> queueNotice(double seconds, bool isSeen, const RunEndings& endings)
{
    if (isSeen || seconds < kLongSeconds || endings.empty())
        return std::nullopt;
    QStringList parts;
    for (const auto& [status, count] : endings)
        parts << QStringLiteral("%1 %2").arg(count).arg(statusText(status));
    return QueueNotice::tr("All runs ended after %1: %2")
        .arg(durationText(seconds), parts.join(QStringLiteral(", ")));
}

QueueNotice::QueueNotice(QWidget& window)
    : QObject(&window)
    , m_window(window)
{}

void QueueNotice::begin()
{
    if (m_clock.isValid())
        return;
    m_clock.start();
    m_endings.clear();
}

void QueueNotice::end()
{
    constexpr double kMsPerSecond = 1000;
    const double seconds = static_cast<double>(m_clock.elapsed()) / kMsPerSecond;
    m_clock.invalidate();
    if (const auto sentence = queueNotice(seconds, m_window.isActiveWindow(), m_endings))
        show(*sentence);
}

void QueueNotice::show(const QString& sentence)
{
    QApplication::alert(&m_window);
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages())
        return;
    if (!m_icon) {
        m_icon = new QSystemTrayIcon(m_window.windowIcon(), this);
        connect(m_icon, &QSystemTrayIcon::messageClicked, this, [this] {
            m_window.raise();
            m_window.activateWindow();
        });
    }
    m_icon->show(); // required for showMessage()
    m_icon->showMessage(
        m_window.windowTitle().remove(QStringLiteral("[*]")), sentence, m_window.windowIcon());
    QTimer::singleShot(kShown, m_icon, &QSystemTrayIcon::hide);
}

} // namespace coterie::ui
