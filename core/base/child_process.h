#pragma once

#include "core/base/result.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace coterie {

/// What a command of the user did wrong, as a whole sentence. It is shown in full, since it ends
/// with the command's own last words.
struct CommandFailed : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// A program that runs beside this one, such as a user's command, and answers message by message:
/// what it reads is our messages, what it writes are its answers, and of what it says on standard
/// error the end is kept.
/// It has a process group of its own, which ends with this object, whatever it has started. A
/// program that dies or hangs never blocks or ends this one.
class ChildProcess
{
public:
    struct Start
    {
        std::vector<std::string> command; ///< the program, which PATH may find, and its arguments
        std::filesystem::path folder;     ///< where it runs; empty: here
        /// Beside this program's own, or instead of those of the same name.
        std::vector<std::pair<std::string, std::string>> environment = {};
    };
    [[nodiscard]] static Result<std::unique_ptr<ChildProcess>> start(const Start& wanted);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    enum class Ending
    {
        Line,     ///< it has answered
        Ended,    ///< it closed its output or ended
        TimedOut, ///< no whole line came in time
        TooLong,  ///< more than the allowed bytes came without a line's end
        Stopped   ///< the caller's wish
    };
    struct Answer
    {
        Ending ending = Ending::Line;
        std::string line = {}; ///< without its end
    };
    struct Limits
    {
        std::chrono::duration<double> time{60};
        std::size_t bytes = std::size_t{16} << 20;
    };
    /// Sends a line and waits for one.
    [[nodiscard]] Answer
    ask(std::string_view message, const Limits& limits, const std::stop_token& stop);
    /// Sends bytes as they are and waits for an answer in bytes, before which comes their number
    /// in 64 bits in this machine's order. The line of Ending::Line is these bytes.
    [[nodiscard]] Answer
    askBytes(std::string_view message, const Limits& limits, const std::stop_token& stop);

    /// The end of what it has said on standard error, a few hundred characters at most, on one line
    /// and safe to show; empty: nothing.
    [[nodiscard]] std::string lastWords() const;
    /// "ended with status 1", "was ended by signal 9"; empty while it runs.
    [[nodiscard]] std::string howItEnded();

private:
    class Descriptor
    {
    public:
        Descriptor() = default;
        explicit Descriptor(int number)
            : m_number(number)
        {}
        Descriptor(Descriptor&& other) noexcept
            : m_number(std::exchange(other.m_number, -1))
        {}
        Descriptor& operator=(Descriptor&& other) noexcept;
        ~Descriptor() { close(); }

        [[nodiscard]] int number() const { return m_number; }
        [[nodiscard]] bool isOpen() const { return m_number >= 0; }
        void close();

    private:
        int m_number = -1;
    };
    struct Pipe
    {
        Descriptor reads;
        Descriptor writes;
    };

    ChildProcess(pid_t process, Descriptor input, Descriptor output, Descriptor errors);

    [[nodiscard]] static Result<Pipe> makePipe();
    /// Sends and waits until `whole` finds an answer in what has been read.
    [[nodiscard]] Answer await(std::string_view toSend,
                               const Limits& limits,
                               const std::stop_token& stop,
                               const std::function<std::optional<Answer>()>& whole);
    [[nodiscard]] bool hasEnded();
    void exchange(std::string_view& toSend, std::chrono::milliseconds most);
    void send(std::string_view& toSend);
    void readOutput();
    void readErrors();
    void readRestOfErrors();

    pid_t m_process;
    Descriptor m_input;
    Descriptor m_output;
    Descriptor m_errors;
    std::string m_unread; ///< of its output
    std::string m_words;  ///< the end of what it said on standard error
};

} // namespace coterie
