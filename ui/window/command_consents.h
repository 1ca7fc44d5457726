#pragma once

#include "core/base/result.h"
#include "ui/latest_job.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

class QWidget;

namespace coterie::ui {

/// A command that a run would start.
struct CommandStart
{
    std::string experiment; ///< its name
    std::string text;       ///< of the experiment, as it is stored
    std::vector<std::string> command;
    std::filesystem::path folder; ///< empty: not known
    bool isKept = false;          ///< the run's state has the folder

    bool operator==(const CommandStart&) const = default;
};

/// A command is a program with the user's rights, so none starts before the user has seen it and
/// said yes. The answer is kept in the user's settings, and is for the bytes of the experiment, of
/// the command and of the files that it names: when one of them changes, the user is asked again.
class CommandConsents final : public QObject
{
    Q_OBJECT

public:
    using Commands = std::vector<CommandStart>;
    /// On another thread. One without a command is passed on as it is.
    using Finder = std::function<Result<Commands>()>;
    using Allowed = std::function<void(const Commands&)>;

    /// `window` is the parent of the dialog.
    explicit CommandConsents(QWidget* window);

    /// Calls `allowed` with what was found, each with its folder, once all of it is allowed.
    void ask(Finder find, Allowed allowed);

signals:
    void refused();
    void failed(const QString& sentence);

private:
    void ask(const Commands& all, const Commands& unknown, const Allowed& allowed);

    QWidget* m_window;
    LatestJob m_job;
};

} // namespace coterie::ui
