#pragma once

#include <QObject>
#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace coterie::test {

/// Whether it holds in a process of its own, which ends after two minutes: a pipe without a partner
/// could be waited for without end.
template <typename Check>
bool holdsInTime(const Check& check)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(120);
        ::_exit(check() ? 7 : 1);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7;
}

inline std::string contents(const std::filesystem::path& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Tests with folders of their own.
class FolderFixture : public QObject
{
protected:
    [[nodiscard]] std::filesystem::path root() const { return m_root.path().toStdString(); }
    /// An empty folder.
    [[nodiscard]] std::filesystem::path folder()
    {
        const std::filesystem::path made = root() / std::to_string(++m_folders);
        std::filesystem::create_directory(made);
        return made;
    }

private:
    QTemporaryDir m_root;
    int m_folders = 0;
};

} // namespace coterie::test
