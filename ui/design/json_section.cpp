#include "ui/design/json_section.h"

#include "core/base/json_node.h"
#include "core/base/json_parse.h"
#include "ui/design/experiment_document.h"
#include "ui/design/json_splice.h"
#include "ui/design/problem_words.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QEvent>
#include <QFontDatabase>
#include <QLabel>
#include <QPalette>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QTextOption>
#include <QVBoxLayout>

#include <algorithm>

namespace coterie::ui {

void JsonHighlighter::setColours(const QPalette& palette)
{
    const bool dark = isDark(palette);
    m_key.setForeground(QColor::fromRgb(dark ? 0x7fb4f5 : 0x1f5fbf));
    m_string.setForeground(QColor::fromRgb(dark ? 0x8fce9b : 0x22703a));
    m_number.setForeground(QColor::fromRgb(dark ? 0xf0a868 : 0xa64b00));
    m_punctuation.setForeground(palette.color(QPalette::PlaceholderText));
    rehighlight();
}

void JsonHighlighter::highlightBlock(const QString& line)
{
    for (int at = 0; at < line.size();) {
        const QChar letter = line[at];
        int end = at + 1;
        if (letter == u'"') {
            while (end < line.size() && line[end] != u'"')
                end += line[end] == u'\\' ? 2 : 1;
            end = std::min(end + 1, static_cast<int>(line.size()));
            int next = end;
            while (next < line.size() && line[next].isSpace())
                ++next;
            const bool isKey = next < line.size() && line[next] == u':';
            setFormat(at, end - at, isKey ? m_key : m_string);
        } else if (letter.isLetterOrNumber() || letter == u'-') {
            while (end < line.size()
                   && (line[end].isLetterOrNumber() || QStringLiteral(".+-").contains(line[end])))
                ++end;
            setFormat(at, end - at, m_number);
        } else if (!letter.isSpace()) {
            setFormat(at, 1, m_punctuation);
        }
        at = end;
    }
}

namespace {

std::optional<TextRange> placeIn(const JsonSpan& root, const QString& pointer)
{
    const auto steps = pointerSteps(pointer.toStdString());
    if (!steps)
        return std::nullopt;
    const JsonSpan* deepest = &root;
    for (const std::string& step : *steps) {
        const JsonSpan* next = childAt(*deepest, step);
        if (!next)
            break;
        deepest = next;
    }
    if (deepest->end <= deepest->start)
        return std::nullopt;
    return TextRange{deepest->start, deepest->end - deepest->start};
}

/// The character at which the text stops being JSON, or the last one before it that can be seen;
/// absent if it is JSON throughout. The sentence that says so begins with its line and column,
/// counted in characters from 1.
std::optional<TextRange> syntaxErrorIn(const QString& json)
{
    const auto parsed = parseJson(json.toStdString());
    if (parsed)
        return std::nullopt;
    static const QRegularExpression place(QStringLiteral("^line (\\d+), column (\\d+)"));
    const auto said = place.match(QString::fromStdString(parsed.error().sentence()));
    if (!said.hasMatch() || json.isEmpty())
        return std::nullopt;
    qsizetype at = 0;
    for (int line = 1; line < said.captured(1).toInt(); ++line)
        at = json.indexOf(u'\n', at) + 1;
    for (int column = 1; column < said.captured(2).toInt() && at < json.size(); ++column)
        at += json.at(at).isHighSurrogate() ? 2 : 1;
    at = std::min(at, json.size() - 1);
    while (at > 0 && json.at(at).isSpace()) // an end of line, where a quote is missing
        --at;
    return TextRange{at, 1};
}

} // namespace

std::vector<std::optional<TextRange>> placesOf(const QString& json, const QStringList& pointers)
{
    if (pointers.isEmpty())
        return {};
    const JsonSpan root = spansOf(json);
    std::vector<std::optional<TextRange>> places;
    for (const QString& pointer : pointers) {
        std::optional<TextRange> place = pointer.isEmpty() ? syntaxErrorIn(json) : std::nullopt;
        places.push_back(place ? place : placeIn(root, pointer));
    }
    return places;
}

std::optional<TextRange> placeOf(const QString& json, const QString& pointer)
{
    return placesOf(json, {pointer}).front();
}

JsonEditor::JsonEditor(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_highlighter(new JsonHighlighter(document()))
{
    setObjectName(QStringLiteral("jsonEditor"));
    setAccessibleName(tr("Experiment as JSON"));
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setLineWrapMode(WidgetWidth); // descriptions are long lines
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTabStopDistance(2 * fontMetrics().horizontalAdvance(QLatin1Char(' ')));
    setFrameShape(NoFrame);
    setUndoRedoEnabled(false);
    leaveUndoToTheWindow(*this);
    document()->setDocumentMargin(12);
    m_highlighter->setColours(palette());
}

void JsonEditor::follow(const QString& text)
{
    const TextSplice splice = TextSplice::between(this->text(), withPlainLineEnds(text));
    if (splice.isNothing())
        return;
    const QSignalBlocker silence(this);
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(splice.position));
    cursor.setPosition(static_cast<int>(splice.position + splice.removed.size()),
                       QTextCursor::KeepAnchor);
    cursor.insertText(splice.inserted);
}

QString JsonEditor::text() const
{
    QString raw = document()->toRawText();
    return raw.replace(QChar::ParagraphSeparator, u'\n');
}

void JsonEditor::showPlace(const QString& pointer)
{
    const auto range = placeOf(text(), pointer);
    if (!range)
        return;
    QTextCursor cursor = textCursor();
    cursor.setPosition(static_cast<int>(range->start));
    // A whole object would select half the file: its first line says enough.
    constexpr qsizetype kLongest = 60;
    cursor.setPosition(static_cast<int>(range->start + std::min(range->length, kLongest)),
                       QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    centerCursor();
    setFocus();
}

std::vector<std::optional<int>> JsonEditor::markProblems(const QStringList& pointers)
{
    constexpr qsizetype kMostMarked = 50;
    const QString json = text();
    m_marks.clear();
    std::vector<std::optional<int>> lines;
    for (const std::optional<TextRange>& place : placesOf(json, pointers)) {
        lines.emplace_back();
        if (!place)
            continue;
        QTextCursor mark(document());
        mark.setPosition(static_cast<int>(place->start));
        lines.back() = mark.blockNumber() + 1;
        if (m_marks.size() == kMostMarked || place->length == 0)
            continue;
        // Of a whole object its first line.
        const QTextBlock block = mark.block();
        const qsizetype lineEnd = block.position() + block.length() - 1;
        const qsizetype end = std::min(place->start + place->length, lineEnd);
        mark.setPosition(static_cast<int>(end), QTextCursor::KeepAnchor);
        m_marks << mark;
    }
    showMarks();
    return lines;
}

void JsonEditor::showMarks()
{
    QList<QTextEdit::ExtraSelection> underlined;
    for (const QTextCursor& mark : m_marks) {
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(problemColour(palette()));
        QColor ground = problemColour(palette());
        ground.setAlpha(30); // a wave alone is thin
        format.setBackground(ground);
        underlined.push_back({mark, format});
    }
    setExtraSelections(underlined);
}

void JsonEditor::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_highlighter->setColours(palette());
        showMarks();
    }
}

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
