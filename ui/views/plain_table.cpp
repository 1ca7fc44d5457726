#include "ui/views/plain_table.h"

#include "core/experiment/parameters.h"
#include "core/report/client_names.h"
#include "core/store/csv_writer.h"
#include "ui/numbers.h"
#include "ui/words.h"
#include "ui/written_file.h"

#include <QFileInfo>
#include <QHash>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace coterie::ui {

namespace {

/// The text of a cell with several numbers, as in files.
struct NumbersCell
{
    QString plain;
    QString shown = {}; ///< empty: the same, with each number that stands alone in the language's
                        ///< format
    bool standsRight = false;

    bool operator==(const NumbersCell&) const = default;
};

QString plainTextOf(const NumbersCell& cell)
{
    return cell.plain;
}

bool isNumbersCell(const QVariant& cell)
{
    return cell.metaType() == QMetaType::fromType<NumbersCell>();
}

bool isAligned(const QVariant& cell)
{
    return isNumbersCell(cell) && cell.value<NumbersCell>().standsRight;
}

QString onScreen(const QVariant& cell)
{
    const auto numbers = cell.value<NumbersCell>();
    return numbers.shown.isEmpty() ? localNumbers(numbers.plain) : numbers.shown;
}

QVariant cellOfNumbers(NumbersCell cell)
{
    static const bool kIsKnown = QMetaType::registerConverter<NumbersCell, QString>(&plainTextOf);
    Q_ASSERT(kIsKnown);
    return QVariant::fromValue(std::move(cell));
}

} // namespace

QVariant numbersCell(const QString& plain)
{
    return cellOfNumbers({.plain = plain});
}

QVariant alignedCell(const QString& plain)
{
    return cellOfNumbers({.plain = plain, .standsRight = true});
}

QVariant wordsCell(const QString& plain, const QString& shown)
{
    return plain == shown ? QVariant(plain) : cellOfNumbers({.plain = plain, .shown = shown});
}

QVariant wordsCell(const std::function<QString()>& make)
{
    QString plain;
    {
        const PlainNumbers inFiles;
        plain = make();
    }
    return wordsCell(plain, make());
}

