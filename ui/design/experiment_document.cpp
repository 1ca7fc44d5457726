#include "ui/design/experiment_document.h"

#include "core/experiment/experiment_json.h"
#include "ui/words.h"
#include "ui/written_file.h"

#include <QUndoCommand>

#include <utility>

namespace coterie::ui {

namespace {

constexpr int kTypingRestMs = 200;
constexpr int kTypingPauseMs = 1000;

} // namespace

struct ExperimentDocument::Opened
{
    QString path = {};
    QString text = {};
    QString savedText = {};
    std::string json = {};
    CheckedExperiment checked = {};
    QString failure = {};
    int number = 0;
};

/// An undo step: the characters that changed.
class ExperimentDocument::Edit final : public QUndoCommand
{
public:
    Edit(ExperimentDocument& document, const QString& label, TextSplice splice, int id, bool typed)
        : QUndoCommand(label)
        , m_document(document)
        , m_splice(std::move(splice))
        , m_id(id)
        , m_typed(typed)
    {}

    void redo() override
    {
        const bool typed = std::exchange(m_typed, false); // a redo later is not typing
        m_document.showText(m_splice.applied(m_document.m_text), typed);
    }
    void undo() override { m_document.showText(m_splice.reverted(m_document.m_text), false); }
    [[nodiscard]] int id() const override { return m_id; }

    bool mergeWith(const QUndoCommand* newer) override
    {
        const auto* edit = static_cast<const Edit*>(newer); // only edits have such an id
        const QString between = edit->m_splice.reverted(m_document.m_text);
        m_splice = TextSplice::between(m_splice.reverted(between), m_document.m_text);
        setObsolete(m_splice.isNothing());
        return true;
    }

private:
    ExperimentDocument& m_document;
    TextSplice m_splice;
    int m_id = -1;
    bool m_typed = false;
};

/// An undo step to another experiment.
class ExperimentDocument::Replacement final : public QUndoCommand
{
public:
    Replacement(ExperimentDocument& document, const QString& label, Opened other)
        : QUndoCommand(label)
        , m_document(document)
        , m_other(std::move(other))
    {}

    void redo() override { m_document.exchange(m_other); }
    void undo() override { m_document.exchange(m_other); }

private:
    ExperimentDocument& m_document;
    Opened m_other;
};

ExperimentDocument::ExperimentDocument(const Registry& registry)
    : m_registry(registry)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(kTypingRestMs);
    connect(&m_rest, &QTimer::timeout, this, &ExperimentDocument::check);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kTypingPauseMs);
}

void ExperimentDocument::open(const QString& path)
{
    read([path] {
        Opened opened{.path = path};
        if (Result<std::string> text = readExperimentText(toPath(path))) {
            opened.text = opened.savedText = toQString(*text);
            opened.json = std::move(*text);
        } else {
            opened.failure = toQString(text.error().sentence());
        }
        return opened;
    });
}

void ExperimentDocument::begin(const QString& text)
{
    read([text] { // unchanged, so nothing to save
        return Opened{.text = text, .savedText = text, .json = text.toStdString()};
    });
}

void ExperimentDocument::replace(const QString& label, const QString& text)
{
    if (isEmpty())
        return begin(text);
    m_reading.run(
        [text, &registry = m_registry] {
            return Opened{.text = text,
                          .savedText = text,
                          .checked = checkExperiment(text.toStdString(), registry)};
        },
        [this, label](Opened opened) {
            opened.number = ++m_lastNumber;
            m_undo.push(new Replacement(*this, label, std::move(opened)));
        });
}

void ExperimentDocument::exchange(Opened& other)
{
    m_rest.stop();
    m_checking.cancel();
    std::swap(m_number, other.number);
    std::swap(m_path, other.path);
    std::swap(m_text, other.text);
    std::swap(m_savedText, other.savedText);
    std::swap(m_checked, other.checked);
    m_json = m_checked.json;
    emit opened();
    emit checkedChanged();
    check(); // what was left may have been edited just before
}

void ExperimentDocument::restore(const QString& path, const QString& text)
{
    read([path, text] {
        Opened opened{.path = path, .text = text, .json = text.toStdString()};
        if (const auto saved = readExperimentText(toPath(path)); !path.isEmpty() && saved)
            opened.savedText = toQString(*saved);
        return opened;
    });
}

