#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/shipped_python.h"
#include "core/base/base64.h"
#include "core/base/child_process.h"
#include "core/base/indices.h"
#include "core/base/json_values.h"
#include "core/base/printable.h"
#include "core/collaboration/external_answer.h"
#include "core/math/similarity.h"
#include "core/metrics/client_numbers.h"
#include "core/sampling/kept_updates.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string_view>

namespace coterie {
namespace {

struct ExternalParameters
{
    std::vector<std::string> command;
    std::vector<std::string> wants;
    double timeoutSeconds = 60;
    bool tellsLabels = false;
};

constexpr std::array<std::string_view, 6> kExternalWants{
    "gram", "cosines", "distances", "losses", "sizes", "labelCounts"};

constexpr std::array kExternalParameters{
    bind<&ExternalParameters::command>(
        {.name = "command",
         .meaning = "The program that chooses the collaboration matrix, and its arguments, such as "
                    "[\"python3\", \"who.py\"]. It runs in the folder of the experiment's file, "
                    "and only once you allow it: in the window's dialog, or with "
                    "--allow-external",
         .required = true}),
    bind<&ExternalParameters::wants>(
        {.name = "wants",
         .title = "What the command knows",
         .words = kExternalWants,
         .meaning = "Measurements that the command gets after the local work of each round"}),
    bind<&ExternalParameters::timeoutSeconds>(
        {.name = "timeoutSeconds",
         .title = "Longest wait",
         .range = above(0).atMost(86400),
         .unit = "seconds",
         .meaning = "A command that has not answered by then ends the run"}),
    bind<&ExternalParameters::tellsLabels>(
        {.name = "tellLabels",
         .title = "May be told labels",
         .meaning = "Lets the command want labelCounts, which a real federation would not share"}),
};

JsonNode packed(std::span<const double> numbers, std::initializer_list<std::size_t> shape)
{
    std::vector<std::byte> bytes;
    bytes.reserve(numbers.size() * sizeof(double));
    for (const double number : numbers) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        for (std::size_t k = 0; k < sizeof(double); ++k)
            bytes.push_back(static_cast<std::byte>(bits >> (8 * k) & 255)); // little-endian
    }
    return jsonObject({{"shape", jsonList(shape)}, {"float64", toBase64(bytes)}});
}

JsonNode packed(const Matrix& matrix)
{
    return packed(matrix.values, {matrix.rows, matrix.columns});
}

at::Tensor bytesTensor(std::string_view bytes)
{
    at::Tensor values = at::empty({signedSize(bytes.size())}, at::kByte);
    std::ranges::copy(bytes, static_cast<char*>(values.data_ptr()));
    return values;
}

std::string bytesOf(const at::Tensor& values)
{
    const at::Tensor here = values.to(at::kCPU, at::kByte).contiguous();
    return {static_cast<const char*>(here.data_ptr()), static_cast<std::size_t>(here.numel())};
}

/// A method in any language: a command of the user's chooses who takes how much from whom, A, and
/// every client trains as with FedAvg, w_i = Σ_j a_ij w_j. The command gets what the plan names
/// and keeps its state with the run, so that it goes on where it was (docs/extending.md).
class External final : public Configured<PersonalModelsAlgorithm, ExternalParameters>
{
public:
    explicit External(const ExternalParameters& parameters)
        : Configured(parameters)
    {
        keeps("scriptState", m_scriptState);
        keeps("scriptFolder", m_scriptFolder);
    }

    [[nodiscard]] std::optional<Error>
    problemWith(const RunPlan&, const Network&, std::size_t) const override
    {
        if (m_parameters.command.empty() || m_parameters.command.front().empty())
            return notAllowed("/algorithm/command", "[]", "a program and its arguments").error;
        if (isTypedAsInATerminal())
            return fail("/algorithm/command",
                        "must list the program and each argument as an item of its own, with "
                        "commas between them; the path of a program that has blanks begins with "
                        "/ or ./")
                .error;
        if (wants("labelCounts") && !m_parameters.tellsLabels)
            return fail("/algorithm/wants",
                        "labelCounts needs \"tellLabels\": true, because a real federation would "
                        "not share them")
                .error;
        return {};
    }

