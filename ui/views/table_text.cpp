#include "ui/views/table_text.h"

#include "ui/true_minus.h"
#include "ui/words.h"

namespace coterie::ui {

namespace {

/// "12.3 ± 0.4" is a number too, as far as its column goes.
bool readsAsNumber(const QVariant& cell)
{
    return isNumber(cell) || cell.toString().contains(QStringLiteral(" ± "));
}

std::vector<bool> numericColumns(const PlainTable& table)
{
    std::vector<bool> numeric;
    for (std::size_t column = 0; column < static_cast<std::size_t>(table.header.size()); ++column) {
        bool any = false;
        bool all = true;
        for (const std::vector<QVariant>& row : table.rows) {
            if (column >= row.size() || !row[column].isValid())
                continue;
            any = true;
            all = all && readsAsNumber(row[column]);
        }
        numeric.push_back(any && all);
    }
    return numeric;
}

QString cellWords(const QVariant& cell)
{
    if (!cell.isValid())
        return {};
    return withPlainMinus(cell.typeId() == QMetaType::Double ? numberText(cell.toDouble())
                                                             : cell.toString());
}

QString inMarkdown(QString text)
{
    return text.replace(QLatin1Char('|'), QStringLiteral("\\|"))
        .replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QString inLatex(const QString& text)
{
    QString safe;
    for (const QChar letter : text) {
        switch (letter.unicode()) {
        case '\\':
            safe += QStringLiteral("\\textbackslash{}");
            break;
        case '~':
            safe += QStringLiteral("\\textasciitilde{}");
            break;
        case '^':
            safe += QStringLiteral("\\textasciicircum{}");
            break;
        case '&':
        case '%':
        case '$':
        case '#':
        case '_':
        case '{':
        case '}':
            safe += QLatin1Char('\\') + QString(letter);
            break;
        case 0x00b1: // ±
            safe += QStringLiteral("$\\pm$");
            break;
        case 0x2212: // −
            safe += QStringLiteral("$-$");
            break;
        case 0x221e: // ∞
            safe += QStringLiteral("$\\infty$");
            break;
        case 0x03b1: // α
            safe += QStringLiteral("$\\alpha$");
            break;
        case 0x03bb: // λ
            safe += QStringLiteral("$\\lambda$");
            break;
        case 0x00b7: // ·
            safe += QStringLiteral("$\\cdot$");
            break;
        case 0x2013: // –
            safe += QStringLiteral("--");
            break;
        default:
            safe += letter;
        }
    }
    return safe;
}

} // namespace

QString markdownText(const PlainTable& table)
{
    const std::vector<bool> numeric = numericColumns(table);
    QString text;
    const auto addLine = [&text](const QStringList& cells) {
        text += QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
    };
    QStringList titles;
    QStringList rules;
    for (qsizetype column = 0; column < table.header.size(); ++column) {
        titles << inMarkdown(table.header[column]);
        rules << (numeric[static_cast<std::size_t>(column)] ? QStringLiteral("---:")
                                                            : QStringLiteral("---"));
    }
    addLine(titles);
    addLine(rules);
    for (const std::vector<QVariant>& row : table.rows) {
        QStringList cells;
        for (const QVariant& cell : row)
            cells << inMarkdown(cellWords(cell));
        addLine(cells);
    }
    return text;
}

QString latexText(const PlainTable& table)
{
    const std::vector<bool> numeric = numericColumns(table);
    QString columns;
    for (const bool right : numeric)
        columns += QLatin1Char(right ? 'r' : 'l');
    QString text = QStringLiteral("\\begin{tabular}{%1}\n\\toprule\n").arg(columns);
    const auto addLine = [&text](const QStringList& cells) {
        text += cells.join(QStringLiteral(" & ")) + QStringLiteral(" \\\\\n");
    };
    QStringList titles;
    for (const QString& title : table.header)
        titles << inLatex(title);
    addLine(titles);
    text += QStringLiteral("\\midrule\n");
    for (const std::vector<QVariant>& row : table.rows) {
        QStringList cells;
        for (const QVariant& cell : row)
            cells << inLatex(cellWords(cell));
        addLine(cells);
    }
    return text + QStringLiteral("\\bottomrule\n\\end{tabular}\n");
}

} // namespace coterie::ui
