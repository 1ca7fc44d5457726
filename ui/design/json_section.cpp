#include "ui/design/json_section.h"

#include "ui/design/experiment_document.h"
#include "ui/design/json_editor.h"
#include "ui/design/problem_list.h"
#include "ui/design/text_splice.h"
#include "ui/words.h"

#include <QLabel>
#include <QVBoxLayout>

namespace coterie::ui {

JsonSection::JsonSection(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_editor(new JsonEditor(this))
    , m_verdict(new QLabel(this))
    , m_problems(new ProblemList(this))
{
    m_editor->setToolTip(tr("The experiment's file; what is typed here is checked at once"));
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_verdict->setToolTip(tr("The text is checked whenever typing rests"));
    m_verdict->setContentsMargins(14, 6, 14, 6);
    m_problems->setObjectName(QStringLiteral("problems"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_editor, 1);
    layout->addWidget(m_verdict);
    layout->addWidget(m_problems);

    connect(m_problems, &ProblemList::chosen, m_editor, &JsonEditor::showPlace);
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        m_document.setText(typedInto(m_document.text(), m_editor->text()));
    });
    connect(&m_document, &ExperimentDocument::opened, this, &JsonSection::showText);
    connect(&m_document, &ExperimentDocument::edited, this, &JsonSection::showText);
    connect(&m_document, &ExperimentDocument::checkedChanged, this, &JsonSection::showChecked);
    showText();
    showChecked();
}

void JsonSection::showPlace(const QString& pointer)
{
    m_editor->showPlace(pointer);
}

void JsonSection::showText()
{
    m_editor->follow(m_document.text());
    showVerdict();
}

void JsonSection::showChecked()
{
    QStringList pointers;
    for (const Error& problem : m_document.checked().problems)
        pointers << toQString(problem.place);
    const std::vector<std::optional<int>> lines = m_editor->markProblems(pointers);
    auto line = lines.begin(); // the list tells them in their order
    m_problems->show(m_document.checked().problems, [&line](const Error& problem) {
        const QString sentence = toQString(problem.sentence());
        const std::optional<int> at = *line++;
        return at && !problem.place.empty() // what is no JSON says its line itself
                   ? tr("Line %1. %2").arg(countText(*at), sentence)
                   : sentence;
    });
    showVerdict();
}

void JsonSection::showVerdict()
{
    const auto problems = static_cast<int>(m_document.checked().problems.size());
    if (m_document.isChecking())
        m_verdict->setText(tr("Checking…"));
    else if (problems > 0)
        m_verdict->setText(counted(problems,
                                   tr("1 problem: choose it to see its place"),
                                   tr("%1 problems: choose one to see its place")));
    else
        m_verdict->setText(tr("✓ Ready to run"));
}

} // namespace coterie::ui
