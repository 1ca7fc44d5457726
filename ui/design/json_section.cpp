#include "ui/design/json_section.h"

#include "core/base/json_node.h"
#include "core/base/json_parse.h"
#include "ui/design/experiment_document.h"
#include "ui/design/json_change.h"
#include "ui/design/problem_words.h"
#include "ui/frame/plot_theme.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QEvent>
#include <QFontDatabase>
#include <QLabel>
#include <QPalette>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSyntaxHighlighter>
#include <QTextOption>

#include <algorithm>

namespace coterie::ui {

namespace {

/// Colours keys, texts and numbers of a JSON text.
class JsonHighlighter final : public QSyntaxHighlighter
{
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

    void setColours(const QPalette& palette)
    {
        const bool dark = isDark(palette);
        m_key.setForeground(QColor::fromRgb(dark ? 0x7fb4f5 : 0x1f5fbf));
        m_string.setForeground(QColor::fromRgb(dark ? 0x8fce9b : 0x22703a));
        m_number.setForeground(QColor::fromRgb(dark ? 0xf0a868 : 0xa64b00));
        m_punctuation.setForeground(palette.color(QPalette::PlaceholderText));
        rehighlight();
    }

protected:
    void highlightBlock(const QString& line) override
    {
        for (int at = 0; at < line.size();) {
            const QChar letter = line[at];
            int end = at + 1;
            if (letter == u'"') {
                while (end < line.size() && line[end] != u'"')
                    end += line[end] == u'\\' ? 2 : 1;
                end = std::min(end + 1, int(line.size()));
                int next = end;
                while (next < line.size() && line[next].isSpace())
                    ++next;
                const bool isKey = next < line.size() && line[next] == u':';
                setFormat(at, end - at, isKey ? m_key : m_string);
            } else if (letter.isLetterOrNumber() || letter == u'-') {
                while (
                    end < line.size()
                    && (line[end].isLetterOrNumber() || QStringLiteral(".+-").contains(line[end])))
                    ++end;
                setFormat(at, end - at, m_number);
            } else if (!letter.isSpace()) {
                setFormat(at, 1, m_punctuation);
            }
            at = end;
        }
    }

private:
    QTextCharFormat m_key;
    QTextCharFormat m_string;
    QTextCharFormat m_number;
    QTextCharFormat m_punctuation;
};

/// Positions in the editor, which has one character per line end, of bytes in a text in UTF-8.
/// Quick for ascending offsets.
class EditorPlaces
{
public:
    explicit EditorPlaces(std::string_view utf8)
        : m_utf8(utf8)
    {}

    qsizetype at(std::size_t byte)
    {
        if (byte < m_byte)
            m_byte = 0, m_place = 0;
        for (; m_byte < std::min(byte, m_utf8.size()); ++m_byte) {
            const auto letter = static_cast<unsigned char>(m_utf8[m_byte]);
            const bool isPart = (letter & 0xC0) == 0x80 || m_utf8.substr(m_byte, 2) == "\r\n";
            m_place += isPart ? 0 : letter < 0xF0 ? 1 : 2;
        }
        return m_place;
    }

