#include "app/cli/progress_line.h"

#include "app/cli/output.h"
#include "app/cli/table_printer.h"

#include <algorithm>
#include <cmath>
#include <sys/ioctl.h>
#include <unistd.h>

namespace coterie::cli {

namespace {

constexpr std::size_t kBarWidth = 20;
constexpr std::chrono::milliseconds kShortestPause{100};
constexpr std::string_view kToLineStart = "\r\033[K"; // and erase to the end of the line

std::size_t terminalWidth()
{
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

std::string bar(double share)
{
    const auto full = static_cast<std::size_t>(std::lround(share * static_cast<double>(kBarWidth)));
    std::string text;
    for (std::size_t i = 0; i < kBarWidth; ++i)
        text += i < full ? "█" : "░";
    return text;
}

} // namespace

std::string progressText(const QueueProgress& progress)
{
    std::string text = "run " + std::to_string(progress.run) + " of "
                       + std::to_string(progress.runs) + ", round " + std::to_string(progress.round)
                       + " of " + std::to_string(progress.rounds);
    if (progress.secondsLeft)
        text += ", " + durationText(*progress.secondsLeft) + " left";
    return text;
}

void ProgressLine::show(const QueueProgress& progress, std::string news)
{
    m_text = progressText(progress) + (news.empty() ? "" : ", ") + std::move(news);
    m_share = progressShare(progress);
    m_stale = true;
    tick();
}

void ProgressLine::tick()
{
    if (m_stale && Clock::now() - m_drawnAt >= kShortestPause)
        draw();
}

void ProgressLine::printAbove(const std::string& text)
{
    clear();
    print(text);
    if (!m_text.empty())
        draw();
}

void ProgressLine::clear()
{
    if (m_drawn)
        print(kToLineStart);
    m_drawn = false;
}

void ProgressLine::draw()
{
    // The last column stays empty: a character there makes some terminals begin a new line.
    const std::string line = bar(m_share) + ' ' + m_text;
    print(std::string(kToLineStart) + shortened(line, terminalWidth() - 1));
    m_drawn = true;
    m_stale = false;
    m_drawnAt = Clock::now();
}

} // namespace coterie::cli