bool isNumber(const QVariant& cell)
{
    constexpr std::array kNumbers{QMetaType::Double, QMetaType::Int, QMetaType::LongLong};
    return std::ranges::find(kNumbers, cell.typeId()) != kNumbers.end();
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

void addNames(PlainTable& table, int clients, std::span<const std::string> names)
{
    if (names.empty())
        return;
    table.header.insert(clients + 1, say("Name"));
    if (!table.shownHeader.isEmpty())
        table.shownHeader.insert(clients + 1, say("Name"));
    for (std::vector<QVariant>& row : table.rows) {
        const std::string_view name =
            clientNameOf(names, row[static_cast<std::size_t>(clients)].toInt());
        row.insert(row.begin() + clients + 1, toQString(name));
    }
}

std::optional<int> commonDecimals(const PlainTable& table, std::size_t column)
{
    constexpr int kDigits = 4;
    constexpr int kMost = 6;
    const PlainNumbers pointsAreCounted;
    double largest = 0;
    double smallest = std::numeric_limits<double>::infinity(); // except 0
    const auto valueIn = [column](const std::vector<QVariant>& row) {
        const double value = column < row.size() && row[column].typeId() == QMetaType::Double
                                 ? std::abs(row[column].toDouble())
                                 : 0;
        return std::isfinite(value) ? value : 0;
    };
    for (const std::vector<QVariant>& row : table.rows) {
        const double value = valueIn(row);
        if (value == 0)
            continue;
        largest = std::max(largest, value);
        smallest = std::min(smallest, value);
    }
    if (largest == 0)
        return std::nullopt;
    const int before = int(std::floor(std::log10(largest))) + 1;
    const int most = std::clamp(kDigits - before, 0, kMost);
    int needed = 0;
    for (const std::vector<QVariant>& row : table.rows) {
        if (needed >= most)
            break; // texts cost much, and tables of curves are long
        const double value = valueIn(row);
        if (value == 0)
            continue;
        const QString text = numberText(value);
        const auto point = text.indexOf(QLatin1Char('.'));
        if (text.contains(QLatin1Char('e')))
            needed = kMost;
        else if (point >= 0)
            needed = std::max(needed, int(text.size() - point) - 1);
    }
    const int decimals = std::min(needed, most);
    const bool hides = smallest * std::pow(10, decimals) < 1;
    return hides ? std::nullopt : std::optional(decimals);
}

namespace {

std::vector<std::optional<int>> decimalsIn(const PlainTable& table)
{
    std::vector<std::optional<int>> decimals;
    if (table.decimals == PlainTable::Decimals::Columns)
        for (std::size_t column = 0; column < std::size_t(table.header.size()); ++column)
            decimals.push_back(commonDecimals(table, column));
    if (table.decimals == PlainTable::Decimals::Rows)
        for (const std::vector<QVariant>& row : table.rows) {
            PlainTable upright{.header = {QString()}, .rows = {}};
            for (const QVariant& cell : row)
                upright.rows.push_back({cell});
            decimals.push_back(commonDecimals(upright, 0));
        }
    return decimals;
}

} // namespace

void PlainTableModel::setTable(PlainTable table)
{
    if (table == m_table)
        return;
    m_isNumeric.assign(static_cast<std::size_t>(table.header.size()), false);
    for (const std::vector<QVariant>& row : table.rows)
        for (std::size_t column = 0; column < std::min(row.size(), m_isNumeric.size()); ++column)
            m_isNumeric[column] =
                m_isNumeric[column] || isNumber(row[column]) || isAligned(row[column]);
    std::vector<std::optional<int>> decimals = decimalsIn(table);
    const bool sameDecimals =
        decimals == m_decimals || table.decimals == PlainTable::Decimals::Rows;
    m_decimals = std::move(decimals);
    const auto before = m_table.rows.size();
    const auto now = table.rows.size();
    const bool sameColumns =
        table.header == m_table.header && table.hasNumbersInHeader == m_table.hasNumbersInHeader
        && table.shownHeader == m_table.shownHeader && table.decimals == m_table.decimals;
    if (sameColumns && now == before) { // keeps the scroll position and the selection
        m_table = std::move(table);
        if (now > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    } else if (sameColumns && now > before
               && std::equal(m_table.rows.begin(), m_table.rows.end(), table.rows.begin())) {
        beginInsertRows({}, rowCount(), int(now) - 1);
        m_table = std::move(table);
        endInsertRows();
        if (!sameDecimals) // of the rows before too
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    } else {
        beginResetModel();
        m_table = std::move(table);
        endResetModel();
    }
}

QString PlainTableModel::shownNumber(double value, const QModelIndex& index) const
{
    const bool ofRow = m_table.decimals == PlainTable::Decimals::Rows;
    const auto place = std::size_t(ofRow ? index.row() : index.column());
    const std::optional<int> decimals =
        place < m_decimals.size() ? m_decimals[place] : std::optional<int>();
    // Without decimals a large number would have all its digits.
    return decimals.value_or(0) > 0 ? cellText(value, *decimals) : numberText(value);
}

int PlainTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_table.rows.size());
}

int PlainTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_table.header.size());
}