void ExperimentDocument::read(std::function<Opened()> work)
{
    m_reading.run(
        [work = std::move(work), &registry = m_registry] {
            Opened opened = work();
            if (opened.failure.isEmpty())
                opened.checked = checkExperiment(opened.json, registry, opened.path);
            return opened;
        },
        [this](Opened opened) {
            if (!opened.failure.isEmpty()) {
                emit failed(opened.failure);
                return;
            }
            m_rest.stop();
            m_checking.cancel();
            m_number = ++m_lastNumber;
            m_path = opened.path;
            m_text = opened.text;
            m_savedText = opened.savedText;
            m_checked = std::move(opened.checked);
            m_json = m_checked.json;
            m_undo.clear();
            emit this->opened();
            emit checkedChanged();
        });
}

void ExperimentDocument::reload()
{
    m_reading.run([path = m_path] { return readExperimentText(toPath(path)); },
                  [this, number = m_number](const Result<std::string>& read) {
                      if (number != m_number)
                          return;
                      if (!read) {
                          emit failed(toQString(read.error().sentence()));
                          return;
                      }
                      m_savedText = toQString(*read);
                      push(tr("Reload the file"), m_savedText);
                  });
}

void ExperimentDocument::push(const QString& label, const QString& text, int id, bool typed)
{
    if (text != m_text)
        m_undo.push(new Edit(*this, label, TextSplice::between(m_text, text), id, typed));
}

void ExperimentDocument::loseFile()
{
    m_savedText.clear();
    emit edited();
}

void ExperimentDocument::save(const QString& path, bool overwrite)
{
    const QString text = m_text;
    const bool mayDiffer = overwrite || path != m_path;
    struct Saved
    {
        bool isOvertaken = false;
        std::optional<QString> failure = {};
    };
    const auto work = [path, text, mayDiffer, known = m_savedText] {
        if (const auto there = readExperimentText(toPath(path)); !mayDiffer && there)
            if (const QString theirs = toQString(*there); theirs != known && theirs != text)
                return Saved{.isOvertaken = true};
        const QString problem = writeFile(path, text.toUtf8());
        return problem.isEmpty() ? Saved{} : Saved{.failure = problem};
    };
    m_writing.run(work, [this, path, text, number = m_number](const Saved& done) {
        if (done.failure) {
            emit failed(tr("Cannot write %1: %2").arg(path, *done.failure));
        } else if (number != m_number) {
            return; // undo or another experiment came between
        } else if (done.isOvertaken) {
            emit overtaken(path);
        } else {
            const bool moved = QFileInfo(path).absolutePath() != QFileInfo(m_path).absolutePath();
            m_path = path;
            m_savedText = text;
            emit saved();
            // A relative path stands for another file there.
            if (moved && m_checked.plans && beginWithWeights(*m_checked.plans))
                check();
        }
    });
}

void ExperimentDocument::setText(const QString& text)
{
    if (m_text == text)
        return;
    // Ids of typing are below −1 (none); those of apply() are above.
    if (!m_pause.isActive())
        --m_typingId;
    m_pause.start();
    push(tr("Edit the JSON"), text, m_typingId, true);
}

bool ExperimentDocument::apply(const QString& label,
                               const std::vector<JsonChange>& changes,
                               int mergeId)
{
    const Result<QString> text = spliceJson(m_text, changes);
    if (text)
        push(label, *text, mergeId);
    return text.has_value();
}

void ExperimentDocument::showText(const QString& text, bool typed)
{
    m_text = text;
    m_checking.cancel();
    if (typed) {
        m_json.reset(); // parsed with the check, off the GUI thread
        m_rest.start();
    } else {
        m_json = treeOf(m_text.toStdString());
        m_rest.stop();
        check();
    }
    emit edited();
}

void ExperimentDocument::takeRunProblems(const std::shared_ptr<const std::vector<RunPlan>>& of,
                                         const Problems& problems,
                                         const std::shared_ptr<const Experiment>& identified)
{
    if (!of || m_checked.plans != of)
        return;
    m_checked.identified = identified;
    if (m_checked.problems == problems)
        return;
    m_checked.problems = problems;
    emit checkedChanged();
}

void ExperimentDocument::check()
{
    m_checking.run([json = m_text.toStdString(),
                    file = m_path,
                    &registry = m_registry] { return checkExperiment(json, registry, file); },
                   [this](CheckedExperiment checked) {
                       m_checked = std::move(checked);
                       m_json = m_checked.json;
                       emit checkedChanged();
                   });
}

} // namespace coterie::ui