    void take(const CommandConsent& consent) override
    {
        m_consent = consent;
        rememberGivenFolder();
    }

    void start(Federation& federation) override
    {
        Configured::start(federation);
        if (wants("labelCounts") && federation.facts().classCounts.empty())
            throw std::invalid_argument("wants: labelCounts needs a data set with classes");
    }

    void restore(const State& state) override
    {
        Configured::restore(state);
        rememberGivenFolder();
        m_child.reset(); // the next one begins with what is restored
    }

    void round(Federation& federation, RoundReport& report) override
    {
        m_stop = federation.stopToken();
        if (!m_child && federation.leads())
            begin(federation);
        const Trained trained = federation.train(m_models.rows, report);
        m_models.keep(trained.clients, trained.ends);
        const ExternalAnswer answer = asked(federation, trained, report);

        const Collaboration a = collaborationOf(answer, federation);
        m_models.rows = federation.mix(a, m_models.rows); // w_i = Σ_j a_ij w_j
        if (answer.state)
            m_scriptState = bytesTensor(
                {reinterpret_cast<const char*>(answer.state->data()), answer.state->size()});
        report.collaboration = a;
        if (answer.groups)
            report.grouping = Grouping{.groups = *answer.groups,
                                       .merges = answer.merges,
                                       .stopReason = "The command chose the groups."};
        for (const NamedValues& values : answer.values)
            report.clientValues.push_back(values);
        if (!answer.sentence.empty())
            report.events.push_back({.severity = Severity::Information,
                                     .what = Note{"command"},
                                     .sentence = answer.sentence});
        countExchange(federation, report, trained.clients);
    }

private:
    [[nodiscard]] bool wants(std::string_view what) const
    {
        return std::ranges::find(m_parameters.wants, what) != m_parameters.wants.end();
    }

    /// Starts the command and tells it what holds for the whole run.
    void begin(const Federation& federation)
    {
        if (m_parameters.command.empty() || m_parameters.command.front().empty())
            throw CommandFailed("The algorithm external names no command.");
        if (const Result<void> allowed = checkStartsNoCommand(federation.plan());
            !m_consent.given && !allowed)
            throw CommandFailed(allowed.error().sentence());
        const std::string folder = bytesOf(m_scriptFolder);
        if (folder.empty())
            throw CommandFailed(named()
                                + " was not started: the store does not say in which folder this "
                                  "run began. Name it with --command-folder.");
        std::vector<std::pair<std::string, std::string>> environment;
        if (const Result<std::filesystem::path> module = shippedPythonFolder()) {
            const char* others = std::getenv("PYTHONPATH");
            environment.emplace_back("PYTHONPATH",
                                     module->string()
                                         + (others != nullptr && others[0] != '\0'
                                                ? ':' + std::string(others)
                                                : std::string()));
        } // without it a method in another language works all the same
        checkIsAgreedTo(folder);
        Result<std::unique_ptr<ChildProcess>> child =
            ChildProcess::start({.command = m_parameters.command,
                                 .folder = folder,
                                 .environment = std::move(environment)});
        if (!child)
            throw CommandFailed(named() + " could not be started: " + child.error().sentence() + '.'
                                + hintOnItems());
        m_child = std::move(*child);
        const RunPlan& plan = federation.plan();
        const std::string state = bytesOf(m_scriptState);
        const std::string ready = exchanged(
            jsonObject(
                {{"message", "hello"},
                 {"protocol", kExternalProtocol},
                 {"clients", federation.clients()},
                 {"rounds", plan.rounds},
                 {"seed", plan.seed},
                 {"wants", jsonList(m_parameters.wants)},
                 {"roundsDone", federation.roundIndex()},
                 {"state",
                  state.empty() ? std::nullopt
                                : std::optional(toBase64(std::as_bytes(std::span(state))))}}),
            kLongestExternalLine);
        if (const Result<void> read = readExternalReady(ready); !read)
            refuse(read.error().complaint());
    }

