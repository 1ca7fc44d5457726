#pragma once

#include "core/base/result.h"
#include "core/experiment/external_command.h"
#include "ui/latest_job.h"

#include <QObject>

#include <deque>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

class QWidget;

namespace coterie::ui {

/// A command that a run would start.
struct CommandStart
{
    std::string experiment; ///< its name
    std::string text;       ///< of the experiment, the same when it starts and when it goes on
    std::vector<std::string> command;
    std::filesystem::path folder; ///< empty: not known
    CommandFiles files = {};      ///< as they are when it is shown; not read yet: no digest
    bool isOnCluster = false;     ///< not on this computer

    bool operator==(const CommandStart&) const = default;
};

/// A command is a program with the user's rights, so none starts before the user has seen it and
/// said yes. The answer is kept in the user's settings, and is for the bytes of the experiment, of
/// the command and of the files that it names: when one of them changes, the user is asked again.
/// Where a change cannot be seen, the user is asked each time.
class CommandConsents final : public QObject
{
    Q_OBJECT

public:
    using Commands = std::vector<CommandStart>;
    /// On another thread. One without a command is passed on as it is.
    using Finder = std::function<Result<Commands>()>;
    using Allowed = std::function<void(const Commands&)>;
    /// What went wrong; empty: the user said no.
    using Refused = std::function<void(const QString& sentence)>;

    /// `window` is the parent of the dialog.
    explicit CommandConsents(QWidget* window);
    ~CommandConsents() override;

    /// Calls `allowed` with what was found, each with its folder and files, once all of it is
    /// allowed, else `refused`. Requests are answered one after another.
    void ask(Finder find, Allowed allowed, Refused refused = {});

signals:
    /// Of requests that are not told themselves.
    void refused();
    void failed(const QString& sentence);

private:
    struct Request
    {
        Finder find;
        Allowed allowed;
        Refused refused;
    };
    void begin();
    void ask(const Commands& all, const Commands& unknown);
    void allow(const Commands& all);
    void refuse(const QString& sentence);
    void goToNext();

    QWidget* m_window;
    std::deque<Request> m_requests; ///< the first is being answered
    std::stop_source m_stop;
    LatestJob m_job;
};

} // namespace coterie::ui