QVariant PlainTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const std::vector<QVariant>& row = m_table.rows[std::size_t(index.row())];
    const auto column = std::size_t(index.column());
    const QVariant cell = column < row.size() ? row[column] : QVariant();
    switch (role) {
    case Qt::DisplayRole:
        if (!cell.isValid())
            return QStringLiteral("–");
        return isNumbersCell(cell)                  ? onScreen(cell)
               : cell.typeId() == QMetaType::Double ? shownNumber(cell.toDouble(), index)
                                                    : cell.toString();
    case Qt::ToolTipRole: // all digits, or all of a text that may be cut
        if (cell.typeId() == QMetaType::Double)
            return localNumber(withTrueMinus(toQString(shortestText(cell.toDouble()))));
        if (isNumbersCell(cell))
            return onScreen(cell);
        return cell.typeId() == QMetaType::QString ? cell : QVariant();
    case Qt::TextAlignmentRole: { // a dash as the numbers of its column
        const bool isRight =
            isNumber(cell) || isAligned(cell)
            || (!cell.isValid() && column < m_isNumeric.size() && m_isNumeric[column]);
        return int(Qt::AlignVCenter | (isRight ? Qt::AlignRight : Qt::AlignLeft));
    }
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
    if (role == Qt::TextAlignmentRole) // as the cells below
        return rowCount() > 0 ? data(index(0, section), role)
                              : QVariant(int(Qt::AlignVCenter | Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    const bool isNamed = m_table.shownHeader.size() == m_table.header.size();
    const QString& title = (isNamed ? m_table.shownHeader : m_table.header)[section];
    return m_table.hasNumbersInHeader ? localNumbers(title) : title;
}

namespace {

bool isReal(const QVariant& cell)
{
    return cell.typeId() == QMetaType::Double;
}

/// All digits, as programs read them.
QString exactText(const QVariant& cell)
{
    return isReal(cell) ? toQString(shortestText(cell.toDouble()))
                        : withPlainMinus(cell.toString());
}

/// As on screen.
QString shownText(const QVariant& cell)
{
    return withPlainMinus(isReal(cell) ? numberText(cell.toDouble()) : cell.toString());
}

QString inCsv(const QString& text)
{
    return toQString(csvField(text.toStdString()));
}

QString onOneLine(const QString& text)
{
    return QString(text).replace(u'\t', u' ').replace(u'\n', u' ');
}

QString inMarkdown(const QString& text)
{
    return onOneLine(text).replace(QLatin1Char('|'), QStringLiteral("\\|"));
}

QString inLatex(const QString& text)
{
    static const QHash<QChar, QString> kWritten{{u'\\', QStringLiteral("\\textbackslash{}")},
                                                {u'~', QStringLiteral("\\textasciitilde{}")},
                                                {u'^', QStringLiteral("\\textasciicircum{}")},
                                                {u'±', QStringLiteral("$\\pm$")},
                                                {u'−', QStringLiteral("$-$")},
                                                {u'∞', QStringLiteral("$\\infty$")},
                                                {u'α', QStringLiteral("$\\alpha$")},
                                                {u'λ', QStringLiteral("$\\lambda$")},
                                                {u'·', QStringLiteral("$\\cdot$")},
                                                {u'–', QStringLiteral("--")}};
    QString safe;
    for (const QChar letter : text)
        safe += QStringView(u"&%$#_{}").contains(letter) ? QLatin1Char('\\') + QString(letter)
                                                         : kWritten.value(letter, letter);
    return safe;
}

/// The titles and each row as a line of escaped cells.
QStringList linesOf(const PlainTable& table,
                    QString (*textOf)(const QVariant&),
                    QString (*escaped)(const QString&),
                    const char* between)
{
    QStringList lines;
    const auto add = [&](const auto& cells, const auto& text) {
        QStringList fields;
        for (const auto& cell : cells)
            fields << escaped(text(cell));
        lines << fields.join(QLatin1String(between));
    };
    add(table.header, [](const QString& title) { return title; });
    for (const std::vector<QVariant>& row : table.rows)
        add(row, textOf);
    return lines;
}

std::vector<bool> numericColumns(const PlainTable& table)
{
    std::vector<bool> numeric;
    for (std::size_t column = 0; column < std::size_t(table.header.size()); ++column) {
        bool any = false;
        bool all = true;
        for (const std::vector<QVariant>& row : table.rows) {
            if (column >= row.size() || !row[column].isValid())
                continue;
            any = true;
            // "12.3 ± 0.4" is a number too.
            all = all
                  && (isNumber(row[column])
                      || row[column].toString().contains(QStringLiteral(" ± ")));
        }
        numeric.push_back(any && all);
    }
    return numeric;
}

} // namespace

QString csvText(const PlainTable& table)
{
    return linesOf(table, &exactText, &inCsv, ",").join(u'\n') + u'\n';
}

QString tabbedText(const PlainTable& table)
{
    return linesOf(table, &exactText, &onOneLine, "\t").join(u'\n') + u'\n';
}

QString markdownText(const PlainTable& table)
{
    const PlainNumbers inFiles;
    QStringList lines = linesOf(table, &shownText, &inMarkdown, " | ");
    QStringList rules;
    for (const bool isNumeric : numericColumns(table))
        rules << (isNumeric ? QStringLiteral("---:") : QStringLiteral("---"));
    lines.insert(1, rules.join(QStringLiteral(" | ")));
    QString text;
    for (const QString& line : lines)
        text += QStringLiteral("| ") + line + QStringLiteral(" |\n");
    return text;
}

QString latexText(const PlainTable& table)
{
    const PlainNumbers inFiles;
    QString columns;
    for (const bool right : numericColumns(table))
        columns += QLatin1Char(right ? 'r' : 'l');
    QStringList lines = linesOf(table, &shownText, &inLatex, " & ");
    const QString end = QStringLiteral(" \\\\\n");
    QString text = QStringLiteral("\\begin{tabular}{%1}\n\\toprule\n").arg(columns);
    text += lines.takeFirst() + end + QStringLiteral("\\midrule\n");
    for (const QString& line : lines)
        text += line + end;
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
    const QString problem = writeFile(path, form(table).toUtf8());
    return problem.isEmpty() ? problem : say("%1: %2").arg(path, problem);
}

} // namespace coterie::ui