    /// Of an empty or blank span, as where something is missing, the last visible character before.
    std::optional<TextRange> range(const QString& shown, const TextSpan& span)
    {
        const qsizetype start = at(span.begin);
        const qsizetype length = at(span.end) - start;
        if (!QStringView(shown).mid(start, length).trimmed().isEmpty())
            return TextRange{start, std::min(length, shown.size() - start)};
        if (shown.isEmpty())
            return std::nullopt;
        qsizetype last = std::min(start, shown.size() - 1);
        while (last > 0 && shown.at(last).isSpace())
            --last;
        return TextRange{last, 1};
    }

private:
    std::string_view m_utf8;
    std::size_t m_byte = 0;
    qsizetype m_place = 0;
};

/// The deepest value on the way to a pointer that is there.
const JsonNode& deepest(const JsonNode& root, const std::vector<std::string>& steps)
{
    const JsonNode* node = &root;
    for (const std::string& step : steps) {
        const JsonNode* next = childAt(*node, step);
        if (!next || next->span.end <= next->span.begin)
            break;
        node = next;
    }
    return *node;
}

} // namespace

std::optional<TextRange> placeOf(const QString& json, const QString& pointer)
{
    const std::string text = json.toStdString();
    if (pointer.isEmpty())
        if (const auto parsed = parseJson(text); !parsed)
            return EditorPlaces(text).range(json, parsed.error().span.value_or(TextSpan{}));
    const auto steps = pointerSteps(pointer.toStdString());
    if (!steps)
        return std::nullopt;
    const JsonNode root = readableJson(text);
    return EditorPlaces(text).range(json, deepest(root, *steps).span);
}

/// The experiment's file as text, coloured by the palette.
class JsonEditor final : public QPlainTextEdit
{
public:
    JsonEditor()
        : m_highlighter(new JsonHighlighter(document()))
    {
        named(this, "jsonEditor", tr("Experiment as JSON"));
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

    /// Takes over a text that was changed elsewhere. Only the characters that differ are touched,
    /// so cursor and view stay where they are.
    void follow(const QString& text)
    {
        const TextSplice splice = TextSplice::between(this->text(), withPlainLineEnds(text));
        if (splice.isNothing())
            return;
        const QSignalBlocker silence(this);
        QTextCursor cursor(document());
        cursor.setPosition(int(splice.position));
        cursor.setPosition(int(splice.position + splice.removed.size()), QTextCursor::KeepAnchor);
        cursor.insertText(splice.inserted);
    }

    /// The exact text; QPlainTextEdit::toPlainText() turns hard spaces into blanks.
    [[nodiscard]] QString text() const
    {
        QString raw = document()->toRawText();
        return raw.replace(QChar::ParagraphSeparator, u'\n');
    }

    /// Selects the value a problem points at and brings it into view.
    void showPlace(const QString& pointer)
    {
        const auto range = placeOf(text(), pointer);
        if (!range)
            return;
        QTextCursor cursor = textCursor();
        cursor.setPosition(int(range->start));
        // A whole object would select half the file: its first line says enough.
        constexpr qsizetype kLongest = 60;
        cursor.setPosition(int(range->start + std::min(range->length, kLongest)),
                           QTextCursor::KeepAnchor);
        setTextCursor(cursor);
        centerCursor();
        setFocus();
    }

    /// Underlines the places of the problems of this file text, at most 50. Returns the line of
    /// each, from 1; absent where the problem has no place in the text.
    std::vector<std::optional<int>> markProblems(const Problems& problems, const QString& fileText)
    {
        constexpr qsizetype kMostMarked = 50;
        const QString shown = text();
        const std::string utf8 = fileText.toStdString();
        EditorPlaces places(utf8);
        m_marks.clear();
        std::vector<std::optional<int>> lines;
        for (const Error& problem : problems) {
            lines.emplace_back();
            if (!problem.span)
                continue;
            TextSpan span = *problem.span; // of a whole object its first line
            span.end = std::min(span.end, utf8.find('\n', span.begin));
            const std::optional<TextRange> place = places.range(shown, span);
            if (!place)
                continue;
            QTextCursor mark(document());
            mark.setPosition(int(place->start));
            lines.back() = mark.blockNumber() + 1;
            if (m_marks.size() == kMostMarked)
                continue;
            mark.setPosition(int(place->start + place->length), QTextCursor::KeepAnchor);
            m_marks << mark;
        }
        showMarks();
        return lines;
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QPlainTextEdit::changeEvent(event);
        if (event->type() == QEvent::PaletteChange) {
            m_highlighter->setColours(palette());
            showMarks();
        }
    }

private:
    void showMarks()
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

    JsonHighlighter* m_highlighter = nullptr;
    QList<QTextCursor> m_marks; ///< they move with the text
};

JsonSection::JsonSection(ExperimentDocument& document)
    : m_document(document)
    , m_editor(new JsonEditor)
    , m_verdict(named(new QLabel(this), "verdict"))
    , m_problems(named(new ProblemList, "problems"))
{
    m_editor->setToolTip(tr("Edit the experiment's file; it is checked while you type"));
    m_verdict->setToolTip(tr("Shows whether the experiment can run"));
    m_verdict->setContentsMargins(14, 6, 14, 6);
    auto* layout = columnIn(this, 0);
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
    const Problems& problems = m_document.checked().problems;
    const auto lines = m_editor->markProblems(problems, m_document.text());
    auto line = lines.begin(); // in the order of the list
    m_problems->show(problems, [&line](const Error& problem) {
        const QString sentence = toQString(problem.sentence());
        const std::optional<int> at = *line++;
        return at && problem.kind != ErrorKind::Syntax // which says its line itself
                   ? tr("Line %1. %2").arg(countText(*at), sentence)
                   : sentence;
    });
    showVerdict();
}

void JsonSection::showVerdict()
{
    const auto problems = int(m_document.checked().problems.size());
    if (m_document.isChecking())
        m_verdict->setText(tr("Checking…"));
    else if (problems > 0)
        m_verdict->setText(counted(problems,
                                   tr("1 problem; click it to see where"),
                                   tr("%1 problems; click one to see where")));
    else
        m_verdict->setText(tr("✓ Ready to run"));
}

} // namespace coterie::ui