    /// Last before it starts: between the yes and now it may have changed.
    void checkIsAgreedTo(const std::filesystem::path& folder) const
    {
        if (!m_consent.agreed)
            return;
        const CommandFiles now = commandFiles(m_parameters.command, folder, m_stop);
        if (m_stop.stop_requested())
            throw RunStopped{};
        if (std::ranges::find(*m_consent.agreed, now.digest) == m_consent.agreed->end())
            throw CommandFailed(named()
                                + " was not started: the command, its folder or a file that it "
                                  "names is not what you allowed. Resume the run to be asked "
                                  "again.");
    }

    /// Every state has the folder, that of round 0 too. A named one replaces that of earlier
    /// rounds.
    void rememberGivenFolder()
    {
        std::error_code ignored;
        if (!m_consent.folder.empty())
            m_scriptFolder =
                bytesTensor(std::filesystem::absolute(m_consent.folder, ignored).string());
    }

    [[nodiscard]] ExternalAnswer
    asked(Federation& federation, const Trained& trained, RoundReport& report)
    {
        ExternalQuestion question{.round = federation.roundIndex() + 1,
                                  .isPresent = std::vector<bool>(federation.clients())};
        for (const std::size_t client : federation.present())
            question.isPresent[client] = true;
        JsonNode message = jsonObject({{"message", "round"},
                                       {"round", question.round},
                                       {"rounds", federation.plan().rounds},
                                       {"present", jsonList(federation.present())},
                                       {"trained", jsonList(trained.clients)}});
        if (wants("gram") || wants("cosines")) {
            report.gram = gramOf(federation, trained);
            report.similarity = cosineMatrix(*report.gram);
            if (wants("gram"))
                message.add("gram", packed(*report.gram));
            if (wants("cosines"))
                message.add("cosines", packed(*report.similarity));
        }
        if (wants("distances"))
            message.add("distances",
                        packed(distancesFromGram(gramOfRows(m_models.rows.parameters))));
        if (wants("losses"))
            message.add("losses", packed(lossesOf(federation)));
        if (wants("sizes"))
            message.add("sizes", packed(federation.sizes(), {federation.clients()}));
        if (wants("labelCounts"))
            message.add("labelCounts", packed(labelCountsOf(federation.facts())));
        const std::string line = federation.fromLeader(
            [&] { return exchanged(message, longestExternalLine(federation.clients())); });
        const Result<ExternalAnswer> answer = readExternalAnswer(line, question);
        if (!answer)
            refuse(answer.error().complaint());
        for (const NamedValues& values : answer->values)
            if (isNameOfOurs(values.name))
                refuse("gives values the name \"" + values.name
                       + "\", which the program uses itself");
        return *answer;
    }

    /// ⟨G_i, G_j⟩; 0 of a client that did not train in this round.
    [[nodiscard]] static Matrix gramOf(const Federation& federation, const Trained& trained)
    {
        Matrix all(federation.clients(), federation.clients());
        if (trained.clients.empty())
            return all;
        const Matrix some = gramOfRows(trained.updates());
        for (std::size_t i = 0; i < some.rows; ++i)
            for (std::size_t j = 0; j < some.columns; ++j)
                all.at(trained.clients[i], trained.clients[j]) = some.at(i, j);
        return all;
    }

    /// Of model i on the data of client j: its validation samples, if it has any, else those it
    /// trains on. Not a number where either has not joined.
    [[nodiscard]] Matrix lossesOf(Federation& federation) const
    {
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        const std::vector<std::size_t> here = federation.present();
        const std::vector<std::int64_t>& validation = federation.facts().validationSamples;
        std::vector<EvaluationJob> jobs;
        for (const std::size_t client : here)
            for (const std::size_t model : here)
                jobs.push_back({.client = client,
                                .modelRow = model,
                                .set = client < validation.size() && validation[client] > 0
                                           ? SampleSet::Validation
                                           : SampleSet::Train});
        const std::vector<Score> scores = federation.evaluate(jobs, m_models.rows);
        Matrix losses(federation.clients(), federation.clients(), kNone);
        for (std::size_t k = 0; k < jobs.size(); ++k)
            losses.at(jobs[k].modelRow, jobs[k].client) = scores[k].loss;
        return losses;
    }

