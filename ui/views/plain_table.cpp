#include "ui/views/plain_table.h"

#include "core/experiment/parameters.h"
#include "core/store/csv_writer.h"
#include "ui/words.h"

#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <limits>

namespace coterie::ui {

namespace {

QString quoted(const QString& text)
{
    return toQString(csvField(text.toStdString()));
}

QString exactText(const QVariant& cell)
{
    return cell.typeId() == QMetaType::Double ? toQString(shortestText(cell.toDouble()))
                                              : withPlainMinus(cell.toString());
}

} // namespace

bool isNumber(const QVariant& cell)
{
    switch (cell.typeId()) {
    case QMetaType::Double:
    case QMetaType::Int:
    case QMetaType::LongLong:
        return true;
    default:
        return false;
    }
}

QString csvText(const PlainTable& table)
{
    QString text;
    const auto addLine = [&text](const QStringList& fields) {
        text += fields.join(QLatin1Char(',')) + QLatin1Char('\n');
    };
    QStringList titles;
    for (const QString& title : table.header)
        titles << quoted(title);
    addLine(titles);
    for (const std::vector<QVariant>& row : table.rows) {
        QStringList fields;
        for (const QVariant& cell : row)
            fields << quoted(exactText(cell));
        addLine(fields);
    }
    return text;
}

QString tabbedText(const PlainTable& table)
{
    QString text;
    const auto addLine = [&text](QStringList cells) {
        for (QString& cell : cells) // a note may hold either
            cell.replace(QLatin1Char('\t'), QLatin1Char(' '))
                .replace(QLatin1Char('\n'), QLatin1Char(' '));
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    addLine(table.header);
    for (const std::vector<QVariant>& row : table.rows) {
        QStringList cells;
        for (const QVariant& cell : row)
            cells << exactText(cell);
        addLine(std::move(cells));
    }
    return text;
}

PlainTable tableOf(const QAbstractItemModel& model, int role)
{
    PlainTable table;
    const int columns = model.columnCount();
    for (int column = 0; column < columns; ++column)
        table.header << model.headerData(column, Qt::Horizontal).toString();
    for (int row = 0; row < model.rowCount(); ++row) {
        std::vector<QVariant> cells;
        for (int column = 0; column < columns; ++column)
            cells.push_back(model.index(row, column).data(role));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

std::optional<int> commonDecimals(const PlainTable& table, std::size_t column)
{
    constexpr int kDigits = 4;
    constexpr int kMost = 6;
    double largest = 0;
    double smallest = std::numeric_limits<double>::infinity(); // but for 0
    int needed = 0;
    for (const std::vector<QVariant>& row : table.rows) {
        const double value = column < row.size() && row[column].typeId() == QMetaType::Double
                                 ? std::abs(row[column].toDouble())
                                 : 0;
        if (!std::isfinite(value) || value == 0)
            continue;
        largest = std::max(largest, value);
        smallest = std::min(smallest, value);
        const QString text = numberText(value);
        const auto point = text.indexOf(QLatin1Char('.'));
        if (text.contains(QLatin1Char('e')))
            needed = kMost;
        else if (point >= 0)
            needed = std::max(needed, static_cast<int>(text.size() - point) - 1);
    }
    if (largest == 0)
        return std::nullopt;
    const int before = static_cast<int>(std::floor(std::log10(largest))) + 1;
    const int decimals = std::clamp(std::min(needed, kDigits - before), 0, kMost);
    const bool hides = smallest * std::pow(10, decimals) < 1;
    return hides ? std::nullopt : std::optional(decimals);
}

void PlainTableModel::setTable(PlainTable table)
{
    if (table == m_table)
        return;
    const bool sameShape =
        table.header == m_table.header && table.rows.size() == m_table.rows.size();
    if (sameShape) { // scrolling and selection stay where they are
        m_table = std::move(table);
        if (!m_table.rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    const bool hasGrown =
        table.header == m_table.header && table.rows.size() > m_table.rows.size()
        && std::equal(m_table.rows.begin(), m_table.rows.end(), table.rows.begin());
    if (hasGrown) {
        beginInsertRows({}, rowCount(), static_cast<int>(table.rows.size()) - 1);
        m_table = std::move(table);
        endInsertRows();
        return;
    }
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int PlainTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int PlainTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.header.size());
}

QVariant PlainTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const std::vector<QVariant>& row = m_table.rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    const QVariant cell = column < row.size() ? row[column] : QVariant();
    switch (role) {
    case Qt::DisplayRole:
        if (!cell.isValid())
            return QStringLiteral("–");
        return cell.typeId() == QMetaType::Double ? numberText(cell.toDouble()) : cell.toString();
    case Qt::ToolTipRole: // all digits
        return cell.typeId() == QMetaType::Double ? QVariant(withTrueMinus(exactText(cell)))
                                                  : QVariant();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isNumber(cell) ? Qt::AlignRight : Qt::AlignLeft));
    case SortRole:
        return cell;
    default:
        return {};
    }
}

QVariant PlainTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole) // as the cells beneath
        return rowCount() > 0 ? data(index(0, section), role)
                              : QVariant(int(Qt::AlignVCenter | Qt::AlignLeft));
    return role == Qt::DisplayRole ? QVariant(m_table.header[section]) : QVariant();
}

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

QString tableFilters()
{
    return QStringLiteral("CSV (*.csv);;LaTeX (*.tex);;Markdown (*.md)");
}

QString saveTable(const QString& path, const PlainTable& table)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    const auto form = ending == QLatin1String("tex")  ? &latexText
                      : ending == QLatin1String("md") ? &markdownText
                                                      : &csvText;
    const QByteArray bytes = form(table).toUtf8();
    QSaveFile file(path);
    const bool saved =
        file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    return saved ? QString() : say("%1: %2").arg(path, file.errorString());
}

} // namespace coterie::ui
