#include "ui/data/table_columns.h"

#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableWidget>

#include <algorithm>
#include <array>

namespace coterie::ui {

namespace {

/// More columns have their choice when they come in sight: a table can have thousands.
constexpr int kRolesAtOnce = 60;
constexpr qsizetype kMostNamed = 8; ///< columns with missing values

constexpr std::array kRoles{ColumnRole::Feature,
                            ColumnRole::Category,
                            ColumnRole::Label,
                            ColumnRole::Client,
                            ColumnRole::Split};

QString roleText(ColumnRole role)
{
    switch (role) {
    case ColumnRole::Feature:
        return TableColumns::tr("feature");
    case ColumnRole::Category:
        return TableColumns::tr("category");
    case ColumnRole::Label:
        return TableColumns::tr("target");
    case ColumnRole::Client:
        return TableColumns::tr("client");
    case ColumnRole::Split:
        return TableColumns::tr("train or test");
    }
    return {};
}

} // namespace

TableColumns::TableColumns(QWidget* parent)
    : QWidget(parent)
    , m_table(named(new QTableWidget(this), "tableColumns", tr("First rows and what columns are")))
    , m_file(named(textLabel(this), "tableFile"))
    , m_missing(named(textLabel(this), "missingValues"))
{
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->setToolTip(tr("Choose above each column what it is for: a feature, a feature whose "
                           "numbers are categories, the target to be predicted, the client whose "
                           "row it is, or the word train or test"));
    connect(m_table->horizontalScrollBar(),
            &QScrollBar::valueChanged,
            this,
            &TableColumns::makeRolesInSight);
    auto* layout = columnIn(this, 4);
    layout->addWidget(m_file);
    layout->addWidget(m_table);
    layout->addWidget(m_missing);
}

void TableColumns::showTable(const Part& part, const TablePreview& preview)
{
    constexpr int kRowsInSight = 4; // the choices, and three of the table
    m_part = part;
    m_preview = preview;
    const int columns = static_cast<int>(preview.names.size());
    m_table->clear();
    m_table->setRowCount(0); // the choices before go with their row
    m_table->setColumnCount(columns);
    m_table->setRowCount(static_cast<int>(preview.rows.size()) + 1);
    for (int column = 0; column < columns; ++column) {
        const auto place = static_cast<std::size_t>(column);
        m_table->setHorizontalHeaderItem(column,
                                         new QTableWidgetItem(toQString(preview.names[place])));
        if (column < kRolesAtOnce)
            m_table->setCellWidget(0, column, makeRole(place));
        for (int row = 0; row + 1 < m_table->rowCount(); ++row) {
            const std::string& field = preview.rows[static_cast<std::size_t>(row)][place];
            auto* item = new QTableWidgetItem(toQString(field));
            if (saysMissing(field)) {
                item->setText(tr("missing"));
                QFont font = m_table->font();
                font.setItalic(true);
                item->setFont(font);
                item->setToolTip(tr("The file has “%1” here").arg(toQString(field)));
            }
            m_table->setItem(row + 1, column, item);
        }
    }
    m_table->resizeColumnsToContents();
    for (int column = kRolesAtOnce; column < columns; ++column)
        m_table->setColumnWidth(
            column,
            std::max(m_table->columnWidth(column), m_table->cellWidget(0, 0)->sizeHint().width()));
    m_table->resizeRowToContents(0);
    int height = m_table->horizontalHeader()->sizeHint().height() + 2 * m_table->frameWidth()
                 + m_table->horizontalScrollBar()->sizeHint().height();
    for (int row = 0; row < std::min(kRowsInSight, m_table->rowCount()); ++row)
        height += m_table->rowHeight(row);
    m_table->setFixedHeight(height);
    m_file->setText(tr("Each file is a client's. These are the first rows of %1; a choice is for "
                       "all files.")
                        .arg(QFileInfo(toQString(preview.file)).fileName()));
    m_file->setVisible(!preview.file.empty());
    m_missing->setText(missingText());
    m_missing->setVisible(!m_missing->text().isEmpty());
    makeRolesInSight();
}

void TableColumns::makeRolesInSight()
{
    if (m_table->rowCount() == 0 || m_table->viewport()->width() <= 0)
        return; // it is being filled, or cannot be seen
    const int first = m_table->columnAt(0);
    const int last = m_table->columnAt(m_table->viewport()->width() - 1);
    const int columns = std::min(m_table->columnCount(), static_cast<int>(m_preview.names.size()));
    for (int column = std::max(first, 0); column < (last < 0 ? columns : last + 1); ++column)
        if (m_table->cellWidget(0, column) == nullptr)
            m_table->setCellWidget(0, column, makeRole(static_cast<std::size_t>(column)));
}

QComboBox* TableColumns::makeRole(std::size_t column)
{
    auto* box = new QComboBox(m_table);
    box->setObjectName(QStringLiteral("role.%1").arg(column));
    box->setAccessibleName(tr("What column %1 is for").arg(toQString(m_preview.names[column])));
    for (const ColumnRole role : kRoles)
        if (role != ColumnRole::Client || m_preview.file.empty())
            box->addItem(roleText(role), static_cast<int>(role));
    box->setCurrentIndex(box->findData(static_cast<int>(m_preview.roles[column])));
    connect(box, &QComboBox::activated, this, [this, column, box](int index) {
        const auto role = static_cast<ColumnRole>(box->itemData(index).toInt());
        if (role == m_preview.roles[column])
            return;
        const Part part = withRole(m_part, m_preview, column, role);
        // The label that a table has without a choice stays one until another column is chosen.
        box->setCurrentIndex(box->findData(static_cast<int>(m_preview.roles[column])));
        if (part != m_part)
            emit chosen(part);
    });
    return box;
}

QString TableColumns::missingText() const
{
    QStringList columns;
    for (std::size_t column = 0; column < m_preview.missing.size(); ++column)
        if (m_preview.missing[column] > 0)
            columns << QStringLiteral("%1: %2")
                           .arg(toQString(m_preview.names[column]))
                           .arg(m_preview.missing[column]);
    if (columns.isEmpty())
        return {};
    if (columns.size() > kMostNamed)
        columns = columns.first(kMostNamed) << QStringLiteral("…");
    return tr("Missing values in the first %1 rows: %2. Choose below what is done about them.")
        .arg(countText(static_cast<qint64>(m_preview.rowsSeen)),
             columns.join(QStringLiteral(", ")));
}

} // namespace coterie::ui