    [[nodiscard]] static Matrix labelCountsOf(const FederationFacts& facts)
    {
        Matrix counts(facts.classCounts.size(), static_cast<std::size_t>(facts.classes));
        for (std::size_t i = 0; i < counts.rows; ++i)
            for (std::size_t k = 0; k < std::min(counts.columns, facts.classCounts[i].size()); ++k)
                counts.at(i, k) = static_cast<double>(facts.classCounts[i][k]);
        return counts;
    }

    /// A, or where the command gave groups alone, the mean of each group by size.
    [[nodiscard]] static Collaboration collaborationOf(const ExternalAnswer& answer,
                                                       const Federation& federation)
    {
        if (answer.collaboration)
            return *answer.collaboration;
        Collaboration a = Collaboration::identity(federation.clients());
        for (const std::vector<int>& group : *answer.groups)
            fillBlock(a, group, Contributors::everybody(federation, group));
        return a;
    }

    /// The command's answer to a message, or an exception with a sentence.
    [[nodiscard]] std::string exchanged(const JsonNode& message, std::size_t longest)
    {
        const std::chrono::duration<double> patience(m_parameters.timeoutSeconds);
        ChildProcess::Answer answer =
            m_child->ask(writeCompact(message), {.time = patience, .bytes = longest}, m_stop);
        switch (answer.ending) {
        case ChildProcess::Ending::Line:
            break;
        case ChildProcess::Ending::Stopped:
            throw RunStopped{};
        case ChildProcess::Ending::TimedOut:
            refuse("did not answer within " + shortestText(m_parameters.timeoutSeconds)
                   + " s (timeoutSeconds)");
        case ChildProcess::Ending::TooLong:
            refuse("wrote a line of more than " + std::to_string(longest >> 20) + " MB");
        case ChildProcess::Ending::Ended: {
            const std::string how = m_child->howItEnded();
            refuse((how.empty() ? std::string("closed its output") : how)
                   + " instead of answering");
        }
        }
        return std::move(answer.line);
    }

    [[nodiscard]] std::string named() const
    {
        return "The command " + printable(commandText(m_parameters.command), LineEnds::Escape);
    }

    [[nodiscard]] bool isOneItemWithBlanks() const
    {
        return m_parameters.command.size() == 1
               && m_parameters.command.front().find(' ') != std::string::npos;
    }

    /// "python3 who.py", but not "/opt/my tools/who", which is a path.
    [[nodiscard]] bool isTypedAsInATerminal() const
    {
        const std::string& program = m_parameters.command.front();
        return isOneItemWithBlanks() && program.find('/') >= program.find(' ');
    }

    [[nodiscard]] std::string hintOnItems() const
    {
        return isOneItemWithBlanks() ? " It is one item: a program and its arguments are items of "
                                       "their own, with commas between them."
                                     : "";
    }

    [[noreturn]] void refuse(const std::string& complaint)
    {
        const std::string words = m_child ? m_child->lastWords() : std::string();
        throw CommandFailed(named() + ' ' + complaint + '.'
                            + (words.empty() ? "" : " It said: " + words));
    }

    CommandConsent m_consent;
    std::stop_token m_stop;
    at::Tensor m_scriptState = at::empty({0}, at::kByte);  ///< what the command gave to be kept
    at::Tensor m_scriptFolder = at::empty({0}, at::kByte); ///< where it runs
    std::unique_ptr<ChildProcess> m_child;
};

} // namespace

constexpr MadePart<Algorithm> kExternal = madeAs<Algorithm, External, ExternalParameters>(
    {.name = "external",
     .title = "Your own command",
     .meaning = "A program in any language chooses the collaboration matrix after the local work "
                "of each round; every client then gets its row's mix of all models.",
     .parameters = kExternalParameters});

} // namespace coterie
